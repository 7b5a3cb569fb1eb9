//! `TournamentService`: tournaments.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use botwerk_proto::v1 as proto;
use botwerk_wire::PageTokens;
use http::HeaderMap;
use prost::Message;
use proto::tournament_service_server::TournamentService;
use tokio::sync::mpsc;
use tokio_stream::Empty;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status};

use super::tournament_visibility::{visible, visible_standings};
use super::tournament_watch::{TournamentBroadcasts, WatchStream};
use crate::edge::{Admission, EncodedBody};
use crate::encoded_message::EncodedMessage;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::store::ListedTournament;
use crate::tournaments::Tournaments;
use crate::weighted_cache::WeightedCache;
use crate::wire::{self, MAX_PAGE_BYTES};

/// The list of tournaments, for the tokens of its pages.
const LIST: &str = "tournaments";

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
    page_tokens: PageTokens,
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
    is_organizer: bool,
}

type Reply<T> = Result<Response<T>, Status>;

impl TournamentRpc {
    pub(super) fn new(
        tournaments: Tournaments,
        admission: Admission,
        page_tokens: PageTokens,
    ) -> Self {
        Self {
            tournaments,
            admission,
            page_tokens,
            broadcasts: Arc::default(),
            listed: Mutex::new(WeightedCache::new(MAX_LISTED_BYTES)),
            final_standings: Mutex::new(WeightedCache::new(MAX_FINAL_BYTES)),
        }
    }

    /// Returns `true` if a caller is an organiser of a tournament or the operator, who alone learn the commands with which bots
    /// are started.
    fn is_organizer(&self, headers: &HeaderMap, id: &TournamentId) -> bool {
        self.admission.organizes(headers, id)
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
        let before = self.page_tokens.open(LIST, &request.page_token)?;
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
                next_page_token: self.page_tokens.seal(LIST, &last.id.to_string()),
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
        let (id, is_organizer) = (&which.tournament, which.is_organizer);
        let start = which.head_to_head_start;
        let (message, is_final) = if which.season == 0 {
            let standings = self.tournaments.standings(id).await?;
            let response = || {
                let response = wire::standings_response(&standings, self.page_tokens);
                visible_standings(response, is_organizer)
            };
            let message = if start == 0 {
                standings.messages.get_or_encode(is_organizer, response)
            } else {
                EncodedMessage::new(&wire::more_head_to_head(
                    &standings,
                    start,
                    self.page_tokens,
                ))
            };
            (message, standings.description.snapshot.state.has_ended())
        } else {
            let table = self.tournaments.season_table(id, which.season).await?;
            let description = self.tournaments.describe(id).await?;
            let response = wire::final_standings(&table.standings, &description)?;
            let response = wire::standings_part(response, start, self.page_tokens);
            let response = visible_standings(response, is_organizer);
            let has_ended = description.snapshot.state.has_ended();
            (EncodedMessage::new(&response), has_ended)
        };
        if is_final {
            known().insert(which, message.clone(), KEPT_BYTES + message.len());
        }
        Ok(message)
    }
}

#[tonic::async_trait]
impl TournamentService for TournamentRpc {
    // What is sent is encoded already.
    type WatchTournamentStream = Empty<Result<proto::WatchTournamentResponse, Status>>;

    async fn get_tournament(
        &self,
        request: Request<proto::GetTournamentRequest>,
    ) -> Reply<proto::GetTournamentResponse> {
        let id = TournamentId::from_name(&request.get_ref().name)?;
        let is_organizer = self.is_organizer(request.metadata().as_ref(), &id);
        let description = self.tournaments.describe(&id).await?;
        let response = || proto::GetTournamentResponse {
            tournament: Some(visible(
                wire::tournament_message(&description),
                is_organizer,
            )),
        };
        let message = description.messages.get_or_encode(is_organizer, response);
        Ok(EncodedBody::unary(message))
    }

    async fn list_tournaments(
        &self,
        request: Request<proto::ListTournamentsRequest>,
    ) -> Reply<proto::ListTournamentsResponse> {
        let page = self.list_page(request.into_inner()).await?;
        Ok(EncodedBody::unary(page))
    }

    async fn watch_tournament(
        &self,
        request: Request<proto::WatchTournamentRequest>,
    ) -> Reply<Self::WatchTournamentStream> {
        let id = TournamentId::from_name(&request.get_ref().name)?;
        let is_organizer = self.is_organizer(request.metadata().as_ref(), &id);
        let watcher = self.admission.admit_watcher(&request)?;
        let request = request.into_inner();
        // Rejected at once rather than on the stream.
        let watch = self.tournaments.watch(&id).await?;
        // The newest message only, so that a client that reads slowly takes no memory.
        let (sender, receiver) = mpsc::channel(1);
        let receiver = ReceiverStream::new(receiver);
        let receiver = self.admission.admit_stream(receiver, |_| None)?;
        let stream = WatchStream {
            is_organizer,
            interval: Duration::from_nanos(request.interval_nanos),
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
        let id = TournamentId::from_name(&request.get_ref().name)?;
        let which = FinalStandings {
            season: request.get_ref().season,
            head_to_head_start: wire::head_to_head_start(
                &request.get_ref().head_to_head_token,
                self.page_tokens,
            )?,
            is_organizer: self.is_organizer(request.metadata().as_ref(), &id),
            tournament: id,
        };
        Ok(EncodedBody::unary(self.encoded_standings(which).await?))
    }

    async fn list_pairings(
        &self,
        request: Request<proto::ListPairingsRequest>,
    ) -> Reply<proto::ListPairingsResponse> {
        let request = request.into_inner();
        let read = wire::pairings_request(&request, self.page_tokens)?;
        let id = TournamentId::from_name(&request.tournament)?;
        let pairings = self.tournaments.pairings(&id, read.filter.clone());
        let mut reader = pairings.await?;
        let limit = read.limit;
        let mut pairings = Vec::new();
        let (mut next, mut bytes) = (Some(read.from), 0);
        'page: while let Some(first) = next
            && pairings.len() < limit
        {
            let size = PAIRINGS_PER_READ.min(limit - pairings.len());
            let page = reader.page(first, size as u64).await?;
            next = page.next;
            let is_sparse = page.pairings.len() < size;
            for pairing in wire::pairing_messages(&page) {
                bytes += pairing.encoded_len();
                if bytes > MAX_PAGE_BYTES && !pairings.is_empty() {
                    next = Some(pairing.index);
                    break 'page;
                }
                pairings.push(pairing);
            }
            // Enough was looked at for one call.
            if is_sparse {
                break;
            }
        }
        Ok(Response::new(proto::ListPairingsResponse {
            pairings,
            next_page_token: read.token(next, self.page_tokens),
        }))
    }
}

#[cfg(test)]
pub(super) mod tests;
