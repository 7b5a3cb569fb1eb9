//! What the record of a match of two says of its players.

use std::hash::{DefaultHasher, Hash, Hasher};

use botwerk_engine::record::{Difference, EventLine, Record};

use super::tally::Score;
use crate::roster::Roster;
use crate::verify::verify;

/// Seats of a match that compares two players.
const SEATS: usize = 2;

/// The result of a match of two, from a record that was verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchResult {
    /// The id of the rule that ended the match.
    pub rule: String,
    /// What seats were taken out for, such as `CRASHED`; empty for one that played to the end.
    pub terminations: [String; SEATS],
    /// Turns that each seat has answered. Turns that were drawn before the match are not counted.
    pub turns: [u64; SEATS],
    /// Search nodes that each seat has declared.
    pub effort: [u64; SEATS],
    /// Answers for which a reproducible player was asked again.
    pub choices: u64,
    /// The same for two matches with the same start position and the same actions, and hardly ever
    /// for two others.
    pub course: u64,
    places: [u8; SEATS],
}

impl MatchResult {
    /// The result that a record tells, if rules, seed and reproducible players make the same of it.
    ///
    /// # Errors
    /// The first place where they make something else of it, or where it does not tell the outcome
    /// of a match of two.
    pub fn verified<G: Roster>(record: &Record) -> Result<Self, Difference> {
        let choices = verify::<G>(record)?.choices;
        let outcome = record.outcome.as_ref();
        let places = outcome.and_then(|line| <[u8; SEATS]>::try_from(&*line.places).ok());
        let (Some(outcome), Some(places)) = (outcome, places) else {
            return Err(Difference {
                seq: record.events.len() as u64 + 1,
                why: "expected the outcome of a match of two".into(),
            });
        };
        let (turns, effort) = answers(&record.events);
        Ok(Self {
            rule: outcome.outcome.clone(),
            terminations: <[String; SEATS]>::try_from(outcome.terminations.clone())
                .unwrap_or_default(),
            turns,
            effort,
            choices,
            course: course(record),
            places,
        })
    }

    /// A made-up result in which seat 0 has three turns of 10 nodes and seat 1 two of 100.
    #[cfg(test)]
    pub(super) fn told(places: [u8; SEATS], rule: &str, course: u64) -> Self {
        Self {
            rule: rule.into(),
            terminations: <[String; SEATS]>::default(),
            turns: [3, 2],
            effort: [30, 200],
            choices: 0,
            course,
            places,
        }
    }

    /// What the match is worth to a seat, 0 or 1.
    pub fn score(&self, seat: usize) -> Score {
        Score::of_places(self.places[seat], self.places[1 - seat])
    }
}

/// The number of turns that each seat has answered, and its search nodes.
fn answers(events: &[EventLine]) -> ([u64; SEATS], [u64; SEATS]) {
    let (mut turns, mut effort) = ([0; SEATS], [0; SEATS]);
    // The latest turn and act of each seat: an act may be several events.
    let mut latest = [(0, None); SEATS];
    for line in events {
        for finish in &line.race {
            turns[finish.seat as usize % SEATS] += 1;
            effort[finish.seat as usize % SEATS] += finish.effort;
        }
        let seat = line.by.parse::<usize>().ok().filter(|seat| *seat < SEATS);
        let (Some(seat), Some(turn)) = (seat, line.turn) else {
            continue;
        };
        if line.race.is_empty() && latest[seat] != (turn, line.act) {
            turns[seat] += u64::from(latest[seat].0 != turn);
            effort[seat] += line.effort.unwrap_or(0);
        }
        latest[seat] = (turn, line.act);
    }
    (turns, effort)
}

fn course(record: &Record) -> u64 {
    let mut hasher = DefaultHasher::new();
    record.header.start.hash(&mut hasher);
    for line in &record.events {
        (&line.by, &line.action).hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests;
