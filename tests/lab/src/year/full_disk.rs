//! A disk that is full for one process: no file of it can be written.

use botwerk_command::failure::{Failure, Reason};
use rustix::process::{Pid, Resource, Rlimit, prlimit};

/// Fails all writes of a process to files, from now on, as on a disk without space.
pub(super) fn fill(process: u32) -> Result<(), Failure> {
    limit(process, Some(0))
}

/// Undoes [`fill`].
pub(super) fn free(process: u32) -> Result<(), Failure> {
    limit(process, None)
}

fn limit(process: u32, bytes: Option<u64>) -> Result<(), Failure> {
    let failed = |why: String| {
        let message = format!("cannot limit the files of a process: {why}");
        Failure::new(Reason::Unreachable, message)
    };
    let id = i32::try_from(process).ok().and_then(Pid::from_raw);
    let id = id.ok_or_else(|| failed("it has no id".into()))?;
    let limits = Rlimit {
        current: bytes,
        // Only a privileged process could raise it again.
        maximum: None,
    };
    prlimit(Some(id), Resource::Fsize, limits)
        .map(drop)
        .map_err(|error| failed(error.to_string()))
}
