//! Playing a record again.

use super::line::EventLine;
use super::{OutcomeLine, Record};
use crate::chance::{ChanceKey, RootSeed};
use crate::game::{Actor, Ask, Game, Turn};
use crate::options::Options;
use crate::referee::{Event, Referee};
use crate::seat::Seats;

/// The first place where a record differs from what the rules and its seed make of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {why}", if *.seq == 0 { "header".to_owned() } else { format!("event {seq}") })]
pub struct Difference {
    /// The number of the event; 0 for the header, one more than the last event for the outcome.
    pub seq: u64,
    /// What differs.
    pub why: String,
}

/// A record being played again, one event after the other.
///
/// Chance is drawn again from the seed and compared; actions are checked against the rules, races
/// against their times.
#[derive(Debug)]
pub struct Replay<'a, G: Game> {
    record: &'a Record,
    referee: Referee<G>,
    seed: RootSeed,
    next: usize,
}

/// An event's line and what it says.
pub type Next<'a, A> = (&'a EventLine, Event<A>);

impl<'a, G: Game> Replay<'a, G> {
    /// A record at its start position.
    ///
    /// # Errors
    /// If options or start position are not those of a match of this game.
    pub fn new(record: &'a Record) -> Result<Self, Difference> {
        let header = &record.header;
        let wrong = |why: String| Difference { seq: 0, why };
        let options = Options::resolve(G::spec().options, header.options.iter())
            .map_err(|error| wrong(error.to_string()))?;
        let game = G::new(header.seats.len(), options).map_err(|e| wrong(e.to_string()))?;
        let seed = header
            .root_seed()
            .ok_or_else(|| wrong("seed: expected 64 lower-case hex digits".into()))?;
        let start = game
            .parse_position(&header.start)
            .map_err(|e| wrong(e.to_string()))?;
        if start != game.start(seed) {
            return Err(wrong(
                "start: not the position that seed and options make".into(),
            ));
        }
        let referee = Referee::from_position(game, seed, start);
        Ok(Self {
            record,
            referee,
            seed,
            next: 0,
        })
    }

    /// The match as far as it has been played again.
    pub fn referee(&self) -> &Referee<G> {
        &self.referee
    }

    /// The root seed.
    pub fn seed(&self) -> RootSeed {
        self.seed
    }

    /// The event that is next, read but not carried out.
    ///
    /// # Errors
    /// If it does not parse.
    pub fn peek(&self) -> Result<Option<Next<'a, G::Action>>, Difference> {
        let Some(line) = self.record.events.get(self.next) else {
            return Ok(None);
        };
        let event = line.event(self.referee.game());
        let event = event.map_err(|e| Difference {
            seq: line.seq,
            why: e.to_string(),
        })?;
        Ok(Some((line, event)))
    }

    /// Checks the next event and carries it out; `false` if there is none.
    ///
    /// # Errors
    /// If rules or seed make something else of it.
    pub fn step(&mut self) -> Result<bool, Difference> {
        let Some((line, event)) = self.peek()? else {
            return Ok(false);
        };
        self.check(line, &event)
            .map_err(|why| Difference { seq: line.seq, why })?;
        self.referee.replay(&event).map_err(|error| Difference {
            seq: line.seq,
            why: error.to_string(),
        })?;
        self.next += 1;
        Ok(true)
    }

    /// Checks and carries out everything, and compares the outcome.
    ///
    /// # Errors
    /// The first difference.
    pub fn run(mut self) -> Result<(), Difference> {
        while self.step()? {}
        self.check_outcome()
    }

    /// Compares the outcome with the position after the last event.
    ///
    /// # Errors
    /// If they differ.
    pub fn check_outcome(&self) -> Result<(), Difference> {
        let seq = self.record.events.len() as u64 + 1;
        let wrong = |why: &str| {
            Err(Difference {
                seq,
                why: why.into(),
            })
        };
        let reached = self
            .referee
            .outcome()
            .map(|outcome| OutcomeLine::from(&outcome));
        match (&self.record.outcome, reached) {
            (None, None) => Ok(()),
            (None, Some(_)) => wrong("the match is over, but the record has no outcome"),
            // A match may be called off at any position.
            (Some(said), None) if said.places.is_empty() => Ok(()),
            (Some(_), None) => wrong("the record has an outcome, but the match goes on"),
            (Some(said), Some(reached)) => {
                let reached = OutcomeLine {
                    terminations: said.terminations.clone(),
                    ..reached
                };
                if *said == reached {
                    Ok(())
                } else {
                    wrong("the outcome differs")
                }
            }
        }
    }

    fn check(&self, line: &EventLine, event: &Event<G::Action>) -> Result<(), String> {
        let game = self.referee.game();
        match (event.actor, game.turn(self.referee.state())) {
            (_, Turn::Over(_)) => Err("the match was over before".into()),
            (Actor::Referee, _) => Ok(()),
            (Actor::Chance, Turn::Chance(key)) => {
                let drawn = game.draw(self.referee.state(), &mut self.seed.draw(key));
                if line.key.as_deref() != Some(&key.to_string()) {
                    return Err(format!("the draw is {key}"));
                }
                if drawn != event.action {
                    return Err(format!("the seed draws `{}`", game.format_action(drawn)));
                }
                Ok(())
            }
            (Actor::Seat(seat), Turn::Act(ask)) if ask.seats.contains(seat) => {
                let turn = self.referee.turn(seat);
                if event.answer.map(|answer| answer.turn) != Some(turn) {
                    return Err(format!("seat {seat} answers its request {turn}"));
                }
                self.check_race(event, ask)
            }
            (Actor::Chance, Turn::Act(_)) => Err("chance does not act now".into()),
            (Actor::Seat(_), _) => Err("it is not this seat's turn".into()),
        }
    }

    /// An announcement that was first has the smallest time, or was drawn among equals (MR-24).
    fn check_race(&self, event: &Event<G::Action>, ask: Ask) -> Result<(), String> {
        let contested = self
            .referee
            .game()
            .is_contested(self.referee.state(), event.action);
        if !contested {
            return Ok(());
        }
        let compared: Seats = event.finishes.iter().map(|finish| finish.seat).collect();
        if compared.len() != event.finishes.len() || !compared.difference(ask.seats).is_empty() {
            return Err(
                "a race has at most one announcement of each seat that may announce".into(),
            );
        }
        let best = event.finishes.iter().map(|finish| finish.nanos).min();
        let best = best.ok_or("an announcement needs its race: all announcements with times")?;
        let tied: Seats = event
            .finishes
            .iter()
            .filter(|f| f.nanos == best)
            .map(|finish| finish.seat)
            .collect();
        let key = ChanceKey {
            what: "tie",
            seat: None,
            round: ask.number,
            count: 0,
        };
        let picked = if tied.len() > 1 {
            self.seed.draw(key).below(tied.len() as u64) as usize
        } else {
            0
        };
        let winner = tied.into_iter().nth(picked).map(Actor::Seat);
        let own = event
            .finishes
            .iter()
            .find(|finish| Actor::Seat(finish.seat) == event.actor);
        if winner != Some(event.actor) || own.is_none_or(|own| own.action != event.action) {
            return Err("by the times of its race another announcement was first".into());
        }
        let time = own.map(|own| (own.nanos, own.effort));
        if event.answer.map(|answer| (answer.nanos, answer.effort)) != time {
            return Err("the announcement has another time than in its race".into());
        }
        Ok(())
    }
}
