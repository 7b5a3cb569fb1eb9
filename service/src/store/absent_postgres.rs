//! Stands for PostgreSQL databases in a program without them: every URL is rejected.

use std::fmt;
use std::str::FromStr;

/// The URL of a PostgreSQL database. No text is one, since the program was built without PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PostgresUrl {}

/// A URL for which the program was not built.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "this program was built without PostgreSQL; build it with `cargo install --path clients/cli --features full`"
)]
pub struct InvalidPostgresUrl(());

impl PostgresUrl {
    /// Returns `true` if a text is the URL of a PostgreSQL database rather than the name of a file.
    pub fn is_url(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }
}

impl FromStr for PostgresUrl {
    type Err = InvalidPostgresUrl;

    fn from_str(_: &str) -> Result<Self, Self::Err> {
        Err(InvalidPostgresUrl(()))
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_is_rejected_with_the_command_that_builds_the_program() {
        assert!(PostgresUrl::is_url("postgres://botwerk@db.example/botwerk"));
        assert!(!PostgresUrl::is_url("botwerk.db"));
        let error = "postgres://a:secret@db/x"
            .parse::<PostgresUrl>()
            .unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("without PostgreSQL; build it with `cargo install"),
            "{message}"
        );
        assert!(!message.contains("secret"), "{message}");
    }
}
