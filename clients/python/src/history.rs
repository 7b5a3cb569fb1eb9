//! The actions that have led to a match.

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
pub(crate) fn with_history(mut saved: String, history: &[PlayedStep]) -> PyResult<String> {
    let history = serde_json::to_string(history).map_err(value_error)?;
    // The saved match is an object with several members.
    saved.truncate(saved.len().saturating_sub(1));
    Ok(format!("{saved},\"{HISTORY}\":{history}}}"))
}

/// Splits a serialized match into a saved one and its history, which earlier versions did not write.
pub(crate) fn split_history(serialized: &str) -> PyResult<(String, Vec<PlayedStep>)> {
    let invalid = |error| value_error(format!("saved match: {error}"));
    let mut value: serde_json::Value = serde_json::from_str(serialized).map_err(invalid)?;
    let history = value
        .as_object_mut()
        .and_then(|members| members.remove(HISTORY));
    let history = history.map(serde_json::from_value).transpose();
    Ok((
        value.to_string(),
        history.map_err(invalid)?.unwrap_or_default(),
    ))
}
