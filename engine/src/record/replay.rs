//! Replay and verification of records.

use super::Record;
use super::header::{ClockKind, Header, StartOrigin};
use super::lines::EventLine;
use crate::chance::RootSeed;
use crate::clock::{SeatClock, TimeControl};
use crate::game::{Actor, Game, Turn};
use crate::notation::ParseError;
use crate::referee::{Event, Referee, SubmissionInfo};
use crate::seat::Seat;

/// The first event at which a record contradicts the rules or its seed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", if *.seq == 0 { "header".to_owned() } else { format!("event {seq}") })]
pub struct VerifyError {
    /// The number of the event; 0 for the header, one more than the last event for the outcome.
    pub seq: u64,
    /// The contradiction, as human-readable text.
    pub message: String,
}

/// A replay of a record, event by event.
///
/// Chance outcomes are sampled from the seed again and compared; actions are checked against the
/// rules, races against their times, and virtual times against the declared effort. See [`Record`]
/// for an example.
#[derive(Debug)]
pub struct Replay<'a, G: Game> {
    pub(super) record: &'a Record,
    pub(super) referee: Referee<G>,
    pub(super) seed: RootSeed,
    /// Number of replayed events.
    pub(super) replayed: usize,
    /// The last replayed event.
    pub(super) latest: Option<Event<G::Action>>,
    /// The time control of the header.
    pub(super) control: TimeControl,
    /// The clock of each seat.
    pub(super) clocks: Vec<SeatClock>,
}

/// The line of an event, and the parsed event.
pub type NextEvent<'a, A> = (&'a EventLine, Event<A>);

impl<'a, G: Game> Replay<'a, G> {
    /// Creates a replay at the start position of a record.
    ///
    /// # Errors
    /// Returns an error if the header does not describe a match of this game and ruleset.
    pub fn new(record: &'a Record) -> Result<Self, VerifyError> {
        let header = &record.header;
        let error = |message: String| VerifyError { seq: 0, message };
        let id = header.validate(1).map_err(|e| error(e.message))?;
        if let Some(expected) = G::only_id().filter(|expected| *expected != id) {
            return Err(error(format!("game: expected {expected}, found {id}")));
        }
        let game: G = header.create_game(id).map_err(|e| error(e.to_string()))?;
        let seed = header
            .root_seed()
            .ok_or_else(|| error("seed: expected 64 lower-case hex digits".into()))?;
        let (seats, origin, clock) = (header.seats.clone(), header.seed_origin, header.clock);
        let expected = Header::new(&game, seats, seed, origin, clock);
        if header.options != expected.options {
            return Err(error("options: expected every option of the game".into()));
        }
        let referee = start_referee(game, header, seed, &expected.start);
        let referee = referee.map_err(|message| error(format!("start: {message}")))?;
        Self::from_referee(record, referee, seed)
    }

    /// Creates a replay of a record whose header the caller has created with this game, from the start position of the
    /// header. The caller has checked that, which may take longer than the replay.
    ///
    /// # Errors
    /// Returns an error if the seed, the adjudication or the time control of the header is not valid.
    pub fn from_start(record: &'a Record, game: G, start: G::State) -> Result<Self, VerifyError> {
        let seed = record.header.root_seed().ok_or_else(|| VerifyError {
            seq: 0,
            message: "seed: expected 64 lower-case hex digits".into(),
        })?;
        Self::from_referee(record, Referee::from_position(game, seed, start), seed)
    }

    fn from_referee(
        record: &'a Record,
        referee: Referee<G>,
        seed: RootSeed,
    ) -> Result<Self, VerifyError> {
        let header = &record.header;
        let error = |message: String| VerifyError { seq: 0, message };
        header
            .check_adjudication(referee.game().id())
            .map_err(error)?;
        let control = header.time_control.as_ref().map(|text| text.parse());
        let control = control.transpose();
        Ok(Self {
            record,
            control: control
                .map_err(|e: ParseError| error(e.to_string()))?
                .unwrap_or_default(),
            clocks: vec![SeatClock::default(); header.seats.len()],
            referee: referee
                .with_adjudication(header.adjudication)
                .with_virtual_time(header.clock == ClockKind::Virtual),
            seed,
            replayed: 0,
            latest: None,
        })
    }

    /// Returns the match after the replayed events.
    pub fn referee(&self) -> &Referee<G> {
        &self.referee
    }

    /// Returns the record.
    pub fn record(&self) -> &'a Record {
        self.record
    }

    /// Returns the root seed.
    pub fn seed(&self) -> RootSeed {
        self.seed
    }

    /// Returns the time control of the match.
    pub fn time_control(&self) -> TimeControl {
        self.control
    }

    /// Returns the nanoseconds after which the open race ends, or `None` if there is no limit.
    pub fn race_limit_nanos(&self) -> Option<u64> {
        if let Some(end) = self.referee.overtime_end_nanos() {
            return Some(end);
        }
        let rules = self.referee.deadline()?.milliseconds;
        let millis = self.control.round_millis.map_or(rules, |it| it.min(rules));
        Some(millis.saturating_mul(1_000_000))
    }

    /// Returns the nanoseconds that are left in the bank of each seat, or nothing without banks.
    pub fn bank_nanos(&self) -> Vec<u64> {
        let seats = Seat::all(self.clocks.len()).zip(&self.clocks);
        let remaining =
            seats.map(|(seat, clock)| clock.remaining(self.control, self.referee.turn(seat)));
        let banks = self.control.bank.map(|_| remaining.flatten().collect());
        banks.unwrap_or_default()
    }

    /// Parses and checks the next event without applying it. Returns `None` after the last event.
    ///
    /// # Errors
    /// Returns an error if the event does not parse or contradicts the rules or the seed.
    pub fn peek(&self) -> Result<Option<NextEvent<'a, G::Action>>, VerifyError> {
        let Some(line) = self.record.events.get(self.replayed) else {
            return Ok(None);
        };
        let error = |message: String| VerifyError {
            seq: self.seq(),
            message,
        };
        let event = line.event(self.referee.game());
        let event = event.map_err(|e| error(e.to_string()))?;
        let event = self.check_event(line, event).map_err(error)?;
        Ok(Some((line, event)))
    }

    /// Checks and applies the next event and returns `true`, or returns `false` after the last event.
    ///
    /// # Errors
    /// Returns an error if the event does not parse or contradicts the rules or the seed.
    pub fn step(&mut self) -> Result<bool, VerifyError> {
        let Some((line, event)) = self.peek()? else {
            return Ok(false);
        };
        let charged = self.charged_submission(&event);
        self.referee.replay(&event).map_err(|error| VerifyError {
            seq: self.seq(),
            message: error.to_string(),
        })?;
        self.latest = Some(event);
        self.replayed += 1;
        self.update_clocks(line, charged);
        Ok(true)
    }

    /// Returns the submission that an event starts, if a clock is running against its seat.
    fn charged_submission(&self, event: &Event<G::Action>) -> Option<(Seat, SubmissionInfo)> {
        let (Actor::Seat(seat), Some(info)) = (event.actor, event.submission) else {
            return None;
        };
        let is_first = self.continued_submission(seat, info).is_none();
        let is_charged = is_first && self.remaining_nanos(seat).is_some();
        is_charged.then_some((seat, info))
    }

    /// Returns the number of the next event.
    pub fn seq(&self) -> u64 {
        self.replayed as u64 + 1
    }

    /// Checks and applies all events, and compares the outcome.
    ///
    /// # Errors
    /// Returns the first contradiction.
    pub fn run(mut self) -> Result<(), VerifyError> {
        while self.step()? {}
        self.check_outcome()
    }
}

/// Returns the match of a header before its first event; `derived` is the start position of its seed and
/// options.
fn start_referee<G: Game>(
    game: G,
    header: &Header,
    seed: RootSeed,
    derived: &str,
) -> Result<Referee<G>, String> {
    match header.start_origin {
        StartOrigin::Seed if header.start == derived => Ok(Referee::new(game, seed)),
        StartOrigin::Seed => Err("not the start position of the seed and options".into()),
        StartOrigin::Given if header.start == derived => {
            Err("the start position of the seed and options is not marked as given".into())
        }
        StartOrigin::Given => {
            let start = game.parse_position(&header.start);
            let start = start.map_err(|error| error.to_string())?;
            if game.format_position(&start) != header.start {
                return Err("expected the position in its canonical form".into());
            }
            if matches!(game.turn(&start), Turn::Over(_)) {
                return Err("the match would be over before its first event".into());
            }
            Ok(Referee::from_position(game, seed, start))
        }
    }
}
