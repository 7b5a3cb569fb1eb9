//! Acts that are refused.

use std::time::Duration;

use tonic::Code;

use crate::check_bot::bot_log::BotSubmission;
use crate::check_bot::harness::{Harness, InjectedRejection, Observed, RelayStep};
use crate::check_bot::script_error::ScriptError;

/// Acts in one turn that are too many, in a second.
const FLOOD_PER_SECOND: f64 = 20.0;

/// How long it is looked whether a bot floods the line, of a turn that is long enough.
const LOOK: Duration = Duration::from_millis(500);

const ILLEGAL: InjectedRejection = InjectedRejection {
    reason: "ILLEGAL_ACTION",
    code: Code::FailedPrecondition,
    message: "check-bot refuses this act as if it were illegal; act again in the same turn",
};

const FLAGGED: InjectedRejection = InjectedRejection {
    reason: "FLAGGED",
    code: Code::DeadlineExceeded,
    message: "check-bot refuses this act as if the time had been up; the seat has left",
};

/// An act is refused as illegal; the same request stays open.
pub(super) async fn refused_act(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    let refused = harness.keep_answer().await?;
    harness.refuse(&refused, ILLEGAL);
    harness.now("after an act was refused with ILLEGAL_ACTION");
    let again = harness.keep_answer().await?;
    check_no_flood(harness, &again).await?;
    let is_same = again.act.text == refused.act.text && again.act.actions == refused.act.actions;
    if is_same {
        harness.log.remark(
            "it gave the refused act once more; a server refuses it once more, and takes a seat \
             out of its match after three illegal acts",
        );
    }
    harness.let_pass(again);
    harness.answer().await?;
    Ok(())
}

async fn check_no_flood(harness: &mut Harness, again: &BotSubmission) -> Result<(), ScriptError> {
    let time = LOOK.min(harness.turn_limit() / 4);
    let turn = again.act.turn;
    let mut acts = 0_u32;
    let count = |sight: &Observed<'_>| {
        if let Observed::Errs(act) = sight
            && act.turn == turn
        {
            acts += 1;
        }
        RelayStep::<()>::Forward
    };
    harness.relay_until(time, count).await?;
    let seconds = time.as_secs_f64();
    if f64::from(acts) <= FLOOD_PER_SECOND * seconds {
        return Ok(());
    }
    Err(ScriptError::BotFault(format!(
        "it sent {acts} acts for turn {turn} within {seconds} s after one was refused; act once, \
         and wait for Accepted or Rejected"
    )))
}

/// An act comes too late; the seat has left the match, which ends.
pub(super) async fn late_act(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    let late = harness.keep_answer().await?;
    harness.refuse(&late, FLAGGED);
    harness.now("after an act was refused with FLAGGED");
    harness.idle(LOOK).await?;
    harness.flag_bot().await?;
    harness.finish().await?;
    harness.wait_for_join().await?;
    harness.answer().await?;
    Ok(())
}
