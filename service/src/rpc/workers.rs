//! `WorkerService`: chunks of tournaments for workers, and their results.

use botwerk_proto::v1 as proto;
use proto::worker_service_server::WorkerService;
use tonic::{Request, Response, Status};

use crate::edge::Admission;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::tournaments::Tournaments;
use crate::wire;

/// The service of all workers.
pub(crate) struct WorkerRpc {
    pub(crate) tournaments: Tournaments,
    pub(crate) admission: Admission,
}

type Reply<T> = Result<Response<T>, Status>;

impl WorkerRpc {
    /// Returns the message of a worker.
    fn admit<T>(&self, request: Request<T>) -> Result<T, Error> {
        let admitted = self.admission.check_worker(request.metadata().as_ref());
        admitted.inspect_err(|error| self.admission.count_rejection(error.reason))?;
        Ok(request.into_inner())
    }
}

#[tonic::async_trait]
impl WorkerService for WorkerRpc {
    async fn lease_chunk(
        &self,
        request: Request<proto::LeaseChunkRequest>,
    ) -> Reply<proto::LeaseChunkResponse> {
        let request = self.admit(request)?;
        let worker = wire::worker_info(request.worker)?;
        let wait = wire::chunk_wait(request.wait_millis);
        let leased = tokio::select! {
            leased = self.tournaments.lease_chunk(&worker, wait) => leased?,
            error = self.tournaments.wait_for_shutdown() => return Err(error.into()),
        };
        let Some(chunk) = leased else {
            return Ok(Response::new(proto::LeaseChunkResponse::default()));
        };
        let tournament = self.tournaments.work(&chunk.lease.tournament).await?;
        let lease_time = self.tournaments.chunk_lease_time();
        Ok(Response::new(wire::leased_chunk_message(
            chunk,
            &tournament,
            lease_time,
        )))
    }

    async fn get_work(
        &self,
        request: Request<proto::GetWorkRequest>,
    ) -> Reply<proto::GetWorkResponse> {
        let request = self.admit(request)?;
        let id = TournamentId::from_name(&request.tournament)?;
        let tournament = self.tournaments.work(&id).await?;
        Ok(Response::new(wire::work_message(&tournament)))
    }

    async fn renew_leases(
        &self,
        request: Request<proto::RenewLeasesRequest>,
    ) -> Reply<proto::RenewLeasesResponse> {
        let request = self.admit(request)?;
        let worker = wire::worker_info(request.worker)?;
        let leases = wire::chunk_leases(request.leases, &worker)?;
        let ended = self.tournaments.renew_leases(&worker, leases).await?;
        let ended = ended.into_iter().map(wire::chunk_lease_message).collect();
        Ok(Response::new(proto::RenewLeasesResponse { ended }))
    }

    async fn report_results(
        &self,
        request: Request<proto::ReportResultsRequest>,
    ) -> Reply<proto::ReportResultsResponse> {
        let request = self.admit(request)?;
        let sequence = request.sequence;
        let report = wire::worker_report(request)?;
        self.tournaments.workers().record_call(&report.worker);
        let outcome = self.tournaments.report(report).await;
        let outcome = outcome.inspect_err(|error| self.admission.count_rejection(error.reason))?;
        Ok(Response::new(wire::report_message(sequence, &outcome)))
    }

    async fn release_lease(
        &self,
        request: Request<proto::ReleaseLeaseRequest>,
    ) -> Reply<proto::ReleaseLeaseResponse> {
        let request = self.admit(request)?;
        let worker = wire::worker_info(request.worker)?;
        let lease = wire::chunk_lease(request.lease, &worker)?;
        self.tournaments.release_lease(lease).await?;
        self.tournaments.workers().record_end(&worker.id);
        Ok(Response::new(proto::ReleaseLeaseResponse {}))
    }

    async fn list_workers(
        &self,
        request: Request<proto::ListWorkersRequest>,
    ) -> Reply<proto::ListWorkersResponse> {
        self.admission.check_admin(request.metadata().as_ref())?;
        let workers = self.tournaments.list_workers().await?.into_iter();
        Ok(Response::new(proto::ListWorkersResponse {
            workers: workers.map(wire::worker_status).collect(),
        }))
    }

    async fn list_differing_matches(
        &self,
        request: Request<proto::ListDifferingMatchesRequest>,
    ) -> Reply<proto::ListDifferingMatchesResponse> {
        self.admission.check_admin(request.metadata().as_ref())?;
        let id = TournamentId::from_name(&request.get_ref().tournament)?;
        let matches = self.tournaments.differing_matches(&id).await?.into_iter();
        Ok(Response::new(proto::ListDifferingMatchesResponse {
            matches: matches.map(wire::differing_match).collect(),
        }))
    }

    async fn readmit_worker(
        &self,
        request: Request<proto::ReadmitWorkerRequest>,
    ) -> Reply<proto::ReadmitWorkerResponse> {
        self.admission.check_admin(request.metadata().as_ref())?;
        let id = &request.get_ref().worker;
        self.tournaments.readmit_worker(id).await?;
        Ok(Response::new(proto::ReadmitWorkerResponse {}))
    }
}
