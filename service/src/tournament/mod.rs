//! Who meets whom.

mod pairing;

pub use pairing::{Pairing, RoundRobin};
