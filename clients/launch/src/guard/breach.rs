//! The limit of a sandbox that a bot exceeded before it exited.

use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use rustix::process::Signal;

use super::event::GuardEvent;
use crate::sandbox::LimitBreach;

/// Time in which a limit is found that a bot exceeded before it exited.
const BREACH_TIMEOUT: Duration = Duration::from_millis(200);

/// Returns the limit for which the system has ended a bot, or `None`.
pub(super) fn breach_after_exit(
    status: ExitStatus,
    event: &Receiver<GuardEvent>,
) -> Option<LimitBreach> {
    let signal = status.signal().or_else(|| Some(status.code()? - 128));
    let signal = signal
        .filter(|signal| *signal > 0)
        .and_then(Signal::from_named_raw)?;
    match signal {
        Signal::XCPU => Some(LimitBreach::Processor),
        Signal::XFSZ => Some(LimitBreach::Disk),
        Signal::KILL => match event.recv_timeout(BREACH_TIMEOUT) {
            Ok(GuardEvent::Breached(breach)) => Some(breach),
            _ => None,
        },
        _ => None,
    }
}
