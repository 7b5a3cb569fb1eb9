//! TLS: the certificate that the server shows, and how it is replaced while the server runs.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, pem};
use tokio_rustls::rustls::{self, ServerConfig};

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CertificatesError {
    /// A file cannot be read, or is not PEM of what it should be.
    #[error("{path}: {why}; give a PEM file", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: pem::Error,
    },
    /// Certificate and key cannot be used together.
    #[error("{cert} with {key}: {why}", cert = cert.display(), key = key.display())]
    KeyMismatch {
        /// The certificate's file.
        cert: PathBuf,
        /// The key's file.
        key: PathBuf,
        /// What is wrong with them.
        why: rustls::Error,
    },
}

/// The files of a certificate, and what was read of them last. Clones share it.
#[derive(Debug, Clone)]
pub struct Certificates {
    cert: PathBuf,
    key: PathBuf,
    current: CurrentTls,
}

/// How connections are secured at the moment.
#[derive(Debug, Clone)]
pub(crate) struct CurrentTls(Arc<RwLock<Arc<ServerConfig>>>);

impl CurrentTls {
    /// What secures the next connection.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        let config = self.0.read().unwrap_or_else(PoisonError::into_inner);
        TlsAcceptor::from(Arc::clone(&config))
    }
}

impl Certificates {
    /// Reads certificate chain and key.
    ///
    /// # Errors
    /// If a file cannot be read, or they do not belong together.
    pub fn load(cert: &Path, key: &Path) -> Result<Self, CertificatesError> {
        let current = CurrentTls(Arc::new(RwLock::new(read(cert, key)?)));
        Ok(Self {
            cert: cert.to_owned(),
            key: key.to_owned(),
            current,
        })
    }

    /// Reads the files again, and logs how that went. Connections from now on are shown what they
    /// say; those that are open go on.
    ///
    /// # Errors
    /// If the files cannot be used; what was read before stays.
    pub fn reload(&self) -> Result<(), CertificatesError> {
        let config = read(&self.cert, &self.key).inspect_err(|error| {
            tracing::error!(%error, "the old certificate stays");
        })?;
        tracing::info!("the certificate was read again");
        *self
            .current
            .0
            .write()
            .unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    pub(crate) fn security(&self) -> CurrentTls {
        self.current.clone()
    }
}

fn read(cert: &Path, key: &Path) -> Result<Arc<ServerConfig>, CertificatesError> {
    let file = |path: &Path| {
        let path = path.to_owned();
        move |why| CertificatesError::File { path, why }
    };
    let chain = CertificateDer::pem_file_iter(cert)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(file(cert))?;
    let private = PrivateKeyDer::from_pem_file(key).map_err(file(key))?;
    let pair = |why| CertificatesError::KeyMismatch {
        cert: cert.to_owned(),
        key: key.to_owned(),
        why,
    };
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(pair)?
        .with_no_client_auth()
        .with_single_cert(chain, private)
        .map_err(pair)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}
