//! A simulation of leases, reports and renewals by discrete events.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};

use botwerk_engine::StableRng;

use super::setting::ClusterSetting;
use super::station::Station;
use super::unit_costs::UnitCosts;

/// Maximum number of commands in a transaction of a server's writer.
const MAX_BATCH: usize = 1024;

/// Number of chunks that are free while every worker has one to play and the next one.
const FREE_CHUNKS: i64 = 2;

/// The load of a cluster.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClusterLoad {
    /// Matches that were stored each second.
    pub(crate) matches_per_second: f64,
    /// The share of their time in which workers play.
    pub(crate) playing: f64,
    /// The busy share of the servers' cores.
    pub(crate) server_cores: f64,
    /// The busy share of the database.
    pub(crate) database: f64,
    /// The busy share of the servers' writers, each of which has one transaction at a time.
    pub(crate) writers: f64,
    /// The 99th percentile of the time from the end of a chunk until its report is acknowledged, in seconds.
    pub(crate) report_p99: f64,
    /// The 99th percentile of the time of a renewal, in seconds.
    pub(crate) renewal_p99: f64,
}

/// A request of a worker.
#[derive(Debug, Clone, Copy)]
enum Request {
    Lease { worker: usize },
    Report(Report),
    Renewal { since: f64 },
}

/// The report of a worker that has played its chunk.
#[derive(Debug, Clone, Copy)]
struct Report {
    worker: usize,
    since: f64,
}

/// A transaction of the database.
#[derive(Debug)]
enum Transaction {
    /// A batch of a server's writer: reports and added chunks.
    Batch {
        server: usize,
    },
    Lease {
        worker: usize,
    },
    Renewal {
        since: f64,
    },
}

#[derive(Debug)]
enum Event {
    /// A worker starts.
    Started { worker: usize },
    /// A worker has played its chunk, which took `seconds`.
    Played { worker: usize, seconds: f64 },
    /// A worker renews its leases.
    RenewalDue { worker: usize },
    /// A core of a server has handled a request.
    Handled { server: usize, request: Request },
    /// The database has committed.
    Committed(Transaction),
}

/// An event and its time; those with the earliest time come first.
struct Scheduled {
    at: f64,
    number: u64,
    event: Event,
}

impl PartialEq for Scheduled {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Scheduled {}

impl PartialOrd for Scheduled {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scheduled {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_time = other.at.total_cmp(&self.at);
        by_time.then_with(|| other.number.cmp(&self.number))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WorkerActivity {
    /// Has no chunk.
    Idle,
    Playing,
    Reporting,
}

#[derive(Debug)]
struct Worker {
    activity: WorkerActivity,
    has_next: bool,
}

/// What a writer commits.
#[derive(Debug, Clone, Copy)]
enum Write {
    Report(Report),
    AddChunk,
}

/// A server: its cores, and its writer.
#[derive(Debug)]
struct Server {
    cores: Station<Request>,
    queued: VecDeque<Write>,
    /// What the present transaction commits; empty between two transactions.
    committing: Vec<Write>,
    writer_seconds: f64,
    /// Chunks that are stored and that no worker has leased.
    free_chunks: i64,
    /// Chunks that are being added.
    adding: i64,
    /// Workers that wait for a chunk.
    waiting: VecDeque<usize>,
}

/// A simulation of leases, reports and renewals by discrete events. Workers belong to servers in turn, and the chunks of
/// each are those of tournaments that its own server directs.
pub(crate) struct Simulation {
    setting: ClusterSetting,
    costs: UnitCosts,
    rng: StableRng,
    now: f64,
    events: BinaryHeap<Scheduled>,
    number: u64,
    workers: Vec<Worker>,
    servers: Vec<Server>,
    database: Station<Transaction>,
    stored: u64,
    played_seconds: f64,
    report_times: Vec<f64>,
    renewal_times: Vec<f64>,
}

impl Simulation {
    /// Returns a cluster whose workers have no chunks yet.
    pub(crate) fn new(setting: ClusterSetting, costs: UnitCosts, rng: StableRng) -> Self {
        let worker = || Worker {
            activity: WorkerActivity::Idle,
            has_next: false,
        };
        let server = || Server {
            cores: Station::new(setting.server_cores),
            queued: VecDeque::new(),
            committing: Vec::new(),
            writer_seconds: 0.0,
            free_chunks: 0,
            adding: 0,
            waiting: VecDeque::new(),
        };
        Self {
            now: 0.0,
            events: BinaryHeap::new(),
            number: 0,
            workers: (0..setting.workers).map(|_| worker()).collect(),
            servers: (0..setting.servers).map(|_| server()).collect(),
            database: Station::new(setting.database_cores),
            stored: 0,
            played_seconds: 0.0,
            report_times: Vec::new(),
            renewal_times: Vec::new(),
            setting,
            costs,
            rng,
        }
    }

    /// Adds chunks that are stored already.
    #[cfg(test)]
    pub(crate) fn add_stored_chunks(&mut self, count: i64) {
        for server in &mut self.servers {
            server.free_chunks += count;
        }
    }

    /// Runs for some time after a time in which nothing is measured.
    pub(crate) fn run(mut self, warm_up: f64, seconds: f64) -> ClusterLoad {
        for worker in 0..self.workers.len() {
            // Not in step, as workers that run for a while.
            let start = self.rng.next_f64() * self.setting.chunk_seconds();
            self.schedule(start, Event::Started { worker });
            let renewal = self.rng.next_f64() * self.setting.lease_seconds / 3.0;
            self.schedule(renewal, Event::RenewalDue { worker });
        }
        self.run_until(warm_up);
        self.reset();
        self.run_until(warm_up + seconds);
        let servers = self.servers.len() as f64;
        let cores = self
            .servers
            .iter()
            .map(|server| server.cores.utilization(seconds));
        let writers = self
            .servers
            .iter()
            .map(|server| server.writer_seconds / seconds);
        ClusterLoad {
            matches_per_second: self.stored as f64 / seconds,
            playing: self.played_seconds / (seconds * self.workers.len() as f64),
            server_cores: cores.sum::<f64>() / servers,
            database: self.database.utilization(seconds),
            writers: writers.sum::<f64>() / servers,
            report_p99: percentile(&mut self.report_times, 99),
            renewal_p99: percentile(&mut self.renewal_times, 99),
        }
    }

    fn run_until(&mut self, end: f64) {
        while self.events.peek().is_some_and(|next| next.at <= end) {
            if let Some(Scheduled { at, event, .. }) = self.events.pop() {
                self.now = at;
                self.handle(event);
            }
        }
        self.now = end;
    }

    fn reset(&mut self) {
        for server in &mut self.servers {
            server.cores.reset();
            server.writer_seconds = 0.0;
        }
        self.database.reset();
        (self.stored, self.played_seconds) = (0, 0.0);
        self.report_times.clear();
        self.renewal_times.clear();
    }

    fn schedule(&mut self, delay: f64, event: Event) {
        self.number += 1;
        self.events.push(Scheduled {
            at: self.now + delay,
            number: self.number,
            event,
        });
    }

    fn server_of(&self, worker: usize) -> usize {
        worker % self.servers.len()
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Started { worker } => self.call(worker, Request::Lease { worker }),
            Event::Played { worker, seconds } => {
                self.played_seconds += seconds;
                self.workers[worker].activity = WorkerActivity::Reporting;
                let since = self.now;
                self.call(worker, Request::Report(Report { worker, since }));
            }
            Event::RenewalDue { worker } => {
                self.schedule(
                    self.setting.lease_seconds / 3.0,
                    Event::RenewalDue { worker },
                );
                let since = self.now;
                self.call(worker, Request::Renewal { since });
            }
            Event::Handled { server, request } => {
                if let Some(next) = self.servers[server].cores.depart() {
                    self.serve_on_core(server, next);
                }
                self.handle_request(server, request);
            }
            Event::Committed(transaction) => {
                if let Some(next) = self.database.depart() {
                    self.serve_in_database(next);
                }
                match transaction {
                    Transaction::Batch { server } => self.end_batch(server),
                    Transaction::Lease { worker } => {
                        self.workers[worker].has_next = true;
                        self.play_next(worker);
                    }
                    Transaction::Renewal { since } => self.renewal_times.push(self.now - since),
                }
            }
        }
    }

    /// Sends a request to the server of a worker.
    fn call(&mut self, worker: usize, request: Request) {
        let server = self.server_of(worker);
        let matches = f64::from(self.setting.chunk_matches);
        let seconds = match request {
            Request::Report(_) => self.costs.call + matches * self.costs.reported_match,
            Request::Lease { .. } | Request::Renewal { .. } => self.costs.call,
        };
        if let Some(next) = self.servers[server].cores.arrive(request, seconds) {
            self.serve_on_core(server, next);
        }
    }

    fn serve_on_core(&mut self, server: usize, (request, seconds): (Request, f64)) {
        self.schedule(seconds, Event::Handled { server, request });
    }

    fn serve_in_database(&mut self, (transaction, seconds): (Transaction, f64)) {
        self.schedule(seconds, Event::Committed(transaction));
    }

    fn transact(&mut self, transaction: Transaction, seconds: f64) {
        if let Some(next) = self.database.arrive(transaction, seconds) {
            self.serve_in_database(next);
        }
    }

    fn handle_request(&mut self, server: usize, request: Request) {
        match request {
            Request::Lease { worker } => {
                self.servers[server].waiting.push_back(worker);
                self.lease_free_chunks(server);
                self.add_chunks(server);
            }
            Request::Report(report) => {
                self.servers[server].queued.push_back(Write::Report(report));
                self.start_batch(server);
            }
            Request::Renewal { since } => {
                self.transact(Transaction::Renewal { since }, self.costs.renewal);
            }
        }
    }

    fn lease_free_chunks(&mut self, server: usize) {
        while self.servers[server].free_chunks > 0 {
            let Some(worker) = self.servers[server].waiting.pop_front() else {
                return;
            };
            self.servers[server].free_chunks -= 1;
            self.transact(Transaction::Lease { worker }, self.costs.lease);
        }
    }

    /// Adds chunks as the director does: for the workers that wait, and a few more.
    fn add_chunks(&mut self, server: usize) {
        let state = &mut self.servers[server];
        let missing = state.waiting.len() as i64 + FREE_CHUNKS - state.free_chunks - state.adding;
        for _ in 0..missing {
            state.adding += 1;
            state.queued.push_back(Write::AddChunk);
        }
        self.start_batch(server);
    }

    /// Starts the next transaction of a writer: all that waits.
    fn start_batch(&mut self, server: usize) {
        let state = &mut self.servers[server];
        if !state.committing.is_empty() {
            return;
        }
        let length = state.queued.len().min(MAX_BATCH);
        if length == 0 {
            return;
        }
        state.committing = state.queued.drain(..length).collect();
        let seconds = state.committing.iter().map(|write| match write {
            Write::AddChunk => self.costs.added_chunk,
            Write::Report(_) => f64::from(self.setting.chunk_matches) * self.costs.stored_match,
        });
        let seconds = self.costs.transaction + seconds.sum::<f64>();
        state.writer_seconds += seconds;
        self.transact(Transaction::Batch { server }, seconds);
    }

    fn end_batch(&mut self, server: usize) {
        for write in std::mem::take(&mut self.servers[server].committing) {
            match write {
                Write::AddChunk => {
                    self.servers[server].adding -= 1;
                    self.servers[server].free_chunks += 1;
                }
                Write::Report(Report { worker, since }) => {
                    self.stored += u64::from(self.setting.chunk_matches);
                    self.report_times.push(self.now - since);
                    self.workers[worker].activity = WorkerActivity::Idle;
                    self.play_next(worker);
                }
            }
        }
        self.lease_free_chunks(server);
        self.start_batch(server);
    }

    /// Starts to play the next chunk, if there is one and the previous one is reported, and leases another.
    fn play_next(&mut self, worker: usize) {
        let state = &mut self.workers[worker];
        if state.activity != WorkerActivity::Idle || !state.has_next {
            return;
        }
        (state.activity, state.has_next) = (WorkerActivity::Playing, false);
        // Chunks differ by up to a tenth, so that workers do not report in step.
        let seconds = self.setting.chunk_seconds() * (0.9 + 0.2 * self.rng.next_f64());
        self.schedule(seconds, Event::Played { worker, seconds });
        self.call(worker, Request::Lease { worker });
    }
}

/// Returns a percentile, or 0 without values.
fn percentile(values: &mut [f64], percent: usize) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let index = (values.len() * percent / 100).min(values.len().saturating_sub(1));
    values.get(index).copied().unwrap_or_default()
}
