//! Failed TLS handshakes: what is wrong, and how to fix it.

use std::error::Error;
use std::io;

use tokio_rustls::rustls::{self, CertificateError};

/// Returns what is wrong if TLS has failed, or `None` for another error.
pub(crate) fn tls_message(error: &(dyn Error + 'static)) -> Option<String> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(tls) = error.downcast_ref::<rustls::Error>() {
            return Some(message(tls));
        }
        // The source of an I/O error is the source of the error that it contains.
        let inner = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        next = match inner {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    None
}

fn message(error: &rustls::Error) -> String {
    match error {
        rustls::Error::InvalidMessage(_) => {
            "the server does not use TLS; connect with http:// instead of https://, and without an \
             authority"
                .into()
        }
        rustls::Error::InvalidCertificate(error) => certificate_message(error),
        other => format!("TLS failed: {other}; check whether the server uses TLS"),
    }
}

fn certificate_message(error: &CertificateError) -> String {
    let certificate = "the certificate of the server";
    match error {
        CertificateError::UnknownIssuer => format!(
            "{certificate} is not signed by a trusted authority; name the certificate of its \
             authority with --ca or BOTWERK_CA"
        ),
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            format!("{certificate} is for other names; connect by a name that it contains")
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            format!("{certificate} has expired; renew it")
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            format!("{certificate} is not valid yet; check the clocks of both machines")
        }
        // The library has no other name for this error.
        CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            format!(
                "{certificate} is that of an authority; give the server a certificate of its own \
                 that the authority has signed (docs/operator.md#certificates)"
            )
        }
        other => format!("{certificate} is not valid: {other}"),
    }
}
