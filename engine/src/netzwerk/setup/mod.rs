//! Unchecked setups of Netzwerk and the way from them to positions.

mod error;
mod unchecked;
mod validation;

pub use error::{SetupError, SetupPart};
pub use unchecked::{Setup, SetupPhase};
pub(super) use validation::validate;
