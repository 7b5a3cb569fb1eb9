//! What every frame has to say.

use crate::check_bot::harness::{Harness, Observed, RelayStep};
use crate::check_bot::script_error::ScriptError;

/// Pings that are to be answered.
const PINGS: usize = 3;

/// Acts to look at.
const ACTS: usize = 3;

/// The server measures the way of frames by pings.
pub(super) async fn pings(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.wait_for_idle_clock().await?;
    while harness.log.answered_pings() < PINGS {
        let pong = |sight: &Observed<'_>| match sight {
            Observed::Pongs => RelayStep::Done(()),
            _ => RelayStep::Forward,
        };
        let limit = harness.turn_limit();
        if harness.relay_until(limit, pong).await?.is_none() {
            let (answered, seconds) = (harness.log.answered_pings(), limit.as_secs_f64());
            return Err(ScriptError::BotFault(format!(
                "{answered} of {PINGS} Pings were answered, the next one not within {seconds} s; \
                 send a Pong with the nonce of every Ping, or the time that acts travel counts as \
                 time to think"
            )));
        }
    }
    Ok(())
}

/// Handles are others on every stream, numbers and tokens are looked at in any case.
pub(super) async fn numbers(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.shift_handles();
    harness.wait_for_join().await?;
    for _ in 0..ACTS {
        harness.answer().await?;
    }
    harness.let_opponent_resign().await?;
    harness.finish().await?;
    harness.now("after its first match was over");
    harness.wait_for_join().await?;
    harness.answer().await?;
    Ok(())
}
