//! `BotService`: registration and invitation streams of bots.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use proto::bot_service_server::BotService;
use tokio_stream::StreamExt;
use tokio_stream::adapters::Map;
use tonic::{Request, Response, Status};

use crate::bots::{BotMessage, Bots, TokenRotation};
use crate::edge::{Admission, CountedStream};
use crate::ids::MatchId;
use crate::room::{StreamReceiver, stream_channel};
use crate::seat_logs::{LogReader, SeatLogs};
use crate::wire;

/// The service of all bots.
pub(crate) struct BotRpc {
    pub(crate) bots: Arc<Bots>,
    pub(crate) seat_logs: SeatLogs,
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
        let admin = self.admission.check_admin(request.metadata().as_ref());
        let new = wire::new_bot(request.into_inner())?;
        // The bearer of the present token may replace it.
        if !matches!(new.rotation, TokenRotation::ByHolder { .. }) {
            admin?;
        }
        let registered = self.bots.register(new).await;
        let (bot, bot_token) =
            registered.inspect_err(|error| self.admission.count_rejection(error.reason))?;
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

    async fn append_seat_log(
        &self,
        request: Request<proto::AppendSeatLogRequest>,
    ) -> Reply<proto::AppendSeatLogResponse> {
        let (target, text) = wire::seat_log_append(request.into_inner())?;
        self.seat_logs
            .append(target, text)
            .await
            .inspect_err(|error| self.admission.count_rejection(error.reason))?;
        Ok(Response::new(proto::AppendSeatLogResponse {}))
    }

    async fn get_seat_log(
        &self,
        request: Request<proto::GetSeatLogRequest>,
    ) -> Reply<proto::GetSeatLogResponse> {
        let admin = self.admission.check_admin(request.metadata().as_ref());
        let request = request.into_inner();
        let reader = match admin {
            Ok(()) => LogReader::Operator,
            Err(_) => LogReader::Bearer(&request.token),
        };
        let id = MatchId::from_name(&request.r#match)?;
        let log = self.seat_logs.read(&id, request.seat as usize, reader);
        let log = log
            .await
            .inspect_err(|error| self.admission.count_rejection(error.reason))?;
        Ok(Response::new(wire::seat_log_message(log)))
    }
}
