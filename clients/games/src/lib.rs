//! Commands about games and their positions, which need no match: what the games are like, what follows from a position,
//! and exact answers.

pub mod game;
pub mod position;
pub mod solve;
