//! Acts that are refused.

use std::time::Duration;

use tonic::Code;

use crate::check_bot::bot_log::Answer;
use crate::check_bot::harness::{Refusal, Sight, Stage, Step};
use crate::check_bot::script_error::Halt;

/// Acts in one turn that are too many, in a second.
const FLOOD_PER_SECOND: f64 = 20.0;

/// How long it is looked whether a bot floods the line, of a turn that is long enough.
const LOOK: Duration = Duration::from_millis(500);

const ILLEGAL: Refusal = Refusal {
    reason: "ILLEGAL_ACTION",
    code: Code::FailedPrecondition,
    message: "check-bot refuses this act as if it were illegal; act again in the same turn",
};

const FLAGGED: Refusal = Refusal {
    reason: "FLAGGED",
    code: Code::DeadlineExceeded,
    message: "check-bot refuses this act as if the time had been up; the seat has left",
};

/// An act is refused as illegal; the same request stays open.
pub(super) async fn refused_act(stage: &mut Stage) -> Result<(), Halt> {
    stage.sit().await?;
    stage.answer().await?;
    let refused = stage.keep_answer().await?;
    stage.refuse(&refused, ILLEGAL);
    stage.now("after an act was refused with ILLEGAL_ACTION");
    let again = stage.keep_answer().await?;
    check_no_flood(stage, &again).await?;
    let is_same = again.act.text == refused.act.text && again.act.actions == refused.act.actions;
    if is_same {
        stage.ledger.remark(
            "it gave the refused act once more; a server refuses it once more, and takes a seat \
             out of its match after three illegal acts",
        );
    }
    stage.let_pass(again);
    stage.answer().await?;
    Ok(())
}

async fn check_no_flood(stage: &mut Stage, again: &Answer) -> Result<(), Halt> {
    let time = LOOK.min(stage.turn_limit() / 4);
    let turn = again.act.turn;
    let mut acts = 0_u32;
    let count = |sight: &Sight<'_>| {
        if let Sight::Errs(act) = sight
            && act.turn == turn
        {
            acts += 1;
        }
        Step::<()>::Pass
    };
    stage.pump(time, count).await?;
    let seconds = time.as_secs_f64();
    if f64::from(acts) <= FLOOD_PER_SECOND * seconds {
        return Ok(());
    }
    Err(Halt::Fault(format!(
        "it sent {acts} acts for turn {turn} within {seconds} s after one was refused; act once, \
         and wait for Accepted or Rejected"
    )))
}

/// An act comes too late; the seat has left the match, which ends.
pub(super) async fn late_act(stage: &mut Stage) -> Result<(), Halt> {
    stage.sit().await?;
    stage.answer().await?;
    let late = stage.keep_answer().await?;
    stage.refuse(&late, FLAGGED);
    stage.now("after an act was refused with FLAGGED");
    stage.idle(LOOK).await?;
    stage.take_out().await?;
    stage.finish().await?;
    stage.sit().await?;
    stage.answer().await?;
    Ok(())
}
