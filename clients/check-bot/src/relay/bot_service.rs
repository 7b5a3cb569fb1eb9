//! The relay's `BotService`.

use botwerk_client::{bearer_token, proto};
use proto::bot_service_server::BotService;
use tokio::sync::mpsc::unbounded_channel;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Request, Response, Status, Streaming};

use super::{Relay, Reply};
use crate::event::{Event, StreamId, ToBot};

#[tonic::async_trait]
impl BotService for Relay {
    type StreamInvitationsStream =
        UnboundedReceiverStream<Result<proto::StreamInvitationsResponse, Status>>;

    async fn stream_invitations(
        &self,
        request: Request<proto::StreamInvitationsRequest>,
    ) -> Reply<Self::StreamInvitationsStream> {
        let token = bearer_token(&request).unwrap_or_default().to_owned();
        let server = self.server_for(&request);
        let invitations = match server.bots().stream_invitations(request.into_inner()).await {
            Ok(invitations) => invitations.into_inner(),
            Err(status) => {
                self.report(Event::InvitationsRejected { token });
                return Err(status);
            }
        };
        let stream = self.new_stream_id();
        let (to_bot, outgoing) = unbounded_channel();
        self.report(Event::InvitationsOpened {
            stream,
            token,
            to_bot: to_bot.clone(),
        });
        tokio::spawn(
            self.clone()
                .receive_invitations(stream, invitations, to_bot),
        );
        Ok(Response::new(UnboundedReceiverStream::new(outgoing)))
    }

    async fn register_bot(
        &self,
        request: Request<proto::RegisterBotRequest>,
    ) -> Reply<proto::RegisterBotResponse> {
        self.report(Event::ForwardedCall("RegisterBot"));
        let server = self.server_for(&request);
        server.bots().register_bot(request.into_inner()).await
    }

    async fn get_bot(
        &self,
        request: Request<proto::GetBotRequest>,
    ) -> Reply<proto::GetBotResponse> {
        self.server.bots().get_bot(request.into_inner()).await
    }

    async fn get_bot_report(
        &self,
        request: Request<proto::GetBotReportRequest>,
    ) -> Reply<proto::GetBotReportResponse> {
        let server = self.server_for(&request);
        server.bots().get_bot_report(request.into_inner()).await
    }

    async fn update_bot(
        &self,
        request: Request<proto::UpdateBotRequest>,
    ) -> Reply<proto::UpdateBotResponse> {
        self.report(Event::ForwardedCall("UpdateBot"));
        let server = self.server_for(&request);
        server.bots().update_bot(request.into_inner()).await
    }

    async fn delete_bot(
        &self,
        request: Request<proto::DeleteBotRequest>,
    ) -> Reply<proto::DeleteBotResponse> {
        self.report(Event::ForwardedCall("DeleteBot"));
        let server = self.server_for(&request);
        server.bots().delete_bot(request.into_inner()).await
    }

    async fn rotate_bot_token(
        &self,
        request: Request<proto::RotateBotTokenRequest>,
    ) -> Reply<proto::RotateBotTokenResponse> {
        self.report(Event::ForwardedCall("RotateBotToken"));
        let server = self.server_for(&request);
        server.bots().rotate_bot_token(request.into_inner()).await
    }

    async fn list_bots(
        &self,
        request: Request<proto::ListBotsRequest>,
    ) -> Reply<proto::ListBotsResponse> {
        self.server.bots().list_bots(request.into_inner()).await
    }

    async fn append_seat_log(
        &self,
        request: Request<proto::AppendSeatLogRequest>,
    ) -> Reply<proto::AppendSeatLogResponse> {
        let server = self.server_for(&request);
        server.bots().append_seat_log(request.into_inner()).await
    }

    async fn get_seat_log(
        &self,
        request: Request<proto::GetSeatLogRequest>,
    ) -> Reply<proto::GetSeatLogResponse> {
        let server = self.server_for(&request);
        server.bots().get_seat_log(request.into_inner()).await
    }
}

impl Relay {
    /// Reports the invitations of a bot until either side ends the stream.
    async fn receive_invitations(
        self,
        stream: StreamId,
        mut invitations: Streaming<proto::StreamInvitationsResponse>,
        to_bot: ToBot<proto::StreamInvitationsResponse>,
    ) {
        loop {
            let message = tokio::select! {
                () = to_bot.closed() => return self.report(Event::InvitationsClosed { stream }),
                message = invitations.message() => message,
            };
            let message = message.and_then(|message| message.ok_or_else(|| Status::ok("")));
            let is_last = message.is_err();
            self.report(Event::InvitationsMessage { stream, message });
            if is_last {
                return;
            }
        }
    }
}
