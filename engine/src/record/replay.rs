//! Playing a record again.

use super::Record;
use super::header::Header;
use super::lines::EventLine;
use crate::chance::RootSeed;
use crate::game::Game;
use crate::options::Options;
use crate::referee::{Event, Referee};

/// The first place where a record differs from what the rules and its seed make of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", if *.seq == 0 { "header".to_owned() } else { format!("event {seq}") })]
pub struct VerifyError {
    /// The number of the event; 0 for the header, one more than the last event for the outcome.
    pub seq: u64,
    /// What differs.
    pub message: String,
}

/// A record being played again, one event after the other.
///
/// Chance is drawn again from the seed and compared; actions are checked against the rules, races
/// against their times, and virtual times against the declared effort.
#[derive(Debug)]
pub struct Replay<'a, G: Game> {
    pub(super) record: &'a Record,
    pub(super) referee: Referee<G>,
    pub(super) seed: RootSeed,
    /// How many events have been played again.
    pub(super) replayed: usize,
    /// The latest of them.
    pub(super) latest: Option<Event<G::Action>>,
}

/// An event's line and what it says.
pub type NextEvent<'a, A> = (&'a EventLine, Event<A>);

impl<'a, G: Game> Replay<'a, G> {
    /// A record at its start position.
    ///
    /// # Errors
    /// If the header is not that of a match of this game as this program plays it.
    pub fn new(record: &'a Record) -> Result<Self, VerifyError> {
        let header = &record.header;
        let wrong = |why: String| VerifyError {
            seq: 0,
            message: why,
        };
        let id = header.validate(1).map_err(|error| wrong(error.why))?;
        if id != G::spec().id {
            let expected = G::spec().id;
            return Err(wrong(format!("a match of {id}, not of {expected}")));
        }
        let options = Options::resolve(G::spec().options, header.options.iter())
            .map_err(|error| wrong(error.to_string()))?;
        let game = G::new(header.seats.len(), options).map_err(|e| wrong(e.to_string()))?;
        let seed = header
            .root_seed()
            .ok_or_else(|| wrong("seed: expected 64 lower-case hex digits".into()))?;
        let (seats, origin, time) = (header.seats.clone(), header.seed_origin, header.clock);
        let expected = Header::new(&game, seats, seed, origin, time);
        if header.options != expected.options {
            return Err(wrong("options: expected every option of the game".into()));
        }
        if header.start != expected.start {
            return Err(wrong(
                "start: not the position that seed and options make".into(),
            ));
        }
        Ok(Self {
            record,
            referee: Referee::new(game, seed),
            seed,
            replayed: 0,
            latest: None,
        })
    }

    /// The match as far as it has been played again.
    pub fn referee(&self) -> &Referee<G> {
        &self.referee
    }

    /// The record.
    pub fn record(&self) -> &'a Record {
        self.record
    }

    /// The root seed.
    pub fn seed(&self) -> RootSeed {
        self.seed
    }

    /// The event that is next, read and checked, but not carried out.
    ///
    /// # Errors
    /// If it does not parse, or rules or seed make something else of it.
    pub fn peek(&self) -> Result<Option<NextEvent<'a, G::Action>>, VerifyError> {
        let Some(line) = self.record.events.get(self.replayed) else {
            return Ok(None);
        };
        let wrong = |why: String| VerifyError {
            seq: self.seq(),
            message: why,
        };
        let event = line.event(self.referee.game());
        let event = event.map_err(|error| wrong(error.to_string()))?;
        let event = self.check(line, event).map_err(wrong)?;
        Ok(Some((line, event)))
    }

    /// Checks the next event and carries it out; `false` if there is none.
    ///
    /// # Errors
    /// If rules or seed make something else of it.
    pub fn step(&mut self) -> Result<bool, VerifyError> {
        let Some((_, event)) = self.peek()? else {
            return Ok(false);
        };
        self.referee.replay(&event).map_err(|error| VerifyError {
            seq: self.seq(),
            message: error.to_string(),
        })?;
        self.latest = Some(event);
        self.replayed += 1;
        Ok(true)
    }

    /// The number of the next event.
    pub fn seq(&self) -> u64 {
        self.replayed as u64 + 1
    }

    /// Checks and carries out everything, and compares the outcome.
    ///
    /// # Errors
    /// The first difference.
    pub fn run(mut self) -> Result<(), VerifyError> {
        while self.step()? {}
        self.check_outcome()
    }
}
