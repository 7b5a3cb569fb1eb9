//! `OrganizerService`: who creates tournaments and changes them.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use proto::organizer_service_server::OrganizerService;
use tonic::{Request, Response, Status};

use super::agent_threads::AgentThreadLimit;
use crate::edge::Admission;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::tournaments::{LaunchedBotToken, TournamentDescription, Tournaments};
use crate::wire;

/// The service of organisers.
pub(crate) struct OrganizerRpc {
    pub(crate) tournaments: Tournaments,
    pub(crate) admission: Admission,
    pub(super) agent_threads: AgentThreadLimit,
}

type Reply<T> = Result<Response<T>, Status>;

impl OrganizerRpc {
    /// Returns a request that only the operator may send.
    ///
    /// # Errors
    /// Returns an error if the request lacks the operator's token.
    fn authorized<T>(&self, request: Request<T>) -> Result<T, Status> {
        self.admission.check_admin(request.metadata().as_ref())?;
        Ok(request.into_inner())
    }

    async fn create(
        &self,
        request: proto::CreateTournamentRequest,
    ) -> Result<Arc<TournamentDescription>, Error> {
        if self.tournaments.is_draining() {
            return Err(Error::draining());
        }
        let new = wire::new_tournament(request)?;
        self.agent_threads.check_tournament(&new.configuration)?;
        self.tournaments.create(new).await
    }
}

#[tonic::async_trait]
impl OrganizerService for OrganizerRpc {
    async fn create_tournament(
        &self,
        request: Request<proto::CreateTournamentRequest>,
    ) -> Reply<proto::CreateTournamentResponse> {
        let created = self.create(self.authorized(request)?).await?;
        Ok(Response::new(proto::CreateTournamentResponse {
            tournament: Some(wire::tournament_message(&created)),
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
        wire::check_text("message", &request.message)?;
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
        let extension = wire::extension(request)?;
        for entrant in &extension.entrants {
            self.tournaments.check_registered(entrant).await?;
        }
        let present = self.tournaments.describe(&id).await?;
        let extended = extension.applied_to(&present.tournament.configuration)?;
        self.agent_threads.check_tournament(&extended)?;
        let extended = self.tournaments.extend(&id, extension).await?;
        Ok(Response::new(proto::ExtendTournamentResponse {
            tournament: Some(wire::tournament_message(&extended)),
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
}
