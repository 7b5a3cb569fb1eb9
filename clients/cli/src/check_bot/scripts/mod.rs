//! The scripts of the checks.

mod connections;
mod endings;
mod protocol;
mod races;
mod rejections;

use std::time::Duration;

use super::check::Check;
use super::harness::Harness;
use super::script_error::ScriptError;
use super::tournament::OpponentKind;

/// How long a bot is observed after the script: a mistake may come late.
const FINAL_IDLE_TIME: Duration = Duration::from_millis(250);

/// Runs the script of a check.
pub(super) async fn play(check: Check, harness: &mut Harness) -> Result<(), ScriptError> {
    match check {
        Check::Matches => endings::matches(harness).await,
        Check::Reconnect => connections::reconnect(harness).await,
        Check::Restart => connections::restart(harness).await,
        Check::RejectedSubmission => rejections::rejected_submission(harness).await,
        Check::LateSubmission => rejections::late_submission(harness).await,
        Check::Simultaneous => races::simultaneous(harness).await,
        Check::Resignation => endings::resignation(harness).await,
        Check::Identifiers => protocol::identifiers(harness).await,
    }?;
    harness.idle(FINAL_IDLE_TIME).await
}

/// Returns the kind of opponent in a check.
pub(super) const fn opponent_kind(check: Check) -> OpponentKind {
    match check {
        Check::Matches => OpponentKind::BuiltInAgent,
        _ => OpponentKind::Scripted,
    }
}
