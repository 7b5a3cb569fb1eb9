//! `BotService`: registration and invitation streams of bots.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use proto::bot_service_server::BotService;
use tokio_stream::StreamExt;
use tokio_stream::adapters::Map;
use tonic::{Request, Response, Status};

use crate::bots::{BotMessage, Bots};
use crate::edge::{Admission, CountedStream};
use crate::room::{StreamReceiver, stream_channel};
use crate::wire;

/// The service of all bots.
pub(crate) struct BotRpc {
    pub(crate) bots: Arc<Bots>,
    pub(crate) admission: Admission,
}

type Reply<T> = Result<Response<T>, Status>;

/// A counted stream whose messages are encoded as responses when they are sent.
type InvitationStream = Map<
    CountedStream<StreamReceiver<BotMessage>>,
    fn(Result<BotMessage, Status>) -> Result<proto::StreamInvitationsResponse, Status>,
>;

#[tonic::async_trait]
impl BotService for BotRpc {
    type StreamInvitationsStream = InvitationStream;

    async fn register_bot(
        &self,
        request: Request<proto::RegisterBotRequest>,
    ) -> Reply<proto::RegisterBotResponse> {
        self.admission.check_admin(request.metadata().as_ref())?;
        let new = wire::new_bot(request.into_inner());
        let (bot, bot_token) = self.bots.register(new).await?;
        Ok(Response::new(proto::RegisterBotResponse {
            bot: Some(wire::bot_message(bot)),
            bot_token,
        }))
    }

    async fn stream_invitations(
        &self,
        request: Request<proto::StreamInvitationsRequest>,
    ) -> Reply<Self::StreamInvitationsStream> {
        let request = request.into_inner();
        let (sender, receiver) = stream_channel();
        let receiver = self.admission.admit_stream(receiver, |_| None)?;
        self.bots
            .connect(&request.bot_token, request.max_concurrent_matches, sender)
            .await
            .inspect_err(|error| self.admission.count_rejection(error.reason))?;
        Ok(Response::new(
            receiver.map(|message| message.map(wire::invitations_response)),
        ))
    }

    async fn list_bots(
        &self,
        request: Request<proto::ListBotsRequest>,
    ) -> Reply<proto::ListBotsResponse> {
        let request = request.into_inner();
        let limit = wire::page_size(request.page_size);
        let (bots, has_more) = self.bots.list(&request.page_token, limit).await?;
        let last = bots.last().filter(|_| has_more);
        Ok(Response::new(proto::ListBotsResponse {
            next_page_token: last.map_or_else(String::new, |bot| bot.name.clone()),
            bots: bots.into_iter().map(wire::bot_message).collect(),
        }))
    }
}
