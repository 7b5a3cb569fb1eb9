//! The error of a server that cannot run.

use crate::config::ConfigError;
use crate::edge::CertificatesError;

/// The error of a server that cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The configuration is unusable.
    #[error("{0}")]
    Config(#[from] ConfigError),
    /// The certificate or its key is unusable.
    #[error("configuration: {0}")]
    Certificates(#[from] CertificatesError),
    /// The store cannot be opened or read.
    #[error("db: {0}")]
    Store(String),
    /// Threads cannot be started.
    #[error("threads: {0}")]
    Threads(#[from] std::io::Error),
    /// The transport failed.
    #[error("transport: {0}")]
    Transport(#[from] tonic::transport::Error),
    /// The description of the API is invalid.
    #[error("reflection: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
}
