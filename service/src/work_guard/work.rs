//! What a thread works on.

use std::borrow::Cow;
use std::fmt::Write;

use crate::ids::{MatchId, TournamentId};

/// One kind of step of a match or tournament.
#[derive(Debug, Clone)]
pub(crate) struct Work {
    /// The name of the match or tournament in the API.
    name: Box<str>,
    step: Cow<'static, str>,
    /// Both as members of a JSON object, as they are logged.
    members: Box<str>,
}

impl Work {
    /// Returns a step of a match; `step` says what is done, such as `opening`.
    pub(crate) fn of_match(id: &MatchId, step: &'static str) -> Self {
        Self::new(id.name(), Cow::Borrowed(step))
    }

    /// Returns a step of a tournament; `step` says what is done, such as `playing match 7`.
    pub(crate) fn of_tournament(id: &TournamentId, step: impl Into<Cow<'static, str>>) -> Self {
        Self::new(id.name(), step.into())
    }

    fn new(name: String, step: Cow<'static, str>) -> Self {
        let mut members = String::new();
        // Writing to a string cannot fail.
        let _ = write!(members, "\"work\":{},\"step\":{}", json(&name), json(&step));
        Self {
            name: name.into(),
            step,
            members: members.into(),
        }
    }

    /// Returns the name of the match or tournament in the API.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns what is done.
    pub(super) fn step(&self) -> &str {
        &self.step
    }

    /// Returns the name and the step as members of a JSON object.
    pub(super) fn members(&self) -> &str {
        &self.members
    }
}

fn json(text: &str) -> serde_json::Value {
    text.into()
}
