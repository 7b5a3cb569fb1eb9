//! Configuration: defaults, overridden by a file, by the environment, by flags.

mod admin_token;
mod overrides;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use admin_token::AdminToken;
pub use overrides::Overrides;
use serde::Deserialize;

use crate::room::MatchLimits;
use crate::store::Durability;

/// The name that stands for a store in memory.
pub const IN_MEMORY: &str = ":memory:";

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
    pub allow_unauthenticated: bool,
    /// The token without which nobody makes anything here or reads the metrics.
    pub admin_token: Option<AdminToken>,
    /// A file with the admin token alone in it; either this or `admin_token`.
    pub admin_token_file: Option<PathBuf>,
    /// The certificate chain for TLS, a PEM file; the server's own certificate comes first.
    pub tls_cert: Option<PathBuf>,
    /// The certificate's private key, a PEM file.
    pub tls_key: Option<PathBuf>,
    /// Origins of web pages that may use the server, such as `https://play.example`.
    pub cors_origins: Vec<String>,
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
    pub max_illegal_submissions: u32,
    /// Seconds to end what is going on when the server is told to stop.
    pub drain_secs: u64,
    /// The largest message that is read, in bytes.
    pub max_message_bytes: usize,
    /// The largest list of headers that is read, in bytes.
    pub max_header_bytes: u32,
    /// Matches that have not ended, at most.
    pub max_matches: usize,
    /// Connections at most; a further one is closed at once.
    pub max_connections: usize,
    /// Streams of Play and `WatchMatch` at most, over all connections.
    pub max_streams: usize,
    /// Calls and streams that one connection carries at a time.
    pub max_streams_per_connection: u32,
    /// Calls that a connection may take back before they were looked at; one more ends it.
    pub max_pending_resets: usize,
    /// Seconds that a new connection has to agree on TLS and to begin HTTP.
    pub handshake_secs: u64,
    /// Calls that may wait for the search threads; those of bundled players are not counted.
    pub max_queued_searches: usize,
    /// Seconds for one call on the search threads, waiting included.
    pub search_limit_secs: u64,
    /// Search nodes of one analysis or hint.
    pub search_limit_nodes: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 4270)),
            db: PathBuf::from("botwerk.db"),
            durability: Durability::Results,
            allow_unauthenticated: false,
            admin_token: None,
            admin_token_file: None,
            tls_cert: None,
            tls_key: None,
            cors_origins: Vec::new(),
            io_threads: 1,
            search_threads: 0,
            join_limit_secs: 60,
            offline_limit_secs: 120,
            rejoin_limit_secs: 60,
            lag_cap_millis: 100,
            max_illegal_submissions: 3,
            drain_secs: 10,
            max_message_bytes: 4 << 20,
            max_header_bytes: 16 << 10,
            max_matches: 10_000,
            max_connections: 4096,
            max_streams: 10_000,
            max_streams_per_connection: 2048,
            max_pending_resets: 200,
            handshake_secs: 10,
            max_queued_searches: 1000,
            search_limit_secs: 60,
            search_limit_nodes: 1_000_000_000,
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

    /// Refuses what would let strangers in by mistake, and what contradicts itself.
    ///
    /// # Errors
    /// If the address is not this machine's own and neither an admin token nor `open` is set, if
    /// the admin token is given twice or its file cannot be used, if TLS is set by half, if an
    /// origin is none, or if a limit lets nothing through.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let admin = self.load_admin_token()?;
        if !self.listen.ip().is_loopback() && admin.is_none() && !self.allow_unauthenticated {
            return Err(ConfigError(format!(
                "listen: {} is reachable from other machines; set BOTWERK_ADMIN_TOKEN or \
                 --admin-token-file, or pass --allow-unauthenticated",
                self.listen
            )));
        }
        if self.tls_cert.is_some() != self.tls_key.is_some() {
            let message = "tls_cert and tls_key belong together; give both, or none for no TLS";
            return Err(ConfigError(message.into()));
        }
        for origin in &self.cors_origins {
            if !is_origin(origin) {
                return Err(ConfigError(format!(
                    "cors_origins: `{origin}` is none; write scheme, host and port as browsers \
                     do, such as https://play.example"
                )));
            }
        }
        for (field, value) in self.limits() {
            if value == 0 {
                let message = format!("{field}: 0 lets nothing through; give at least 1");
                return Err(ConfigError(message));
            }
        }
        Ok(())
    }

    /// The admin token, of the configuration itself or of its file.
    ///
    /// # Errors
    /// If there are two, or the file cannot be read or has no token in it.
    pub fn load_admin_token(&self) -> Result<Option<AdminToken>, ConfigError> {
        match (self.admin_token, &self.admin_token_file) {
            (Some(_), Some(_)) => {
                let message = "admin_token and admin_token_file are both set; leave one out";
                Err(ConfigError(message.into()))
            }
            (Some(token), None) => Ok(Some(token)),
            (None, Some(path)) => AdminToken::from_file(path).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The limits of which 0 would be a mistake.
    fn limits(&self) -> [(&'static str, u64); 12] {
        [
            ("max_message_bytes", self.max_message_bytes as u64),
            ("max_header_bytes", self.max_header_bytes.into()),
            ("max_matches", self.max_matches as u64),
            ("max_connections", self.max_connections as u64),
            ("max_streams", self.max_streams as u64),
            (
                "max_streams_per_connection",
                self.max_streams_per_connection.into(),
            ),
            ("max_pending_resets", self.max_pending_resets as u64),
            ("handshake_secs", self.handshake_secs),
            ("max_queued_searches", self.max_queued_searches as u64),
            ("search_limit_secs", self.search_limit_secs),
            ("search_limit_nodes", self.search_limit_nodes),
            ("io_threads", self.io_threads as u64),
        ]
    }

    /// Whether matches are kept in memory only.
    pub fn in_memory(&self) -> bool {
        self.db.as_os_str() == IN_MEMORY
    }

    /// Number of threads that search.
    pub fn search_thread_count(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        match self.search_threads {
            0 => (cores - 1).max(1),
            threads => threads,
        }
    }

    /// Returns the limits of every match.
    pub(crate) fn match_limits(&self) -> MatchLimits {
        MatchLimits {
            join: Duration::from_secs(self.join_limit_secs),
            offline: Duration::from_secs(self.offline_limit_secs),
            rejoin: Duration::from_secs(self.rejoin_limit_secs),
            illegal: self.max_illegal_submissions,
            lag_cap_millis: self.lag_cap_millis,
        }
    }

    /// Time that a new connection has to begin.
    pub fn handshake_limit(&self) -> Duration {
        Duration::from_secs(self.handshake_secs)
    }

    /// Time for one call on the search threads.
    pub fn search_limit(&self) -> Duration {
        Duration::from_secs(self.search_limit_secs)
    }

    /// Time to end what is going on.
    pub fn drain_limit(&self) -> Duration {
        Duration::from_secs(self.drain_secs)
    }
}

/// Whether a text is an origin as browsers send it: scheme, host and port, nothing behind them.
fn is_origin(text: &str) -> bool {
    let uri: Result<http::Uri, _> = text.parse();
    uri.is_ok_and(|uri| {
        let bare = uri.path_and_query().is_none_or(|path| path == "/");
        uri.scheme().is_some() && uri.authority().is_some() && bare && !text.ends_with('/')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_address_must_be_meant() {
        let public = Config {
            listen: ([0, 0, 0, 0], 4270).into(),
            ..Config::default()
        };
        let refused = public.validate().unwrap_err().to_string();
        for way_out in [
            "--allow-unauthenticated",
            "BOTWERK_ADMIN_TOKEN",
            "--admin-token-file",
        ] {
            assert!(refused.contains(way_out), "{refused}");
        }
        let open = Config {
            allow_unauthenticated: true,
            ..public.clone()
        };
        let guarded = Config {
            admin_token: Some("a-token-of-some-length".parse().unwrap()),
            ..public
        };
        for config in [open, guarded, Config::default()] {
            assert_eq!(config.validate(), Ok(()));
        }
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        let refused = |change: &dyn Fn(&mut Config)| {
            let mut config = Config::default();
            change(&mut config);
            config.validate().unwrap_err().to_string()
        };
        let missing = refused(&|config| config.admin_token_file = Some(file.clone()));
        assert!(missing.contains("token: No such file"), "{missing}");
        std::fs::write(&file, "short\n").unwrap();
        let short = refused(&|config| config.admin_token_file = Some(file.clone()));
        assert!(
            short.contains("at least 16") && !short.contains("short\n"),
            "{short}"
        );
        std::fs::write(&file, "0123456789abcdef\n").unwrap();
        let twice = refused(&|config| {
            config.admin_token_file = Some(file.clone());
            config.admin_token = Some("0123456789abcdef".parse().unwrap());
        });
        assert!(twice.contains("leave one out"), "{twice}");
        let half = refused(&|config| config.tls_key = Some("key.pem".into()));
        assert!(half.contains("tls_cert"), "{half}");
        for origin in ["*", "play.example", "https://play.example/"] {
            let none = refused(&|config| config.cors_origins = vec![origin.into()]);
            assert!(none.contains("cors_origins"), "{none}");
        }
        let closed = refused(&|config| config.max_streams = 0);
        assert!(closed.contains("max_streams: 0"), "{closed}");
    }
}
