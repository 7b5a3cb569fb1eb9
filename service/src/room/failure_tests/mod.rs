//! Rooms whose store fails or is slow, and whose search threads are busy.

mod agents;
mod clocks;
mod fixture;
mod flaky_store;
mod frames;
mod store;
