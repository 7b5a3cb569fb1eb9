//! Reading tournaments from a server or from its database file.

use std::path::PathBuf;

use botwerk_client::proto::ErrorReason;
use botwerk_client::{Client, ClientError, proto};
use botwerk_engine::record::RecordComment;
use botwerk_service::Database;
use clap::Args;

use super::manage::resource_name;
use crate::connection::ServerArgs;
use crate::failure::{Failure, Reason};
use crate::server_failure::database_failure;

/// Number of pairings per page.
const PAGE_SIZE: u32 = 500;

/// The tournament to show, and its source.
#[derive(Debug, Args)]
pub(super) struct SourceArgs {
    /// Database file of a server, even while it runs, instead of a connection
    #[arg(long, value_name = "FILE")]
    pub(super) db: Option<PathBuf>,
    #[command(flatten)]
    pub(super) server: ServerArgs,
    /// Tournament, such as tournaments/0198... [default: the newest]
    #[arg(value_name = "TOURNAMENT")]
    pub(super) tournament: Option<String>,
}

/// A source of tournaments.
pub(crate) enum Source {
    Server(Client),
    File(Box<Database>),
}

impl SourceArgs {
    /// Opens the source and returns it with the tournament's name.
    pub(super) async fn open(&self) -> Result<(Source, String), Failure> {
        let source = self.source().await?;
        let name = source.find(self.tournament.as_deref()).await?;
        Ok((source, name))
    }

    async fn source(&self) -> Result<Source, Failure> {
        if let Some(db) = &self.db {
            return Ok(Source::File(Box::new(
                Database::open(db.as_path()).map_err(database_failure)?,
            )));
        }
        Ok(Source::Server(self.server.connect().await?))
    }
}

impl Source {
    /// Returns the resource name of a tournament that is given by its name or its id, or of the newest one.
    pub(super) async fn find(&self, tournament: Option<&str>) -> Result<String, Failure> {
        match tournament {
            Some(tournament) => Ok(resource_name(tournament)),
            None => self.newest().await,
        }
    }

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
            Self::File(database) => database
                .tournament_names()
                .map_err(database_failure)?
                .into_iter()
                .next(),
        };
        newest.ok_or_else(|| {
            let message = "no tournament exists; `botwerk tournament run FILE` plays one";
            Failure::new(Reason::BadArgument, message)
        })
    }

    /// Returns the public state of a tournament.
    pub(super) async fn tournament(&self, name: &str) -> Result<proto::Tournament, Failure> {
        match self {
            Self::Server(client) => {
                let request = proto::GetTournamentRequest { name: name.into() };
                let response = client.tournaments().get_tournament(request).await;
                let response = response.map_err(ClientError::from)?.into_inner();
                Ok(response.tournament.unwrap_or_default())
            }
            Self::File(database) => database.tournament(name).map_err(database_failure),
        }
    }

    /// Returns the standings with all statistics.
    pub(crate) async fn standings(
        &self,
        name: &str,
    ) -> Result<proto::GetStandingsResponse, Failure> {
        match self {
            Self::Server(client) => get_standings(client, name, 0).await,
            Self::File(database) => database.standings(name).map_err(database_failure),
        }
    }

    /// Returns the final table of a season of a league.
    pub(super) async fn final_standings(
        &self,
        name: &str,
        season: u32,
    ) -> Result<proto::GetStandingsResponse, Failure> {
        match self {
            Self::Server(client) => get_standings(client, name, season).await,
            Self::File(database) => database
                .final_standings(name, season)
                .map_err(database_failure),
        }
    }

    /// Calls `each` with all pairings in order, page by page, until it returns an error.
    pub(crate) async fn pairings(
        &self,
        name: &str,
        mut each: impl FnMut(proto::Pairing) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut page_token = String::new();
        loop {
            let request = proto::ListPairingsRequest {
                tournament: name.into(),
                page_size: PAGE_SIZE,
                page_token,
                ..Default::default()
            };
            let page = match self {
                Self::Server(client) => {
                    let response = client.tournaments().list_pairings(request).await;
                    response.map_err(ClientError::from)?.into_inner()
                }
                Self::File(database) => database.pairings(&request).map_err(database_failure)?,
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

    /// Returns the log of a seat. A server asks for the token of its bot, unless the client is an operator.
    pub(super) async fn seat_log(
        &self,
        name: &str,
        seat: u32,
        token: &str,
    ) -> Result<proto::GetSeatLogResponse, Failure> {
        match self {
            Self::Server(client) => {
                let request = proto::GetSeatLogRequest {
                    r#match: name.into(),
                    seat,
                };
                let client = match token {
                    "" => client.clone(),
                    token => client.with_token(token)?,
                };
                let response = client.bots().get_seat_log(request).await;
                Ok(response.map_err(ClientError::from)?.into_inner())
            }
            Self::File(database) => database.seat_log(name, seat).map_err(database_failure),
        }
    }

    /// Returns the record of a finished match by its name, or `None` while other matches with the same
    /// seed are in progress. The comments that every client may read follow the record.
    pub(crate) async fn record(&self, name: &str) -> Result<Option<String>, Failure> {
        match self {
            Self::Server(client) => match client.record(name).await {
                Ok(record) => Ok(Some(record + &public_comments(client, name).await?)),
                Err(ClientError::Rejected {
                    reason: ErrorReason::BlockNotOver,
                    ..
                }) => Ok(None),
                Err(error) => Err(error.into()),
            },
            Self::File(database) => {
                let id = name.strip_prefix("matches/").unwrap_or(name);
                Ok(Some(
                    database.read_match(id).map_err(database_failure)?.to_text(),
                ))
            }
        }
    }
}

/// Returns the comments of a match as lines of a record, if every client may read them: an operator may read others, too.
async fn public_comments(client: &Client, name: &str) -> Result<String, ClientError> {
    let request = proto::GetMatchRequest { name: name.into() };
    let found = client.matches().get_match(request).await?.into_inner();
    if !found.r#match.is_some_and(|found| found.public_comments) {
        return Ok(String::new());
    }
    let comments = client.comments(name).await?.into_iter();
    Ok(comments
        .map(|it| RecordComment::new(it.seat, it.turn, it.part, &it.text).to_line())
        .collect())
}

/// Returns the present standings of a tournament, or the final table of a season.
async fn get_standings(
    client: &Client,
    name: &str,
    season: u32,
) -> Result<proto::GetStandingsResponse, Failure> {
    let mut request = proto::GetStandingsRequest {
        name: name.into(),
        season,
        ..Default::default()
    };
    let response = client.tournaments().get_standings(request.clone()).await;
    let mut standings = response.map_err(ClientError::from)?.into_inner();
    while !standings.next_head_to_head_token.is_empty() {
        request.head_to_head_token = standings.next_head_to_head_token;
        let more = client.tournaments().get_standings(request.clone()).await;
        let more = more.map_err(ClientError::from)?.into_inner();
        standings.head_to_head.extend(more.head_to_head);
        standings.next_head_to_head_token = more.next_head_to_head_token;
    }
    Ok(standings)
}
