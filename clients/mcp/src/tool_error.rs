//! Why a tool call has failed.

use botwerk_client::ClientError;
use botwerk_command::failure::Failure;

/// A failure that the model reads: a machine-readable reason, and what is wrong and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ToolError {
    /// The reason, as in the API.
    pub(super) reason: String,
    /// The human-readable explanation.
    pub(super) message: String,
}

impl ToolError {
    /// Creates an error.
    pub(super) fn new(reason: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            message: message.into(),
        }
    }

    /// Creates the error for an argument that cannot be used.
    pub(super) fn argument(message: impl Into<String>) -> Self {
        Self::new("BAD_ARGUMENT", message)
    }

    /// Returns the text of a tool's answer.
    pub(super) fn text(&self) -> String {
        format!("error: {}\n{}", self.reason, self.message)
    }
}

impl From<ClientError> for ToolError {
    fn from(error: ClientError) -> Self {
        let message = error.to_string();
        match error {
            ClientError::Rejected { reason, .. } => Self::new(reason.name(), message),
            ClientError::Unreachable(_) | ClientError::Tls(_) => Self::new("UNREACHABLE", message),
            ClientError::Protocol(_) | ClientError::Player(_) => Self::new("INTERNAL", message),
        }
    }
}

impl From<Failure> for ToolError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Usage { reason, message } => Self::new(reason.name(), message),
            Failure::Mistakes {
                reason,
                message,
                mistakes,
            } => Self::new(reason.name(), format!("{message}\n{}", mistakes.join("\n"))),
            Failure::Server { reason, message } => Self::new(reason.name(), message),
            Failure::Output(error) => Self::new("FILE_ERROR", error.to_string()),
            Failure::ReportedNegative | Failure::ReportedInvalid => {
                Self::new("INTERNAL", "the failure was printed elsewhere")
            }
        }
    }
}
