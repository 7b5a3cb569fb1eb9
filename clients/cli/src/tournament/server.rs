//! The server that plays a tournament: an embedded or a remote one.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use botwerk_command::embedded_server::EmbeddedServer;
use botwerk_service::{Config, PageCalls};
use botwerk_tournament::configuration::command_text;
use clap::{ArgAction, Args};
use proto::TournamentState;
use proto::entrant::Player;
use serde_json::json;

use crate::connection::AccessArgs;
use crate::cores::cores;
use crate::embedded_server;
use crate::failure::Failure;
use crate::interrupt::{Interrupt, shutdown_signal};
use crate::output::Output;

/// Default of `--stall-limit`.
const STALL_LIMIT_SECS: NonZeroU64 = NonZeroU64::new(600).unwrap();

/// The server that plays a tournament.
#[derive(Debug, Args)]
pub(super) struct TournamentServerArgs {
    /// Database file that keeps everything; an unfinished tournament in it is resumed
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    pub(super) db: Option<PathBuf>,
    /// Play on this server instead of an embedded one
    #[arg(long, value_name = "ADDRESS")]
    pub(super) server: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
    /// Number of threads for built-in agents, on the embedded server [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Time without a match, while bots are awaited or after failures, after which the embedded server
    /// pauses the tournament
    #[arg(long, value_name = "SECONDS", default_value_t = STALL_LIMIT_SECS)]
    stall_limit: NonZeroU64,
    /// Address on which the embedded server listens, for bots of other machines, `tournament show` and
    /// the like; port 0 takes any free port. `BOTWERK_ADMIN_TOKEN` sets its admin token
    #[arg(
        long,
        value_name = "ADDRESS",
        default_value = "127.0.0.1:0",
        conflicts_with = "server"
    )]
    listen: SocketAddr,
    /// Serve the web pages at this address, where the tournament can be watched
    #[arg(
        long,
        value_name = "BOOL",
        action = ArgAction::Set,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        default_value = "true",
        conflicts_with = "server"
    )]
    pages: bool,
    /// Serve until Ctrl-C after the end of the tournament, so that the address of its page stays valid
    #[arg(long, conflicts_with = "server")]
    keep: bool,
}

/// Time for which a server with open pages continues after the end of its tournament: pages request standings and matches
/// once a second.
const PAGE_GRACE: Duration = Duration::from_secs(3);

/// A connection to the server that plays a tournament.
pub(crate) struct TournamentServer {
    pub(crate) client: Client,
    /// The server's address.
    pub(crate) address: String,
    /// Whether the server is known to serve the web pages.
    pub(crate) has_pages: bool,
    embedded: Option<EmbeddedServer>,
    /// Whether pages have called the embedded server.
    page_calls: PageCalls,
    /// Whether the server is to serve after the end of the tournament.
    is_kept: bool,
}

impl TournamentServerArgs {
    /// Connects to the remote server or starts an embedded one, whose database file is returned as
    /// well.
    pub(super) async fn open(
        &self,
        default: &Path,
    ) -> Result<(TournamentServer, Option<PathBuf>), Failure> {
        if let Some(address) = &self.server {
            let client = self.access.connect(address).await?;
            let server = TournamentServer {
                client,
                address: address.clone(),
                has_pages: false,
                embedded: None,
                page_calls: PageCalls::default(),
                is_kept: false,
            };
            return Ok((server, None));
        }
        let db = self.db.clone().unwrap_or_else(|| default.to_owned());
        let mut server = TournamentServer::embedded(Config {
            db: db.clone().into(),
            search_threads: self.threads.map_or_else(cores, usize::from),
            stall_limit_secs: self.stall_limit,
            listen: self.listen,
            pages: self.pages,
            ..Config::default()
        })
        .await?;
        server.is_kept = self.keep;
        Ok((server, Some(db)))
    }
}

impl TournamentServer {
    /// Starts an embedded server that keeps everything in a file.
    pub(crate) async fn in_file(db: &Path) -> Result<Self, Failure> {
        Self::embedded(Config {
            db: db.into(),
            search_threads: cores(),
            stall_limit_secs: STALL_LIMIT_SECS,
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            ..Config::default()
        })
        .await
    }

    async fn embedded(config: Config) -> Result<Self, Failure> {
        let has_pages = config.pages;
        let (server, page_calls) = embedded_server::listening(config).await?;
        Ok(Self {
            has_pages,
            client: server.connect().await?,
            address: server.address().to_owned(),
            embedded: Some(server),
            page_calls,
            is_kept: false,
        })
    }

    /// Returns the address of the page of a tournament, if the server is known to have one.
    pub(super) fn page_address(&self, name: &str) -> Option<String> {
        self.has_pages
            .then(|| format!("http://{}/{name}", self.address))
    }

    /// Serves a tournament that has ended until Ctrl-C or SIGTERM, if the user asked for it; else until open pages have
    /// its final results.
    pub(super) async fn serve_ended(
        &self,
        name: &str,
        interrupt: &Interrupt,
        output: &mut Output,
    ) -> Result<(), Failure> {
        // Ctrl-C that was pressed while the last results arrived counts as well.
        if interrupt.is_set() {
            return Ok(());
        }
        if !self.is_kept {
            if self.page_calls.is_any() {
                tokio::time::sleep(PAGE_GRACE).await;
            }
            return Ok(());
        }
        let shutdown = shutdown_signal()?;
        let page = self.page_address(name);
        if output.is_json() {
            let page = page.as_deref();
            output.json(&json!({"tournament": name, "serving": self.address, "page": page}))?;
        } else {
            let place = page.as_deref().unwrap_or(&self.address);
            output.line(format!("still serving {place}; press Ctrl-C to stop"))?;
        }
        // The parent process may wait for this line.
        output.flush()?;
        shutdown.await;
        Ok(())
    }

    /// Returns how the registered bots of a tournament come to an embedded server, which only this program knows: one command
    /// for each.
    pub(super) fn registrations(&self, tournament: &proto::Tournament) -> Vec<String> {
        let Some(embedded) = &self.embedded else {
            return Vec::new();
        };
        let (address, token) = (embedded.address(), embedded.admin_token());
        let setup = tournament.setup.iter();
        let bots = setup
            .flat_map(|setup| &setup.entrants)
            .filter_map(|entrant| match &entrant.player {
                Some(Player::Bot(name)) => Some(command_text(std::slice::from_ref(name))),
                _ => None,
            });
        bots.map(|bot| {
            format!("BOTWERK_ADMIN_TOKEN={token} botwerk bot register {bot} --server {address}")
        })
        .collect()
    }

    /// Resumes a tournament if it is paused, and returns its state.
    pub(super) async fn resume_if_paused(
        &self,
        found: proto::Tournament,
    ) -> Result<proto::Tournament, Failure> {
        if found.state != TournamentState::Paused as i32 {
            return Ok(found);
        }
        let request = proto::ResumeTournamentRequest { name: found.name };
        let resumed = self.client.organizer().resume_tournament(request).await;
        let resumed = resumed.map_err(ClientError::from)?.into_inner();
        Ok(resumed.tournament.unwrap_or_default())
    }

    /// Stops the embedded server once everything is stored.
    pub(crate) async fn close(self) -> Result<(), Failure> {
        match self.embedded {
            Some(server) => server.stop().await,
            None => Ok(()),
        }
    }
}
