//! What a guard waits for.

use std::process::ExitStatus;

use crate::sandbox::LimitBreach;

/// Why a guard stops waiting.
pub(super) enum GuardEvent {
    /// The bot has ended.
    Exited(ExitStatus),
    /// The bot has exceeded a limit of its sandbox.
    Breached(LimitBreach),
    /// The program that started the guard has ended, or wants the bot to end.
    Released,
}
