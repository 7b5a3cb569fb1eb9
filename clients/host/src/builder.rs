//! Building and checking uploaded versions.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use botwerk_archive::unpack_tar;
use botwerk_client::ClientError;
use botwerk_client::worker_proto::{
    HostedVersion, LeaseVersionRequest, ReportVersionRequest, VersionResult,
};
use botwerk_launch::bot_program::BotProgram;
use botwerk_launch::guard;

use crate::bot_folders::FolderError;
use crate::check::check;
use crate::{Host, is_final};

/// Time for which a call waits for a version.
const WAIT: Duration = Duration::from_secs(15);

/// Time between two renewals of a lease.
const RENEW_INTERVAL: Duration = Duration::from_secs(5);

/// Time before a call that failed is repeated.
const RETRY_DELAY: Duration = Duration::from_secs(2);

/// Maximum size of what a build prints that is kept, in bytes.
const MAX_LOG_BYTES: u64 = 32 << 10;

/// Builds and checks versions, one after the other. Returns the error of a call that will fail again.
pub(crate) async fn build_versions(host: Arc<Host>) -> ClientError {
    loop {
        match build_next(&host).await {
            Ok(()) => {}
            Err(error) if is_final(&error) => return error,
            Err(error) => {
                tracing::warn!(%error, "uploaded versions not built");
                tokio::time::sleep(RETRY_DELAY).await;
            }
        }
    }
}

async fn build_next(host: &Host) -> Result<(), ClientError> {
    let request = LeaseVersionRequest {
        host: host.id.clone(),
        wait_nanos: WAIT.as_nanos() as u64,
    };
    let leased = host.client.hosts().lease_version(request).await?;
    let Some(version) = leased.into_inner().version else {
        return Ok(());
    };
    tracing::info!(
        bot = version.bot,
        version = version.number,
        "building started"
    );
    let renewal = renew(host, &version);
    let result = tokio::select! {
        result = build_and_check(host, &version) => result?,
        lost = renewal => {
            tracing::warn!(bot = version.bot, version = version.number, "lease lost");
            return lost;
        }
    };
    match result.rejection.as_str() {
        "" => tracing::info!(
            bot = version.bot,
            version = version.number,
            "version checked"
        ),
        reason => {
            tracing::info!(
                bot = version.bot,
                version = version.number,
                reason,
                "version rejected"
            );
        }
    }
    report(host, &version, Some(result)).await.map(drop)
}

/// Renews the lease until it is lost.
async fn renew(host: &Host, version: &HostedVersion) -> Result<(), ClientError> {
    loop {
        tokio::time::sleep(RENEW_INTERVAL).await;
        match report(host, version, None).await {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            // The lease lasts for a while.
            Err(error) if !is_final(&error) => {}
            Err(error) => return Err(error),
        }
    }
}

/// Reports on a version; returns `false` if its lease was lost.
async fn report(
    host: &Host,
    version: &HostedVersion,
    result: Option<VersionResult>,
) -> Result<bool, ClientError> {
    let request = ReportVersionRequest {
        host: host.id.clone(),
        bot: version.bot.clone(),
        number: version.number,
        result,
    };
    let reported = host.client.hosts().report_version(request).await?;
    Ok(reported.into_inner().is_leased)
}

async fn build_and_check(
    host: &Host,
    version: &HostedVersion,
) -> Result<VersionResult, ClientError> {
    let (mut log, folder) = match build(host, version).await {
        Ok((log, folder)) => (log, folder),
        Err(BuildError::Folder(FolderError::Call(error))) => return Err(error),
        Err(BuildError::Folder(FolderError::Version(rejection))) => {
            let log = String::new();
            return Ok(VersionResult { rejection, log });
        }
        Err(BuildError::Failed { rejection, log }) => {
            return Ok(VersionResult { rejection, log });
        }
    };
    let program = host.counted(host.confinement.player(version, &folder), version);
    let (checks, rejection) = check(version, &program).await;
    log += &checks;
    Ok(VersionResult {
        rejection: rejection.unwrap_or_default(),
        log,
    })
}

/// Why a version is not built.
pub(crate) enum BuildError {
    Folder(FolderError),
    Failed { rejection: String, log: String },
}

/// Downloads and builds a version, unless that is done; returns what the build has printed, and the folder.
///
/// # Errors
/// Returns an error if the server cannot be called, or the version cannot be unpacked or built.
pub(crate) async fn build(
    host: &Host,
    version: &HostedVersion,
) -> Result<(String, PathBuf), BuildError> {
    let built = host.folders.built(&version.content_sha256);
    if built.exists() {
        return Ok((String::new(), built));
    }
    let source = host.folders.download(&host.client, version).await;
    let source = source.map_err(BuildError::Folder)?;
    let failed = |rejection: String| BuildError::Failed {
        rejection,
        log: String::new(),
    };
    if version.build.is_empty() {
        let renamed = std::fs::rename(&source, &built);
        renamed.map_err(|error| failed(format!("{}: {error}", built.display())))?;
        return Ok((String::new(), built));
    }
    let program = host.counted(host.confinement.build(version, &source), version);
    let target = host.folders.build_output(&version.content_sha256);
    let output = target.clone();
    let run = tokio::task::spawn_blocking(move || run_build(&program, &output));
    let (log, rejection) = run.await.map_err(|error| failed(error.to_string()))?;
    let _ = std::fs::remove_dir_all(&source);
    if let Some(rejection) = rejection {
        let _ = std::fs::remove_dir_all(&target);
        return Err(BuildError::Failed { rejection, log });
    }
    let renamed = std::fs::rename(&target, &built);
    renamed.map_err(|error| failed(format!("{}: {error}", built.display())))?;
    Ok((log, built))
}

/// Runs a build, and unpacks the tar file that it prints; returns what it has written to standard error, and why it failed.
fn run_build(program: &BotProgram, target: &Path) -> (String, Option<String>) {
    let failed = |error: String| (String::new(), Some(format!("build: {error}")));
    let _ = std::fs::remove_dir_all(target);
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => return failed(error.to_string()),
    };
    let mut command = match guard::attached_command(program, true) {
        Ok(command) => command,
        Err(error) => return failed(error.to_string()),
    };
    // Without a sandbox it builds here.
    let mut child = match command.current_dir(folder.path()).spawn() {
        Ok(child) => child,
        Err(error) => return failed(error.to_string()),
    };
    let mut errors = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut log = Vec::new();
        if let Some(errors) = &mut errors {
            let _ = errors.take(MAX_LOG_BYTES).read_to_end(&mut log);
            // The rest is dropped, so that the build does not wait.
            let _ = std::io::copy(errors, &mut std::io::sink());
        }
        String::from_utf8_lossy(&log).into_owned()
    });
    let output = child.stdout.take();
    let unpacked = output.map(|mut output| {
        let unpacked = unpack_tar(&mut output, target);
        let _ = std::io::copy(&mut output, &mut std::io::sink());
        unpacked
    });
    let status = child.wait();
    let log = reader.join().unwrap_or_default();
    let rejection = match (status, unpacked) {
        (Ok(status), _) if !status.success() => Some(guard::exit_text(status)),
        (Err(error), _) => Some(error.to_string()),
        (_, Some(Err(error))) => Some(error.to_string()),
        _ => None,
    };
    (
        log,
        rejection.map(|reason| format!("build: the command {reason}")),
    )
}
