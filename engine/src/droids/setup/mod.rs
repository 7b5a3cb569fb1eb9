//! Unchecked setups of Droids and the way from them to positions and views.

mod consistency;
mod error;
mod fields;
mod part;
mod unchecked;
mod validation;

pub use error::SetupError;
pub use part::SetupPart;
pub use unchecked::{Setup, SetupHand};
pub(super) use validation::{position, view};
