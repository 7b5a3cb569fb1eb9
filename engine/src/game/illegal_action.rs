//! The error of an action that the rules forbid.

use std::borrow::Cow;

/// The error of an action that is illegal in a position, which is left unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({rule})")]
pub struct IllegalAction {
    /// The id of the rule that forbids the action.
    pub rule: &'static str,
    /// What is wrong, as human-readable text.
    pub message: Cow<'static, str>,
    /// Whether the rules allow the seat to try again without penalty, any number of times.
    pub is_without_penalty: bool,
}

impl IllegalAction {
    /// Creates the error of an action that the given rule forbids.
    pub fn new(rule: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            rule,
            message: message.into(),
            is_without_penalty: false,
        }
    }

    /// Creates the error of an action that the seat may correct without penalty.
    pub fn without_penalty(rule: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            is_without_penalty: true,
            ..Self::new(rule, message)
        }
    }
}
