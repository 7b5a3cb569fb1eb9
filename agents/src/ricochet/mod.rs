//! The agents of Ricochet Robots.

pub mod solver;
