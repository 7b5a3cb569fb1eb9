//! A server for the bot of one seat of a recorded match.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use botwerk_client::{bearer_token, proto};
use proto::ErrorReason;
use proto::bot_service_server::BotService;
use proto::match_service_server::MatchService;
use proto::play_request::Kind as FromBot;
use proto::play_response::Kind as ToBot;
use proto::stream_invitations_response::Kind as InvitationFrame;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Request, Response, Status, Streaming};

type Reply<T> = Result<Response<T>, Status>;
type Frames<T> = UnboundedReceiverStream<Result<T, Status>>;

/// The handle of the seat on every stream.
const HANDLE: u32 = 1;

/// What a bot does at its seat.
#[derive(Debug)]
pub(super) enum BotAnswer {
    Submission(proto::Submission),
    Resigned,
}

/// The services that the bot of a recorded seat calls. Clones share it.
#[derive(Debug, Clone)]
pub(super) struct RecordedSeatService(Arc<SharedSeat>);

#[derive(Debug)]
struct SharedSeat {
    bot_token: String,
    invitation: proto::Invitation,
    joined: proto::Joined,
    answers: UnboundedSender<BotAnswer>,
    state: Mutex<SeatState>,
}

#[derive(Debug, Default)]
struct SeatState {
    /// The latest stream on which the bot has joined.
    stream: Option<UnboundedSender<Result<proto::PlayResponse, Status>>>,
    /// Kept open, so that the bot stays online.
    invitations: Option<UnboundedSender<Result<proto::StreamInvitationsResponse, Status>>>,
    /// The request that the bot has not answered.
    open: Option<proto::ActionRequest>,
    /// Number of sequenced frames.
    seq: u64,
}

impl RecordedSeatService {
    /// Creates the services for an invited bot, whose answers are sent to `answers`.
    pub(super) fn new(
        bot_token: String,
        invitation: proto::Invitation,
        joined: proto::Joined,
        answers: UnboundedSender<BotAnswer>,
    ) -> Self {
        Self(Arc::new(SharedSeat {
            bot_token,
            invitation,
            joined: proto::Joined {
                handle: HANDLE,
                ..joined
            },
            answers,
            state: Mutex::default(),
        }))
    }

    /// Sends a request, now or when the bot joins.
    pub(super) fn open_request(&self, mut request: proto::ActionRequest) {
        let mut state = self.lock();
        state.seq += 1;
        request.handle = HANDLE;
        request.seq = state.seq;
        state.open = Some(request.clone());
        state.send(ToBot::ActionRequest(request));
    }

    /// Accepts the answer to the open request.
    pub(super) fn accept(&self, turn: u32, part: u32) {
        let mut state = self.lock();
        let open = state.open.take();
        let view_hash = open
            .and_then(|open| open.view)
            .map_or(0, |view| view.view_hash);
        let accepted = proto::Accepted {
            handle: HANDLE,
            seq: state.seq,
            turn,
            part,
            view_hash,
            ..Default::default()
        };
        state.send(ToBot::Accepted(accepted));
    }

    /// Rejects a submission. The request stays open.
    pub(super) fn reject(
        &self,
        submission: &proto::Submission,
        reason: ErrorReason,
        message: &str,
    ) {
        let rejected = proto::Rejected {
            handle: HANDLE,
            turn: submission.turn,
            part: submission.part,
            error: Some(proto::Error {
                reason: reason.into(),
                message: message.into(),
                ..Default::default()
            }),
            ..Default::default()
        };
        self.lock().send(ToBot::Rejected(rejected));
    }

    fn lock(&self) -> MutexGuard<'_, SeatState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads what the bot sends on a stream until it ends.
    async fn serve_stream(
        self,
        mut messages: Streaming<proto::PlayRequest>,
        sender: UnboundedSender<Result<proto::PlayResponse, Status>>,
    ) {
        while let Ok(Some(message)) = messages.message().await {
            match message.kind {
                Some(FromBot::Join(join)) => self.join(&join, &sender),
                Some(FromBot::Submission(submission)) => self.answer(submission),
                None => {}
            }
        }
    }

    fn join(
        &self,
        join: &proto::Join,
        sender: &UnboundedSender<Result<proto::PlayResponse, Status>>,
    ) {
        let invitation = &self.0.invitation;
        let mut state = self.lock();
        state.stream = Some(sender.clone());
        if (&join.r#match, &join.seat_token) != (&invitation.r#match, &invitation.seat_token) {
            let rejected = proto::Rejected {
                error: Some(proto::Error {
                    reason: ErrorReason::BadToken.into(),
                    message: "the token is not valid for this match".into(),
                    ..Default::default()
                }),
                join_id: join.join_id,
                ..Default::default()
            };
            state.send(ToBot::Rejected(rejected));
            return;
        }
        let open = state.open.clone();
        let joined = proto::Joined {
            seq: state.seq.saturating_sub(u64::from(open.is_some())),
            view: open.as_ref().and_then(|open| open.view.clone()),
            join_id: join.join_id,
            ..self.0.joined.clone()
        };
        state.send(ToBot::Joined(joined));
        if let Some(open) = open {
            state.send(ToBot::ActionRequest(open));
        }
    }

    fn answer(&self, submission: proto::Submission) {
        // The receiver is there as long as the bot is asked.
        let _ = self.0.answers.send(BotAnswer::Submission(submission));
    }
}

impl SeatState {
    fn send(&mut self, kind: ToBot) {
        let response = proto::PlayResponse { kind: Some(kind) };
        if let Some(stream) = &self.stream {
            // A bot that is gone joins again.
            let _ = stream.send(Ok(response));
        }
    }
}

#[tonic::async_trait]
impl BotService for RecordedSeatService {
    type StreamInvitationsStream = Frames<proto::StreamInvitationsResponse>;

    async fn stream_invitations(
        &self,
        request: Request<proto::StreamInvitationsRequest>,
    ) -> Reply<Self::StreamInvitationsStream> {
        if bearer_token(&request) != Some(&*self.0.bot_token) {
            let message = "bot_token: expected that of BOTWERK_BOT_TOKEN";
            return Err(Status::unauthenticated(message));
        }
        let (sender, receiver) = unbounded_channel();
        let online = proto::Online {
            bot: Some(proto::Bot {
                name: "rerun".into(),
                max_concurrent_matches: 1,
                is_online: true,
                active_matches: 1,
                ..Default::default()
            }),
        };
        let invitation = InvitationFrame::Invitation(self.0.invitation.clone());
        for kind in [InvitationFrame::Online(online), invitation] {
            let _ = sender.send(Ok(proto::StreamInvitationsResponse { kind: Some(kind) }));
        }
        self.lock().invitations = Some(sender);
        Ok(Response::new(Frames::new(receiver)))
    }

    async fn register_bot(
        &self,
        _request: Request<proto::RegisterBotRequest>,
    ) -> Reply<proto::RegisterBotResponse> {
        Err(unanswered())
    }

    async fn get_bot(
        &self,
        _request: Request<proto::GetBotRequest>,
    ) -> Reply<proto::GetBotResponse> {
        Err(unanswered())
    }

    async fn get_bot_report(
        &self,
        _request: Request<proto::GetBotReportRequest>,
    ) -> Reply<proto::GetBotReportResponse> {
        Err(unanswered())
    }

    async fn update_bot(
        &self,
        _request: Request<proto::UpdateBotRequest>,
    ) -> Reply<proto::UpdateBotResponse> {
        Err(unanswered())
    }

    async fn delete_bot(
        &self,
        _request: Request<proto::DeleteBotRequest>,
    ) -> Reply<proto::DeleteBotResponse> {
        Err(unanswered())
    }

    async fn rotate_bot_token(
        &self,
        _request: Request<proto::RotateBotTokenRequest>,
    ) -> Reply<proto::RotateBotTokenResponse> {
        Err(unanswered())
    }

    async fn list_bots(
        &self,
        _request: Request<proto::ListBotsRequest>,
    ) -> Reply<proto::ListBotsResponse> {
        Err(unanswered())
    }

    async fn append_seat_log(
        &self,
        _request: Request<proto::AppendSeatLogRequest>,
    ) -> Reply<proto::AppendSeatLogResponse> {
        Err(unanswered())
    }

    async fn get_seat_log(
        &self,
        _request: Request<proto::GetSeatLogRequest>,
    ) -> Reply<proto::GetSeatLogResponse> {
        Err(unanswered())
    }
}

#[tonic::async_trait]
impl MatchService for RecordedSeatService {
    type PlayStream = Frames<proto::PlayResponse>;
    type WatchMatchStream = Frames<proto::WatchMatchResponse>;
    type GetRecordStream = Frames<proto::GetRecordResponse>;
    type GetCommentsStream = Frames<proto::GetCommentsResponse>;

    async fn play(
        &self,
        request: Request<Streaming<proto::PlayRequest>>,
    ) -> Reply<Self::PlayStream> {
        let (sender, receiver) = unbounded_channel();
        tokio::spawn(self.clone().serve_stream(request.into_inner(), sender));
        Ok(Response::new(Frames::new(receiver)))
    }

    async fn resign_seat(
        &self,
        _request: Request<proto::ResignSeatRequest>,
    ) -> Reply<proto::ResignSeatResponse> {
        let _ = self.0.answers.send(BotAnswer::Resigned);
        Ok(Response::new(proto::ResignSeatResponse {}))
    }

    async fn submit_actions(
        &self,
        _request: Request<proto::SubmitActionsRequest>,
    ) -> Reply<proto::SubmitActionsResponse> {
        Err(unanswered())
    }

    async fn create_match(
        &self,
        _request: Request<proto::CreateMatchRequest>,
    ) -> Reply<proto::CreateMatchResponse> {
        Err(unanswered())
    }

    async fn get_match(
        &self,
        _request: Request<proto::GetMatchRequest>,
    ) -> Reply<proto::GetMatchResponse> {
        Err(unanswered())
    }

    async fn list_matches(
        &self,
        _request: Request<proto::ListMatchesRequest>,
    ) -> Reply<proto::ListMatchesResponse> {
        Err(unanswered())
    }

    async fn watch_match(
        &self,
        _request: Request<proto::WatchMatchRequest>,
    ) -> Reply<Self::WatchMatchStream> {
        Err(unanswered())
    }

    async fn abort_match(
        &self,
        _request: Request<proto::AbortMatchRequest>,
    ) -> Reply<proto::AbortMatchResponse> {
        Err(unanswered())
    }

    async fn get_record(
        &self,
        _request: Request<proto::GetRecordRequest>,
    ) -> Reply<Self::GetRecordStream> {
        Err(unanswered())
    }

    async fn get_comments(
        &self,
        _request: Request<proto::GetCommentsRequest>,
    ) -> Reply<Self::GetCommentsStream> {
        Err(unanswered())
    }
}

fn unanswered() -> Status {
    Status::unimplemented(
        "a rerun answers Play, Resign, StreamInvitations, the catalogue and the rules only",
    )
}
