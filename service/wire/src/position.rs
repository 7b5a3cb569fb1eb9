//! Errors of position messages; each names the field.

use std::fmt::Display;

use crate::error::{Error, Reason};

/// Returns the error of a message that is not a position of the game.
pub(super) fn bad_position(message: &str) -> Error {
    Error::new(Reason::BadPosition, format!("position: {message}"))
}

/// Returns the error of a field whose value is out of range.
pub(super) fn bad_field(field: impl Display, expected: impl Display, found: impl Display) -> Error {
    let message = format!("position.{field}: expected {expected}, found {found}");
    Error::new(Reason::BadPosition, message)
}

/// Returns the error of a field that is not set.
pub(super) fn missing_field(field: impl Display, expected: impl Display) -> Error {
    let message = format!("position.{field}: expected {expected}, found nothing");
    Error::new(Reason::BadPosition, message)
}

/// Returns the error of a field that breaks a rule of the game.
pub(super) fn broken_rule(field: impl Display, expected: &str) -> Error {
    let message = format!("position.{field}: expected {expected}");
    Error::new(Reason::BadPosition, message)
}

/// Checks that the entries of a list are sorted and unique, so that every position has one message.
pub(super) fn check_sorted<K: Ord>(
    field: &str,
    keys: impl IntoIterator<Item = K>,
) -> Result<(), Error> {
    let mut last = None;
    for (i, key) in keys.into_iter().enumerate() {
        if last.as_ref().is_some_and(|last| *last >= key) {
            let message = format!("position.{field}[{i}]: expected sorted entries, each once");
            return Err(Error::new(Reason::BadPosition, message));
        }
        last = Some(key);
    }
    Ok(())
}
