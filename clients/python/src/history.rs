//! The actions that have led to a match.

use std::sync::Arc;

use botwerk_engine::Actor;
use botwerk_lanes::AppliedAction;
use pyo3::prelude::*;

use crate::errors::value_error;

/// The player number of chance.
pub(crate) const CHANCE: i32 = -1;

/// The player number of the referee, whose actions only records have.
const REFEREE: i32 = -3;

/// The member of a serialized match that the extension module adds to a saved one.
const HISTORY: &str = "history";

/// An action that was applied: player, action and effort.
pub(crate) type PlayedStep = (i32, u32, u64);

/// Number of steps in a chunk.
const CHUNK: usize = 4;

/// The steps of a match in order. A copy shares all but the latest few, so that it takes the same time after the first
/// and the thousandth step.
#[derive(Debug, Clone, Default)]
pub(crate) struct StepHistory {
    earlier: Option<Arc<Chunk>>,
    latest: [PlayedStep; CHUNK],
    /// Number of steps in `latest`.
    count: usize,
    /// Number of steps in the chunks before it.
    earlier_count: usize,
}

/// Consecutive steps after those of earlier chunks.
#[derive(Debug)]
struct Chunk {
    earlier: Option<Arc<Chunk>>,
    steps: [PlayedStep; CHUNK],
}

impl Drop for Chunk {
    /// Drops the chunks that no other match shares one after another: a long match would exhaust the stack.
    fn drop(&mut self) {
        let mut earlier = self.earlier.take();
        while let Some(mut chunk) = earlier.and_then(Arc::into_inner) {
            earlier = chunk.earlier.take();
        }
    }
}

impl StepHistory {
    /// Appends a step.
    pub(crate) fn push(&mut self, step: PlayedStep) {
        if self.count == CHUNK {
            let chunk = Chunk {
                earlier: self.earlier.take(),
                steps: self.latest,
            };
            self.earlier = Some(Arc::new(chunk));
            self.earlier_count += CHUNK;
            self.count = 0;
        }
        self.latest[self.count] = step;
        self.count += 1;
    }

    /// Returns the number of steps.
    pub(crate) fn len(&self) -> usize {
        self.earlier_count + self.count
    }

    /// Returns the steps in order.
    pub(crate) fn steps(&self) -> Vec<PlayedStep> {
        let first = self.earlier.as_deref();
        let chunks = std::iter::successors(first, |chunk| chunk.earlier.as_deref());
        let latest = self.latest[..self.count].iter().rev();
        let backwards = latest.chain(chunks.flat_map(|chunk| chunk.steps.iter().rev()));
        let mut steps: Vec<PlayedStep> = backwards.copied().collect();
        steps.reverse();
        steps
    }
}

impl Extend<PlayedStep> for StepHistory {
    fn extend<I: IntoIterator<Item = PlayedStep>>(&mut self, steps: I) {
        for step in steps {
            self.push(step);
        }
    }
}

impl FromIterator<PlayedStep> for StepHistory {
    fn from_iter<I: IntoIterator<Item = PlayedStep>>(steps: I) -> Self {
        let mut history = Self::default();
        history.extend(steps);
        history
    }
}

/// Returns an action of a record as a step.
pub(crate) fn played_step(applied: &AppliedAction) -> PlayedStep {
    let player = match applied.actor {
        Actor::Seat(seat) => seat.index() as i32,
        Actor::Chance => CHANCE,
        Actor::Referee => REFEREE,
    };
    (player, applied.action, applied.effort)
}

/// Returns a saved match with its history.
pub(crate) fn with_history(mut saved: String, history: &StepHistory) -> PyResult<String> {
    let history = serde_json::to_string(&history.steps()).map_err(value_error)?;
    // The saved match is an object with several members.
    saved.truncate(saved.len().saturating_sub(1));
    Ok(format!("{saved},\"{HISTORY}\":{history}}}"))
}

/// Splits a serialized match into a saved one and its history, which earlier versions did not write.
pub(crate) fn split_history(serialized: &str) -> PyResult<(String, StepHistory)> {
    let invalid = |error| value_error(format!("saved match: {error}"));
    let mut value: serde_json::Value = serde_json::from_str(serialized).map_err(invalid)?;
    let history = value
        .as_object_mut()
        .and_then(|members| members.remove(HISTORY));
    let history: Option<Vec<PlayedStep>> = history
        .map(serde_json::from_value)
        .transpose()
        .map_err(invalid)?;
    let steps = history.into_iter().flatten().collect();
    Ok((value.to_string(), steps))
}
