//! `MatchService`: matches.

use std::sync::Arc;

use botwerk_engine::record::RecordComment;
use botwerk_proto::v1 as proto;
use proto::match_service_server::MatchService;
use tokio::sync::{mpsc, oneshot};
use tokio_stream::StreamExt;
use tokio_stream::adapters::Map;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Request, Response, Status, Streaming};

use super::agent_threads::AgentThreadLimit;
use super::frames::{accepted_message, play_response, watch_response};
use super::seated_clients::SeatedClients;
use super::{ask, play, room_failed, watch};
use crate::background;
use crate::comments::ReadableComments;
use crate::edge::{Admission, CountedStream, PromptResponse, bearer_of, round_trip_of};
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_registry::{CreatedMatch, MatchRegistry};
use crate::request_origin::{Caller, RequestOrigin};
use crate::requester::Requester;
use crate::room::{
    Addressed, Command, Frame, PlayMessage, StreamReceiver, SubmissionSource, SubmitCommand,
    describe_stored, stream_channel,
};
use crate::seat_readers::SeatReader;
use crate::store::Store;
use crate::tournaments::Tournaments;
use crate::traces::TARGET;
use crate::tracked_store::TrackedStore;
use crate::wire::{self, SubmissionContent};

/// The service of matches.
pub(crate) struct MatchRpc {
    pub(crate) registry: Arc<MatchRegistry>,
    pub(crate) store: Arc<TrackedStore>,
    pub(crate) tournaments: Tournaments,
    pub(crate) admission: Admission,
    pub(super) agent_threads: AgentThreadLimit,
    pub(super) seated: SeatedClients,
}

type Reply<T> = Result<Response<T>, Status>;

/// A counted stream whose messages are encoded as responses when they are sent.
type EncodedStream<M, R> = Map<
    CountedStream<StreamReceiver<Addressed<M>>>,
    fn(Result<Addressed<M>, Status>) -> Result<R, Status>,
>;

impl MatchRpc {
    /// Creates the match of a request, or finds the one that an earlier request with the same
    /// `request_id` created.
    async fn create(
        &self,
        request: proto::CreateMatchRequest,
        caller: Caller,
    ) -> Result<CreatedMatch, Error> {
        if self.registry.is_draining() {
            return Err(Error::draining());
        }
        // A repeated request needs no room.
        let request_id = wire::request_id(request.request_id.clone())?;
        let origin = RequestOrigin::new(&request, caller);
        let found = self
            .registry
            .find_by_request_id(request_id.as_deref(), &origin);
        if let Some(created) = found.await? {
            return Ok(created);
        }
        let _reservation = self.store.reserve()?;
        let new = wire::new_match(request)?;
        self.agent_threads.check_match(&new)?;
        let secret = self.registry.secret();
        let prepare = move || new.prepare(origin, &secret);
        let prepared = background::compute(prepare).await?;
        self.registry.create(prepared).await
    }
}

#[tonic::async_trait]
impl MatchService for MatchRpc {
    type PlayStream = EncodedStream<PlayMessage, proto::PlayResponse>;
    type WatchMatchStream = EncodedStream<Frame, proto::WatchMatchResponse>;
    type GetCommentsStream = Map<
        ReceiverStream<Result<Vec<RecordComment>, Error>>,
        fn(Result<Vec<RecordComment>, Error>) -> Result<proto::GetCommentsResponse, Status>,
    >;
    type GetRecordStream = Map<
        ReceiverStream<Result<String, Error>>,
        fn(Result<String, Error>) -> Result<proto::GetRecordResponse, Status>,
    >;

    async fn create_match(
        &self,
        request: Request<proto::CreateMatchRequest>,
    ) -> Reply<proto::CreateMatchResponse> {
        let caller = self.admission.operator(&request)?;
        let created = self.create(request.into_inner(), caller).await?;
        let (seat_tokens, owner_token) = match created.tokens {
            Some(tokens) => (tokens.seats, tokens.owner),
            None => (Vec::new(), String::new()),
        };
        let token = |(seat, token): (usize, String)| proto::SeatToken {
            seat: seat as u32,
            token,
        };
        Ok(Response::new(proto::CreateMatchResponse {
            r#match: Some(wire::match_message(describe_stored(
                &created.row,
                &self.registry.secret(),
            )?)),
            seat_tokens: seat_tokens.into_iter().map(token).collect(),
            owner_token,
        }))
    }

    async fn get_match(
        &self,
        request: Request<proto::GetMatchRequest>,
    ) -> Reply<proto::GetMatchResponse> {
        let description = self
            .registry
            .describe(&MatchId::from_name(&request.get_ref().name)?)
            .await?;
        Ok(Response::new(proto::GetMatchResponse {
            r#match: Some(wire::match_message(description)),
        }))
    }

    async fn list_matches(
        &self,
        request: Request<proto::ListMatchesRequest>,
    ) -> Reply<proto::ListMatchesResponse> {
        let request = request.into_inner();
        let secret = self.registry.secret();
        let filter = wire::match_filter(&request, &secret)?;
        let limit = wire::page_size(request.page_size);
        let page = self.registry.list(&filter, limit).await?;
        let page = background::compute(move || wire::match_page(&request, &page, &secret));
        Ok(Response::new(page.await?))
    }

    async fn play(
        &self,
        request: Request<Streaming<proto::PlayRequest>>,
    ) -> Reply<Self::PlayStream> {
        let (sender, receiver) = stream_channel();
        let responses = self.admission.admit_stream(receiver, rejection)?;
        let round_trip = round_trip_of(&request);
        let session = play::serve(
            Arc::clone(&self.registry),
            request.into_inner(),
            sender,
            round_trip,
            self.admission.clone(),
            self.seated.clone(),
        );
        let session = Requester::current().scope(session);
        self.registry.tasks().spawn(session);
        Ok(Response::new(
            responses.map(|message| message.map(play_response)),
        ))
    }

    async fn watch_match(
        &self,
        request: Request<proto::WatchMatchRequest>,
    ) -> Reply<Self::WatchMatchStream> {
        let watcher = self.admission.admit_watcher(&request)?;
        let (sender, receiver) = stream_channel();
        let responses = self.admission.admit_stream(receiver, |_| None)?;
        let responses = responses.watched_by(watcher);
        let round_trip = round_trip_of(&request);
        let token = bearer_of(&request);
        let request = request.into_inner();
        let played = match &*request.matches {
            [target] if request.as_seat => Some(MatchId::from_name(&target.r#match)?),
            _ => None,
        };
        watch::watch(&self.registry, request, token, sender, round_trip).await?;
        let responses: Self::WatchMatchStream =
            responses.map(|message| message.map(watch_response));
        let mut response = Response::new(responses);
        if let Some(id) = &played {
            self.seated.add(id);
            response.extensions_mut().insert(PromptResponse);
        }
        Ok(response)
    }

    async fn submit_actions(
        &self,
        request: Request<proto::SubmitActionsRequest>,
    ) -> Reply<proto::SubmitActionsResponse> {
        let token = bearer_of(&request);
        let proto::SubmitActionsRequest {
            r#match,
            submission,
        } = request.into_inner();
        let proto::Submission {
            handle: _,
            turn,
            part,
            actions,
            effort,
            text,
            score,
            require_canonical_text,
            comment,
        } = submission.unwrap_or_default();
        let content = SubmissionContent::new(actions, text)?;
        let content = content.with_strictness(require_canonical_text);
        let (reply, answer) = oneshot::channel();
        let command = SubmitCommand {
            source: SubmissionSource::Unary { token, reply },
            turn,
            part,
            content,
            effort,
            score,
            span: tracing::info_span!(target: TARGET, "room", id = %r#match),
            comment: RecordComment::plain_text(&comment),
        };
        let accepted = async {
            let id = MatchId::from_name(&r#match)?;
            self.registry.submit(&id, command).await?;
            let accepted = answer.await.map_err(|_| room_failed())?;
            accepted.inspect(|_| self.seated.add(&id))
        };
        let accepted = accepted.await?;
        Ok(Response::new(proto::SubmitActionsResponse {
            accepted: Some(accepted_message(0, accepted)),
        }))
    }

    async fn resign_seat(
        &self,
        request: Request<proto::ResignSeatRequest>,
    ) -> Reply<proto::ResignSeatResponse> {
        let token = bearer_of(&request);
        let proto::ResignSeatRequest {
            r#match,
            has_crashed,
        } = request.into_inner();
        ask(&self.registry, &r#match, |reply| Command::Resign {
            token,
            has_crashed,
            reply,
        })
        .await?;
        Ok(Response::new(proto::ResignSeatResponse {}))
    }

    async fn abort_match(
        &self,
        request: Request<proto::AbortMatchRequest>,
    ) -> Reply<proto::AbortMatchResponse> {
        let token = bearer_of(&request);
        let id = MatchId::from_name(&request.get_ref().r#match)?;
        self.registry.abort(&id, token).await?;
        Ok(Response::new(proto::AbortMatchResponse {}))
    }

    async fn get_record(
        &self,
        request: Request<proto::GetRecordRequest>,
    ) -> Reply<Self::GetRecordStream> {
        let id = MatchId::from_name(&request.get_ref().r#match)?;
        let ended = self.registry.ended(&id).await?;
        if let Some(attempt) = ended.attempt() {
            self.tournaments.check_block_over(attempt).await?;
        }
        let (sender, pieces) = mpsc::channel(1);
        let store = Arc::clone(&self.store);
        let sending = async move { ended.send_record(&*store, sender).await };
        self.registry.tasks().spawn(sending);
        let response: fn(_) -> _ = record_response;
        Ok(Response::new(ReceiverStream::new(pieces).map(response)))
    }

    async fn get_comments(
        &self,
        request: Request<proto::GetCommentsRequest>,
    ) -> Reply<Self::GetCommentsStream> {
        let admin = self.admission.check_admin(request.metadata().as_ref());
        let token = bearer_of(&request);
        let reader = match admin {
            Ok(()) => SeatReader::Operator,
            Err(_) => SeatReader::Bearer(&token),
        };
        let id = MatchId::from_name(&request.get_ref().r#match)?;
        let row = self.store.row(&id).await.map_err(Error::from)?;
        let comments = ReadableComments::new(&row, reader, &self.tournaments).await?;
        let (sender, pages) = mpsc::channel(1);
        let sending = comments.send(Arc::clone(&self.store) as _, sender);
        self.registry.tasks().spawn(sending);
        let response: fn(_) -> _ = comments_response;
        Ok(Response::new(ReceiverStream::new(pages).map(response)))
    }
}

/// Returns the response with a page of comments.
fn comments_response(
    page: Result<Vec<RecordComment>, Error>,
) -> Result<proto::GetCommentsResponse, Status> {
    let comments = page?.into_iter().map(wire::comment_message).collect();
    Ok(proto::GetCommentsResponse { comments })
}

/// Returns the response with a piece of a record.
fn record_response(piece: Result<String, Error>) -> Result<proto::GetRecordResponse, Status> {
    Ok(proto::GetRecordResponse { lines: piece? })
}

/// Returns the reason of a message on a stream of `Play` that rejects a join or a submission.
fn rejection(message: &Result<Addressed<PlayMessage>, Status>) -> Option<Reason> {
    match &message.as_ref().ok()?.message {
        PlayMessage::Rejected(rejected) => Some(rejected.error.reason),
        PlayMessage::Frame(_) | PlayMessage::Accepted(_) => None,
    }
}
