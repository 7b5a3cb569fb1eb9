//! What is done to the bot in each check.

mod connections;
mod endings;
mod protocol;
mod races;
mod refusals;

use std::time::Duration;

use super::check::Check;
use super::harness::Stage;
use super::script_error::Halt;
use super::tournament::Against;

/// How long a bot is looked at after all was well: it may be late with what it does wrong.
const LAST_LOOK: Duration = Duration::from_millis(250);

/// Plays the script of a check.
pub(super) async fn play(check: Check, stage: &mut Stage) -> Result<(), Halt> {
    match check {
        Check::Matches => endings::matches(stage).await,
        Check::Reconnect => connections::reconnect(stage).await,
        Check::Restart => connections::restart(stage).await,
        Check::RefusedAct => refusals::refused_act(stage).await,
        Check::LateAct => refusals::late_act(stage).await,
        Check::Simultaneous => races::simultaneous(stage).await,
        Check::Resignation => endings::resignation(stage).await,
        Check::Pings => protocol::pings(stage).await,
        Check::Numbers => protocol::numbers(stage).await,
    }?;
    stage.idle(LAST_LOOK).await
}

/// Who is the opponent in a check.
pub(super) const fn against(check: Check) -> Against {
    match check {
        Check::Matches => Against::Bundled,
        _ => Against::Own,
    }
}
