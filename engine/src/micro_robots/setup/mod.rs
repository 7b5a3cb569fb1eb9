//! Unchecked setups of Micro Robots and the way from them to positions.

mod error;
mod unchecked;
mod validation;

pub use error::{SetupError, SetupPart};
pub use unchecked::Setup;
pub(super) use validation::validate;
