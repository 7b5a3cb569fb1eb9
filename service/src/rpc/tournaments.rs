//! `TournamentService`: tournaments.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use botwerk_proto::v1 as proto;
use http::HeaderMap;
use prost::Message;
use proto::tournament_service_server::TournamentService;
use tokio::sync::mpsc;
use tokio_stream::Empty;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

use super::agent_threads::AgentThreadLimit;
use super::tournament_visibility::{visible, visible_standings};
use super::tournament_watch::{TournamentBroadcasts, WatchStream};
use crate::edge::{Admission, EncodedBody};
use crate::encoded_message::EncodedMessage;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::store::ListedTournament;
use crate::tournaments::{LaunchedBotToken, TournamentDescription, Tournaments};
use crate::weighted_cache::WeightedCache;
use crate::wire::{self, MAX_PAGE_BYTES};

/// Number of pairings that are read at a time: each may have many attempts, with a result.
const PAIRINGS_PER_READ: usize = 50;

/// Maximum size of the descriptions of tournaments in lists that are kept, in bytes.
const MAX_LISTED_BYTES: usize = 4 << 20;

/// Maximum size of the final standings that are kept, in bytes.
const MAX_FINAL_BYTES: usize = 16 << 20;

/// What standings that are kept take in addition to their message, in bytes: a client may ask for any number of empty
/// parts.
const KEPT_BYTES: usize = 512;

/// The service of all tournaments.
pub(crate) struct TournamentRpc {
    tournaments: Tournaments,
    admission: Admission,
    agent_threads: AgentThreadLimit,
    broadcasts: Arc<TournamentBroadcasts>,
    /// Lists of one tournament each, which has ended.
    listed: Mutex<WeightedCache<TournamentId, EncodedMessage>>,
    /// Standings that never change: of tournaments that have ended, and of seasons.
    final_standings: Mutex<WeightedCache<FinalStandings, EncodedMessage>>,
}

/// Which final standings, and for whom.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct FinalStandings {
    tournament: TournamentId,
    /// The season; 0 for the standings after the end.
    season: u32,
    /// Number of results of entrants against each other before those that are sent; unless it is 0, these alone are.
    head_to_head_start: usize,
    is_operator: bool,
}

type Reply<T> = Result<Response<T>, Status>;

impl TournamentRpc {
    pub(super) fn new(
        tournaments: Tournaments,
        admission: Admission,
        agent_threads: AgentThreadLimit,
    ) -> Self {
        Self {
            tournaments,
            admission,
            agent_threads,
            broadcasts: Arc::default(),
            listed: Mutex::new(WeightedCache::new(MAX_LISTED_BYTES)),
            final_standings: Mutex::new(WeightedCache::new(MAX_FINAL_BYTES)),
        }
    }

    /// Returns a request that only the operator may send.
    ///
    /// # Errors
    /// Returns an error if the request lacks the operator's token.
    fn authorized<T>(&self, request: Request<T>) -> Result<T, Status> {
        self.admission.check_admin(request.metadata().as_ref())?;
        Ok(request.into_inner())
    }

    /// Returns `true` if a caller is the operator, who alone learns the commands with which bots are started.
    fn is_operator(&self, headers: &HeaderMap) -> bool {
        self.admission.check_admin(headers).is_ok()
    }

    /// Returns the list of one tournament.
    async fn listed(&self, listed: &ListedTournament) -> Result<EncodedMessage, Error> {
        let known = || self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(message) = known().get(&listed.id) {
            return Ok(message);
        }
        let description = self.tournaments.describe(&listed.id).await?;
        let list = EncodedMessage::new(&proto::ListTournamentsResponse {
            tournaments: vec![wire::listed_tournament(&description)],
            ..Default::default()
        });
        if description.snapshot.state.has_ended() {
            known().insert(listed.id.clone(), list.clone(), KEPT_BYTES + list.len());
        }
        Ok(list)
    }

    /// Returns a page of tournaments, encoded: hundreds of descriptions take several times as much memory as their bytes.
    async fn list_page(
        &self,
        request: proto::ListTournamentsRequest,
    ) -> Result<EncodedMessage, Error> {
        let before = Some(request.page_token).filter(|token| !token.is_empty());
        let before = before.map(TournamentId::from);
        let state = wire::tournament_state(request.state)?;
        let limit = wire::page_size(request.page_size);
        let page = self.tournaments.list(before.as_ref(), state, limit);
        let (listed, mut has_more) = page.await?;
        let mut lists: Vec<EncodedMessage> = Vec::new();
        let mut bytes = 0;
        for tournament in &listed {
            let list = self.listed(tournament).await?;
            bytes += list.len();
            if bytes > MAX_PAGE_BYTES && !lists.is_empty() {
                has_more = true;
                break;
            }
            lists.push(list);
        }
        if has_more && let Some(last) = listed.get(lists.len().wrapping_sub(1)) {
            lists.push(EncodedMessage::new(&proto::ListTournamentsResponse {
                next_page_token: last.id.to_string(),
                ..Default::default()
            }));
        }
        Ok(EncodedMessage::merged(&lists))
    }

    /// Returns the standings of a tournament or of a season as a message. Those that never change are kept.
    async fn encoded_standings(&self, which: FinalStandings) -> Result<EncodedMessage, Error> {
        let known = || {
            let known = self.final_standings.lock();
            known.unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(message) = known().get(&which) {
            return Ok(message);
        }
        let (id, is_operator) = (&which.tournament, which.is_operator);
        let start = which.head_to_head_start;
        let (message, is_final) = if which.season == 0 {
            let standings = self.tournaments.standings(id).await?;
            let response = || visible_standings(wire::standings_response(&standings), is_operator);
            let message = if start == 0 {
                standings.messages.get_or_encode(is_operator, response)
            } else {
                EncodedMessage::new(&wire::more_head_to_head(&standings, start))
            };
            (message, standings.description.snapshot.state.has_ended())
        } else {
            let table = self.tournaments.season_table(id, which.season).await?;
            let response = wire::final_standings(&table.standings)?;
            let response = wire::standings_part(response, start);
            let response = visible_standings(response, is_operator);
            (EncodedMessage::new(&response), true)
        };
        if is_final {
            known().insert(which, message.clone(), KEPT_BYTES + message.len());
        }
        Ok(message)
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
impl TournamentService for TournamentRpc {
    // What is sent is encoded already.
    type WatchTournamentStream = Empty<Result<proto::WatchTournamentResponse, Status>>;

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
        let is_operator = self.is_operator(request.metadata().as_ref());
        let description = self.tournaments.describe(&id).await?;
        let response = || proto::GetTournamentResponse {
            tournament: Some(visible(wire::tournament_message(&description), is_operator)),
        };
        let message = description.messages.get_or_encode(is_operator, response);
        Ok(EncodedBody::unary(message))
    }

    async fn list_tournaments(
        &self,
        request: Request<proto::ListTournamentsRequest>,
    ) -> Reply<proto::ListTournamentsResponse> {
        let page = self.list_page(request.into_inner()).await?;
        Ok(EncodedBody::unary(page))
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
        self.agent_threads
            .check_tournament(&extension.configuration)?;
        let extended = self.tournaments.extend(&id, extension).await?;
        Ok(Response::new(proto::ExtendTournamentResponse {
            tournament: Some(wire::tournament_message(&extended)),
        }))
    }

    async fn add_entrant(
        &self,
        request: Request<proto::AddEntrantRequest>,
    ) -> Reply<proto::AddEntrantResponse> {
        let request = self.authorized(request)?;
        let id = TournamentId::from_name(&request.tournament)?;
        let entrant = wire::added_entrant(request.entrant.as_ref())?;
        self.tournaments.check_registered(&entrant).await?;
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
        let is_operator = self.is_operator(request.metadata().as_ref());
        let watcher = self.admission.admit_watcher(&request)?;
        let request = request.into_inner();
        let id = TournamentId::from_name(&request.name)?;
        // Rejected at once rather than on the stream.
        let watch = self.tournaments.watch(&id).await?;
        // The newest message only, so that a client that reads slowly takes no memory.
        let (sender, receiver) = mpsc::channel(1);
        let receiver = ReceiverStream::new(receiver);
        let receiver = self.admission.admit_stream(receiver, |_| None)?;
        let stream = WatchStream {
            is_operator,
            interval: Duration::from_millis(request.interval_millis.into()),
            sender,
        };
        self.broadcasts.send(&self.tournaments, watch, stream);
        let messages = receiver.watched_by(watcher);
        Ok(EncodedBody::streaming(messages, tokio_stream::empty()))
    }

    async fn get_standings(
        &self,
        request: Request<proto::GetStandingsRequest>,
    ) -> Reply<proto::GetStandingsResponse> {
        let which = FinalStandings {
            tournament: TournamentId::from_name(&request.get_ref().name)?,
            season: request.get_ref().season,
            head_to_head_start: wire::head_to_head_start(&request.get_ref().head_to_head_token)?,
            is_operator: self.is_operator(request.metadata().as_ref()),
        };
        Ok(EncodedBody::unary(self.encoded_standings(which).await?))
    }

    async fn list_pairings(
        &self,
        request: Request<proto::ListPairingsRequest>,
    ) -> Reply<proto::ListPairingsResponse> {
        let request = request.into_inner();
        let (from, limit) = wire::pairings_range(&request)?;
        let id = TournamentId::from_name(&request.tournament)?;
        let reader = self.tournaments.pairings(&id).await?;
        let mut pairings = Vec::new();
        let (mut next, mut bytes) = (Some(from), 0);
        'page: while let Some(first) = next
            && pairings.len() < limit
        {
            let size = PAIRINGS_PER_READ.min(limit - pairings.len());
            let page = reader.page(first, size as u64).await?;
            next = page.next;
            for pairing in wire::pairing_messages(&page) {
                bytes += pairing.encoded_len();
                if bytes > MAX_PAGE_BYTES && !pairings.is_empty() {
                    next = Some(pairing.index);
                    break 'page;
                }
                pairings.push(pairing);
            }
        }
        Ok(Response::new(proto::ListPairingsResponse {
            pairings,
            next_page_token: wire::pairings_token(next),
        }))
    }
}

#[cfg(test)]
pub(super) mod tests;
