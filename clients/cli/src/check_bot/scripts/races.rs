//! Requests that several seats answer at the same time.

use botwerk_client::proto::play_response::Kind as Told;

use crate::check_bot::bot_log::BotSubmission;
use crate::check_bot::harness::{Harness, Observed, RelayStep};
use crate::check_bot::script_error::ScriptError;

/// Others close a request before the bot has answered it, and while its answer is on its way.
pub(super) async fn simultaneous(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    // Before the bot has seen the race: whatever it answers is refused with WRONG_TURN.
    let turn = harness.keep_race().await?;
    harness.let_opponent_be_first().await?;
    harness.release();
    harness.note_closed();
    harness.now("after another seat was first in a race");
    let second = harness
        .drive_until(answer_after(turn, RelayStep::Drop))
        .await?;
    harness.let_opponent_be_first().await?;
    harness.note_closed();
    let turn = second.act.turn;
    harness.let_pass(second);
    harness.now("after its answer was refused with WRONG_TURN");
    harness
        .drive_until(answer_after(turn, RelayStep::Done))
        .await?;
    Ok(())
}

/// An answer to a request that comes later than this one.
fn answer_after(
    turn: u32,
    step: fn(BotSubmission) -> RelayStep<BotSubmission>,
) -> impl FnMut(&Observed<'_>) -> RelayStep<BotSubmission> {
    move |sight| match sight {
        Observed::Answers(answer) if answer.act.turn > turn => step((*answer).clone()),
        _ => RelayStep::Forward,
    }
}

impl Harness {
    /// Keeps the next race back from the bot; its turn.
    async fn keep_race(&mut self) -> Result<u32, ScriptError> {
        let field = self.field().clone();
        self.drive_until(|sight| match sight {
            Observed::IsTold(Told::ActionRequest(request)) if field.is_race(request) => {
                RelayStep::Hold(request.turn)
            }
            _ => RelayStep::Forward,
        })
        .await
    }
}
