//! Checks of cut streams and an unreachable server.

use crate::check_bot::harness::Harness;
use crate::check_bot::script_error::ScriptError;

/// Cuts the Play stream in the middle of a match, with a submission in transit, and then the
/// invitation stream.
pub(super) async fn reconnect(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    harness.intercept_answer().await?;
    harness.cut_play();
    harness.set_phase("after its Play stream was cut");
    harness.wait_for_rejoin().await?;
    harness.answer().await?;
    harness.cut_invitations();
    harness.set_phase("after its StreamInvitations stream was cut");
    harness.answer().await?;
    harness.resign_for_opponent().await?;
    harness.finish().await?;
    harness.wait_for_join().await
}

/// Makes the server unreachable for a while.
pub(super) async fn restart(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    harness.wait_for_idle_clock().await?;
    harness.set_phase("while the server was unreachable");
    harness.restart().await?;
    harness.set_phase("after the server was reachable again");
    harness.wait_for_rejoin().await?;
    harness.answer().await?;
    harness.resign_for_opponent().await?;
    harness.finish().await?;
    harness.set_phase("after the server was reachable again and its match over");
    harness.wait_for_join().await
}
