//! Streams that are cut, and a server that is away.

use crate::check_bot::harness::Stage;
use crate::check_bot::script_error::Halt;

/// The stream of Play is cut in the middle of a match, with an act on its way, then that of Attend.
pub(super) async fn reconnect(stage: &mut Stage) -> Result<(), Halt> {
    stage.sit().await?;
    stage.answer().await?;
    stage.keep_answer().await?;
    stage.cut_play();
    stage.now("after its Play stream was cut");
    stage.come_back().await?;
    stage.answer().await?;
    stage.cut_attend();
    stage.now("after its Attend stream was cut");
    stage.answer().await?;
    stage.let_opponent_resign().await?;
    stage.finish().await?;
    stage.sit().await
}

/// The server is away for a while.
pub(super) async fn restart(stage: &mut Stage) -> Result<(), Halt> {
    stage.sit().await?;
    stage.answer().await?;
    stage.lull().await?;
    stage.now("while the server was away");
    stage.restart().await?;
    stage.now("after the server was there again");
    stage.come_back().await?;
    stage.answer().await?;
    stage.let_opponent_resign().await?;
    stage.finish().await?;
    stage.now("after the server was there again and its match over");
    stage.sit().await
}
