//! Tasks for solvers.

use botwerk_proto::v1 as proto;

/// A task for the solver of a game.
pub(crate) trait SolverTask: Send {
    /// Returns the message of a bound that needs no search.
    fn lower_bound(&self) -> proto::SolveResponse;

    /// Solves the task and returns the message of the solution.
    fn solve(&self) -> proto::SolveResponse;
}
