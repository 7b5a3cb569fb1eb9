//! Checks of what a client does for the author of its bot.

use std::time::{Duration, Instant};

use botwerk_client::proto::Termination;

use super::rejections::ILLEGAL;
use crate::harness::{Harness, Observed, RelayStep};
use crate::script_error::ScriptError;

/// Maximum time to leave a match after an exception.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(5);

/// Time for lines of standard error to arrive.
const LOG_DELAY: Duration = Duration::from_millis(300);

/// Sends a request without a view and legal actions, so that the bot throws.
pub(super) async fn exception(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    harness.hold_next_request().await?;
    harness.spoil_held_requests();
    let lines = harness.stderr_line_count();
    harness.release();
    let end = Instant::now() + LEAVE_TIMEOUT;
    let mut termination = None;
    let mut is_running = true;
    while termination.is_none() && Instant::now() < end {
        if is_running {
            let answered = harness.relay_until(LOG_DELAY, |observed| match observed {
                Observed::Submission(_) => RelayStep::Done(()),
                _ => RelayStep::Forward,
            });
            match answered.await {
                Ok(None) => {}
                Ok(Some(())) => {
                    let remark = "it answers a request without a view and legal actions, so it did not throw";
                    harness.log.remark(remark);
                    return Ok(());
                }
                // A client may end with the exception once its matches are over.
                Err(ScriptError::BotFault(_)) => is_running = false,
                Err(error) => return Err(error),
            }
        }
        termination = harness.stored_termination().await?;
        if !is_running {
            break;
        }
    }
    let after = "after it was sent a request without a view and legal actions, at which it throws";
    match termination {
        Some(Termination::Crashed) => {}
        Some(other) => {
            let other = other.as_str_name().trim_start_matches("TERMINATION_");
            return Err(harness.fault(format!(
                "its seat left as {other} {after}; send Resign with crashed"
            )));
        }
        None => {
            return Err(harness.fault(format!(
                "it did not leave its match {after}; send Resign with crashed at once, so that its opponent need not wait"
            )));
        }
    }
    tokio::time::sleep(LOG_DELAY).await;
    if harness.stderr_line_count() == lines {
        return Err(harness.fault(format!(
            "it wrote nothing to standard error {after}; write a line with the match and the exception"
        )));
    }
    Err(ScriptError::ExpectedExit)
}

/// Looks for lines in standard error at the start and after faults.
pub(super) async fn log(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    let before = expect_line(harness, 0, "when it was started; name the server").await?;
    harness.answer().await?;
    // The server has no answer, so that it sends the request again.
    harness.intercept_answer().await?;
    harness.cut_play();
    harness.wait_for_rejoin().await?;
    let advice = "after its Play stream was cut; name the match and the cause";
    let before = expect_line(harness, before, advice).await?;
    let rejected = harness.intercept_answer().await?;
    harness.reject(&rejected, ILLEGAL);
    harness.answer().await?;
    let advice = "after a submission was rejected; name the match, the message and the reason";
    expect_line(harness, before, advice).await?;
    let reason = ILLEGAL.reason.name();
    if harness
        .stderr_tail()
        .iter()
        .any(|line| line.contains(reason))
    {
        return Ok(());
    }
    Err(harness.fault(format!(
        "no line of standard error contains {reason} {advice}"
    )))
}

/// Returns the number of lines, or a fault if there are not more than before.
async fn expect_line(harness: &mut Harness, before: u64, when: &str) -> Result<u64, ScriptError> {
    harness.idle(LOG_DELAY).await?;
    match harness.stderr_line_count() {
        count if count > before => Ok(count),
        _ => Err(harness.fault(format!("it wrote no line to standard error {when}"))),
    }
}
