//! Where tournaments are looked up: on a server, or in the file in which one keeps them.

use std::path::PathBuf;

use botwerk_client::{Client, ClientError, proto};
use botwerk_service::Database;
use clap::Args;

use crate::connection::ServerArgs;
use crate::failure::{Failure, Reason};

/// Pairings that are asked for at a time.
const PAGE: u32 = 500;

/// Which tournament, and where it is looked up.
#[derive(Debug, Args)]
pub(super) struct SourceArgs {
    /// The file in which a server keeps its tournaments, instead of a server; it may be running
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    server: ServerArgs,
    /// A tournament such as tournaments/0198...; without one the newest
    #[arg(value_name = "TOURNAMENT")]
    tournament: Option<String>,
}

/// A place in which tournaments are looked up.
pub(crate) enum Source {
    Server(Client),
    File(Box<Database>),
}

impl SourceArgs {
    /// Opens the place; the tournament's name with it.
    pub(super) async fn open(&self) -> Result<(Source, String), Failure> {
        let source = self.source().await?;
        let name = match &self.tournament {
            Some(name) if name.contains('/') => name.clone(),
            Some(id) => format!("tournaments/{id}"),
            None => source.newest().await?,
        };
        Ok((source, name))
    }

    async fn source(&self) -> Result<Source, Failure> {
        if let Some(db) = &self.db {
            return Ok(Source::File(Box::new(Database::open(db)?)));
        }
        Ok(Source::Server(self.server.connect().await?))
    }
}

impl Source {
    async fn newest(&self) -> Result<String, Failure> {
        let newest = match self {
            Self::Server(client) => {
                let request = proto::ListTournamentsRequest {
                    page_size: 1,
                    ..Default::default()
                };
                let list = client.tournaments().list_tournaments(request).await;
                let list = list.map_err(ClientError::from)?.into_inner();
                list.tournaments
                    .into_iter()
                    .next()
                    .map(|newest| newest.name)
            }
            Self::File(database) => database.tournament_names()?.into_iter().next(),
        };
        newest.ok_or_else(|| {
            let message = "there is no tournament yet; `botwerk tournament run FILE` plays one";
            Failure::new(Reason::BadArgument, message)
        })
    }

    /// What everybody may know of a tournament.
    pub(super) async fn tournament(&self, name: &str) -> Result<proto::Tournament, Failure> {
        match self {
            Self::Server(client) => {
                let request = proto::GetTournamentRequest { name: name.into() };
                let answer = client.tournaments().get_tournament(request).await;
                let answer = answer.map_err(ClientError::from)?.into_inner();
                Ok(answer.tournament.unwrap_or_default())
            }
            Self::File(database) => Ok(database.tournament(name)?),
        }
    }

    /// The table with all figures.
    pub(crate) async fn standings(
        &self,
        name: &str,
    ) -> Result<proto::GetStandingsResponse, Failure> {
        match self {
            Self::Server(client) => {
                let request = proto::GetStandingsRequest { name: name.into() };
                let answer = client.tournaments().get_standings(request).await;
                Ok(answer.map_err(ClientError::from)?.into_inner())
            }
            Self::File(database) => Ok(database.standings(name)?),
        }
    }

    /// All matches by number, page by page; an error of `each` ends it.
    pub(crate) async fn pairings(
        &self,
        name: &str,
        mut each: impl FnMut(proto::Pairing) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut page_token = String::new();
        loop {
            let request = proto::ListPairingsRequest {
                tournament: name.into(),
                page_size: PAGE,
                page_token,
            };
            let page = match self {
                Self::Server(client) => {
                    let answer = client.tournaments().list_pairings(request).await;
                    answer.map_err(ClientError::from)?.into_inner()
                }
                Self::File(database) => database.pairings(&request)?,
            };
            for pairing in page.pairings {
                each(pairing)?;
            }
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok(());
            }
        }
    }

    /// The record of a match that has ended, by the match's name.
    pub(crate) async fn record(&self, name: &str) -> Result<String, Failure> {
        match self {
            Self::Server(client) => Ok(client.record(name).await?),
            Self::File(database) => {
                let id = name.strip_prefix("matches/").unwrap_or(name);
                Ok(database.read(id)?.record.to_text())
            }
        }
    }
}
