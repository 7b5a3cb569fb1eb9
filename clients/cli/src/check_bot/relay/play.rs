//! `MatchService`, passed on.

use botwerk_client::proto;
use proto::match_service_server::MatchService;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Request, Response, Status, Streaming};

use super::{Relay, Reply};
use crate::check_bot::event::{Event, LineId};

#[tonic::async_trait]
impl MatchService for Relay {
    type PlayStream = UnboundedReceiverStream<Result<proto::PlayResponse, Status>>;
    type WatchMatchStream = Streaming<proto::WatchMatchResponse>;
    type GetRecordStream = Streaming<proto::GetRecordResponse>;

    async fn play(
        &self,
        request: Request<Streaming<proto::PlayRequest>>,
    ) -> Reply<Self::PlayStream> {
        let line = self.new_line();
        let (to_bot, outgoing) = unbounded_channel();
        let (to_server, requests) = unbounded_channel();
        self.tell(Event::Opened {
            line,
            to_bot,
            to_server,
        });
        tokio::spawn(self.clone().listen_to_bot(line, request.into_inner()));
        tokio::spawn(self.clone().listen_to_server(line, requests));
        Ok(Response::new(UnboundedReceiverStream::new(outgoing)))
    }

    async fn watch_match(
        &self,
        request: Request<proto::WatchMatchRequest>,
    ) -> Reply<Self::WatchMatchStream> {
        self.server
            .matches()
            .watch_match(request.into_inner())
            .await
    }

    async fn get_record(
        &self,
        request: Request<proto::GetRecordRequest>,
    ) -> Reply<Self::GetRecordStream> {
        self.server.matches().get_record(request.into_inner()).await
    }

    async fn create_match(
        &self,
        request: Request<proto::CreateMatchRequest>,
    ) -> Reply<proto::CreateMatchResponse> {
        self.server
            .matches()
            .create_match(request.into_inner())
            .await
    }

    async fn get_match(
        &self,
        request: Request<proto::GetMatchRequest>,
    ) -> Reply<proto::GetMatchResponse> {
        self.server.matches().get_match(request.into_inner()).await
    }

    async fn list_matches(
        &self,
        request: Request<proto::ListMatchesRequest>,
    ) -> Reply<proto::ListMatchesResponse> {
        self.server
            .matches()
            .list_matches(request.into_inner())
            .await
    }

    async fn submit_actions(
        &self,
        request: Request<proto::SubmitActionsRequest>,
    ) -> Reply<proto::SubmitActionsResponse> {
        self.tell(Event::Called("SubmitActions"));
        self.server
            .matches()
            .submit_actions(request.into_inner())
            .await
    }

    async fn resign(&self, request: Request<proto::ResignRequest>) -> Reply<proto::ResignResponse> {
        self.tell(Event::Called("Resign"));
        self.server.matches().resign(request.into_inner()).await
    }

    async fn abort(&self, request: Request<proto::AbortRequest>) -> Reply<proto::AbortResponse> {
        self.server.matches().abort(request.into_inner()).await
    }
}

impl Relay {
    /// Hears what the bot says on a stream, until it has said everything.
    async fn listen_to_bot(self, line: LineId, mut requests: Streaming<proto::PlayRequest>) {
        // Whether it ends the stream or loses it is the same to the server.
        while let Ok(Some(request)) = requests.message().await {
            if let Some(said) = request.kind {
                self.tell(Event::Said { line, said });
            }
        }
        self.tell(Event::FollowOutcome { line });
    }

    /// Plays on a stream of its own what the script lets through, and hears what the server says.
    async fn listen_to_server(self, line: LineId, requests: UnboundedReceiver<proto::PlayRequest>) {
        let requests = UnboundedReceiverStream::new(requests);
        let mut frames = match self.server.matches().play(requests).await {
            Ok(frames) => frames.into_inner(),
            Err(status) => return self.tell(Event::Ended { line, status }),
        };
        let status = loop {
            match frames.message().await {
                Ok(Some(frame)) => {
                    if let Some(told) = frame.kind {
                        self.tell(Event::Told { line, told });
                    }
                }
                Ok(None) => break Status::ok(""),
                Err(status) => break status,
            }
        };
        self.tell(Event::Ended { line, status });
    }
}
