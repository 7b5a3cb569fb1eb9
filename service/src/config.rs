//! Configuration: defaults, overridden by a file, by the environment, by flags.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::room::Limits;
use crate::store::Durability;

/// The name that stands for a store in memory.
pub const MEMORY: &str = ":memory:";

/// How a server runs.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The database file, or `:memory:`.
    pub db: PathBuf,
    /// When a commit counts as kept.
    pub durability: Durability,
    /// Listen beyond this machine although no token is asked for.
    pub open: bool,
    /// Threads that answer requests.
    pub io_threads: usize,
    /// Threads that search for bundled players; 0: the cores less one.
    pub search_threads: usize,
    /// Seconds that seats have to join before the match begins without them.
    pub join_limit_secs: u64,
    /// Seconds that a seat may be played by nobody where no clock runs against it.
    pub offline_limit_secs: u64,
    /// Seconds that seats have to come back after a restart before their match is called off.
    pub rejoin_limit_secs: u64,
    /// Milliseconds of transport that an act is forgiven at most, unless its match says otherwise.
    pub lag_cap_millis: u32,
    /// Illegal acts in a match after which a seat is taken out of it.
    pub illegal_limit: u32,
    /// Seconds to end what is going on when the server is told to stop.
    pub drain_secs: u64,
    /// The largest message that is read, in bytes.
    pub max_message_bytes: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 4270)),
            db: PathBuf::from("botwerk.db"),
            durability: Durability::Results,
            open: false,
            io_threads: 1,
            search_threads: 0,
            join_limit_secs: 60,
            offline_limit_secs: 120,
            rejoin_limit_secs: 60,
            lag_cap_millis: 100,
            illegal_limit: 3,
            drain_secs: 10,
            max_message_bytes: 4 << 20,
        }
    }
}

/// A configuration that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("configuration: {0}")]
pub struct ConfigError(pub String);

impl Config {
    /// The configuration of a file over the defaults.
    ///
    /// # Errors
    /// If the file cannot be read or has a field or value that is unknown.
    pub fn from_file(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| ConfigError(format!("{}: {error}", path.display())))?;
        toml::from_str(&text)
            .map_err(|error| ConfigError(format!("{}: {}", path.display(), error.message())))
    }

    /// Overrides fields by variables named `BOTWERK_` and the field, such as `BOTWERK_LISTEN`.
    ///
    /// # Errors
    /// If a value is none of the field's.
    pub fn override_by(
        &mut self,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<(), ConfigError> {
        let mut table = toml::Table::new();
        for (field, is_text) in FIELDS {
            let name = format!("BOTWERK_{}", field.to_uppercase());
            let Some(text) = variable(&name) else {
                continue;
            };
            let value = if is_text {
                Ok(toml::Value::String(text))
            } else {
                plain(&text)
            };
            let value = value.map_err(|why| ConfigError(format!("{name}: {why}")))?;
            table.insert(field.into(), value);
        }
        let wanted: Overrides = table.try_into().map_err(|error: toml::de::Error| {
            ConfigError(format!("environment: {}", error.message()))
        })?;
        wanted.put_over(self);
        Ok(())
    }

    /// Refuses what would let strangers in by mistake.
    ///
    /// # Errors
    /// If the address is not this machine's own and `open` is not set.
    pub fn check(&self) -> Result<(), ConfigError> {
        if self.listen.ip().is_loopback() || self.open {
            return Ok(());
        }
        Err(ConfigError(format!(
            "{} can be reached from other machines; add --open if everybody there may use it",
            self.listen
        )))
    }

    /// Whether matches are kept in memory only.
    pub fn in_memory(&self) -> bool {
        self.db.as_os_str() == MEMORY
    }

    /// Number of threads that search.
    pub fn searchers(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        match self.search_threads {
            0 => (cores - 1).max(1),
            threads => threads,
        }
    }

    /// What every match is limited by.
    pub(crate) fn match_limits(&self) -> Limits {
        Limits {
            join: Duration::from_secs(self.join_limit_secs),
            offline: Duration::from_secs(self.offline_limit_secs),
            rejoin: Duration::from_secs(self.rejoin_limit_secs),
            illegal: self.illegal_limit,
            lag_cap_millis: self.lag_cap_millis,
        }
    }

    /// Time to end what is going on.
    pub fn drain_limit(&self) -> Duration {
        Duration::from_secs(self.drain_secs)
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

/// Every field's name, and whether its value is text.
const FIELDS: [(&str, bool); 13] = [
    ("listen", true),
    ("db", true),
    ("durability", true),
    ("open", false),
    ("io_threads", false),
    ("search_threads", false),
    ("join_limit_secs", false),
    ("offline_limit_secs", false),
    ("rejoin_limit_secs", false),
    ("lag_cap_millis", false),
    ("illegal_limit", false),
    ("drain_secs", false),
    ("max_message_bytes", false),
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
    /// See [`Config::open`].
    pub open: Option<bool>,
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
    /// See [`Config::illegal_limit`].
    pub illegal_limit: Option<u32>,
    /// See [`Config::drain_secs`].
    pub drain_secs: Option<u64>,
    /// See [`Config::max_message_bytes`].
    pub max_message_bytes: Option<usize>,
}

impl Overrides {
    /// Sets the fields that are given.
    pub fn put_over(self, config: &mut Config) {
        macro_rules! put {
            ($($field:ident),+) => {
                $(if let Some(value) = self.$field { config.$field = value; })+
            };
        }
        put!(
            listen,
            db,
            durability,
            open,
            io_threads,
            search_threads,
            join_limit_secs,
            offline_limit_secs,
            rejoin_limit_secs,
            lag_cap_millis,
            illegal_limit,
            drain_secs,
            max_message_bytes
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
        std::fs::write(&path, "drain_secs = 3\nillegal_limit = 5\n").unwrap();
        let mut config = Config::from_file(&path).unwrap();
        let environment = |name: &str| match name {
            "BOTWERK_ILLEGAL_LIMIT" => Some("7".to_owned()),
            "BOTWERK_LISTEN" => Some("127.0.0.1:9".to_owned()),
            "BOTWERK_DURABILITY" => Some("full".to_owned()),
            _ => None,
        };
        config.override_by(environment).unwrap();
        assert_eq!((config.drain_secs, config.illegal_limit), (3, 7));
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
            Config::default()
                .override_by(given)
                .unwrap_err()
                .to_string()
        };
        assert!(wrong("BOTWERK_DRAIN_SECS", "soon").contains("BOTWERK_DRAIN_SECS"));
        assert!(wrong("BOTWERK_LISTEN", "here").contains("socket address"));
    }

    #[test]
    fn a_public_address_must_be_meant() {
        let public = Config {
            listen: ([0, 0, 0, 0], 4270).into(),
            ..Config::default()
        };
        assert!(public.check().unwrap_err().to_string().contains("--open"));
        assert!(
            Config {
                open: true,
                ..public
            }
            .check()
            .is_ok()
        );
        assert!(Config::default().check().is_ok());
    }
}
