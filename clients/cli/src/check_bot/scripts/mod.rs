//! What is done to the bot in each check.

mod connections;
mod endings;
mod protocol;
mod races;
mod refusals;

use std::time::Duration;

use super::check::Check;
use super::harness::Harness;
use super::script_error::ScriptError;
use super::tournament::OpponentKind;

/// How long a bot is looked at after all was well: it may be late with what it does wrong.
const LAST_LOOK: Duration = Duration::from_millis(250);

/// Plays the script of a check.
pub(super) async fn play(check: Check, harness: &mut Harness) -> Result<(), ScriptError> {
    match check {
        Check::Matches => endings::matches(harness).await,
        Check::Reconnect => connections::reconnect(harness).await,
        Check::Restart => connections::restart(harness).await,
        Check::RejectedSubmission => refusals::refused_act(harness).await,
        Check::LateSubmission => refusals::late_act(harness).await,
        Check::Simultaneous => races::simultaneous(harness).await,
        Check::Resignation => endings::resignation(harness).await,
        Check::Pings => protocol::pings(harness).await,
        Check::Identifiers => protocol::numbers(harness).await,
    }?;
    harness.idle(LAST_LOOK).await
}

/// Who is the opponent in a check.
pub(super) const fn opponent_kind(check: Check) -> OpponentKind {
    match check {
        Check::Matches => OpponentKind::Bundled,
        _ => OpponentKind::Own,
    }
}
