//! The log of failures: a small file of JSON lines next to the database.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::failure_cause::FailureCause;
use super::suspension::Suspended;
use crate::metrics::Metrics;
use crate::store::now_micros;

/// Number of failures after which a match or tournament is suspended.
const MAX_FAILURES: u32 = 2;

/// Microseconds after which a single failure is forgotten.
const RETENTION_MICROS: i64 = 86_400_000_000;

/// The version of the program: another one may have no fault, and tries again what is suspended.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Maximum size of the file in bytes; the rest is not read.
const MAX_BYTES: usize = 1 << 20;

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum LogLine {
    /// A run of the program starts.
    Run {
        /// The time in microseconds since 1970.
        run: i64,
        version: String,
    },
    /// Work has failed in the run.
    Failure {
        cause: String,
        work: String,
        step: String,
        /// Number of failures; 1 if it is missing.
        #[serde(default = "one")]
        count: u32,
        /// The time in microseconds since 1970; that of the start of the run if it is missing.
        #[serde(default)]
        at: Option<i64>,
    },
}

fn one() -> u32 {
    1
}

/// The failures of one match or tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Failures {
    count: u32,
    cause: String,
    step: String,
    /// The time of the last one in microseconds since 1970.
    last_micros: i64,
}

impl Failures {
    fn is_suspended(&self) -> bool {
        self.count >= MAX_FAILURES
    }
}

/// The failures by the name of the match or tournament in the API.
type FailuresByName = BTreeMap<String, Failures>;

/// The log of failures.
#[derive(Debug)]
pub(super) struct FailureLog {
    path: Option<PathBuf>,
    /// Open to append; `None` without a file.
    file: Option<Arc<File>>,
    // A mutex of the standard library: every access is one short step.
    failures: Mutex<FailuresByName>,
    metrics: Arc<Metrics>,
}

impl FailureLog {
    /// Opens a log, and drops what is out of date. A file that cannot be used is reported and left alone.
    pub(super) fn open(path: Option<PathBuf>, metrics: Arc<Metrics>) -> Self {
        let failures = path.as_deref().map_or_else(BTreeMap::new, read);
        let mut file = None;
        if let Some(path) = &path {
            match rewrite(path, &failures) {
                Ok(opened) => file = Some(Arc::new(opened)),
                Err(error) => tracing::warn!(
                    file = %path.display(), %error,
                    "log of failures not opened; failures are forgotten when the process ends"
                ),
            }
        }
        for (work, failures) in &failures {
            let Failures {
                count, cause, step, ..
            } = failures;
            if failures.is_suspended() {
                tracing::error!(work, count, cause, step, "suspended after failures");
            } else {
                tracing::warn!(work, cause, step, "failed before; tried once more");
            }
        }
        let log = Self {
            path,
            file,
            failures: Mutex::new(failures),
            metrics,
        };
        log.update_metrics(&log.lock());
        log
    }

    /// Returns the file, to which a line can be appended at any time.
    #[cfg(unix)]
    pub(super) fn file(&self) -> Option<&Arc<File>> {
        self.file.as_ref()
    }

    /// Records a failure, durably.
    pub(super) fn record(&self, work: &str, step: &str, cause: FailureCause) {
        let mut all = self.lock();
        add_failure(&mut all, work, step, cause.name(), (1, now_micros()));
        self.metrics.work_failed(cause.name());
        self.update_metrics(&all);
        if let Some(mut file) = self.file.as_deref() {
            let line = LogLine::Failure {
                cause: cause.name().into(),
                work: work.into(),
                step: step.into(),
                count: 1,
                at: Some(now_micros()),
            };
            // The failure counts in this process all the same.
            let written = file.write_all(to_line(&line).as_bytes());
            let synced = written.and_then(|()| file.sync_data());
            if let Err(error) = synced {
                tracing::warn!(%error, "failure not logged");
            }
        }
    }

    /// Returns why a match or tournament is suspended, or `None` if it is not.
    pub(super) fn suspension(&self, name: &str) -> Option<Suspended> {
        let all = self.lock();
        let failures = all.get(name).filter(|failures| failures.is_suspended())?;
        Some(Suspended {
            name: name.into(),
            count: failures.count,
            step: failures.step.clone(),
            cause: failures.cause.clone(),
        })
    }

    /// Returns `true` if a match or tournament has failed.
    #[cfg(test)]
    pub(super) fn has_failed(&self, name: &str) -> bool {
        self.lock().contains_key(name)
    }

    /// Forgets the failures of a match or tournament.
    pub(super) fn forget(&self, name: &str) {
        let mut all = self.lock();
        if all.remove(name).is_none() {
            return;
        }
        self.update_metrics(&all);
        let (Some(file), Some(path)) = (&self.file, &self.path) else {
            return;
        };
        // In place: the handler of a signal has the file.
        let rewritten = file
            .set_len(0)
            .and_then(|()| (&**file).write_all(text(&all).as_bytes()))
            .and_then(|()| file.sync_data());
        if let Err(error) = rewritten {
            tracing::warn!(file = %path.display(), %error, "failures not forgotten");
        }
    }

    fn update_metrics(&self, all: &FailuresByName) {
        let suspended = |prefix: &str| {
            let names = all.iter().filter(|(name, _)| name.starts_with(prefix));
            names
                .filter(|(_, failures)| failures.is_suspended())
                .count()
        };
        self.metrics
            .set_suspended(suspended("matches/"), suspended("tournaments/"));
    }

    fn lock(&self) -> MutexGuard<'_, FailuresByName> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn add_failure(
    all: &mut FailuresByName,
    work: &str,
    step: &str,
    cause: &str,
    (count, at): (u32, i64),
) {
    let before = all.get(work).map_or(0, |failures| failures.count);
    let failures = Failures {
        count: before.saturating_add(count),
        cause: cause.into(),
        step: step.into(),
        last_micros: at,
    };
    all.insert(work.into(), failures);
}

/// Reads the failures of this version of the program that are not out of date.
fn read(path: &Path) -> FailuresByName {
    let mut all = BTreeMap::new();
    let Ok(bytes) = fs::read(path) else {
        return all;
    };
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_BYTES)]);
    let (mut started, mut is_own_version) = (0, false);
    for line in text.lines() {
        match serde_json::from_str(line) {
            Ok(LogLine::Run { run, version }) => {
                (started, is_own_version) = (run, version == VERSION);
            }
            Ok(LogLine::Failure {
                cause,
                work,
                step,
                count,
                at,
            }) if is_own_version => {
                add_failure(
                    &mut all,
                    &work,
                    &step,
                    &cause,
                    (count, at.unwrap_or(started)),
                );
            }
            // The last line may be torn.
            Ok(LogLine::Failure { .. }) | Err(_) => {}
        }
    }
    let oldest = now_micros() - RETENTION_MICROS;
    all.retain(|_, failures| failures.is_suspended() || failures.last_micros >= oldest);
    all
}

/// Replaces the file by these failures and the start of a run; returns it, open to append.
fn rewrite(path: &Path, failures: &FailuresByName) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::other("it is no file"));
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.set_len(0)?;
    file.write_all(text(failures).as_bytes())?;
    file.sync_data()?;
    Ok(file)
}

/// Returns the text of a file in which a run starts with these failures.
fn text(failures: &FailuresByName) -> String {
    let run = LogLine::Run {
        run: now_micros(),
        version: VERSION.into(),
    };
    let mut text = to_line(&run);
    for (work, failures) in failures {
        text.push_str(&to_line(&LogLine::Failure {
            cause: failures.cause.clone(),
            work: work.clone(),
            step: failures.step.clone(),
            count: failures.count,
            at: Some(failures.last_micros),
        }));
    }
    text
}

fn to_line(line: &LogLine) -> String {
    // Plain values are always JSON.
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    text
}
