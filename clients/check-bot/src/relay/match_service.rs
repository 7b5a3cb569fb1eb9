//! The relay's `MatchService`.

use botwerk_client::proto;
use proto::match_service_server::MatchService;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Request, Response, Status, Streaming};

use super::{Relay, Reply};
use crate::event::{Event, StreamId};

#[tonic::async_trait]
impl MatchService for Relay {
    type PlayStream = UnboundedReceiverStream<Result<proto::PlayResponse, Status>>;
    type WatchMatchStream = Streaming<proto::WatchMatchResponse>;
    type GetRecordStream = Streaming<proto::GetRecordResponse>;
    type GetCommentsStream = Streaming<proto::GetCommentsResponse>;

    async fn play(
        &self,
        request: Request<Streaming<proto::PlayRequest>>,
    ) -> Reply<Self::PlayStream> {
        let stream = self.new_stream_id();
        let (to_bot, outgoing) = unbounded_channel();
        let (to_server, requests) = unbounded_channel();
        self.report(Event::PlayOpened {
            stream,
            is_redirected: self.is_redirected,
            to_bot,
            to_server,
        });
        tokio::spawn(self.clone().receive_from_bot(stream, request.into_inner()));
        tokio::spawn(self.clone().receive_from_server(stream, requests));
        Ok(Response::new(UnboundedReceiverStream::new(outgoing)))
    }

    async fn watch_match(
        &self,
        request: Request<proto::WatchMatchRequest>,
    ) -> Reply<Self::WatchMatchStream> {
        let server = self.server_for(&request);
        server.matches().watch_match(request.into_inner()).await
    }

    async fn get_record(
        &self,
        request: Request<proto::GetRecordRequest>,
    ) -> Reply<Self::GetRecordStream> {
        self.server.matches().get_record(request.into_inner()).await
    }

    async fn get_comments(
        &self,
        request: Request<proto::GetCommentsRequest>,
    ) -> Reply<Self::GetCommentsStream> {
        let server = self.server_for(&request);
        server.matches().get_comments(request.into_inner()).await
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
        self.report(Event::ForwardedCall("SubmitActions"));
        let server = self.server_for(&request);
        server.matches().submit_actions(request.into_inner()).await
    }

    async fn resign_seat(
        &self,
        request: Request<proto::ResignSeatRequest>,
    ) -> Reply<proto::ResignSeatResponse> {
        let server = self.server_for(&request);
        let request = request.into_inner();
        if !request.has_crashed {
            self.report(Event::ForwardedCall("ResignSeat"));
        }
        server.matches().resign_seat(request).await
    }

    async fn abort_match(
        &self,
        request: Request<proto::AbortMatchRequest>,
    ) -> Reply<proto::AbortMatchResponse> {
        let server = self.server_for(&request);
        server.matches().abort_match(request.into_inner()).await
    }
}

impl Relay {
    /// Reports the frames of the bot until it closes its side of the stream.
    async fn receive_from_bot(self, stream: StreamId, mut requests: Streaming<proto::PlayRequest>) {
        // To the server, closing and losing the stream are the same.
        while let Ok(Some(request)) = requests.message().await {
            if let Some(frame) = request.kind {
                self.report(Event::FromBot { stream, frame });
            }
        }
        self.report(Event::BotFinishedSending { stream });
    }

    /// Plays the frames that the script forwards on a stream to the server, and reports its frames.
    async fn receive_from_server(
        self,
        stream: StreamId,
        requests: UnboundedReceiver<proto::PlayRequest>,
    ) {
        let requests = UnboundedReceiverStream::new(requests);
        let mut frames = match self.server.matches().play(requests).await {
            Ok(frames) => frames.into_inner(),
            Err(status) => return self.report(Event::PlayEnded { stream, status }),
        };
        let status = loop {
            match frames.message().await {
                Ok(Some(frame)) => {
                    if let Some(frame) = frame.kind {
                        self.report(Event::FromServer { stream, frame });
                    }
                }
                Ok(None) => break Status::ok(""),
                Err(status) => break status,
            }
        };
        self.report(Event::PlayEnded { stream, status });
    }
}
