//! `WorkerService`: chunks of tournaments for workers, and their results.

use botwerk_proto::worker as proto;
use botwerk_wire::PageTokens;
use proto::worker_service_server::WorkerService;
use tonic::{Request, Response, Status};
use tracing::{Instrument, Span};

use crate::accounts::AuditLog;
use crate::edge::Admission;
use crate::error::Error;
use crate::ids::TournamentId;
use crate::tournaments::Tournaments;
use crate::traces::{TARGET, continue_trace};
use crate::wire;

/// The service of all workers.
pub(crate) struct WorkerRpc {
    pub(crate) tournaments: Tournaments,
    pub(crate) admission: Admission,
    pub(super) audit_log: AuditLog,
    pub(crate) page_tokens: PageTokens,
}

/// The lists of workers and of differing matches, for the tokens of their pages.
const WORKERS: &str = "workers";
const DIFFERING: &str = "differing matches";

type Reply<T> = Result<Response<T>, Status>;

impl WorkerRpc {
    /// Returns the message of a worker. `span` becomes a part of its trace.
    fn admit<T>(&self, request: Request<T>, span: &Span) -> Result<T, Error> {
        self.admission.check_worker(request.metadata().as_ref())?;
        // Of a worker only: a client could add to the traces of others.
        continue_trace(span, request.metadata().as_ref());
        Ok(request.into_inner())
    }
}

#[tonic::async_trait]
impl WorkerService for WorkerRpc {
    async fn lease_chunk(
        &self,
        request: Request<proto::LeaseChunkRequest>,
    ) -> Reply<proto::LeaseChunkResponse> {
        let span = tracing::info_span!(target: TARGET, "lease");
        let request = self.admit(request, &span)?;
        let worker = wire::worker_info(request.worker)?;
        let wait = wire::chunk_wait(request.wait_nanos);
        let leased = tokio::select! {
            leased = self.tournaments.lease_chunk(&worker, wait).instrument(span) => leased?,
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
        let request = self.admit(request, &Span::none())?;
        let id = TournamentId::from_name(&request.tournament)?;
        let tournament = self.tournaments.work(&id).await?;
        Ok(Response::new(wire::work_message(&tournament)))
    }

    async fn renew_leases(
        &self,
        request: Request<proto::RenewLeasesRequest>,
    ) -> Reply<proto::RenewLeasesResponse> {
        let request = self.admit(request, &Span::none())?;
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
        let span = tracing::info_span!(target: TARGET, "report");
        let request = self.admit(request, &span)?;
        let sequence = request.sequence;
        let report = wire::worker_report(request)?;
        self.tournaments.workers().record_call(&report.worker);
        let outcome = self.tournaments.report(report).instrument(span).await?;
        Ok(Response::new(wire::report_message(sequence, &outcome)))
    }

    async fn release_lease(
        &self,
        request: Request<proto::ReleaseLeaseRequest>,
    ) -> Reply<proto::ReleaseLeaseResponse> {
        let request = self.admit(request, &Span::none())?;
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
        let request = request.into_inner();
        let after = self.page_tokens.open(WORKERS, &request.page_token)?;
        let limit = wire::page_size(request.page_size);
        let mut workers = self.tournaments.list_workers().await?;
        workers.sort_by(|a, b| a.info.id.cmp(&b.info.id));
        workers.retain(|worker| Some(&worker.info.id) > after.as_ref());
        let has_more = workers.len() > limit;
        workers.truncate(limit);
        let last = workers.last().filter(|_| has_more);
        Ok(Response::new(proto::ListWorkersResponse {
            next_page_token: last.map_or_else(String::new, |worker| {
                self.page_tokens.seal(WORKERS, &worker.info.id)
            }),
            workers: workers.into_iter().map(wire::worker_status).collect(),
        }))
    }

    async fn list_differing_matches(
        &self,
        request: Request<proto::ListDifferingMatchesRequest>,
    ) -> Reply<proto::ListDifferingMatchesResponse> {
        self.admission.check_admin(request.metadata().as_ref())?;
        let request = request.into_inner();
        let id = TournamentId::from_name(&request.tournament)?;
        let after = self.page_tokens.open(DIFFERING, &request.page_token)?;
        let after = after.and_then(|after| {
            let (pairing, worker) = after.split_once(' ')?;
            Some((pairing.parse().ok()?, worker.to_owned()))
        });
        let limit = wire::page_size(request.page_size);
        let matches = self
            .tournaments
            .differing_matches(&id, after, limit)
            .await?;
        // Pages may be short; the last one is empty.
        let last = matches.last().map(|(record, _)| record);
        let next = last.map(|record| format!("{} {}", record.pairing, record.worker));
        Ok(Response::new(proto::ListDifferingMatchesResponse {
            next_page_token: next
                .map_or_else(String::new, |next| self.page_tokens.seal(DIFFERING, &next)),
            matches: matches.into_iter().map(wire::differing_match).collect(),
        }))
    }

    async fn readmit_worker(
        &self,
        request: Request<proto::ReadmitWorkerRequest>,
    ) -> Reply<proto::ReadmitWorkerResponse> {
        let actor = self.admission.operator_actor(&request)?;
        let id = &request.get_ref().worker;
        wire::check_text("worker", id)?;
        let subject = format!("workers/{id}");
        self.audit_log
            .record(&actor, "worker.readmit", subject, "")
            .await?;
        self.tournaments.readmit_worker(id).await?;
        Ok(Response::new(proto::ReadmitWorkerResponse {}))
    }
}
