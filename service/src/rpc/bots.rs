//! `BotService`: bots that wait to be invited.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use proto::bot_service_server::BotService;
use tonic::{Request, Response, Status};

use crate::bots::Bots;
use crate::edge::{Admission, CountedStream};
use crate::room::{StreamReceiver, stream_channel};

/// All bots, as they are called from outside.
pub(crate) struct BotCalls {
    pub(crate) bots: Arc<Bots>,
    pub(crate) admission: Admission,
}

type Reply<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl BotService for BotCalls {
    type StreamInvitationsStream = CountedStream<StreamReceiver<proto::StreamInvitationsResponse>>;

    async fn register_bot(
        &self,
        request: Request<proto::RegisterBotRequest>,
    ) -> Reply<proto::RegisterBotResponse> {
        self.admission.check_admin(request.metadata().as_ref())?;
        let registered = self.bots.register(request.into_inner()).await?;
        Ok(Response::new(registered))
    }

    async fn stream_invitations(
        &self,
        request: Request<proto::StreamInvitationsRequest>,
    ) -> Reply<Self::StreamInvitationsStream> {
        let (sender, receiver) = stream_channel();
        let receiver = self.admission.admit_stream(receiver, |_| None)?;
        self.bots
            .attend(request.get_ref(), sender)
            .await
            .inspect_err(|error| self.admission.count_rejection(error.reason))?;
        Ok(Response::new(receiver))
    }

    async fn list_bots(
        &self,
        request: Request<proto::ListBotsRequest>,
    ) -> Reply<proto::ListBotsResponse> {
        Ok(Response::new(self.bots.list(request.get_ref()).await?))
    }
}
