//! Errors of calls, streams and players.

use std::error::Error;
use std::time::Duration;

use botwerk_proto::v1 as proto;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::tls_error::tls_message;

/// Why a call or a stream failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ClientError {
    /// The server rejected a call, a join or a submission.
    #[error("{message}")]
    Rejected {
        /// The machine-readable reason, such as [`ErrorReason::BadToken`](proto::ErrorReason::BadToken), or
        /// `Unspecified` if the server gives none that this version knows.
        reason: proto::ErrorReason,
        /// The human-readable explanation: where, what is wrong and how to fix it.
        message: String,
        /// The server to connect to instead, if the reason is `WrongServer`.
        address: Option<String>,
        /// The request may succeed if it is sent again after this time. `None` if it would be rejected again.
        retry_delay: Option<Duration>,
    },
    /// The server cannot be reached, or the connection was lost.
    #[error("the server cannot be reached: {0}")]
    Unreachable(String),
    /// The connection is not trusted, or only one side uses TLS.
    #[error("{0}")]
    Tls(String),
    /// The server sent a message that violates the API.
    #[error("the server violated the protocol: {0}")]
    Protocol(String),
    /// The player returned an error or cannot play the game.
    #[error("the player failed: {0}")]
    Player(String),
}

impl ClientError {
    /// Returns `true` if the same call may succeed later, and `false` if it will fail again.
    pub fn is_transient(&self) -> bool {
        match self {
            // The same call may succeed at the other server.
            Self::Unreachable(_)
            | Self::Rejected {
                address: Some(_), ..
            } => true,
            Self::Rejected { retry_delay, .. } => retry_delay.is_some(),
            Self::Tls(_) | Self::Protocol(_) | Self::Player(_) => false,
        }
    }
}

impl From<Status> for ClientError {
    fn from(status: Status) -> Self {
        let details = status.get_error_details();
        let retry_delay = details.retry_info().and_then(|info| info.retry_delay);
        if let Some(info) = details.error_info() {
            return Self::Rejected {
                reason: proto::ErrorReason::from_name(&info.reason).unwrap_or_default(),
                message: status.message().to_owned(),
                address: info.metadata.get("address").cloned(),
                retry_delay,
            };
        }
        match status.code() {
            Code::Unavailable | Code::Unknown | Code::Cancelled => {
                Self::Unreachable(status.message().to_owned())
            }
            code => Self::Rejected {
                reason: proto::ErrorReason::Unspecified,
                message: format!("{} ({code:?})", status.message()),
                address: None,
                retry_delay,
            },
        }
    }
}

impl From<proto::Error> for ClientError {
    fn from(error: proto::Error) -> Self {
        Self::Rejected {
            reason: error.reason(),
            message: error.message,
            address: error.address,
            retry_delay: error.retry_delay_nanos.map(Duration::from_nanos),
        }
    }
}

/// The error of a bot.
impl From<Box<dyn Error + Send + Sync>> for ClientError {
    fn from(error: Box<dyn Error + Send + Sync>) -> Self {
        Self::Player(error.to_string())
    }
}

impl From<tonic::transport::Error> for ClientError {
    fn from(error: tonic::transport::Error) -> Self {
        if let Some(message) = tls_message(&error) {
            return Self::Tls(message);
        }
        let cause = error.source().map(ToString::to_string);
        Self::Unreachable(cause.unwrap_or_else(|| error.to_string()))
    }
}
