//! Checks of rejected submissions.

use std::time::Duration;

use botwerk_client::proto;
use botwerk_client::proto::ErrorReason;
use botwerk_command::failure::{Failure, Reason};
use tonic::Code;

use crate::harness::{Harness, InjectedRejection, Observed, RelayStep};
use crate::script_error::ScriptError;
use crate::traffic_log::BotSubmission;

/// Maximum rate of submissions in one turn.
const MAX_SUBMISSIONS_PER_SECOND: f64 = 20.0;

/// How long the rate of submissions is measured, if the turn limit is long enough.
const OBSERVATION_TIME: Duration = Duration::from_millis(500);

pub(super) const ILLEGAL: InjectedRejection = InjectedRejection {
    reason: ErrorReason::IllegalAction,
    code: Code::FailedPrecondition,
    message: "`bot check` rejects this submission as if it were illegal; submit again in the same turn",
};

const FLAGGED: InjectedRejection = InjectedRejection {
    reason: ErrorReason::Flagged,
    code: Code::DeadlineExceeded,
    message: "`bot check` rejects this submission as if it were too late; the seat has left",
};

const TOO_MUCH: InjectedRejection = InjectedRejection {
    reason: ErrorReason::TooLarge,
    code: Code::ResourceExhausted,
    message: "effort: `bot check` rejects this submission as if it declared more nodes than allowed",
};

/// An effort that no server accepts: it is not exact in JSON.
const INVALID_EFFORT: u64 = u64::MAX;

/// Makes a text of the bot one that is no action, and then its effort one that is no number of nodes; the same request
/// stays open.
pub(super) async fn unparsable_submission(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    let answer = harness.intercept_answer().await?;
    let error = harness.forward_spoiled(&answer, |submission| {
        submission.text = "?".into();
        submission.actions.clear();
    });
    let error = error.await?;
    expect_reason(&error, ErrorReason::IllegalAction)?;
    harness.set_phase("after a text was rejected that is no action");
    let answer = harness.intercept_answer().await?;
    let error = harness.forward_spoiled(&answer, |submission| submission.effort = INVALID_EFFORT);
    let error = error.await?;
    expect_reason(&error, ErrorReason::BadRequest)?;
    harness.set_phase("after a submission was rejected with BAD_REQUEST");
    harness.answer().await?;
    harness.answer().await?;
    Ok(())
}

/// Rejects a submission as too much; the same request stays open.
pub(super) async fn excessive_submission(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    let rejected = harness.intercept_answer().await?;
    harness.reject(&rejected, TOO_MUCH);
    harness.set_phase("after a submission was rejected with TOO_LARGE");
    harness.answer().await?;
    harness.answer().await?;
    Ok(())
}

/// Returns an error if the server has rejected a submission for another reason.
fn expect_reason(error: &proto::Error, expected: ErrorReason) -> Result<(), ScriptError> {
    let found = error.reason();
    if found == expected {
        return Ok(());
    }
    let (expected, found) = (expected.name(), found.name());
    let message = format!("expected {expected}, found {found}; report it");
    Err(ScriptError::Internal(Failure::new(
        Reason::Unreachable,
        message,
    )))
}

/// Rejects a submission as illegal; the same request stays open.
pub(super) async fn rejected_submission(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    let rejected = harness.intercept_answer().await?;
    harness.reject(&rejected, ILLEGAL);
    harness.set_phase("after a submission was rejected with ILLEGAL_ACTION");
    let again = harness.intercept_answer().await?;
    check_no_flood(harness, &again).await?;
    let is_same = again.submission.text == rejected.submission.text
        && again.submission.actions == rejected.submission.actions;
    if is_same {
        harness.log.remark(
            "it resent the rejected submission; a server rejects it again, and removes a seat after \
             three illegal submissions",
        );
    }
    harness.forward(again);
    harness.answer().await?;
    Ok(())
}

async fn check_no_flood(harness: &mut Harness, again: &BotSubmission) -> Result<(), ScriptError> {
    let time = OBSERVATION_TIME.min(harness.turn_limit() / 4);
    let turn = again.submission.turn;
    let mut submissions = 0_u32;
    let count = |observed: &Observed<'_>| {
        if let Observed::InvalidSubmission(submission) = observed
            && submission.turn == turn
        {
            submissions += 1;
        }
        RelayStep::<()>::Forward
    };
    harness.relay_until(time, count).await?;
    let seconds = time.as_secs_f64();
    if f64::from(submissions) <= MAX_SUBMISSIONS_PER_SECOND * seconds {
        return Ok(());
    }
    Err(harness.fault(format!(
        "it sent {submissions} submissions for turn {turn} within {seconds} s after a rejection; \
         submit once, and wait for Accepted or Rejected"
    )))
}

/// Rejects a submission as too late; the seat has left the match, which ends.
pub(super) async fn late_submission(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    let late = harness.intercept_answer().await?;
    harness.reject(&late, FLAGGED);
    harness.set_phase("after a submission was rejected with FLAGGED");
    harness.idle(OBSERVATION_TIME).await?;
    harness.flag_bot().await?;
    harness.finish().await?;
    harness.wait_for_join().await?;
    harness.answer().await?;
    Ok(())
}
