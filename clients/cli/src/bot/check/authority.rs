//! A certificate authority of a check, which no machine trusts by itself.

use std::path::PathBuf;

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
    let authority = params.self_signed(&key)?.pem();
    let issuer = Issuer::new(params, key);
    let server_key = KeyPair::generate()?;
    let server = CertificateParams::new(["127.0.0.1".to_owned()])?;
    let server = server.signed_by(&server_key, &issuer)?;
    let identity = Identity::from_pem(server.pem(), server_key.serialize_pem());
    Ok((authority, identity))
}
