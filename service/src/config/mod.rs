//! The configuration of a server.

mod database_location;
pub(crate) mod layers;
mod limits;
mod sign_in;

use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use botwerk_engine::hex;
use clap::builder::{StringValueParser, TypedValueParser};
use clap::{ArgAction, Args, Command, FromArgMatches};
use serde::Deserialize;
use sha2::{Digest, Sha256};

pub use database_location::{DatabaseLocation, IN_MEMORY};

use crate::accounts::{SearchPolicy, SignUpPolicy};
use crate::logging::{self, LogFormat};
use crate::store::Durability;
use crate::token::{AdminToken, InvalidAdminToken};
use crate::traces;

/// The configuration of a server.
///
/// A field is declared here and nowhere else: its name is the key of the file and, as in
/// `BOTWERK_LISTEN` and `--listen`, the variable and the flag; its documentation is the help text.
#[derive(Debug, Clone, PartialEq, Eq, Args, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Address to listen on; port 0 takes any free port.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4270")]
    pub listen: SocketAddr,
    /// Database: an SQLite file, the URL of a PostgreSQL database that servers share, such as
    /// `postgres://botwerk@db.example/botwerk`, or `:memory:` to keep matches only while the server runs.
    #[arg(long, value_name = "FILE", default_value = "botwerk.db")]
    pub db: DatabaseLocation,
    /// Address at which clients reach this server, such as `https://play-1.example:4270`: the other servers of a
    /// PostgreSQL database send it to clients of its matches. Defaults to the address that it listens on.
    #[arg(long, value_name = "ADDRESS")]
    pub advertise: Option<String>,
    /// Time after which another server of a PostgreSQL database takes over the matches of one that no longer
    /// reaches the database.
    #[arg(long, value_name = "SECONDS", default_value = "5")]
    pub lease_secs: NonZeroU64,
    /// Commits that are synced to the disk before they are acknowledged. PostgreSQL always syncs all.
    #[arg(long, default_value = "results")]
    pub durability: Durability,
    /// Listen on an address that other machines can reach without an admin token.
    #[arg(
        long,
        value_name = "BOOL",
        action = ArgAction::Set,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        default_value = "false"
    )]
    pub allow_unauthenticated: bool,
    /// Token that clients present to create matches and to read the metrics. It has no flag.
    #[arg(skip)]
    pub admin_token: Option<AdminToken>,
    /// Token that workers present. It has no flag.
    #[arg(skip)]
    pub worker_token: Option<AdminToken>,
    /// File that contains nothing but the admin token; `BOTWERK_ADMIN_TOKEN` is the token itself,
    /// which has no flag since other users of the machine can see command lines.
    #[arg(long, value_name = "FILE")]
    pub admin_token_file: Option<PathBuf>,
    /// Certificate chain for TLS, a PEM file that starts with the server's own certificate; SIGHUP
    /// reloads it.
    #[arg(long, value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,
    /// Private key of the certificate, a PEM file.
    #[arg(long, value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
    /// Origins of web pages that may call the server, such as `https://play.example`.
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',', value_parser = trimmed_parser())]
    pub cors_origins: Vec<String>,
    /// Serve the web pages at the address of the server.
    #[arg(
        long,
        value_name = "BOOL",
        action = ArgAction::Set,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        default_value = "true"
    )]
    pub pages: bool,
    /// Names by which clients address the server in addition to localhost: another `Host` is rejected. Empty:
    /// only localhost if `listen` is an address of this machine only, else any name.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = trimmed_parser())]
    pub allowed_hosts: Vec<String>,
    /// Number of threads that handle requests.
    #[arg(long, value_name = "N", default_value = "1")]
    pub io_threads: NonZeroUsize,
    /// Number of threads for built-in agents, and of one less for requests such as Solve; 0 leaves one
    /// core free.
    #[arg(long, value_name = "N", default_value = "0")]
    pub search_threads: usize,
    /// Maximum number of threads of one built-in agent, which clients request with its settings; 0 for the
    /// number of cores.
    #[arg(long, value_name = "N", default_value = "0")]
    pub max_agent_threads: usize,
    /// Time for all seats to join before the match starts without the missing ones.
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    pub join_limit_secs: u64,
    /// Time that a seat may be offline while no clock of its own runs.
    #[arg(long, value_name = "SECONDS", default_value = "120")]
    pub offline_limit_secs: u64,
    /// Time for all seats to rejoin after a restart before their match is aborted.
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    pub rejoin_limit_secs: u64,
    /// Maximum lag compensation per submission, for matches that do not set their own; 0 disables
    /// it.
    #[arg(long, value_name = "MILLISECONDS", default_value = "100")]
    pub lag_cap_millis: u32,
    /// Number of illegal submissions after which a seat is removed from its match.
    #[arg(long, value_name = "N", default_value = "3")]
    pub max_illegal_submissions: u32,
    /// Time for which a tournament may wait, for a bot or after failures, before it is paused.
    #[arg(long, value_name = "SECONDS", default_value = "86400")]
    pub stall_limit_secs: NonZeroU64,
    /// Time for one step of a match or tournament, and sixty times as long for a search without a time limit of its
    /// own: what takes longer is an endless loop, and the server ends, to be started again.
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    pub step_limit_secs: NonZeroU64,
    /// Memory of the process at which the server ends, to be started again, if a step of a match or tournament has
    /// taken it; 0 for nine tenths of what the machine or its control group has.
    #[arg(long, value_name = "MIB", default_value = "0")]
    pub max_memory_mib: u64,
    /// File that lists the matches and tournaments which made the server fail. Defaults to one next to the database; with
    /// PostgreSQL to one in the folder for temporary files, which a container may lose when it is started again.
    #[arg(long, value_name = "FILE")]
    pub failure_log: Option<PathBuf>,
    /// Time for running matches to end after SIGTERM or Ctrl-C.
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub drain_secs: u64,
    /// Maximum size of a message that a client sends.
    #[arg(long, value_name = "BYTES", default_value = "4194304")]
    pub max_message_bytes: NonZeroUsize,
    /// Maximum size of the headers of a call.
    #[arg(long, value_name = "BYTES", default_value = "16384")]
    pub max_header_bytes: NonZeroU32,
    /// Maximum number of matches that have not ended.
    #[arg(long, value_name = "N", default_value = "10000")]
    pub max_matches: NonZeroUsize,
    /// Maximum number of open connections; another one is closed.
    #[arg(long, value_name = "N", default_value = "4096")]
    pub max_connections: NonZeroUsize,
    /// Maximum number of open connections of one client address, or of one /64 network of IPv6; 0 for half
    /// of `max_connections`.
    #[arg(long, value_name = "N", default_value = "0")]
    pub max_connections_per_address: usize,
    /// Maximum number of open streams of Play, `WatchMatch`, `WatchTournament` and Step, over all connections; one client
    /// address watches at most a quarter of them, unless it presents the admin token.
    #[arg(long, value_name = "N", default_value = "10000")]
    pub max_streams: NonZeroUsize,
    /// Maximum number of concurrent calls and streams of one connection.
    #[arg(long, value_name = "N", default_value = "2048")]
    pub max_streams_per_connection: NonZeroU32,
    /// Maximum number of calls that a connection may cancel before they are handled; another one
    /// closes it.
    #[arg(long, value_name = "N", default_value = "200")]
    pub max_pending_resets: NonZeroUsize,
    /// Time for the TLS handshake and the start of HTTP on a new connection.
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub handshake_secs: NonZeroU64,
    /// Time for the first request on a connection, and over HTTP/1 for the next one, where 30 is the
    /// maximum.
    #[arg(long, value_name = "SECONDS", default_value = "30")]
    pub idle_secs: NonZeroU64,
    /// Maximum number of calls such as Solve and Verify that wait for a search thread; a quarter of them may be of one
    /// client.
    #[arg(long, value_name = "N", default_value = "1000")]
    pub max_queued_searches: NonZeroUsize,
    /// Maximum duration of a call on the search threads, including the time that it waits. `AnalyzePosition`, `GetHint`
    /// and `SolveInstance` then answer with what they have found.
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    pub search_limit_secs: NonZeroU64,
    /// Maximum number of search nodes of one analysis or hint.
    #[arg(long, value_name = "N", default_value = "1000000000")]
    pub search_limit_nodes: NonZeroU64,
    /// Let clients search with the server (`AnalyzePosition`, `AnalyzeRecord`, `SolveInstance`, `VerifyRecord`) while a
    /// seat of a match without hints is played from their address. The operator always may.
    #[arg(
        long,
        value_name = "BOOL",
        action = ArgAction::Set,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        default_value = "false"
    )]
    pub allow_player_searches: bool,
    /// Who may sign up as an owner of bots: no client (`closed`), clients with a sign-up code of the operator, those and
    /// people who have signed in with the OpenID provider (`identity`), or every client (`open`).
    #[arg(long, default_value = "code")]
    pub sign_up: SignUpPolicy,
    /// Maximum number of owners that sign up without a code in 24 hours.
    #[arg(long, value_name = "N", default_value = "100")]
    pub max_sign_ups_per_day: u32,
    /// Address of an OpenID Connect provider with which owners sign in on the pages, as the provider states it in
    /// `/.well-known/openid-configuration`, such as `https://id.example`. By default there is none.
    #[arg(long, value_name = "URL")]
    pub oidc_issuer: Option<String>,
    /// Id of this server at the provider. Servers of a database have the same.
    #[arg(long, value_name = "ID")]
    pub oidc_client_id: Option<String>,
    /// File that contains nothing but the secret of this server at the provider.
    #[arg(long, value_name = "FILE")]
    pub oidc_client_secret_file: Option<PathBuf>,
    /// Name of the provider for people. Defaults to the host of `oidc_issuer`.
    #[arg(long, value_name = "NAME")]
    pub oidc_name: Option<String>,
    /// Address at which browsers reach the pages, such as `https://play.example`. The provider redirects them to
    /// `/sign-in/callback` below it.
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
    /// Maximum number of bots of an owner for which the operator has set none.
    #[arg(long, value_name = "N", default_value = "5")]
    pub max_bots_per_owner: u32,
    /// Maximum number of matches that the bots of an owner play at the same time on this server, for owners for which the
    /// operator has set none.
    #[arg(long, value_name = "N", default_value = "8")]
    pub max_matches_per_owner: u32,
    /// Maximum processor time in seconds that hosts spend on the uploaded bots of an owner from 0:00 to 24:00 UTC, for owners
    /// for which the operator has set none.
    #[arg(long, value_name = "N", default_value = "86400")]
    pub max_processor_secs_per_owner: u32,
    /// Maximum number of searches that an owner requests on this server from 0:00 to 24:00 UTC, for owners for which the
    /// operator has set none.
    #[arg(long, value_name = "N", default_value = "1000")]
    pub max_searches_per_owner: u32,
    /// Whose searches the server runs: those of every client (`public`), or of clients with the token of an owner, of its bot,
    /// or of the operator (`owners`).
    #[arg(long, default_value = "public")]
    pub searches: SearchPolicy,
    /// Maximum number of versions of a bot that its owner uploads in 24 hours.
    #[arg(long, value_name = "N", default_value = "20")]
    pub max_versions_per_day: u32,
    /// Maximum number of lanes of all environments together.
    #[arg(long, value_name = "N", default_value = "65536")]
    pub max_env_lanes: NonZeroUsize,
    /// File that contains nothing but the token that workers present; `BOTWERK_WORKER_TOKEN` is the token itself.
    /// Without one, workers present the admin token.
    #[arg(long, value_name = "FILE")]
    pub worker_token_file: Option<PathBuf>,
    /// Time after which the matches of a worker that no longer answers are given to another one.
    #[arg(long, value_name = "SECONDS", default_value = "15")]
    pub worker_lease_secs: NonZeroU64,
    /// Percentage of the matches of every worker that the server plays again to compare the records.
    #[arg(long, value_name = "PERCENT", default_value = "1", value_parser = clap::value_parser!(u32).range(..=100))]
    pub worker_check_percent: u32,
    /// Time after which an environment that is not used is closed.
    #[arg(long, value_name = "SECONDS", default_value = "600")]
    pub env_idle_secs: NonZeroU64,
    /// Format of log lines.
    #[arg(long, default_value = "text")]
    pub log: LogFormat,
    /// Level of log lines: `error`, `warn`, `info`, `debug` or `trace`, or a filter such as
    /// `botwerk_service=debug,warn`.
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log_level: String,
    /// Address of a collector of OpenTelemetry that receives traces of submissions and chunks over gRPC without TLS, such as
    /// `http://127.0.0.1:4317`. By default there are no traces.
    #[arg(long, value_name = "URL")]
    pub otlp_endpoint: Option<String>,
}

impl Default for Config {
    /// Returns the defaults of the flags.
    fn default() -> Self {
        let command = Self::augment_args(Command::new("defaults").no_binary_name(true));
        let no_flags: [&str; 0] = [];
        command
            .try_get_matches_from(no_flags)
            .and_then(|matches| Self::from_arg_matches(&matches))
            .expect("every field that is not optional has a valid default")
    }
}

/// An unusable configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("configuration: {0}")]
pub struct ConfigError(pub(crate) String);

impl Config {
    /// Checks that fields agree with each other, and that the server is not open to other machines
    /// by mistake.
    ///
    /// # Errors
    /// Returns an error if other machines can reach the address although there is neither an admin
    /// token nor `allow_unauthenticated`, if the admin token is set twice or its file is unusable,
    /// if only one of the TLS files is set, if settings of the OpenID provider are missing, or if the log level, an origin or
    /// a host is invalid.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let admin_token = self.load_admin_token()?;
        self.load_worker_token()?;
        if !self.listen.ip().is_loopback() && admin_token.is_none() && !self.allow_unauthenticated {
            return Err(ConfigError(format!(
                "listen: {} is reachable from other machines; set BOTWERK_ADMIN_TOKEN or \
                 --admin-token-file, or pass --allow-unauthenticated",
                self.listen
            )));
        }
        if self.tls_cert.is_some() != self.tls_key.is_some() {
            let message = "tls_cert, tls_key: only one is set; set both, or neither to serve \
                           without TLS";
            return Err(ConfigError(message.into()));
        }
        logging::check_level(&self.log_level)
            .map_err(|message| ConfigError(format!("log_level: {message}")))?;
        if let Some(endpoint) = &self.otlp_endpoint {
            traces::check_endpoint(endpoint)
                .map_err(|message| ConfigError(format!("otlp_endpoint: {message}")))?;
        }
        self.provider_settings()?;
        for origin in &self.cors_origins {
            if !is_origin(origin) {
                return Err(ConfigError(format!(
                    "cors_origins: expected scheme, host and port such as https://play.example, \
                     found `{origin}`"
                )));
            }
        }
        for host in &self.allowed_hosts {
            if !is_host(host) {
                return Err(ConfigError(format!(
                    "allowed_hosts: expected a name without scheme and port such as play.example, \
                     found `{host}`"
                )));
            }
        }
        Ok(())
    }

    /// Returns the admin token, from the configuration itself or from its file; `None` if neither
    /// is set.
    ///
    /// # Errors
    /// Returns an error if both are set, or if the file cannot be read or contains no valid token.
    pub fn load_admin_token(&self) -> Result<Option<AdminToken>, ConfigError> {
        match (self.admin_token, &self.admin_token_file) {
            (Some(_), Some(_)) => {
                let message = "admin_token, admin_token_file: both are set; remove one";
                Err(ConfigError(message.into()))
            }
            (token, None) => Ok(token),
            (None, Some(path)) => read_token("admin_token_file", path).map(Some),
        }
    }

    /// Returns `true` if matches are kept in memory only.
    pub fn is_in_memory(&self) -> bool {
        self.db == DatabaseLocation::Memory
    }

    /// Returns the address at which clients reach the server.
    #[cfg(feature = "postgres")]
    pub(crate) fn advertised_address(&self) -> String {
        let scheme = if self.tls_cert.is_some() {
            "https"
        } else {
            "http"
        };
        match &self.advertise {
            Some(address) if address.contains("://") => address.clone(),
            Some(address) => format!("{scheme}://{address}"),
            None if self.listen.ip().is_unspecified() => {
                format!("{scheme}://{}:{}", host_name(), self.listen.port())
            }
            None => format!("{scheme}://{}", self.listen),
        }
    }

    /// Returns what distinguishes this server from the others of a database, and stays the same after a restart.
    pub(crate) fn server_identity(&self) -> String {
        format!("{}:{}", host_name(), self.listen.port())
    }

    /// Returns the worker token, or `None` if there is no file and no variable.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or contains no valid token.
    pub(crate) fn load_worker_token(&self) -> Result<Option<AdminToken>, ConfigError> {
        let Some(path) = &self.worker_token_file else {
            return Ok(self.worker_token);
        };
        read_token("worker_token_file", path).map(Some)
    }

    /// Returns the file that lists the failures of matches and tournaments; `None` without one.
    pub(crate) fn failure_log_file(&self) -> Option<PathBuf> {
        if self.failure_log.is_some() {
            return self.failure_log.clone();
        }
        match &self.db {
            DatabaseLocation::Memory => None,
            DatabaseLocation::File(path) => {
                let mut file = path.clone().into_os_string();
                file.push("-failures");
                Some(file.into())
            }
            DatabaseLocation::Postgres(_) => {
                let server = hex(&Sha256::digest(self.server_identity()));
                let name = format!("botwerk-{}-failures", &server[..16]);
                Some(std::env::temp_dir().join(name))
            }
        }
    }
}

/// Reads a token from the file of a field.
fn read_token(field: &str, path: &Path) -> Result<AdminToken, ConfigError> {
    let parse = |text: &str| {
        text.parse()
            .map_err(|cause: InvalidAdminToken| cause.to_string())
    };
    read_secret(field, path, parse)
}

/// Reads the file of a field, which contains nothing but a secret.
fn read_secret<T>(
    field: &str,
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, ConfigError> {
    let text = std::fs::read_to_string(path).map_err(|cause| cause.to_string());
    let secret = text.and_then(|text| parse(text.trim()));
    secret.map_err(|cause| ConfigError(format!("{field}: {}: {cause}", path.display())))
}

/// Returns the name of this machine.
fn host_name() -> String {
    #[cfg(target_os = "linux")]
    let name = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    #[cfg(not(target_os = "linux"))]
    let name = std::env::var("HOSTNAME").unwrap_or_else(|_| "localhost".into());
    name
}

/// Parses a text without the blanks around it.
fn trimmed_parser() -> impl TypedValueParser<Value = String> {
    StringValueParser::new().map(|text| text.trim().to_owned())
}

/// Returns `true` if a text is an origin as browsers send it: scheme, host and port, without a path.
fn is_origin(text: &str) -> bool {
    let uri: Result<http::Uri, _> = text.parse();
    uri.is_ok_and(|uri| {
        let has_no_path = uri.path_and_query().is_none_or(|path| path == "/");
        uri.scheme().is_some() && uri.authority().is_some() && has_no_path && !text.ends_with('/')
    })
}

/// Returns `true` if a text is a host without a port.
fn is_host(text: &str) -> bool {
    let authority: Result<http::uri::Authority, _> = text.parse();
    authority.is_ok_and(|authority| authority.host() == text)
}

#[cfg(test)]
mod tests;
