//! A worker that does only what an attack needs.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use botwerk_client::{Client, ClientError, worker_proto as proto};
use botwerk_command::failure::{Failure, Reason};
use botwerk_service::{WorkerTournament, worker_id};

/// A worker with one connection to one server.
pub(super) struct OwnWorker {
    client: Client,
    info: proto::WorkerInfo,
}

impl OwnWorker {
    /// Connects a worker with this name, from which its secret and its id follow.
    pub(super) async fn connect(address: &str, name: &str) -> Result<Self, Failure> {
        let secret = format!("secret of the worker {name}").replace(' ', "-");
        let info = proto::WorkerInfo {
            id: worker_id(&secret),
            secret,
            host: "lab".into(),
            slots: 2,
            cores: 1,
            version: env!("CARGO_PKG_VERSION").into(),
            load_percent: 0,
            protocol: proto::PROTOCOL,
        };
        let client = Client::connect(address).await?;
        Ok(Self { client, info })
    }

    /// Leases a chunk. Returns `None` if there is none, or the worker is given none.
    pub(super) async fn lease(
        &self,
        wait: Duration,
    ) -> Result<Option<(proto::ChunkLease, Vec<proto::ChunkMatch>)>, ClientError> {
        let request = proto::LeaseChunkRequest {
            worker: Some(self.info.clone()),
            wait_nanos: wait.as_nanos() as u64,
        };
        let leased = self.client.workers().lease_chunk(request).await?;
        let leased = leased.into_inner();
        Ok(leased.lease.map(|lease| (lease, leased.matches)))
    }

    /// Renews a lease.
    pub(super) async fn renew(&self, lease: &proto::ChunkLease) -> Result<(), ClientError> {
        let request = proto::RenewLeasesRequest {
            worker: Some(self.info.clone()),
            leases: vec![lease.clone()],
        };
        self.client.workers().renew_leases(request).await?;
        Ok(())
    }

    /// Reports results. Returns `true` if the server has accepted them.
    pub(super) async fn report(
        &self,
        lease: &proto::ChunkLease,
        results: Vec<proto::WorkerResult>,
    ) -> Result<bool, ClientError> {
        let request = proto::ReportResultsRequest {
            worker: Some(self.info.clone()),
            lease: Some(lease.clone()),
            sequence: 1,
            results,
            ..Default::default()
        };
        let reported = self.client.workers().report_results(request).await;
        match reported.map_err(ClientError::from) {
            Ok(reported) => Ok(!reported.into_inner().is_superseded),
            Err(ClientError::Rejected { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns what the matches of a tournament are played from.
    pub(super) async fn work(&self, tournament: &str) -> Result<WorkerTournament, Failure> {
        let request = proto::GetWorkRequest {
            tournament: tournament.into(),
        };
        let work = self.client.workers().get_work(request).await;
        let work = work.map_err(ClientError::from)?.into_inner();
        WorkerTournament::read(&work).map_err(unplayable)
    }

    /// Returns what the server thinks of this worker, or `None` if it does not know it.
    pub(super) async fn status(&self) -> Result<Option<proto::WorkerStatus>, ClientError> {
        let mut workers = self.client.workers();
        let listed = workers
            .list_workers(proto::ListWorkersRequest::default())
            .await?;
        let mut listed = listed.into_inner().workers.into_iter();
        let is_this = |status: &proto::WorkerStatus| {
            let worker = status.worker.as_ref();
            worker.is_some_and(|worker| worker.id == self.info.id)
        };
        Ok(listed.find(is_this))
    }
}

/// Plays a match as an honest worker does.
pub(super) fn play(
    work: &WorkerTournament,
    one: &proto::ChunkMatch,
) -> Result<proto::WorkerResult, Failure> {
    let played = work
        .play(one, &AtomicBool::new(false))
        .map_err(unplayable)?;
    played.ok_or_else(|| unplayable("it was abandoned"))
}

fn unplayable(error: impl std::fmt::Display) -> Failure {
    let message = format!("cannot play the matches of a worker: {error}");
    Failure::new(Reason::Unreachable, message)
}
