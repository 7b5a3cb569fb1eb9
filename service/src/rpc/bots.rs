//! `BotService`: registration and invitation streams of bots.

use std::sync::Arc;
use std::time::Duration;

use botwerk_proto::v1 as proto;
use botwerk_wire::PageTokens;
use proto::bot_service_server::BotService;
use tokio_stream::StreamExt;
use tokio_stream::adapters::Map;
use tonic::{Request, Response, Status};

use super::account_callers::{AccountCaller, AccountCallers};
use crate::accounts::{Actor, owner_id};
use crate::bot_reports::BotReports;
use crate::bots::{BotMessage, Bots, bot_name};
use crate::edge::{Admission, CountedStream, bearer_of};
use crate::ids::MatchId;
use crate::room::{StreamReceiver, stream_channel};
use crate::seat_logs::SeatLogs;
use crate::seat_readers::SeatReader;
use crate::wire;

/// The service of all bots.
pub(crate) struct BotRpc {
    pub(crate) bots: Arc<Bots>,
    pub(crate) seat_logs: SeatLogs,
    pub(crate) reports: BotReports,
    pub(crate) admission: Admission,
    pub(super) callers: AccountCallers,
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
        let caller = self.callers.caller(&request).await?;
        let request = request.into_inner();
        let actor = caller.actor();
        let owner = match &caller {
            AccountCaller::Operator(_) => None,
            AccountCaller::Owner(owner) => Some(owner),
        };
        let settings = wire::bot_settings(request.games, request.max_concurrent_matches);
        let registered = self.bots.register(&actor, owner, &request.name, settings);
        let (bot, bot_token) = registered.await?;
        Ok(Response::new(proto::RegisterBotResponse {
            bot: Some(wire::bot_message(bot)),
            bot_token,
        }))
    }

    async fn get_bot(
        &self,
        request: Request<proto::GetBotRequest>,
    ) -> Reply<proto::GetBotResponse> {
        let bot = self.bots.find(bot_name(&request.get_ref().bot)?).await?;
        Ok(Response::new(proto::GetBotResponse {
            bot: Some(wire::bot_message(self.bots.describe(bot.row))),
        }))
    }

    async fn get_bot_report(
        &self,
        request: Request<proto::GetBotReportRequest>,
    ) -> Reply<proto::GetBotReportResponse> {
        let bot = self.bots.find(bot_name(&request.get_ref().bot)?).await?;
        // What others may know is public already.
        let may_read_logs = self.callers.caller_of_bot(&request, &bot).await.is_ok();
        let report = self.reports.report(&bot.row.name, may_read_logs).await?;
        Ok(Response::new(proto::GetBotReportResponse {
            report: Some(wire::bot_report_message(report)),
        }))
    }

    async fn update_bot(
        &self,
        request: Request<proto::UpdateBotRequest>,
    ) -> Reply<proto::UpdateBotResponse> {
        let bot = self.bots.find(bot_name(&request.get_ref().bot)?).await?;
        let actor = self.callers.caller_of_bot(&request, &bot).await?;
        let request = request.into_inner();
        let settings = wire::bot_settings(request.games, request.max_concurrent_matches);
        let updated = self.bots.update(&actor, &bot.row.name, settings).await?;
        Ok(Response::new(proto::UpdateBotResponse {
            bot: Some(wire::bot_message(updated)),
        }))
    }

    async fn delete_bot(
        &self,
        request: Request<proto::DeleteBotRequest>,
    ) -> Reply<proto::DeleteBotResponse> {
        let bot = self.bots.find(bot_name(&request.get_ref().bot)?).await?;
        let actor = self.callers.owner_of_bot(&request, &bot).await?;
        self.bots.delete(&actor, &bot.row.name).await?;
        Ok(Response::new(proto::DeleteBotResponse {}))
    }

    async fn rotate_bot_token(
        &self,
        request: Request<proto::RotateBotTokenRequest>,
    ) -> Reply<proto::RotateBotTokenResponse> {
        let bot = self.bots.find(bot_name(&request.get_ref().bot)?).await?;
        let actor = self.callers.caller_of_bot(&request, &bot).await?;
        // A bot replaces the token that it presents only, so that the second of two such requests is rejected.
        let token = bearer_of(&request);
        let held = matches!(actor, Actor::Bot(_)).then_some(token.as_str());
        let lifetime = request.get_ref().lifetime_secs.map(Duration::from_secs);
        let rotated = self
            .bots
            .rotate_token(&actor, &bot.row.name, held, lifetime);
        Ok(Response::new(proto::RotateBotTokenResponse {
            bot_token: rotated.await?,
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
            .await?;
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
        let owner = match request.owner.as_str() {
            "" => None,
            name => Some(owner_id(name)?),
        };
        let (bots, has_more) = self.bots.list(owner.as_deref(), &after, limit).await?;
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
        self.seat_logs.append(target, text).await?;
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
            Ok(()) => SeatReader::Operator,
            Err(_) => SeatReader::Bearer(&token),
        };
        let id = MatchId::from_name(&request.r#match)?;
        let log = self.seat_logs.read(&id, request.seat as usize, reader);
        let log = log.await?;
        Ok(Response::new(wire::seat_log_message(log)))
    }
}
