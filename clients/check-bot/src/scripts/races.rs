//! Checks of requests that several seats answer simultaneously.

use botwerk_client::proto::play_response::Kind as ServerFrame;

use crate::harness::{Harness, Observed, RelayStep};
use crate::script_error::ScriptError;
use crate::traffic_log::BotSubmission;

/// Closes a request before the bot has answered it, and while its answer is in transit.
pub(super) async fn simultaneous(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    // The bot has not seen the race yet, so its answer is rejected with WRONG_TURN.
    let turn = harness.hold_race().await?;
    harness.answer_first_for_opponent().await?;
    harness.release();
    harness.close_request();
    harness.set_phase("after another seat was first in a race");
    let next_answer = harness
        .drive_until(answer_after(turn, RelayStep::Drop))
        .await?;
    harness.answer_first_for_opponent().await?;
    harness.close_request();
    let turn = next_answer.submission.turn;
    harness.forward(next_answer);
    harness.set_phase("after its answer was rejected with WRONG_TURN");
    harness
        .drive_until(answer_after(turn, RelayStep::Done))
        .await?;
    Ok(())
}

/// Returns a step that waits for an answer to a later request.
fn answer_after(
    turn: u32,
    step: fn(BotSubmission) -> RelayStep<BotSubmission>,
) -> impl FnMut(&Observed<'_>) -> RelayStep<BotSubmission> {
    move |observed| match observed {
        Observed::Submission(answer) if answer.submission.turn > turn => step((*answer).clone()),
        _ => RelayStep::Forward,
    }
}

impl Harness {
    /// Holds the next race back from the bot and returns its turn.
    async fn hold_race(&mut self) -> Result<u32, ScriptError> {
        let game = self.game().clone();
        self.drive_until(|observed| match observed {
            Observed::ServerFrame(ServerFrame::ActionRequest(request)) if game.is_race(request) => {
                RelayStep::Hold(request.turn)
            }
            _ => RelayStep::Forward,
        })
        .await
    }
}
