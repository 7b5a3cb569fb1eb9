//! Workers, and the transactions that servers execute for them.

use crate::messages::{ChunkLease, Message};
use crate::model::{LeaseModel, SystemState, Transition};
use crate::pairings::PairingSet;
use crate::rules::Rule;

/// A worker. After a crash, a new process with the same name takes its place.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub(crate) struct Worker {
    /// The id of the last request for a lease, unique among all processes of the worker.
    pub(crate) request: u8,
    pub(crate) task: Task,
}

/// The activity of a worker.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub(crate) enum Task {
    #[default]
    Idle,
    /// Waits for a grant.
    Requesting,
    Playing(PlayedChunk),
}

/// A chunk that a worker plays.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct PlayedChunk {
    pub(crate) lease: ChunkLease,
    /// Pairings that are not played.
    pub(crate) unplayed: PairingSet,
    /// Pairings whose results are not acknowledged.
    pub(crate) unacknowledged: PairingSet,
    /// Number of the last report; 0 before the first one.
    pub(crate) seq: u8,
    /// Results in the last report.
    pub(crate) reported: PairingSet,
}

/// A step of a worker, or the delivery of a message from or to it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum WorkerStep {
    /// A worker requests a lease, or repeats a request that got no answer.
    RequestLease { worker: u8 },
    /// A worker plays the next pairing.
    Play { worker: u8 },
    /// A worker reports unacknowledged results, or repeats a report that got no answer.
    Report { worker: u8 },
    /// A worker renews its lease after it has expired.
    RenewLease { worker: u8 },
    /// A lease expires that no worker renews.
    ExpireLease { chunk: u8 },
    /// A server or a worker receives a message.
    Deliver(Message),
}

impl LeaseModel {
    /// Adds the steps that workers can take in the state, and the messages that can arrive.
    pub(crate) fn push_worker_steps(&self, state: &SystemState, steps: &mut Vec<Transition>) {
        let mut push = |step| steps.push(Transition::Worker(step));
        let is_reachable = state.has_reachable_server();
        for (index, &message) in state.messages.iter().enumerate() {
            let is_request = matches!(
                message,
                Message::LeaseRequest { .. }
                    | Message::Report { .. }
                    | Message::CheckedReport { .. }
            );
            let is_copy = index > 0 && state.messages[index - 1] == message;
            if !is_copy && (is_reachable || !is_request) {
                push(WorkerStep::Deliver(message));
            }
        }
        let tournament = &state.database.tournament;
        for chunk in &tournament.chunks {
            if chunk.is_leased && !is_held(state, chunk.first) {
                push(WorkerStep::ExpireLease { chunk: chunk.first });
            }
        }
        // Polls that find no chunk change nothing, so they are left out.
        let has_free_chunk = tournament
            .chunks
            .iter()
            .any(|chunk| chunk.can_be_leased(self.rules));
        for (worker, index) in state.workers.iter().zip(0..) {
            let mut messages = state.messages.iter().filter(|m| m.worker() == index);
            match worker.task {
                Task::Idle if has_free_chunk => push(WorkerStep::RequestLease { worker: index }),
                Task::Idle => {}
                Task::Requesting => {
                    let is_answered = messages.any(|message| match *message {
                        Message::LeaseRequest { request, .. } | Message::Grant { request, .. } => {
                            request == worker.request
                        }
                        _ => false,
                    });
                    if has_free_chunk && !is_answered {
                        push(WorkerStep::RequestLease { worker: index });
                    }
                }
                Task::Playing(played) => {
                    if !played.unplayed.is_empty() {
                        push(WorkerStep::Play { worker: index });
                    }
                    let has_new_results = !played.unacknowledged.is_subset(played.reported);
                    let is_answered = messages.any(|message| match *message {
                        Message::LeaseRequest { .. } | Message::Grant { .. } => false,
                        Message::Report { lease, .. }
                        | Message::CheckedReport { lease, .. }
                        | Message::Acknowledgement { lease, .. }
                        | Message::Finished { lease, .. }
                        | Message::Refusal { lease } => lease == played.lease,
                    });
                    if has_new_results || !played.unacknowledged.is_empty() && !is_answered {
                        push(WorkerStep::Report { worker: index });
                    }
                    let is_expired = tournament.chunk(played.lease.chunk).is_some_and(|chunk| {
                        !chunk.is_leased
                            && (chunk.lease_epoch == played.lease.lease_epoch
                                || !self.rules.has(Rule::CheckLeaseEpoch))
                    });
                    if is_expired {
                        push(WorkerStep::RenewLease { worker: index });
                    }
                }
            }
        }
    }

    /// Applies a step of a worker, or the delivery of a message.
    pub(crate) fn apply_worker_step(&self, state: &mut SystemState, step: WorkerStep) {
        match step {
            WorkerStep::RequestLease { worker: index } => {
                let worker = &mut state.workers[usize::from(index)];
                if worker.task == Task::Idle && self.rules.has(Rule::MatchGrantToRequest) {
                    worker.request += 1;
                }
                worker.task = Task::Requesting;
                let request = worker.request;
                state.send(Message::LeaseRequest {
                    worker: index,
                    request,
                });
            }
            WorkerStep::Play { worker } => {
                if let Task::Playing(played) = &mut state.workers[usize::from(worker)].task
                    && let Some(pairing) = played.unplayed.first()
                {
                    let pairing = PairingSet::EMPTY.with(pairing);
                    played.unplayed = played.unplayed.minus(pairing);
                    played.unacknowledged = played.unacknowledged.union(pairing);
                }
            }
            WorkerStep::Report { worker } => {
                if let Task::Playing(played) = &mut state.workers[usize::from(worker)].task {
                    if !played.unacknowledged.is_subset(played.reported) {
                        if played.seq == 0 || self.rules.has(Rule::NumberNewContent) {
                            played.seq += 1;
                        }
                        played.reported = played.unacknowledged;
                    }
                    let report = Message::Report {
                        lease: played.lease,
                        seq: played.seq,
                        results: played.reported,
                    };
                    state.send(report);
                }
            }
            WorkerStep::RenewLease { worker } => {
                if let Task::Playing(played) = state.workers[usize::from(worker)].task
                    && let Some(chunk) = state.database.tournament.chunk_mut(played.lease.chunk)
                {
                    chunk.is_leased = true;
                }
            }
            WorkerStep::ExpireLease { chunk } => {
                if let Some(chunk) = state.database.tournament.chunk_mut(chunk) {
                    chunk.is_leased = false;
                }
            }
            WorkerStep::Deliver(message) => {
                state.remove_message(message);
                self.receive(state, message);
            }
        }
    }

    fn receive(&self, state: &mut SystemState, message: Message) {
        let tournament = &mut state.database.tournament;
        let worker = &mut state.workers[usize::from(message.worker())];
        match message {
            Message::LeaseRequest {
                worker: index,
                request,
            } => {
                if let Some(grant) = tournament.lease_chunk(index, request, self.rules) {
                    state.send(grant);
                } else if worker.task == Task::Requesting && worker.request == request {
                    worker.task = Task::Idle;
                }
            }
            Message::Report {
                lease,
                seq,
                results,
            } => {
                let rules = self.rules;
                let answer = match tournament.answer_without_change(lease, seq, results, rules) {
                    Some(answer) => answer,
                    None if rules.has(Rule::LockChunkRow) => {
                        tournament.store_report(lease, seq, results, rules)
                    }
                    None => Message::CheckedReport {
                        lease,
                        seq,
                        results,
                    },
                };
                state.send(answer);
            }
            Message::CheckedReport {
                lease,
                seq,
                results,
            } => {
                let answer = tournament.store_report(lease, seq, results, self.rules);
                state.send(answer);
            }
            Message::Grant {
                lease,
                request,
                pairings,
            } => {
                if worker.task == Task::Requesting && worker.request == request {
                    worker.task = Task::Playing(PlayedChunk {
                        lease,
                        unplayed: pairings,
                        unacknowledged: PairingSet::EMPTY,
                        seq: 0,
                        reported: PairingSet::EMPTY,
                    });
                }
            }
            Message::Acknowledgement { lease, results } => {
                if let Task::Playing(played) = &mut worker.task
                    && played.lease == lease
                {
                    played.unacknowledged = played.unacknowledged.minus(results);
                    if played.unplayed.is_empty() && played.unacknowledged.is_empty() {
                        worker.task = Task::Idle;
                    }
                }
            }
            Message::Finished { lease, .. } | Message::Refusal { lease } => {
                if matches!(worker.task, Task::Playing(played) if played.lease == lease) {
                    worker.task = Task::Idle;
                }
            }
        }
    }
}

/// Returns whether a worker renews the lease of a chunk, or a grant of it is in the network. Without
/// a fault, only leases that are not held expire.
pub(crate) fn is_held(state: &SystemState, chunk: u8) -> bool {
    let Some(lease_epoch) = state
        .database
        .tournament
        .chunk(chunk)
        .map(|chunk| chunk.lease_epoch)
    else {
        return false;
    };
    let is_current = |lease: ChunkLease| lease.chunk == chunk && lease.lease_epoch == lease_epoch;
    let is_played = state
        .workers
        .iter()
        .any(|worker| matches!(worker.task, Task::Playing(played) if is_current(played.lease)));
    let is_granted = state
        .messages
        .iter()
        .any(|message| matches!(*message, Message::Grant { lease, .. } if is_current(lease)));
    is_played || is_granted
}
