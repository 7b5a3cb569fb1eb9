//! Droids: weights of its `program-search`, and how much an agent loses to players that search or see more.

mod contest;
pub(crate) mod responses;
mod tuning;
pub(crate) mod weights;
