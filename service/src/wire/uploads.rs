//! Uploads, versions of bots and hosts as messages.

use std::collections::BTreeSet;
use std::time::Duration;

use botwerk_archive::{Manifest, Protocol};
use botwerk_proto::v1 as proto;
use botwerk_proto::worker as worker_proto;

use super::check_text;
use crate::error::{Error, Reason};
use crate::store::{VersionKey, VersionRow, VersionState};
use crate::uploads::{Assignment, NewUpload, VersionResult};

/// Maximum length of the id of a host, in bytes.
const MAX_HOST_BYTES: usize = 64;

/// Maximum number of processor times of one call of a host.
const MAX_PROCESSOR_TIMES: usize = 2_000;

/// Maximum processor time of a bot in one call, in nanoseconds: a day of a hundred cores.
const MAX_PROCESSOR_NANOS: u64 = 100 * 24 * 3600 * 1_000_000_000;

/// Reads the request for an upload.
pub(crate) fn new_upload(request: proto::CreateUploadRequest) -> NewUpload {
    NewUpload {
        content_sha256: request.content_sha256,
        bytes: request.bytes,
    }
}

/// Returns the message of a version.
pub(crate) fn version_message(row: VersionRow) -> proto::BotVersion {
    let state = match row.state {
        VersionState::Uploaded => proto::BotVersionState::Uploaded,
        VersionState::Building => proto::BotVersionState::Building,
        VersionState::Checked => proto::BotVersionState::Checked,
        VersionState::Playing => proto::BotVersionState::Playing,
        VersionState::Rejected => proto::BotVersionState::Rejected,
        VersionState::Replaced => proto::BotVersionState::Replaced,
    };
    proto::BotVersion {
        bot: format!("bots/{}", row.bot),
        number: row.number,
        state: state.into(),
        reason: row.reason,
        created_micros: row.created_micros,
        content_sha256: row.content_sha256,
        bytes: row.bytes,
    }
}

/// Checks the id of a host.
///
/// # Errors
/// Returns an error if it is empty or too long.
pub(crate) fn check_host(host: &str) -> Result<(), Error> {
    if (1..=MAX_HOST_BYTES).contains(&host.len()) && host.bytes().all(|b| b.is_ascii_graphic()) {
        return Ok(());
    }
    let message = format!("host: expected 1 to {MAX_HOST_BYTES} visible ASCII characters");
    Err(Error::new(Reason::BadRequest, message))
}

/// Returns the message of a version for hosts.
///
/// # Errors
/// Returns an error if the stored manifest cannot be read.
pub(crate) fn hosted_version(row: VersionRow) -> Result<worker_proto::HostedVersion, Error> {
    let manifest: Manifest = serde_json::from_str(&row.manifest).map_err(|error| {
        let message = format!(
            "version {} of the bot `{}`: the stored manifest is corrupt: {error}",
            row.number, row.bot
        );
        Error::new(Reason::StoreUnavailable, message)
    })?;
    Ok(worker_proto::HostedVersion {
        bot: row.bot,
        number: row.number,
        content_sha256: row.content_sha256,
        bytes: row.bytes,
        games: vec![manifest.game],
        command: manifest.command,
        build: manifest.build.unwrap_or_default(),
        calls_server: manifest.protocol == Protocol::Grpc,
    })
}

/// Returns the message of a bot that a host is to play.
///
/// # Errors
/// Returns an error if the stored manifest cannot be read.
pub(crate) fn assignment_message(
    assignment: Assignment,
) -> Result<worker_proto::BotAssignment, Error> {
    Ok(worker_proto::BotAssignment {
        version: Some(hosted_version(assignment.version)?),
        bot_token: assignment.bot_token,
        max_concurrent_matches: assignment.max_concurrent_matches,
    })
}

/// Reads how building and checking have ended.
///
/// # Errors
/// Returns an error if the reason of the rejection is too long.
pub(crate) fn version_result(result: worker_proto::VersionResult) -> Result<VersionResult, Error> {
    check_text("rejection", &result.rejection)?;
    Ok(VersionResult {
        rejection: result.rejection,
        // No database has a place for it.
        log: result.log.replace('\0', ""),
    })
}

/// Reads which bots a host plays.
pub(crate) fn playing(bots: Vec<worker_proto::HostedBot>) -> BTreeSet<VersionKey> {
    let key = |bot: worker_proto::HostedBot| VersionKey {
        bot: bot.bot,
        number: bot.number,
    };
    bots.into_iter().map(key).collect()
}

/// Reads the processor time of bots in nanoseconds.
pub(crate) fn processor_times(times: Vec<worker_proto::BotProcessorTime>) -> Vec<(String, u64)> {
    let times = times.into_iter().take(MAX_PROCESSOR_TIMES);
    let times = times.map(|time| (time.bot, time.processor_nanos.min(MAX_PROCESSOR_NANOS)));
    times.filter(|(_, nanos)| *nanos > 0).collect()
}

/// Returns the time of a message that is given in nanoseconds.
pub(crate) fn nanos(nanos: u64) -> Duration {
    Duration::from_nanos(nanos)
}
