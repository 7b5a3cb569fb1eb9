//! Checks of the end of a match.

use crate::harness::Harness;
use crate::script_error::ScriptError;

/// Plays two whole matches.
pub(super) async fn matches(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.play_to_the_end().await?;
    harness.set_phase("after its first match was over");
    harness.wait_for_join().await?;
    harness.set_phase("in its second match");
    harness.play_to_the_end().await
}

/// Resigns the opponent's seat while the bot must act.
pub(super) async fn resignation(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    // The request and the end of the match are sent together, so even a fast bot is still searching
    // when the end arrives.
    harness.hold_next_request().await?;
    harness.resign_for_opponent().await?;
    harness.finish().await?;
    harness.release();
    harness.set_phase("after its opponent had resigned");
    harness.wait_for_join().await?;
    harness.answer().await?;
    Ok(())
}
