//! `HostService`: hosts build, check and play uploaded bots.

use std::sync::Arc;

use botwerk_proto::worker as proto;
use proto::host_service_server::HostService;
use tonic::{Request, Response, Status};

use crate::edge::Admission;
use crate::error::{Error, Reason};
use crate::store::{VersionKey, VersionStore};
use crate::uploads::{Hosting, LEASE};
use crate::wire;

/// The service of hosts.
pub(crate) struct HostRpc {
    pub(super) hosting: Hosting,
    pub(super) versions: Arc<dyn VersionStore>,
    pub(super) admission: Admission,
}

type Reply<T> = Result<Response<T>, Status>;

impl HostRpc {
    /// Returns the message of a host.
    fn admit<T>(&self, request: Request<T>) -> Result<T, Error> {
        self.admission.check_worker(request.metadata().as_ref())?;
        Ok(request.into_inner())
    }
}

#[tonic::async_trait]
impl HostService for HostRpc {
    async fn lease_version(
        &self,
        request: Request<proto::LeaseVersionRequest>,
    ) -> Reply<proto::LeaseVersionResponse> {
        let request = self.admit(request)?;
        wire::check_host(&request.host)?;
        let wait = wire::nanos(request.wait_nanos);
        let leased = self.hosting.lease_version(&request.host, wait).await?;
        Ok(Response::new(proto::LeaseVersionResponse {
            version: leased.map(wire::hosted_version).transpose()?,
            lease_nanos: LEASE.as_nanos() as u64,
        }))
    }

    async fn get_content(
        &self,
        request: Request<proto::GetContentRequest>,
    ) -> Reply<proto::GetContentResponse> {
        let request = self.admit(request)?;
        let part = self
            .versions
            .content_part(&request.content_sha256, request.part);
        let part = part.await.map_err(Error::from)?;
        let content = part.ok_or_else(|| {
            let message = "content_sha256: there is no such content, or it has fewer parts";
            Error::new(Reason::NotFound, message)
        })?;
        Ok(Response::new(proto::GetContentResponse { content }))
    }

    async fn report_version(
        &self,
        request: Request<proto::ReportVersionRequest>,
    ) -> Reply<proto::ReportVersionResponse> {
        let request = self.admit(request)?;
        wire::check_host(&request.host)?;
        let key = VersionKey {
            bot: request.bot,
            number: request.number,
        };
        let is_leased = match request.result {
            None => self.hosting.renew(&key, &request.host).await?,
            Some(result) => {
                let result = wire::version_result(result)?;
                self.hosting.report(key, &request.host, result).await?
            }
        };
        Ok(Response::new(proto::ReportVersionResponse { is_leased }))
    }

    async fn sync_bots(
        &self,
        request: Request<proto::SyncBotsRequest>,
    ) -> Reply<proto::SyncBotsResponse> {
        let request = self.admit(request)?;
        wire::check_host(&request.host)?;
        let times = wire::processor_times(request.processor_times);
        self.hosting.add_processor_times(times).await?;
        let playing = wire::playing(request.playing);
        let capacity = request.capacity as usize;
        let assigned = self.hosting.sync(&request.host, capacity, &playing).await?;
        let bots = assigned.into_iter().map(wire::assignment_message);
        Ok(Response::new(proto::SyncBotsResponse {
            bots: bots.collect::<Result<_, _>>()?,
            lease_nanos: LEASE.as_nanos() as u64,
        }))
    }
}
