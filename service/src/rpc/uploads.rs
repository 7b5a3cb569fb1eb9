//! `UploadService`: owners upload the programs of their bots.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use proto::upload_service_server::UploadService;
use tonic::{Request, Response, Status};

use super::account_callers::AccountCallers;
use crate::accounts::Actor;
use crate::bots::{Bots, bot_name};
use crate::error::Error;
use crate::store::StoredBot;
use crate::uploads::Uploads;
use crate::wire;

/// The service of uploads.
pub(crate) struct UploadRpc {
    pub(super) uploads: Arc<Uploads>,
    pub(super) bots: Arc<Bots>,
    pub(super) callers: AccountCallers,
}

type Reply<T> = Result<Response<T>, Status>;

impl UploadRpc {
    /// Returns who sends a request about a bot that only its owner may send, and the bot.
    async fn authorized<T>(
        &self,
        request: &Request<T>,
        name: &str,
    ) -> Result<(Actor, StoredBot), Error> {
        let bot = self.bots.find(name).await?;
        let actor = self.callers.owner_of_bot(request, &bot).await?;
        Ok((actor, bot))
    }
}

#[tonic::async_trait]
impl UploadService for UploadRpc {
    async fn create_upload(
        &self,
        request: Request<proto::CreateUploadRequest>,
    ) -> Reply<proto::CreateUploadResponse> {
        let (_, bot) = self
            .authorized(&request, bot_name(&request.get_ref().bot)?)
            .await?;
        if let Some(owner) = &bot.owner {
            self.callers.owners.check_processor_time(owner).await?;
        }
        let new = wire::new_upload(request.into_inner());
        let upload = self.uploads.create(&bot, new)?;
        Ok(Response::new(proto::CreateUploadResponse { upload }))
    }

    async fn append_upload(
        &self,
        request: Request<proto::AppendUploadRequest>,
    ) -> Reply<proto::AppendUploadResponse> {
        let bot = self.uploads.bot(&request.get_ref().upload)?;
        self.authorized(&request, &bot).await?;
        let request = request.into_inner();
        let received = self
            .uploads
            .append(&request.upload, request.offset, &request.content)?;
        Ok(Response::new(proto::AppendUploadResponse { received }))
    }

    async fn finish_upload(
        &self,
        request: Request<proto::FinishUploadRequest>,
    ) -> Reply<proto::FinishUploadResponse> {
        let bot = self.uploads.bot(&request.get_ref().upload)?;
        let (actor, _) = self.authorized(&request, &bot).await?;
        let version = self
            .uploads
            .finish(&actor, &request.get_ref().upload)
            .await?;
        Ok(Response::new(proto::FinishUploadResponse {
            version: Some(wire::version_message(version)),
        }))
    }

    async fn list_bot_versions(
        &self,
        request: Request<proto::ListBotVersionsRequest>,
    ) -> Reply<proto::ListBotVersionsResponse> {
        let (_, bot) = self
            .authorized(&request, bot_name(&request.get_ref().bot)?)
            .await?;
        let versions = self.uploads.versions(&bot.row.name).await?.into_iter();
        Ok(Response::new(proto::ListBotVersionsResponse {
            versions: versions.map(wire::version_message).collect(),
        }))
    }

    async fn get_bot_version(
        &self,
        request: Request<proto::GetBotVersionRequest>,
    ) -> Reply<proto::GetBotVersionResponse> {
        let (_, bot) = self
            .authorized(&request, bot_name(&request.get_ref().bot)?)
            .await?;
        let number = request.get_ref().number;
        let (version, log) = self.uploads.version(&bot.row.name, number).await?;
        Ok(Response::new(proto::GetBotVersionResponse {
            version: Some(wire::version_message(version)),
            log,
        }))
    }
}
