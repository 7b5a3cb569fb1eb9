//! Checks of fields that every frame must carry.

use crate::check_bot::harness::{Harness, Observed, RelayStep};
use crate::check_bot::script_error::ScriptError;

/// Number of pings that must be answered.
const PING_COUNT: usize = 3;

/// Number of submissions to check.
const SUBMISSION_COUNT: usize = 3;

/// Checks the answers to pings, by which the server measures round trips.
pub(super) async fn pings(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.wait_for_idle_clock().await?;
    while harness.log.answered_pings() < PING_COUNT {
        let pong = |observed: &Observed<'_>| match observed {
            Observed::Pong => RelayStep::Done(()),
            _ => RelayStep::Forward,
        };
        let limit = harness.turn_limit();
        if harness.relay_until(limit, pong).await?.is_none() {
            let (answered, seconds) = (harness.log.answered_pings(), limit.as_secs_f64());
            return Err(ScriptError::BotFault(format!(
                "{answered} of {PING_COUNT} Pings were answered, and no further one within {seconds} s; \
                 send a Pong with the nonce of every Ping, or transit time is charged to the seat"
            )));
        }
    }
    Ok(())
}

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
