//! The scripts of the checks.

mod clients;
mod connections;
mod endings;
mod protocol;
mod races;
mod rejections;

use std::time::Duration;

use super::checks::Check;
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
        Check::ServerAway => connections::server_away(harness).await,
        Check::BackOff => connections::back_off(harness).await,
        Check::UnparsableSubmission => rejections::unparsable_submission(harness).await,
        Check::ExcessiveSubmission => rejections::excessive_submission(harness).await,
        Check::Exception => clients::exception(harness).await,
        Check::LoweredSeq => connections::lowered_seq(harness).await,
        Check::Tls | Check::Proxy => connections::environment(harness).await,
        Check::Redirect => connections::redirect(harness).await,
        Check::Log => clients::log(harness).await,
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
