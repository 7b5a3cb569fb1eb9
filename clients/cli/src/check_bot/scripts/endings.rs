//! Matches that end, as they should and before.

use botwerk_client::proto::play_response::Kind as Told;

use crate::check_bot::harness::{Harness, Observed, RelayStep};
use crate::check_bot::script_error::ScriptError;

/// Two whole matches.
pub(super) async fn matches(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.play_to_the_end().await?;
    harness.now("after its first match was over");
    harness.wait_for_join().await?;
    harness.now("in its second match");
    harness.play_to_the_end().await
}

/// The opponent resigns after the bot was asked.
pub(super) async fn resignation(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    // Told with the end of the match right behind it, a request is being thought about when the
    // end comes, however fast the bot is.
    let next_request = |sight: &Observed<'_>| match sight {
        Observed::IsTold(Told::ActionRequest(_)) => RelayStep::Hold(()),
        _ => RelayStep::Forward,
    };
    harness.drive_until(next_request).await?;
    harness.let_opponent_resign().await?;
    harness.finish().await?;
    harness.release();
    harness.now("after its opponent had resigned");
    harness.wait_for_join().await?;
    harness.answer().await?;
    Ok(())
}
