//! A certificate authority of a check, which no machine trusts by itself.

use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use tempfile::TempDir;
use tonic::transport::{Identity, ServerTlsConfig};

use crate::failure::{Failure, Reason};

/// An authority, and the certificate of a server that it has signed.
pub(super) struct Authority {
    /// The certificate of the authority, in PEM format.
    file: PathBuf,
    identity: Identity,
    /// Contains the file.
    _folder: TempDir,
}

impl Authority {
    /// Creates an authority, and a certificate for the address 127.0.0.1.
    pub(super) fn new() -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("ca.pem");
        let (authority, identity) = certificates().map_err(|error| {
            let message = format!("cannot create a certificate: {error}; try again");
            Failure::new(Reason::Unreachable, message)
        })?;
        std::fs::write(&file, authority)?;
        Ok(Self {
            file,
            identity,
            _folder: folder,
        })
    }

    /// Returns the file for `BOTWERK_CA`.
    pub(super) fn file(&self) -> String {
        self.file.display().to_string()
    }

    /// Returns the TLS of a server with the certificate.
    pub(super) fn server_tls(&self) -> ServerTlsConfig {
        ServerTlsConfig::new().identity(self.identity.clone())
    }
}

/// Returns the certificate of an authority in PEM format, and that of a server.
fn certificates() -> Result<(String, Identity), rcgen::Error> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    // A certificate with the name of its authority would be taken for one that signs itself.
    params
        .distinguished_name
        .push(DnType::CommonName, "authority of bot check");
    let key = KeyPair::generate()?;
    let authority = pem("CERTIFICATE", params.self_signed(&key)?.der());
    let issuer = Issuer::new(params, key);
    let server_key = KeyPair::generate()?;
    let server = CertificateParams::new(["127.0.0.1".to_owned()])?;
    let server = server.signed_by(&server_key, &issuer)?;
    let server = pem("CERTIFICATE", server.der());
    let server_key = pem("PRIVATE KEY", server_key.serialized_der());
    Ok((authority, Identity::from_pem(server, server_key)))
}

/// Returns the bytes of a certificate or key in PEM format.
fn pem(label: &str, der: &[u8]) -> String {
    let base64 = STANDARD.encode(der);
    let mut lines = vec![format!("-----BEGIN {label}-----")];
    lines.extend(
        base64
            .as_bytes()
            .chunks(64)
            .map(|line| String::from_utf8_lossy(line).into()),
    );
    lines.push(format!("-----END {label}-----\n"));
    lines.join("\n")
}
