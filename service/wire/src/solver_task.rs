//! Tasks for solvers.

use botwerk_proto::v1 as proto;

use crate::error::Error;

/// A task for the solver of a game.
pub trait SolverTask: Send {
    /// Solves the task and returns the message of the solution. `report` receives each lower bound as soon as
    /// it is proven; a long search ends once `should_stop` returns `true`.
    ///
    /// # Errors
    /// Returns an error if the solver cannot represent the solution.
    fn solve(
        &self,
        report: &mut dyn FnMut(u32),
        should_stop: &dyn Fn() -> bool,
    ) -> Result<proto::SolveInstanceResponse, Error>;
}
