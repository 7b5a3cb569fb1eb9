//! Signals of Unix systems that concern a server. Windows has none of them: a certificate is reloaded by a restart.

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::failure::Failure;

/// SIGHUP, by which an operator asks for the certificate to be reloaded.
pub(super) struct Hangups(#[cfg(unix)] Option<Signal>);

impl Hangups {
    /// Installs the handler: without one the signal would end the program.
    pub(super) fn listen() -> Self {
        Self(
            #[cfg(unix)]
            signal(SignalKind::hangup()).ok(),
        )
    }

    /// Waits for a signal. Returns `false` if there will be none.
    #[cfg(unix)]
    pub(super) async fn recv(&mut self) -> bool {
        match &mut self.0 {
            Some(signals) => signals.recv().await.is_some(),
            None => false,
        }
    }

    /// Returns `false`: there will be no signal.
    #[cfg(windows)]
    pub(super) async fn recv(&mut self) -> bool {
        false
    }
}

/// Makes a write beyond the file size limit fail instead of ending the program: the store reports
/// the failure and resumes once there is space.
pub(super) fn ignore_file_size_signal() -> Result<(), Failure> {
    // The handler stays installed when the stream of signals is dropped.
    #[cfg(unix)]
    drop(signal(SignalKind::from_raw(
        rustix::process::Signal::XFSZ.as_raw(),
    ))?);
    Ok(())
}
