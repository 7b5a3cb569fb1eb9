//! What the environment and flags set over defaults and file.

use std::net::SocketAddr;
use std::path::PathBuf;

use serde::Deserialize;

use super::{AdminToken, Config, ConfigError};
use crate::store::Durability;

impl Config {
    /// Overrides fields by variables named `BOTWERK_` and the field, such as `BOTWERK_LISTEN`.
    ///
    /// # Errors
    /// If a value is none of the field's.
    pub fn apply_env(
        &mut self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<(), ConfigError> {
        let mut table = toml::Table::new();
        for (field, kind) in FIELDS {
            let name = format!("BOTWERK_{}", field.to_uppercase());
            let Some(text) = variable(&name) else {
                continue;
            };
            let value = kind.read(text);
            let value = value.map_err(|why| ConfigError(format!("{name}: {why}")))?;
            table.insert(field.into(), value);
        }
        let wanted: Overrides = table.try_into().map_err(|error: toml::de::Error| {
            ConfigError(format!("environment: {}", error.message()))
        })?;
        wanted.apply_to(self);
        Ok(())
    }
}

/// How the value of a variable is read.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// As it stands.
    Text,
    /// A number, `true` or `false`.
    Plain,
    /// Texts with commas between them.
    List,
}

impl Kind {
    fn read(self, text: String) -> Result<toml::Value, String> {
        match self {
            Self::Text => Ok(toml::Value::String(text)),
            Self::Plain => plain(&text),
            Self::List => {
                let entries = text
                    .split(',')
                    .map(str::trim)
                    .filter(|part| !part.is_empty());
                let entry = |part: &str| toml::Value::String(part.to_owned());
                Ok(toml::Value::Array(entries.map(entry).collect()))
            }
        }
    }
}

/// A number or flag.
fn plain(text: &str) -> Result<toml::Value, String> {
    match (text.parse(), text.parse()) {
        (Ok(number), _) => Ok(toml::Value::Integer(number)),
        (_, Ok(flag)) => Ok(toml::Value::Boolean(flag)),
        _ => Err(format!("`{text}` is no number and neither true nor false")),
    }
}

/// Every field's name and kind.
const FIELDS: [(&str, Kind); 28] = [
    ("listen", Kind::Text),
    ("db", Kind::Text),
    ("durability", Kind::Text),
    ("allow_unauthenticated", Kind::Plain),
    ("admin_token", Kind::Text),
    ("admin_token_file", Kind::Text),
    ("tls_cert", Kind::Text),
    ("tls_key", Kind::Text),
    ("cors_origins", Kind::List),
    ("io_threads", Kind::Plain),
    ("search_threads", Kind::Plain),
    ("join_limit_secs", Kind::Plain),
    ("offline_limit_secs", Kind::Plain),
    ("rejoin_limit_secs", Kind::Plain),
    ("lag_cap_millis", Kind::Plain),
    ("max_illegal_submissions", Kind::Plain),
    ("drain_secs", Kind::Plain),
    ("max_message_bytes", Kind::Plain),
    ("max_header_bytes", Kind::Plain),
    ("max_matches", Kind::Plain),
    ("max_connections", Kind::Plain),
    ("max_streams", Kind::Plain),
    ("max_streams_per_connection", Kind::Plain),
    ("max_pending_resets", Kind::Plain),
    ("handshake_secs", Kind::Plain),
    ("max_queued_searches", Kind::Plain),
    ("search_limit_secs", Kind::Plain),
    ("search_limit_nodes", Kind::Plain),
];

/// The fields that a more urgent source sets.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Overrides {
    /// See [`Config::listen`].
    pub listen: Option<SocketAddr>,
    /// See [`Config::db`].
    pub db: Option<PathBuf>,
    /// See [`Config::durability`].
    pub durability: Option<Durability>,
    /// See [`Config::allow_unauthenticated`].
    pub allow_unauthenticated: Option<bool>,
    /// See [`Config::admin_token`].
    pub admin_token: Option<AdminToken>,
    /// See [`Config::admin_token_file`].
    pub admin_token_file: Option<PathBuf>,
    /// See [`Config::tls_cert`].
    pub tls_cert: Option<PathBuf>,
    /// See [`Config::tls_key`].
    pub tls_key: Option<PathBuf>,
    /// See [`Config::cors_origins`].
    pub cors_origins: Option<Vec<String>>,
    /// See [`Config::io_threads`].
    pub io_threads: Option<usize>,
    /// See [`Config::search_threads`].
    pub search_threads: Option<usize>,
    /// See [`Config::join_limit_secs`].
    pub join_limit_secs: Option<u64>,
    /// See [`Config::offline_limit_secs`].
    pub offline_limit_secs: Option<u64>,
    /// See [`Config::rejoin_limit_secs`].
    pub rejoin_limit_secs: Option<u64>,
    /// See [`Config::lag_cap_millis`].
    pub lag_cap_millis: Option<u32>,
    /// See [`Config::max_illegal_submissions`].
    pub max_illegal_submissions: Option<u32>,
    /// See [`Config::drain_secs`].
    pub drain_secs: Option<u64>,
    /// See [`Config::max_message_bytes`].
    pub max_message_bytes: Option<usize>,
    /// See [`Config::max_header_bytes`].
    pub max_header_bytes: Option<u32>,
    /// See [`Config::max_matches`].
    pub max_matches: Option<usize>,
    /// See [`Config::max_connections`].
    pub max_connections: Option<usize>,
    /// See [`Config::max_streams`].
    pub max_streams: Option<usize>,
    /// See [`Config::max_streams_per_connection`].
    pub max_streams_per_connection: Option<u32>,
    /// See [`Config::max_pending_resets`].
    pub max_pending_resets: Option<usize>,
    /// See [`Config::handshake_secs`].
    pub handshake_secs: Option<u64>,
    /// See [`Config::max_queued_searches`].
    pub max_queued_searches: Option<usize>,
    /// See [`Config::search_limit_secs`].
    pub search_limit_secs: Option<u64>,
    /// See [`Config::search_limit_nodes`].
    pub search_limit_nodes: Option<u64>,
}

impl Overrides {
    /// Sets the fields that are given.
    pub fn apply_to(self, config: &mut Config) {
        macro_rules! put {
            ($($field:ident),+; $($optional:ident),+) => {
                $(if let Some(value) = self.$field { config.$field = value; })+
                $(if self.$optional.is_some() { config.$optional = self.$optional; })+
            };
        }
        // A token of a more urgent source stands in for the file of another, and the reverse.
        if self.admin_token.is_some() != self.admin_token_file.is_some() {
            config.admin_token = None;
            config.admin_token_file = None;
        }
        put!(
            listen,
            db,
            durability,
            allow_unauthenticated,
            cors_origins,
            io_threads,
            search_threads,
            join_limit_secs,
            offline_limit_secs,
            rejoin_limit_secs,
            lag_cap_millis,
            max_illegal_submissions,
            drain_secs,
            max_message_bytes,
            max_header_bytes,
            max_matches,
            max_connections,
            max_streams,
            max_streams_per_connection,
            max_pending_resets,
            handshake_secs,
            max_queued_searches,
            search_limit_secs,
            search_limit_nodes;
            admin_token,
            admin_token_file,
            tls_cert,
            tls_key
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_overrides_a_file_which_overrides_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("botwerk.toml");
        std::fs::write(&path, "drain_secs = 3\nmax_illegal_submissions = 5\n").unwrap();
        let mut config = Config::from_file(&path).unwrap();
        let environment = |name: &str| match name {
            "BOTWERK_MAX_ILLEGAL_SUBMISSIONS" => Some("7".to_owned()),
            "BOTWERK_LISTEN" => Some("127.0.0.1:9".to_owned()),
            "BOTWERK_DURABILITY" => Some("full".to_owned()),
            _ => None,
        };
        config.apply_env(environment).unwrap();
        assert_eq!((config.drain_secs, config.max_illegal_submissions), (3, 7));
        assert_eq!(config.listen.port(), 9);
        assert_eq!(config.durability, Durability::Full);
        assert_eq!(config.join_limit_secs, 60);
    }

    #[test]
    fn mistakes_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("botwerk.toml");
        std::fs::write(&path, "drain = 3\n").unwrap();
        assert!(
            Config::from_file(&path)
                .unwrap_err()
                .to_string()
                .contains("unknown field `drain`")
        );
        let wrong = |name: &'static str, value: &'static str| {
            let given = |asked: &str| (asked == name).then(|| value.to_owned());
            Config::default().apply_env(given).unwrap_err().to_string()
        };
        assert!(wrong("BOTWERK_DRAIN_SECS", "soon").contains("BOTWERK_DRAIN_SECS"));
        assert!(wrong("BOTWERK_LISTEN", "here").contains("socket address"));
    }

    #[test]
    fn every_field_has_a_variable() {
        let value = |name: &str| match name {
            "BOTWERK_LISTEN" => "127.0.0.1:9",
            "BOTWERK_DURABILITY" => "full",
            "BOTWERK_ALLOW_UNAUTHENTICATED" => "true",
            "BOTWERK_ADMIN_TOKEN" => "0123456789abcdef",
            "BOTWERK_CORS_ORIGINS" => "https://a.example, https://b.example",
            _ => "17",
        };
        let mut config = Config::default();
        config
            .apply_env(|name| Some(value(name).to_owned()))
            .unwrap();
        let default = Config::default();
        let (set, unset) = (format!("{config:#?}"), format!("{default:#?}"));
        let same: Vec<_> = set
            .lines()
            .filter(|line| line.contains(": ") && unset.lines().any(|other| other == *line))
            .collect();
        assert!(same.is_empty(), "no variable sets {same:?}");
        assert_eq!(config.cors_origins.len(), 2);
        assert!(!set.contains("0123456789abcdef"), "{set}");
    }

    #[test]
    fn a_token_of_the_environment_stands_in_for_the_file_s() {
        let mut config = Config {
            admin_token_file: Some("token".into()),
            ..Config::default()
        };
        let token =
            |name: &str| (name == "BOTWERK_ADMIN_TOKEN").then(|| "0123456789abcdef".to_owned());
        config.apply_env(token).unwrap();
        assert!(config.load_admin_token().unwrap().is_some());
    }
}
