//! The hosts and origins that a request may name, so that a web page of another site cannot call the server
//! through the browser of its visitor: neither directly, nor by a name of its own that it resolves to the
//! server's address (DNS rebinding).

use std::net::IpAddr;

use http::header::{HOST, ORIGIN};
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, Uri};

use crate::config::Config;
use crate::error::{Error, Reason};

/// Maximum length of a host or origin that a message quotes, in bytes.
const MAX_QUOTED_BYTES: usize = 100;

/// The hosts and origins that requests may name.
#[derive(Debug)]
pub struct HostRules {
    /// The names of the server in addition to those of this machine; `None` if any host is accepted.
    hosts: Option<Vec<String>>,
    origins: Vec<String>,
}

impl HostRules {
    /// Returns the rules of a server that listens on this address. Hosts are checked on a loopback address
    /// and where names are configured: no other server knows its names.
    pub fn new(config: &Config, listen: IpAddr) -> Self {
        let is_checked = listen.is_loopback() || !config.allowed_hosts.is_empty();
        let hosts = config.allowed_hosts.iter();
        Self {
            hosts: is_checked.then(|| hosts.map(|host| host.to_ascii_lowercase()).collect()),
            origins: config
                .cors_origins
                .iter()
                .map(|origin| sent_origin(origin))
                .collect(),
        }
    }

    /// Checks the host and the origin of a request.
    ///
    /// # Errors
    /// Returns an error if one of them is not allowed.
    pub fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Error> {
        // Browsers always send a host; HTTP/2 has it in the URI.
        let authority = uri
            .authority()
            .map(|authority| authority.as_str().as_bytes());
        let hosts = || {
            let hosts = headers.get_all(HOST).iter().map(HeaderValue::as_bytes);
            authority.into_iter().chain(hosts)
        };
        for host in hosts() {
            self.check_host(host)?;
        }
        for origin in headers.get_all(ORIGIN) {
            let origin = origin.as_bytes();
            if !hosts().any(|host| self.is_own_origin(origin, host)) {
                self.check_origin(origin)?;
            }
        }
        Ok(())
    }

    /// Returns `true` for the origin of the server's own pages: that of the host which the request names. A name
    /// that was not checked may be that of another site, which lets it resolve to this server; an address cannot.
    fn is_own_origin(&self, origin: &[u8], host: &[u8]) -> bool {
        let origin = [&b"http://"[..], b"https://"]
            .into_iter()
            .find_map(|scheme| origin.strip_prefix(scheme));
        let is_same = origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host));
        is_same && (self.hosts.is_some() || is_address(host))
    }

    fn check_host(&self, authority: &[u8]) -> Result<(), Error> {
        let Some(names) = &self.hosts else {
            return Ok(());
        };
        let parsed = Authority::try_from(authority).ok();
        // A host has no user name.
        let parsed = parsed.filter(|authority| !authority.as_str().contains('@'));
        let host = parsed
            .as_ref()
            .map(|authority| authority.host().to_ascii_lowercase());
        if host.is_some_and(|host| is_this_machine(&host) || names.contains(&host)) {
            return Ok(());
        }
        let message = format!(
            "host: {} is not a name of this server; use localhost, or let its operator add the name to \
             allowed_hosts",
            quoted(authority)
        );
        Err(Error::new(Reason::HostNotAllowed, message))
    }

    fn check_origin(&self, origin: &[u8]) -> Result<(), Error> {
        if self
            .origins
            .iter()
            .any(|allowed| allowed.as_bytes() == origin)
        {
            return Ok(());
        }
        let message = format!(
            "origin: web pages of {} may not call this server; let its operator add the origin to \
             cors_origins or, if the pages are its own, their host to allowed_hosts",
            quoted(origin)
        );
        Err(Error::new(Reason::OriginNotAllowed, message))
    }
}

/// Returns an origin as browsers send it: without the port that its scheme stands for.
fn sent_origin(origin: &str) -> String {
    let default = [("https://", ":443"), ("http://", ":80")];
    let port = default
        .iter()
        .find(|(scheme, _)| origin.starts_with(scheme));
    let short = port.and_then(|(_, port)| origin.strip_suffix(port));
    short.unwrap_or(origin).to_ascii_lowercase()
}

/// Returns `true` if a host is an IP address.
fn is_address(authority: &[u8]) -> bool {
    let parsed = Authority::try_from(authority).ok();
    parsed.is_some_and(|authority| address_of(authority.host()).is_some())
}

/// Returns the IP address that a host is, or `None` for a name.
fn address_of(host: &str) -> Option<IpAddr> {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    address.parse().ok()
}

/// Returns `true` for the names of a loopback address, which no name server can give to another machine.
fn is_this_machine(host: &str) -> bool {
    host == "localhost" || address_of(host).is_some_and(|address| address.is_loopback())
}

/// Returns the start of a header's value as part of a message.
fn quoted(value: &[u8]) -> String {
    let value = &value[..value.len().min(MAX_QUOTED_BYTES)];
    format!("`{}`", value.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(listen: &str, allowed_hosts: &[&str]) -> HostRules {
        let config = Config {
            allowed_hosts: allowed_hosts
                .iter()
                .map(|host| (*host).to_owned())
                .collect(),
            cors_origins: vec!["https://play.example".into()],
            ..Config::default()
        };
        HostRules::new(&config, listen.parse().unwrap())
    }

    fn check(rules: &HostRules, headers: &[(http::HeaderName, &str)]) -> Option<Reason> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, value.parse().unwrap());
        }
        let checked = rules.check(&Uri::from_static("/healthz"), &map);
        checked.err().map(|error| error.reason)
    }

    #[test]
    fn loopback_server_accepts_only_its_own_names() {
        let rules = rules("127.0.0.1", &["Bots.Example"]);
        for host in [
            "localhost",
            "LOCALHOST:4270",
            "127.0.0.1:1",
            "127.0.0.2",
            "[::1]:4270",
            "bots.example",
            "BOTS.example:80",
        ] {
            assert_eq!(check(&rules, &[(HOST, host)]), None, "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "10.0.0.1",
            "[::2]",
            "",
            "a@localhost:b",
            "localhost:80:80",
            "[::1",
            "localhost.",
        ] {
            assert_eq!(
                check(&rules, &[(HOST, host)]),
                Some(Reason::HostNotAllowed),
                "{host}"
            );
        }
        // One that is allowed does not excuse another one.
        let both = [(HOST, "localhost"), (HOST, "evil.example")];
        assert_eq!(check(&rules, &both), Some(Reason::HostNotAllowed));
        let absolute = Uri::from_static("http://evil.example/healthz");
        assert!(rules.check(&absolute, &HeaderMap::new()).is_err());
        assert_eq!(check(&rules, &[]), None);
    }

    #[test]
    fn public_server_checks_hosts_only_if_names_are_configured() {
        let evil = [(HOST, "evil.example")];
        assert_eq!(check(&rules("0.0.0.0", &[]), &evil), None);
        let named = rules("0.0.0.0", &["play.example"]);
        assert_eq!(check(&named, &evil), Some(Reason::HostNotAllowed));
        for host in ["play.example:4270", "localhost"] {
            assert_eq!(check(&named, &[(HOST, host)]), None);
        }
    }

    #[test]
    fn own_pages_may_call_the_server_by_a_name_that_is_its_own() {
        let same = |rules: &HostRules, host: &str| {
            let origins = [format!("http://{host}"), format!("https://{host}")];
            origins.map(|origin| check(rules, &[(HOST, host), (ORIGIN, &origin)]))
        };
        let loopback = rules("127.0.0.1", &["Bots.Example"]);
        for host in [
            "localhost:4270",
            "127.0.0.1:4270",
            "bots.example",
            "[::1]:80",
        ] {
            assert_eq!(same(&loopback, host), [None, None], "{host}");
        }
        let public = rules("0.0.0.0", &[]);
        assert_eq!(same(&public, "192.0.2.1:4270"), [None, None]);
        // The name may be that of a site whose pages call this server through a visitor's browser.
        let rejected = Some(Reason::OriginNotAllowed);
        assert_eq!(same(&public, "rebound.example"), [rejected, rejected]);
        let named = rules("0.0.0.0", &["play.example"]);
        assert_eq!(same(&named, "play.example:4270"), [None, None]);
        let other = [(HOST, "play.example"), (ORIGIN, "http://play.example:80")];
        assert_eq!(check(&named, &other), rejected);
        let null = [(HOST, "localhost"), (ORIGIN, "null")];
        assert_eq!(check(&loopback, &null), rejected);
    }

    #[test]
    fn origin_must_be_configured_wherever_the_server_listens() {
        for listen in ["127.0.0.1", "0.0.0.0"] {
            let rules = rules(listen, &[]);
            assert_eq!(check(&rules, &[(ORIGIN, "https://play.example")]), None);
            for origin in [
                "https://play.example.evil.example",
                "http://localhost",
                "null",
                "",
            ] {
                let expected = Some(Reason::OriginNotAllowed);
                assert_eq!(check(&rules, &[(ORIGIN, origin)]), expected, "{origin}");
            }
        }
    }
}
