//! The result of one match, read from its record.

use botwerk_engine::record::{
    AnnouncementLine, EventLine, Fingerprint, Record, Replay, VerifyError,
};
use botwerk_engine::{Game, Termination};

use super::tally::Score;
use crate::roster::Roster;
use crate::verify::verify;

/// The result of a match from a verified record.
///
/// ```
/// # use botwerk_agents::{Roster, arena};
/// # use botwerk_engine::record::{Record, RecordedSeat, SeedOrigin};
/// # use botwerk_engine::{GameRules, Options, RootSeed, netzwerk::Netzwerk};
/// # fn play(names: [&str; 2], seed: &str) -> Record {
/// #     let board = [("width", "2"), ("ranks", "3")];
/// #     let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// #     let game = Netzwerk::new(2, options).unwrap();
/// #     let agents = names.map(|name| Netzwerk::agent(&name.parse().unwrap()).unwrap());
/// #     let (seed, mut events) = (RootSeed::from_text(seed), Vec::new());
/// #     let finished = arena::play(&game, seed, &mut Vec::from(agents), &mut events);
/// #     let seats = names.map(|name| RecordedSeat { name: name.into(), agent: Some(name.into()) });
/// #     finished.record(&game, seats.into(), seed, SeedOrigin::Given, &events)
/// # }
/// use botwerk_agents::strength::{Score, VerifiedResult};
///
/// let record = play(["greedy", "random"], "7");
/// let result = VerifiedResult::from_record::<Netzwerk>(&record).unwrap();
/// assert_eq!([result.score(0), result.score(1)], [Score::Win, Score::Loss]);
/// assert_eq!(result.terminations, [None, None]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedResult {
    /// Id of the rule that ended the match.
    pub rule: String,
    /// Termination of each seat; `None` for a seat that played to the end.
    pub terminations: Vec<Option<Termination>>,
    /// Number of turns of each seat, without the sampled turns of the opening.
    pub turns: Vec<u64>,
    /// Number of search nodes declared by each seat.
    pub effort: Vec<u64>,
    /// Number of choices of reproducible agents that verification repeated.
    pub choices: u64,
    /// What was played: equal for repeated matches.
    pub fingerprint: Fingerprint,
    places: Vec<u8>,
    /// Points of each seat; empty in games without points.
    points: Vec<i32>,
}

impl VerifiedResult {
    /// Verifies a record and returns its result.
    ///
    /// # Errors
    /// Returns the first difference from the rules, the seed or the choices of reproducible agents,
    /// or an error at the end if the record has no outcome of a match that was played to its end.
    pub fn from_record<G: Roster>(record: &Record) -> Result<Self, VerifyError> {
        let choices = verify::<G>(record)?.choices;
        let outcome = record.outcome.as_ref();
        // An aborted match has an outcome without places.
        let Some(outcome) = outcome.filter(|line| !line.places.is_empty()) else {
            return Err(VerifyError {
                seq: record.events.len() as u64 + 1,
                message: "expected the outcome of a match that was played to its end".into(),
            });
        };
        let seats = outcome.places.len();
        let SeatEffort { turns, effort, .. } = SeatEffort::of_record::<G>(record, seats)?;
        let mut terminations = outcome.terminations.clone();
        terminations.resize(seats, None);
        Ok(Self {
            rule: outcome.outcome.clone(),
            terminations,
            turns,
            effort,
            choices,
            fingerprint: Fingerprint::of_record(record),
            places: outcome.places.clone(),
            points: outcome.points.clone(),
        })
    }

    /// Creates a result in which seat 0 has three turns of 10 nodes each and every other seat two
    /// turns of 100 nodes each.
    #[cfg(test)]
    pub(super) fn for_test(places: &[u8], rule: &str, fingerprint: u64) -> Self {
        let for_each_seat = |first, other| {
            let seats = 0..places.len();
            seats.map(move |seat| if seat == 0 { first } else { other })
        };
        Self {
            rule: rule.into(),
            terminations: vec![None; places.len()],
            turns: for_each_seat(3, 2).collect(),
            effort: for_each_seat(30, 200).collect(),
            choices: 0,
            fingerprint: format!("{fingerprint:016x}")
                .parse()
                .expect("16 hex digits"),
            places: places.into(),
            points: Vec::new(),
        }
    }

    /// Returns the score of a seat.
    pub fn score(&self, seat: usize) -> Score {
        match &*self.places {
            [_] => Score::alone(&self.points),
            places => Score::from_places(places, seat),
        }
    }
}

/// The turns and search nodes of each seat.
struct SeatEffort {
    turns: Vec<u64>,
    effort: Vec<u64>,
    /// Latest turn and part of each seat: a submission may be several events.
    latest: Vec<(u32, Option<u32>)>,
    /// The announcements of the race in progress that are counted. In overtime those that were not the earliest
    /// are compared again, and in the record again.
    counted: Vec<AnnouncementLine>,
}

impl SeatEffort {
    /// Counts the turns and search nodes of a record, which agrees with the rules.
    fn of_record<G: Game>(record: &Record, seats: usize) -> Result<Self, VerifyError> {
        let mut counts = Self {
            turns: vec![0; seats],
            effort: vec![0; seats],
            latest: vec![(0, None); seats],
            counted: Vec::new(),
        };
        let mut replay = Replay::<G>::new(record)?;
        for line in &record.events {
            replay.step()?;
            counts.add_event(line);
            let referee = replay.referee();
            if referee.game().overtime(referee.state()).is_none() {
                counts.counted.clear();
            }
        }
        Ok(counts)
    }

    fn add_event(&mut self, line: &EventLine) {
        for announcement in &line.announcements {
            let seat = announcement.seat as usize;
            if self.counted.contains(announcement) {
                continue;
            }
            // A further announcement in overtime is another part of the same turn.
            let mut counted = self.counted.iter();
            let is_first = counted.all(|other| other.seat != announcement.seat);
            self.turns[seat] += u64::from(is_first);
            self.effort[seat] += announcement.effort;
            self.counted.push(announcement.clone());
        }
        let seat = line.actor.parse::<usize>().ok();
        let seat = seat.filter(|seat| *seat < self.turns.len());
        let (Some(seat), Some(turn)) = (seat, line.turn) else {
            return;
        };
        let latest = &mut self.latest[seat];
        if line.announcements.is_empty() && *latest != (turn, line.part) {
            self.turns[seat] += u64::from(latest.0 != turn);
            self.effort[seat] += line.effort.unwrap_or(0);
        }
        *latest = (turn, line.part);
    }
}

#[cfg(test)]
mod tests;
