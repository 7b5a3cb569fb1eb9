//! `TournamentService`: tournaments.

use std::time::Duration;

use botwerk_proto::v1 as proto;
use http::HeaderMap;
use proto::entrant::Player;
use proto::tournament_service_server::TournamentService;
use tonic::{Request, Response, Status};

use super::agent_threads::AgentThreadLimit;
use crate::edge::{Admission, CountedStream};
use crate::error::Error;
use crate::ids::TournamentId;
use crate::room::{StreamReceiver, StreamSender, stream_channel};
use crate::tournaments::{LaunchedBotToken, TournamentDescription, TournamentWatch, Tournaments};
use crate::wire;

/// Default interval between two updates of a watched tournament.
const DEFAULT_INTERVAL_MILLIS: u32 = 500;

/// Minimum interval between two updates of a watched tournament.
const MIN_INTERVAL_MILLIS: u32 = 20;

/// The service of all tournaments.
pub(crate) struct TournamentRpc {
    pub(crate) tournaments: Tournaments,
    pub(crate) admission: Admission,
    pub(super) agent_threads: AgentThreadLimit,
}

type Reply<T> = Result<Response<T>, Status>;

impl TournamentRpc {
    /// Returns a request that only the operator may send.
    ///
    /// # Errors
    /// Returns an error if the request lacks the operator's token.
    fn authorized<T>(&self, request: Request<T>) -> Result<T, Status> {
        self.admission.check_admin(request.metadata().as_ref())?;
        Ok(request.into_inner())
    }

    /// Returns the message of a tournament for a caller: only the operator learns the commands with which
    /// bots are started.
    fn visible(&self, headers: &HeaderMap, message: proto::Tournament) -> proto::Tournament {
        if self.admission.check_admin(headers).is_ok() {
            message
        } else {
            without_commands(message)
        }
    }

    async fn create(
        &self,
        request: proto::CreateTournamentRequest,
    ) -> Result<TournamentDescription, Error> {
        if self.tournaments.is_draining() {
            return Err(Error::draining());
        }
        let new = wire::new_tournament(request)?;
        self.agent_threads.check_tournament(&new.configuration)?;
        self.tournaments.create(new).await
    }
}

#[tonic::async_trait]
impl TournamentService for TournamentRpc {
    type WatchTournamentStream = CountedStream<StreamReceiver<proto::WatchTournamentResponse>>;

    async fn create_tournament(
        &self,
        request: Request<proto::CreateTournamentRequest>,
    ) -> Reply<proto::CreateTournamentResponse> {
        let created = self.create(self.authorized(request)?).await?;
        Ok(Response::new(proto::CreateTournamentResponse {
            tournament: Some(wire::tournament_message(&created)),
        }))
    }

    async fn get_tournament(
        &self,
        request: Request<proto::GetTournamentRequest>,
    ) -> Reply<proto::GetTournamentResponse> {
        let id = TournamentId::from_name(&request.get_ref().name)?;
        let message = wire::tournament_message(&self.tournaments.describe(&id).await?);
        let headers = request.metadata().as_ref();
        Ok(Response::new(proto::GetTournamentResponse {
            tournament: Some(self.visible(headers, message)),
        }))
    }

    async fn list_tournaments(
        &self,
        request: Request<proto::ListTournamentsRequest>,
    ) -> Reply<proto::ListTournamentsResponse> {
        let (metadata, _, request) = request.into_parts();
        let before = Some(request.page_token).filter(|token| !token.is_empty());
        let before = before.map(TournamentId::from);
        let state = wire::tournament_state(request.state)?;
        let limit = wire::page_size(request.page_size);
        let page = self.tournaments.list(before.as_ref(), state, limit);
        let (tournaments, has_more) = page.await?;
        let last = tournaments.last().filter(|_| has_more);
        Ok(Response::new(proto::ListTournamentsResponse {
            next_page_token: last.map_or_else(String::new, |last| last.tournament.id.to_string()),
            tournaments: tournaments
                .iter()
                .map(|tournament| {
                    self.visible(metadata.as_ref(), wire::tournament_summary(tournament))
                })
                .collect(),
        }))
    }

    async fn pause_tournament(
        &self,
        request: Request<proto::PauseTournamentRequest>,
    ) -> Reply<proto::PauseTournamentResponse> {
        let id = TournamentId::from_name(&self.authorized(request)?.name)?;
        Ok(Response::new(proto::PauseTournamentResponse {
            tournament: Some(wire::tournament_message(
                &self.tournaments.pause(&id).await?,
            )),
        }))
    }

    async fn resume_tournament(
        &self,
        request: Request<proto::ResumeTournamentRequest>,
    ) -> Reply<proto::ResumeTournamentResponse> {
        let id = TournamentId::from_name(&self.authorized(request)?.name)?;
        Ok(Response::new(proto::ResumeTournamentResponse {
            tournament: Some(wire::tournament_message(
                &self.tournaments.resume(&id).await?,
            )),
        }))
    }

    async fn cancel_tournament(
        &self,
        request: Request<proto::CancelTournamentRequest>,
    ) -> Reply<proto::CancelTournamentResponse> {
        let id = TournamentId::from_name(&self.authorized(request)?.name)?;
        Ok(Response::new(proto::CancelTournamentResponse {
            tournament: Some(wire::tournament_message(
                &self.tournaments.cancel(&id).await?,
            )),
        }))
    }

    async fn withdraw_entrant(
        &self,
        request: Request<proto::WithdrawEntrantRequest>,
    ) -> Reply<proto::WithdrawEntrantResponse> {
        let request = self.authorized(request)?;
        let id = TournamentId::from_name(&request.tournament)?;
        let message = match request.message {
            empty if empty.is_empty() => "withdrawn by the operator".into(),
            message => message,
        };
        let withdrawn = self.tournaments.withdraw(&id, &request.entrant, message);
        Ok(Response::new(proto::WithdrawEntrantResponse {
            tournament: Some(wire::tournament_message(&withdrawn.await?)),
        }))
    }

    async fn readmit_entrant(
        &self,
        request: Request<proto::ReadmitEntrantRequest>,
    ) -> Reply<proto::ReadmitEntrantResponse> {
        let request = self.authorized(request)?;
        let id = TournamentId::from_name(&request.tournament)?;
        let readmitted = self.tournaments.readmit(&id, &request.entrant);
        Ok(Response::new(proto::ReadmitEntrantResponse {
            tournament: Some(wire::tournament_message(&readmitted.await?)),
        }))
    }

    async fn extend_tournament(
        &self,
        request: Request<proto::ExtendTournamentRequest>,
    ) -> Reply<proto::ExtendTournamentResponse> {
        let request = self.authorized(request)?;
        let id = TournamentId::from_name(&request.name)?;
        let (configuration, request_id) = wire::extension(request)?;
        self.agent_threads.check_tournament(&configuration)?;
        let extended = self.tournaments.extend(&id, configuration, request_id);
        Ok(Response::new(proto::ExtendTournamentResponse {
            tournament: Some(wire::tournament_message(&extended.await?)),
        }))
    }

    async fn add_entrant(
        &self,
        request: Request<proto::AddEntrantRequest>,
    ) -> Reply<proto::AddEntrantResponse> {
        let request = self.authorized(request)?;
        let id = TournamentId::from_name(&request.tournament)?;
        let entrant = wire::added_entrant(request.entrant.as_ref())?;
        let present = self.tournaments.describe(&id).await?;
        let mut configuration = present.tournament.configuration.clone();
        configuration.entrants.push(entrant.clone());
        self.agent_threads.check_tournament(&configuration)?;
        let extended = self.tournaments.add_entrant(&id, entrant);
        Ok(Response::new(proto::AddEntrantResponse {
            tournament: Some(wire::tournament_message(&extended.await?)),
        }))
    }

    async fn get_bot_tokens(
        &self,
        request: Request<proto::GetBotTokensRequest>,
    ) -> Reply<proto::GetBotTokensResponse> {
        let id = TournamentId::from_name(&self.authorized(request)?.tournament)?;
        let tokens = self.tournaments.bot_tokens(&id).await?.into_iter();
        let message = |LaunchedBotToken { entrant, token }| proto::BotToken {
            entrant,
            bot_token: token,
        };
        Ok(Response::new(proto::GetBotTokensResponse {
            bot_tokens: tokens.map(message).collect(),
        }))
    }

    async fn watch_tournament(
        &self,
        request: Request<proto::WatchTournamentRequest>,
    ) -> Reply<Self::WatchTournamentStream> {
        let is_operator = self
            .admission
            .check_admin(request.metadata().as_ref())
            .is_ok();
        let request = request.into_inner();
        let id = TournamentId::from_name(&request.name)?;
        // Rejected at once rather than on the stream.
        let watch = self.tournaments.watch(&id).await?;
        let (sender, receiver) = stream_channel();
        let receiver = self.admission.admit_stream(receiver, |_| None)?;
        let millis = match request.interval_millis {
            0 => DEFAULT_INTERVAL_MILLIS,
            millis => millis.max(MIN_INTERVAL_MILLIS),
        };
        let interval = Duration::from_millis(millis.into());
        let updates = stream_updates(
            self.tournaments.clone(),
            watch,
            is_operator,
            interval,
            sender,
        );
        self.tournaments.tasks().spawn(updates);
        Ok(Response::new(receiver))
    }

    async fn get_standings(
        &self,
        request: Request<proto::GetStandingsRequest>,
    ) -> Reply<proto::GetStandingsResponse> {
        let id = TournamentId::from_name(&request.get_ref().name)?;
        let mut response = match request.get_ref().season {
            0 => wire::standings_response(&*self.tournaments.standings(&id).await?),
            season => {
                let table = self.tournaments.season_table(&id, season).await?;
                wire::final_standings(&table.standings)?
            }
        };
        let headers = request.metadata().as_ref();
        let tournament = response.tournament.take();
        response.tournament = tournament.map(|message| self.visible(headers, message));
        Ok(Response::new(response))
    }

    async fn list_pairings(
        &self,
        request: Request<proto::ListPairingsRequest>,
    ) -> Reply<proto::ListPairingsResponse> {
        let request = request.into_inner();
        let (from, limit) = wire::pairings_range(&request)?;
        let id = TournamentId::from_name(&request.tournament)?;
        let page = self.tournaments.pairings(&id, from, limit).await?;
        Ok(Response::new(wire::pairings_response(&page)))
    }
}

/// Removes what only the operator sees: the commands with which bots are started, the files that they read, and the
/// request id.
fn without_commands(mut message: proto::Tournament) -> proto::Tournament {
    message.request_id.clear();
    let Some(setup) = &mut message.setup else {
        return message;
    };
    for entrant in &mut setup.entrants {
        if let Some(Player::LaunchCommand(command) | Player::Stdio(command)) = &mut entrant.player {
            *command = proto::LaunchCommand::default();
        }
    }
    if let Some(sandbox) = &mut setup.sandbox {
        sandbox.read_paths.clear();
    }
    message
}

/// Sends the state of a tournament whenever it has changed, until the tournament has ended.
async fn stream_updates(
    tournaments: Tournaments,
    mut watch: TournamentWatch,
    is_operator: bool,
    interval: Duration,
    sender: StreamSender<proto::WatchTournamentResponse>,
) {
    let response = |watch: &TournamentWatch| {
        let mut response = wire::watch_tournament_response(&watch.description);
        if !is_operator {
            response.tournament = response.tournament.map(without_commands);
        }
        response
    };
    let mut sent = response(&watch);
    sender.send_latest(sent.clone());
    while !watch.has_ended() {
        let next_change = async {
            tokio::time::sleep(interval).await;
            watch.changed().await;
        };
        tokio::select! {
            () = sender.closed() => return,
            error = tournaments.wait_for_shutdown() => return sender.end(error),
            () = next_change => {}
        }
        let message = response(&watch);
        if message != sent {
            sender.send_latest(message.clone());
            sent = message;
        }
    }
}

#[cfg(test)]
mod tests;
