//! `BotService`: registration and invitation streams of bots.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use botwerk_wire::PageTokens;
use proto::bot_service_server::BotService;
use tokio_stream::StreamExt;
use tokio_stream::adapters::Map;
use tonic::{Request, Response, Status};

use crate::bots::{BotMessage, Bots, TokenRotation};
use crate::edge::{Admission, CountedStream, bearer_of};
use crate::ids::MatchId;
use crate::room::{StreamReceiver, stream_channel};
use crate::seat_logs::{LogReader, SeatLogs};
use crate::wire;

/// The service of all bots.
pub(crate) struct BotRpc {
    pub(crate) bots: Arc<Bots>,
    pub(crate) seat_logs: SeatLogs,
    pub(crate) admission: Admission,
    pub(crate) page_tokens: PageTokens,
}

/// The list of bots, for the tokens of its pages.
const LIST: &str = "bots";

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
        let token = bearer_of(&request);
        let request = request.into_inner();
        let rotation = match admin {
            Ok(()) if request.rotate_token => TokenRotation::ByOperator,
            Ok(()) => TokenRotation::None,
            // The bearer of the present token may replace it.
            Err(_) if request.rotate_token && !token.is_empty() => {
                TokenRotation::ByHolder { token }
            }
            Err(error) => return Err(error.into()),
        };
        let new = wire::new_bot(request, rotation);
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
        let token = bearer_of(&request);
        let request = request.into_inner();
        let (sender, receiver) = stream_channel();
        let receiver = self.admission.admit_stream(receiver, |_| None)?;
        self.bots
            .connect(&token, request.max_concurrent_matches, sender)
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
        let after = self.page_tokens.open(LIST, &request.page_token)?;
        let after = after.unwrap_or_default();
        let (bots, has_more) = self.bots.list(&after, limit).await?;
        let last = bots.last().filter(|_| has_more);
        Ok(Response::new(proto::ListBotsResponse {
            next_page_token: last
                .map_or_else(String::new, |bot| self.page_tokens.seal(LIST, &bot.name)),
            bots: bots.into_iter().map(wire::bot_message).collect(),
        }))
    }

    async fn append_seat_log(
        &self,
        request: Request<proto::AppendSeatLogRequest>,
    ) -> Reply<proto::AppendSeatLogResponse> {
        let token = bearer_of(&request);
        let (target, text) = wire::seat_log_append(request.into_inner(), token)?;
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
        let token = bearer_of(&request);
        let request = request.into_inner();
        let reader = match admin {
            Ok(()) => LogReader::Operator,
            Err(_) => LogReader::Bearer(&token),
        };
        let id = MatchId::from_name(&request.r#match)?;
        let log = self.seat_logs.read(&id, request.seat as usize, reader);
        let log = log
            .await
            .inspect_err(|error| self.admission.count_rejection(error.reason))?;
        Ok(Response::new(wire::seat_log_message(log)))
    }
}
