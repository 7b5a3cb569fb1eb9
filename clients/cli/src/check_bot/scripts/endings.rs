//! Matches that end, as they should and before.

use botwerk_client::proto::play_response::Kind as Told;

use crate::check_bot::harness::{Sight, Stage, Step};
use crate::check_bot::script_error::Halt;

/// Two whole matches.
pub(super) async fn matches(stage: &mut Stage) -> Result<(), Halt> {
    stage.sit().await?;
    stage.play_to_the_end().await?;
    stage.now("after its first match was over");
    stage.sit().await?;
    stage.now("in its second match");
    stage.play_to_the_end().await
}

/// The opponent resigns after the bot was asked.
pub(super) async fn resignation(stage: &mut Stage) -> Result<(), Halt> {
    stage.sit().await?;
    stage.answer().await?;
    // Told with the end of the match right behind it, a request is being thought about when the
    // end comes, however fast the bot is.
    let next_request = |sight: &Sight<'_>| match sight {
        Sight::IsTold(Told::ActRequest(_)) => Step::Dam(()),
        _ => Step::Pass,
    };
    stage.drive(next_request).await?;
    stage.let_opponent_resign().await?;
    stage.finish().await?;
    stage.release();
    stage.now("after its opponent had resigned");
    stage.sit().await?;
    stage.answer().await?;
    Ok(())
}
