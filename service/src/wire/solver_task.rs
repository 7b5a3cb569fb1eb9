//! Tasks for solvers.

use botwerk_proto::v1 as proto;

use crate::error::Error;

/// A task for the solver of a game.
pub(crate) trait SolverTask: Send {
    /// Returns the message of a bound that needs no search, if there is one.
    fn lower_bound(&self) -> Option<proto::SolveResponse>;

    /// Solves the task and returns the message of the solution.
    ///
    /// # Errors
    /// Returns an error if the solver cannot represent the solution.
    fn solve(&self) -> Result<proto::SolveResponse, Error>;
}
