//! The TLS certificate of the server, which can be replaced while the server runs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::ServerCertVerifier;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime, pem};
use tokio_rustls::rustls::{self, CertificateError, RootCertStore, ServerConfig};

/// The error of an unusable certificate or key.
#[derive(Debug, thiserror::Error)]
pub enum CertificatesError {
    /// A file cannot be read, or does not contain the expected PEM section.
    #[error("{field}: {path}: {cause}; expected a PEM file", path = path.display())]
    File {
        /// The field of the configuration that names the file.
        field: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the PEM parser.
        cause: pem::Error,
    },
    /// The certificate is unusable with the key.
    #[error(
        "tls_cert, tls_key: {cert} with {key}: {cause}; expected the key of the certificate",
        cert = cert.display(),
        key = key.display()
    )]
    KeyMismatch {
        /// The file of the certificate chain.
        cert: PathBuf,
        /// The file of the private key.
        key: PathBuf,
        /// The error of the TLS library.
        cause: rustls::Error,
    },
}

/// The files of certificate and key, and the TLS configuration read from them. Clones share it.
#[derive(Debug, Clone)]
pub struct Certificates {
    cert: PathBuf,
    key: PathBuf,
    current: CurrentTls,
}

/// The TLS configuration for new connections.
#[derive(Debug, Clone)]
pub(crate) struct CurrentTls(Arc<RwLock<Arc<ServerConfig>>>);

impl CurrentTls {
    /// Returns the acceptor for the next connection.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        let config = self.0.read().unwrap_or_else(PoisonError::into_inner);
        TlsAcceptor::from(Arc::clone(&config))
    }
}

impl Certificates {
    /// Reads the certificate chain and the private key.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or the key does not match the certificate.
    pub fn load(cert: &Path, key: &Path) -> Result<Self, CertificatesError> {
        let current = CurrentTls(Arc::new(RwLock::new(read_tls_config(cert, key)?)));
        Ok(Self {
            cert: cert.to_owned(),
            key: key.to_owned(),
            current,
        })
    }

    /// Reads the files again and logs the result. New connections get the new certificate; open ones
    /// continue.
    ///
    /// # Errors
    /// Returns an error if the files are unusable; the previous certificate remains in use.
    pub fn reload(&self) -> Result<(), CertificatesError> {
        let config = read_tls_config(&self.cert, &self.key).inspect_err(|error| {
            tracing::error!(%error, "kept the previous certificate");
        })?;
        tracing::info!("reloaded the certificate");
        *self
            .current
            .0
            .write()
            .unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    pub(crate) fn current_tls(&self) -> CurrentTls {
        self.current.clone()
    }
}

fn read_tls_config(cert: &Path, key: &Path) -> Result<Arc<ServerConfig>, CertificatesError> {
    let file_error = |field, path: &Path| {
        let path = path.to_owned();
        move |cause| CertificatesError::File { field, path, cause }
    };
    let chain = CertificateDer::pem_file_iter(cert)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(file_error("tls_cert", cert))?;
    if chain.is_empty() {
        return Err(file_error("tls_cert", cert)(pem::Error::NoItemsFound));
    }
    let private_key = PrivateKeyDer::from_pem_file(key).map_err(file_error("tls_key", key))?;
    if chain.first().is_some_and(is_authority) {
        let cert = cert.display();
        tracing::warn!(%cert, "the certificate of the server is that of an authority, which many clients reject");
    }
    let mismatch = |cause| CertificatesError::KeyMismatch {
        cert: cert.to_owned(),
        key: key.to_owned(),
        cause,
    };
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(mismatch)?
        .with_no_client_auth()
        .with_single_cert(chain, private_key)
        .map_err(mismatch)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

/// Returns `true` if a certificate is that of an authority, which clients reject as a server's.
fn is_authority(certificate: &CertificateDer<'_>) -> bool {
    let mut roots = RootCertStore::empty();
    let provider = Arc::new(ring::default_provider());
    let Ok(()) = roots.add(certificate.clone().into_owned()) else {
        return false;
    };
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
    let (Ok(verifier), Ok(name)) = (verifier, ServerName::try_from("localhost")) else {
        return false;
    };
    let verified = verifier.verify_server_cert(certificate, &[], &name, &[], UnixTime::now());
    // The library has no other name for this error.
    matches!(
        verified,
        Err(rustls::Error::InvalidCertificate(CertificateError::Other(error)))
            if format!("{error:?}").contains("CaUsedAsEndEntity")
    )
}
