//! How work can fail.

/// How work can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FailureCause {
    /// A step panicked.
    Panic,
    /// A step did not end.
    Endless,
    /// A step took all memory.
    Memory,
}

impl FailureCause {
    /// Returns the name in the log and in metrics. That of an abort is in `abort_signal`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Endless => "endless",
            Self::Memory => "memory",
        }
    }
}
