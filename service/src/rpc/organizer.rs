//! `OrganizerService`: who creates tournaments and changes them.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use proto::organizer_service_server::OrganizerService;
use tonic::{Request, Response, Status};

use super::agent_threads::AgentThreadLimit;
use crate::accounts::AuditLog;
use crate::edge::Admission;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::tournaments::{LaunchedBotToken, TournamentDescription, Tournaments};
use crate::wire;

/// The service of organisers.
pub(crate) struct OrganizerRpc {
    pub(crate) tournaments: Tournaments,
    pub(crate) admission: Admission,
    pub(super) audit_log: AuditLog,
    pub(super) agent_threads: AgentThreadLimit,
}

/// Maximum length of the name of a tournament in the audit log, in characters.
const MAX_AUDITED_CHARS: usize = 128;

type Reply<T> = Result<Response<T>, Status>;

impl OrganizerRpc {
    /// Returns a request that only an organiser of the tournament with this name may send, and the id. The audit log records
    /// the act.
    ///
    /// # Errors
    /// Returns an error if the request lacks such a token, or the store accepts no writes.
    async fn authorized<T>(
        &self,
        request: Request<T>,
        act: &str,
        name: fn(&T) -> &str,
        detail: fn(&T) -> &str,
    ) -> Result<(TournamentId, T), Status> {
        let id = TournamentId::from_name(name(request.get_ref()));
        let (actor, id) = match id {
            Ok(id) => (self.admission.organizer(&request, &id)?, id),
            Err(error) => {
                self.admission.operator_actor(&request)?;
                return Err(error.into());
            }
        };
        let request = request.into_inner();
        let detail = detail(&request);
        wire::check_text("entrant", detail)?;
        self.audit_log
            .record(&actor, act, id.name(), detail)
            .await?;
        Ok((id, request))
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
        let actor = self.admission.operator_actor(&request)?;
        let request = request.into_inner();
        let name = request.setup.as_ref().map_or("", |setup| &setup.name);
        let name: String = name.chars().take(MAX_AUDITED_CHARS).collect();
        let recorded = self
            .audit_log
            .record(&actor, "tournament.create", String::new(), name);
        recorded.await?;
        let created = self.create(request).await?;
        Ok(Response::new(proto::CreateTournamentResponse {
            tournament: Some(wire::tournament_message(&created)),
        }))
    }

    async fn pause_tournament(
        &self,
        request: Request<proto::PauseTournamentRequest>,
    ) -> Reply<proto::PauseTournamentResponse> {
        let authorized = self.authorized(request, "tournament.pause", |it| &it.name, |_| "");
        let (id, _) = authorized.await?;
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
        let authorized = self.authorized(request, "tournament.resume", |it| &it.name, |_| "");
        let (id, _) = authorized.await?;
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
        let authorized = self.authorized(request, "tournament.cancel", |it| &it.name, |_| "");
        let (id, _) = authorized.await?;
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
        wire::check_text("message", &request.get_ref().message)?;
        let act = "tournament.withdraw";
        let authorized = self.authorized(request, act, |it| &it.tournament, |it| &it.entrant);
        let (id, request) = authorized.await?;
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
        let act = "tournament.readmit";
        let authorized = self.authorized(request, act, |it| &it.tournament, |it| &it.entrant);
        let (id, request) = authorized.await?;
        let readmitted = self.tournaments.readmit(&id, &request.entrant);
        Ok(Response::new(proto::ReadmitEntrantResponse {
            tournament: Some(wire::tournament_message(&readmitted.await?)),
        }))
    }

    async fn extend_tournament(
        &self,
        request: Request<proto::ExtendTournamentRequest>,
    ) -> Reply<proto::ExtendTournamentResponse> {
        let authorized = self.authorized(request, "tournament.extend", |it| &it.name, |_| "");
        let (id, request) = authorized.await?;
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
        let act = "tournament.get-bot-tokens";
        let authorized = self.authorized(request, act, |it| &it.tournament, |_| "");
        let (id, _) = authorized.await?;
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
