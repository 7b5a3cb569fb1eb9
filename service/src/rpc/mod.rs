//! The services of the contract. Handlers are thin: they read the request, ask whoever knows, and
//! write the answer.

mod analysis;
mod catalog;
mod matches;
mod pings;
mod play;
mod rules;
mod searches;
mod watch;

pub(crate) use analysis::Analysis;
pub(crate) use catalog::Catalog;
pub(crate) use matches::Matches;
pub(crate) use rules::Rules;
pub(crate) use searches::Searches;

use crate::error::{Error, Reason};

/// The answer to whoever waited for a room that has failed.
fn room_failed() -> Error {
    let message = "the match's room failed, which is a fault of the server; join again";
    Error::new(Reason::Internal, message)
}

/// The message of a field that must be set.
fn required<'a, T>(field: Option<&'a T>, name: &str) -> Result<&'a T, Error> {
    field.ok_or_else(|| Error::new(Reason::BadRequest, format!("{name}: it is missing")))
}
