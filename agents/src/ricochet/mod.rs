//! The agents of Ricochet Robots.

mod puzzles;
pub mod solver;

pub use puzzles::{Puzzle, PuzzleOptions, Puzzles};
