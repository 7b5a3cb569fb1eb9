//! Checks of fields that every frame must carry.

use crate::harness::Harness;
use crate::script_error::ScriptError;

/// Number of submissions to check.
const SUBMISSION_COUNT: usize = 3;

/// Checks the bot's handles, turns, parts and tokens. Handles differ between streams.
pub(super) async fn identifiers(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.shift_handles();
    harness.wait_for_join().await?;
    for _ in 0..SUBMISSION_COUNT {
        harness.answer().await?;
    }
    harness.resign_for_opponent().await?;
    harness.finish().await?;
    harness.set_phase("after its first match was over");
    harness.wait_for_join().await?;
    harness.answer().await?;
    Ok(())
}
