//! The final position of a match, as it is printed.

use botwerk_engine::record::{Record, Replay, VerifyError};
use botwerk_engine::{AnyGame, GameDrawing, Viewer};

use crate::failure::{Failure, Reason};
use crate::output::Output;

/// Prints the diagram of the final position of a record.
///
/// # Errors
/// Returns an error if the record contradicts the rules.
pub(crate) fn print_final_position(record: &Record, output: &mut Output) -> Result<(), Failure> {
    let differs = |difference: VerifyError| {
        Failure::new(
            Reason::VerificationFailed,
            format!("{difference}; report this"),
        )
    };
    let mut replay = Replay::<AnyGame>::new(record).map_err(differs)?;
    while replay.step().map_err(differs)? {}
    let referee = replay.referee();
    output.diagram(&referee.game().diagram(&referee.view(Viewer::Spectator)))
}
