//! The URL of a PostgreSQL database.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tokio_postgres::config::SslMode;

/// The URL of a PostgreSQL database, such as `postgres://botwerk@db.example/botwerk?sslmode=verify-full`. Neither
/// `Display` nor `Debug` reveals a password.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl {
    text: String,
    config: tokio_postgres::Config,
    root_certificate: Option<PathBuf>,
}

/// A text that is not the URL of a PostgreSQL database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected postgres://USER@HOST/DATABASE, found `{url}`: {message}")]
pub struct InvalidPostgresUrl {
    url: String,
    message: String,
}

impl PostgresUrl {
    /// Returns `true` if a text is the URL of a PostgreSQL database rather than the name of a file.
    pub fn is_url(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Returns the settings of connections.
    pub(super) fn config(&self) -> &tokio_postgres::Config {
        &self.config
    }

    /// Returns the file with the certificate of the authority that has signed the server's, if it is not one of the
    /// system's.
    pub(super) fn root_certificate(&self) -> Option<&Path> {
        self.root_certificate.as_deref()
    }

    /// Returns `true` if connections may use TLS.
    pub(super) fn may_use_tls(&self) -> bool {
        self.config.get_ssl_mode() != SslMode::Disable
    }
}

impl FromStr for PostgresUrl {
    type Err = InvalidPostgresUrl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = |message: String| InvalidPostgresUrl {
            url: without_password(text),
            message,
        };
        if !Self::is_url(text) {
            return Err(invalid("it does not start with postgres://".into()));
        }
        let (base, query) = text.split_once('?').unwrap_or((text, ""));
        let mut parameters = Vec::new();
        let mut root_certificate = None;
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslrootcert", file)) => root_certificate = Some(PathBuf::from(file)),
                // With TLS the certificate is always verified.
                Some(("sslmode", "verify-ca" | "verify-full")) => {
                    parameters.push("sslmode=require");
                }
                _ => parameters.push(parameter),
            }
        }
        let url = if parameters.is_empty() {
            base.to_owned()
        } else {
            format!("{base}?{}", parameters.join("&"))
        };
        let mut config: tokio_postgres::Config =
            url.parse().map_err(|error| invalid(describe(&error)))?;
        config.application_name("botwerk");
        Ok(Self {
            text: text.to_owned(),
            config,
            root_certificate,
        })
    }
}

/// Returns the message of an error with its cause.
fn describe(error: &tokio_postgres::Error) -> String {
    let cause = std::error::Error::source(error);
    cause.map_or_else(|| error.to_string(), ToString::to_string)
}

/// Replaces the password of a URL.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
    };
    let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let authority = match authority.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split_once(':').map_or(user, |(user, _)| user);
            format!("{user}@{host}")
        }
        None => authority.to_owned(),
    };
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let query: Vec<_> = query
        .split('&')
        .filter(|parameter| !parameter.is_empty() && !parameter.starts_with("password="))
        .collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{scheme}://{authority}{path}{mark}{}", query.join("&"))
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_password(&self.text))
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_is_never_shown() {
        for (text, shown) in [
            ("postgres://a:secret@db/x", "postgres://a@db/x"),
            ("postgres://a:se/cret@db/x", "postgres://a:se/cret@db/x"),
            ("postgresql://db:5433", "postgresql://db:5433"),
            (
                "postgres:///x?user=a&password=secret&host=/run",
                "postgres:///x?user=a&host=/run",
            ),
        ] {
            match text.parse::<PostgresUrl>() {
                Ok(url) => assert_eq!(
                    (url.to_string(), format!("{url:?}")),
                    (shown.into(), shown.into())
                ),
                Err(error) => assert!(
                    !error.to_string().contains(":se/cret@") || text.contains("se/"),
                    "{error}"
                ),
            }
        }
        let invalid = "postgres://a:secret@db:no-port/x".parse::<PostgresUrl>();
        let message = invalid.unwrap_err().to_string();
        assert!(message.contains("postgres://a@db:no-port/x"), "{message}");
    }

    #[test]
    fn parameters_of_tls_are_those_of_psql() {
        let url: PostgresUrl = "postgres://db/x?sslmode=verify-full&sslrootcert=/etc/ca.pem"
            .parse()
            .unwrap();
        assert_eq!(url.config().get_ssl_mode(), SslMode::Require);
        assert_eq!(url.root_certificate(), Some(Path::new("/etc/ca.pem")));
        let url: PostgresUrl = "postgres://db/x?sslmode=disable".parse().unwrap();
        assert!(!url.may_use_tls());
        assert!("botwerk.db".parse::<PostgresUrl>().is_err());
    }
}
