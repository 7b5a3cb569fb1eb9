//! Streams that are cut, and a server that is away.

use crate::check_bot::harness::Harness;
use crate::check_bot::script_error::ScriptError;

/// The stream of Play is cut in the middle of a match, with an act on its way, then that of Attend.
pub(super) async fn reconnect(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    harness.keep_answer().await?;
    harness.cut_play();
    harness.now("after its Play stream was cut");
    harness.wait_for_rejoin().await?;
    harness.answer().await?;
    harness.cut_attend();
    harness.now("after its Attend stream was cut");
    harness.answer().await?;
    harness.let_opponent_resign().await?;
    harness.finish().await?;
    harness.wait_for_join().await
}

/// The server is away for a while.
pub(super) async fn restart(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    harness.wait_for_idle_clock().await?;
    harness.now("while the server was away");
    harness.restart().await?;
    harness.now("after the server was there again");
    harness.wait_for_rejoin().await?;
    harness.answer().await?;
    harness.let_opponent_resign().await?;
    harness.finish().await?;
    harness.now("after the server was there again and its match over");
    harness.wait_for_join().await
}
