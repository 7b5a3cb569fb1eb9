//! The address of the server, as a bot in a sandbox reaches it.

use std::net::IpAddr;

/// A server's address in parts: `http://HOST:PORT`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ServerAddress {
    scheme: String,
    pub(super) host: String,
    pub(super) port: u16,
}

impl ServerAddress {
    /// Parses an address.
    ///
    /// # Errors
    /// Returns an error if the text is not an address.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let invalid = || format!("server: expected http://HOST:PORT, found {text}");
        let (scheme, rest) = text.split_once("://").unwrap_or(("http", text));
        let default_port = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return Err(invalid()),
        };
        let authority = rest.split('/').next().unwrap_or_default();
        let (host, port) = match authority.rsplit_once(':') {
            // The colons of an IPv6 address are in brackets.
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| invalid())?)
            }
            _ => (authority, default_port),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() || port == 0 {
            return Err(invalid());
        }
        Ok(Self {
            scheme: scheme.into(),
            host: host.into(),
            port,
        })
    }

    /// Returns the name that must resolve to this machine inside of the sandbox; `None` if the host is a number.
    pub(super) fn host_name(&self) -> Option<&str> {
        let is_number = self.host.parse::<IpAddr>().is_ok();
        (!is_number).then_some(self.host.as_str())
    }

    /// Returns the address for the bot. Names keep, so that certificates are valid; numbers become the address of
    /// the sandbox itself.
    pub(super) fn inside(&self) -> String {
        let host = self.host_name().unwrap_or("127.0.0.1");
        format!("{}://{host}:{}", self.scheme, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_host_and_a_port() {
        for (text, host, port, inside) in [
            (
                "http://127.0.0.1:4270",
                "127.0.0.1",
                4270,
                "http://127.0.0.1:4270",
            ),
            ("http://10.1.2.3:80/", "10.1.2.3", 80, "http://127.0.0.1:80"),
            (
                "https://play.example",
                "play.example",
                443,
                "https://play.example:443",
            ),
            ("http://[::1]:9", "::1", 9, "http://127.0.0.1:9"),
            ("http://[::1]", "::1", 80, "http://127.0.0.1:80"),
            ("localhost:4270", "localhost", 4270, "http://localhost:4270"),
        ] {
            let address = ServerAddress::parse(text).unwrap();
            assert_eq!((&*address.host, address.port), (host, port), "{text}");
            assert_eq!(address.inside(), inside);
        }
    }

    #[test]
    fn other_texts_are_no_addresses() {
        for text in [
            "",
            "http://",
            "ftp://host:1",
            "http://host:port",
            "host:0",
            "host:99999",
        ] {
            assert!(ServerAddress::parse(text).is_err(), "{text}");
        }
    }
}
