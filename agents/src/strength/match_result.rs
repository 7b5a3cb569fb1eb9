//! What the record of a match says of its players.

use std::hash::{DefaultHasher, Hash, Hasher};

use botwerk_engine::Termination;
use botwerk_engine::record::{Difference, EventLine, Record};

use super::tally::Score;
use crate::roster::Roster;
use crate::verify::verify;

/// The result of a match, from a record that was verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchResult {
    /// The id of the rule that ended the match.
    pub rule: String,
    /// Why each seat left, `None` for one that played to the end.
    pub terminations: Vec<Option<Termination>>,
    /// Turns that each seat has answered. Turns that were drawn before the match are not counted.
    pub turns: Vec<u64>,
    /// Search nodes that each seat has declared.
    pub effort: Vec<u64>,
    /// Answers for which a reproducible player was asked again.
    pub choices: u64,
    /// The same for two matches with the same start position and the same actions, and hardly ever
    /// for two others.
    pub course: u64,
    places: Vec<u8>,
    /// Of each seat, in games that count any.
    points: Vec<i32>,
}

impl MatchResult {
    /// The result that a record tells, if rules, seed and reproducible players make the same of it.
    ///
    /// # Errors
    /// The first place where they make something else of it, or where it does not tell the outcome
    /// of a match that was played to its end.
    pub fn verified<G: Roster>(record: &Record) -> Result<Self, Difference> {
        let choices = verify::<G>(record)?.choices;
        let outcome = record.outcome.as_ref();
        // A match that was given up has an outcome without places.
        let Some(outcome) = outcome.filter(|line| !line.places.is_empty()) else {
            return Err(Difference {
                seq: record.events.len() as u64 + 1,
                why: "expected the outcome of a match that was played to its end".into(),
            });
        };
        let seats = outcome.places.len();
        let (turns, effort) = answers(&record.events, seats);
        let mut terminations = outcome.terminations.clone();
        terminations.resize(seats, None);
        Ok(Self {
            rule: outcome.outcome.clone(),
            terminations,
            turns,
            effort,
            choices,
            course: course(record),
            places: outcome.places.clone(),
            points: outcome.points.clone(),
        })
    }

    /// A made-up result in which seat 0 has three turns of 10 nodes, and every other one has two of
    /// 100.
    #[cfg(test)]
    pub(super) fn told(places: &[u8], rule: &str, course: u64) -> Self {
        let of_seats = |first, other| {
            let seats = 0..places.len();
            seats.map(move |seat| if seat == 0 { first } else { other })
        };
        Self {
            rule: rule.into(),
            terminations: vec![None; places.len()],
            turns: of_seats(3, 2).collect(),
            effort: of_seats(30, 200).collect(),
            choices: 0,
            course,
            places: places.into(),
            points: Vec::new(),
        }
    }

    /// What the match is worth to a seat.
    pub fn score(&self, seat: usize) -> Score {
        match &*self.places {
            [_] => Score::alone(&self.points),
            places => Score::at_table(places, seat),
        }
    }
}

/// The number of turns that each seat has answered, and its search nodes.
fn answers(events: &[EventLine], seats: usize) -> (Vec<u64>, Vec<u64>) {
    let (mut turns, mut effort) = (vec![0; seats], vec![0; seats]);
    // The latest turn and act of each seat: an act may be several events.
    let mut latest = vec![(0, None); seats];
    for line in events {
        for finish in &line.race {
            turns[finish.seat as usize] += 1;
            effort[finish.seat as usize] += finish.effort;
        }
        let seat = line.by.parse::<usize>().ok().filter(|seat| *seat < seats);
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
