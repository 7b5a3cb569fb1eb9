//! What a server needs to know of its provider.

use std::fmt;

use http::Uri;

/// The provider of a server, as the operator has configured it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ProviderSettings {
    /// Its address, as the provider itself states it.
    pub(crate) issuer: String,
    /// Its name for people.
    pub(crate) name: String,
    /// The id and the secret of the server at the provider.
    pub(crate) client_id: String,
    pub(crate) client_secret: String,
    /// The address to which the provider redirects browsers.
    pub(crate) redirect_address: String,
}

impl fmt::Debug for ProviderSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProviderSettings")
            .field("issuer", &self.issuer)
            .field("client_id", &self.client_id)
            .finish_non_exhaustive()
    }
}

/// Returns `true` if what is sent to an address cannot be read on the way: it has TLS, or is on this machine.
pub(crate) fn is_secure_address(address: &Uri) -> bool {
    let Some(host) = address.host() else {
        return false;
    };
    let has_user =
        { address.authority() }.is_some_and(|authority| authority.as_str().contains('@'));
    match address.scheme_str() {
        _ if has_user => false,
        Some("https") => true,
        Some("http") => is_loopback(host),
        _ => false,
    }
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    let address: Result<std::net::IpAddr, _> = address.parse();
    address.map_or(host == "localhost", |address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_without_tls_is_secure_on_this_machine_only() {
        for (address, expected) in [
            ("https://id.example", true),
            ("https://id.example/a/", true),
            ("http://localhost:9998/", true),
            ("http://127.0.0.1:9998/", true),
            ("http://[::1]:9998/", true),
            ("http://id.example", false),
            ("http://localhost.example", false),
            ("http://10.0.0.1", false),
            ("https://user:password@id.example", false),
            ("ftp://localhost", false),
            ("localhost", false),
            ("/a", false),
        ] {
            let is_secure = is_secure_address(&address.parse().unwrap());
            assert_eq!(is_secure, expected, "{address}");
        }
    }

    #[test]
    fn secret_is_never_shown() {
        let settings = ProviderSettings {
            issuer: "https://id.example".into(),
            name: "ID".into(),
            client_id: "botwerk".into(),
            client_secret: "sesame".into(),
            redirect_address: "https://play.example/sign-in/callback".into(),
        };
        assert!(!format!("{settings:?}").contains("sesame"));
    }
}
