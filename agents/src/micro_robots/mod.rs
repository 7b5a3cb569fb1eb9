//! Players of Micro Robots.

pub mod solver;
