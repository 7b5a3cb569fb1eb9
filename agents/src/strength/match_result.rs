//! The result of one match, read from its record.

use std::hash::{DefaultHasher, Hash, Hasher};

use botwerk_engine::Termination;
use botwerk_engine::record::{EventLine, Record, VerifyError};

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
    /// Hash of the start position and the actions: equal for repeated matches, and almost certainly
    /// different for others.
    pub fingerprint: u64,
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
        let (turns, effort) = turns_and_effort(&record.events, seats);
        let mut terminations = outcome.terminations.clone();
        terminations.resize(seats, None);
        Ok(Self {
            rule: outcome.outcome.clone(),
            terminations,
            turns,
            effort,
            choices,
            fingerprint: fingerprint(record),
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
            fingerprint,
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

/// Returns the number of turns and of search nodes of each seat.
fn turns_and_effort(events: &[EventLine], seats: usize) -> (Vec<u64>, Vec<u64>) {
    let (mut turns, mut effort) = (vec![0; seats], vec![0; seats]);
    // Latest turn and part of each seat: a submission may be several events.
    let mut latest = vec![(0, None); seats];
    for line in events {
        for announcement in &line.announcements {
            turns[announcement.seat as usize] += 1;
            effort[announcement.seat as usize] += announcement.effort;
        }
        let seat = line
            .actor
            .parse::<usize>()
            .ok()
            .filter(|seat| *seat < seats);
        let (Some(seat), Some(turn)) = (seat, line.turn) else {
            continue;
        };
        if line.announcements.is_empty() && latest[seat] != (turn, line.part) {
            turns[seat] += u64::from(latest[seat].0 != turn);
            effort[seat] += line.effort.unwrap_or(0);
        }
        latest[seat] = (turn, line.part);
    }
    (turns, effort)
}

fn fingerprint(record: &Record) -> u64 {
    let mut hasher = DefaultHasher::new();
    record.header.start.hash(&mut hasher);
    for line in &record.events {
        (&line.actor, &line.action).hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests;
