//! Where a tournament is played: on a server of this program's own, or on one that runs already.

use std::path::{Path, PathBuf};

use botwerk_client::Client;
use botwerk_service::Config;
use clap::Args;

use crate::connection::AccessArgs;
use crate::embedded_server::EmbeddedServer;
use crate::failure::Failure;

/// Where to play.
#[derive(Debug, Args)]
pub(super) struct TournamentServerArgs {
    /// The file that keeps everything; a tournament in it that was broken off goes on
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    pub(super) db: Option<PathBuf>,
    /// A server to play on, instead of one inside this program
    #[arg(long, value_name = "ADDRESS")]
    pub(super) server: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
    /// Threads that play for bundled players, on the program's own server [default: the cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// A server to play on.
pub(crate) struct TournamentServer {
    pub(crate) client: Client,
    /// Where it listens.
    pub(crate) address: String,
    own: Option<EmbeddedServer>,
}

impl TournamentServerArgs {
    /// The server, and the file of one that is this program's own.
    pub(super) async fn open(
        &self,
        default: &Path,
    ) -> Result<(TournamentServer, Option<PathBuf>), Failure> {
        if let Some(address) = &self.server {
            let client = self.access.connect(address).await?;
            let venue = TournamentServer {
                client,
                address: address.clone(),
                own: None,
            };
            return Ok((venue, None));
        }
        let db = self.db.clone().unwrap_or_else(|| default.to_owned());
        let venue = TournamentServer::own(&db, self.threads.map(usize::from)).await?;
        Ok((venue, Some(db)))
    }
}

impl TournamentServer {
    /// A server of this program's own that keeps everything in a file.
    pub(crate) async fn own(db: &Path, threads: Option<usize>) -> Result<Self, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let host = EmbeddedServer::with_config(Config {
            db: db.to_owned(),
            search_threads: threads.unwrap_or(cores),
            ..Config::default()
        })
        .await?;
        Ok(Self {
            client: host.connect().await?,
            address: host.address().to_owned(),
            own: Some(host),
        })
    }

    /// Ends the program's own server once everything is stored.
    pub(crate) async fn close(self) -> Result<(), Failure> {
        match self.own {
            Some(host) => host.stop().await,
            None => Ok(()),
        }
    }
}
