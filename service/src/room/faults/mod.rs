//! Rooms whose store fails or is slow, and whose search threads are busy.

mod clocks;
mod players;
mod store;
mod table;
