//! `BotService`, passed on.

use botwerk_client::proto;
use proto::bot_service_server::BotService;
use tokio::sync::mpsc::unbounded_channel;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Request, Response, Status, Streaming};

use super::{Relay, Reply};
use crate::check_bot::event::{Event, LineId, ToBot};

#[tonic::async_trait]
impl BotService for Relay {
    type StreamInvitationsStream =
        UnboundedReceiverStream<Result<proto::StreamInvitationsResponse, Status>>;

    async fn stream_invitations(
        &self,
        request: Request<proto::StreamInvitationsRequest>,
    ) -> Reply<Self::StreamInvitationsStream> {
        let request = request.into_inner();
        let token = request.bot_token.clone();
        let invitations = match self.server.bots().stream_invitations(request).await {
            Ok(invitations) => invitations.into_inner(),
            Err(status) => {
                self.tell(Event::AttendRefused { token });
                return Err(status);
            }
        };
        let line = self.new_line();
        let (to_bot, outgoing) = unbounded_channel();
        self.tell(Event::Attended {
            line,
            token,
            to_bot: to_bot.clone(),
        });
        tokio::spawn(self.clone().listen(line, invitations, to_bot));
        Ok(Response::new(UnboundedReceiverStream::new(outgoing)))
    }

    async fn register_bot(
        &self,
        request: Request<proto::RegisterBotRequest>,
    ) -> Reply<proto::RegisterBotResponse> {
        self.tell(Event::Called("RegisterBot"));
        self.server.bots().register_bot(request.into_inner()).await
    }

    async fn list_bots(
        &self,
        request: Request<proto::ListBotsRequest>,
    ) -> Reply<proto::ListBotsResponse> {
        self.server.bots().list_bots(request.into_inner()).await
    }
}

impl Relay {
    /// Hears what the server tells a bot that attends, until either side has gone.
    async fn listen(
        self,
        line: LineId,
        mut invitations: Streaming<proto::StreamInvitationsResponse>,
        to_bot: ToBot<proto::StreamInvitationsResponse>,
    ) {
        loop {
            let told = tokio::select! {
                () = to_bot.closed() => return self.tell(Event::AttendLeft { line }),
                told = invitations.message() => told,
            };
            let told = told.and_then(|told| told.ok_or_else(|| Status::ok("")));
            let is_last = told.is_err();
            self.tell(Event::AttendTold { line, told });
            if is_last {
                return;
            }
        }
    }
}
