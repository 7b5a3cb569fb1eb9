//! A certificate authority of a check, which no machine trusts by itself.
//!
//! Its certificate and the server's are valid from 2020 to 2119. The authority's key was never stored, so that nobody
//! can sign for a bot that trusts it; the server's key, which is public, proves nothing outside of a check.

use std::path::PathBuf;

use botwerk_command::failure::Failure;
use tempfile::TempDir;
use tonic::transport::{Identity, ServerTlsConfig};

const AUTHORITY: &str = include_str!("certificates/authority.pem");
const SERVER: &str = include_str!("certificates/server.pem");
const SERVER_KEY: &str = include_str!("certificates/server-key.pem");

/// The certificate of an authority, in a file for bots.
pub(super) struct Authority {
    /// The certificate in PEM format.
    file: PathBuf,
    /// Contains the file.
    _folder: TempDir,
}

impl Authority {
    /// Writes the file.
    pub(super) fn new() -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("ca.pem");
        std::fs::write(&file, AUTHORITY)?;
        Ok(Self {
            file,
            _folder: folder,
        })
    }

    /// Returns the file for `BOTWERK_CA`.
    pub(super) fn file(&self) -> String {
        self.file.display().to_string()
    }

    /// Returns the TLS of a server at 127.0.0.1 whose certificate the authority has signed.
    pub(super) fn server_tls() -> ServerTlsConfig {
        ServerTlsConfig::new().identity(Identity::from_pem(SERVER, SERVER_KEY))
    }
}
