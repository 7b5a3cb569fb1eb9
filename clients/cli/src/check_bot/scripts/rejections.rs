//! Checks of rejected submissions.

use std::time::Duration;

use tonic::Code;

use crate::check_bot::harness::{Harness, InjectedRejection, Observed, RelayStep};
use crate::check_bot::script_error::ScriptError;
use crate::check_bot::traffic_log::BotSubmission;

/// Maximum rate of submissions in one turn.
const MAX_SUBMISSIONS_PER_SECOND: f64 = 20.0;

/// How long the rate of submissions is measured, if the turn limit is long enough.
const OBSERVATION_TIME: Duration = Duration::from_millis(500);

const ILLEGAL: InjectedRejection = InjectedRejection {
    reason: "ILLEGAL_ACTION",
    code: Code::FailedPrecondition,
    message: "check-bot rejects this submission as if it were illegal; submit again in the same turn",
};

const FLAGGED: InjectedRejection = InjectedRejection {
    reason: "FLAGGED",
    code: Code::DeadlineExceeded,
    message: "check-bot rejects this submission as if it were too late; the seat has left",
};

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
