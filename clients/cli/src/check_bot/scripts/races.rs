//! Requests that several seats answer at the same time.

use botwerk_client::proto::play_response::Kind as Told;

use crate::check_bot::bot_log::Answer;
use crate::check_bot::harness::{Sight, Stage, Step};
use crate::check_bot::script_error::Halt;

/// Others close a request before the bot has answered it, and while its answer is on its way.
pub(super) async fn simultaneous(stage: &mut Stage) -> Result<(), Halt> {
    stage.sit().await?;
    // Before the bot has seen the race: whatever it answers is refused with WRONG_TURN.
    let turn = stage.keep_race().await?;
    stage.let_opponent_be_first().await?;
    stage.release();
    stage.note_closed();
    stage.now("after another seat was first in a race");
    let second = stage.drive(answer_after(turn, Step::Keep)).await?;
    stage.let_opponent_be_first().await?;
    stage.note_closed();
    let turn = second.act.turn;
    stage.let_pass(second);
    stage.now("after its answer was refused with WRONG_TURN");
    stage.drive(answer_after(turn, Step::Done)).await?;
    Ok(())
}

/// An answer to a request that comes later than this one.
fn answer_after(
    turn: u32,
    step: fn(Answer) -> Step<Answer>,
) -> impl FnMut(&Sight<'_>) -> Step<Answer> {
    move |sight| match sight {
        Sight::Answers(answer) if answer.act.turn > turn => step((*answer).clone()),
        _ => Step::Pass,
    }
}

impl Stage {
    /// Keeps the next race back from the bot; its turn.
    async fn keep_race(&mut self) -> Result<u32, Halt> {
        let field = self.field().clone();
        self.drive(|sight| match sight {
            Sight::IsTold(Told::ActRequest(request)) if field.is_race(request) => {
                Step::Dam(request.turn)
            }
            _ => Step::Pass,
        })
        .await
    }
}
