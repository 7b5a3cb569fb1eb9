//! The players: solvers, searchers and baselines. They see only the engine.

pub mod micro_robots;
