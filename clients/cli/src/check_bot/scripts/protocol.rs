//! What every frame has to say.

use crate::check_bot::harness::{Sight, Stage, Step};
use crate::check_bot::script_error::Halt;

/// Pings that are to be answered.
const PINGS: usize = 3;

/// Acts to look at.
const ACTS: usize = 3;

/// The server measures the way of frames by pings.
pub(super) async fn pings(stage: &mut Stage) -> Result<(), Halt> {
    stage.sit().await?;
    stage.lull().await?;
    while stage.ledger.answered_pings() < PINGS {
        let pong = |sight: &Sight<'_>| match sight {
            Sight::Pongs => Step::Done(()),
            _ => Step::Pass,
        };
        let limit = stage.turn_limit();
        if stage.pump(limit, pong).await?.is_none() {
            let (answered, seconds) = (stage.ledger.answered_pings(), limit.as_secs_f64());
            return Err(Halt::Fault(format!(
                "{answered} of {PINGS} Pings were answered, the next one not within {seconds} s; \
                 send a Pong with the nonce of every Ping, or the time that acts travel counts as \
                 time to think"
            )));
        }
    }
    Ok(())
}

/// Handles are others on every stream, numbers and tokens are looked at in any case.
pub(super) async fn numbers(stage: &mut Stage) -> Result<(), Halt> {
    stage.shift_handles();
    stage.sit().await?;
    for _ in 0..ACTS {
        stage.answer().await?;
    }
    stage.let_opponent_resign().await?;
    stage.finish().await?;
    stage.now("after its first match was over");
    stage.sit().await?;
    stage.answer().await?;
    Ok(())
}
