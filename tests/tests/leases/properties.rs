//! The invariants of all states, and the examples of situations that must occur in some.

use stateright::Property;

use crate::database::{LiveMatch, points};
use crate::messages::Message;
use crate::model::{LeaseModel, SystemState};
use crate::pairings::PairingSet;
use crate::transactions::Stage;
use crate::workers::Task;

pub(crate) const ONE_RESULT: &str = "a pairing has at most one counted result";
pub(crate) const SUMS: &str = "the sums equal the counted results";
pub(crate) const STORED: &str = "acknowledged results are stored";
pub(crate) const OWN_APPENDS: &str = "only the owner appends to a match";
pub(crate) const SEQUENCE: &str = "events have neither a gap nor a duplicate submission";
pub(crate) const OWNED: &str = "everything unfinished is owned by a registered epoch";
pub(crate) const REACHABLE: &str = "a pairing without a result can be leased at some time";
pub(crate) const OPEN_CHUNKS: &str = "chunks are disjoint, and each lacks a result";
pub(crate) const BOUNDED: &str = "leases and epochs are repeated only after faults";
pub(crate) const COMPLETION: &str = "everything is complete when nothing more happens";

/// The properties that hold in every state.
pub(crate) const INVARIANTS: [&str; 10] = [
    ONE_RESULT,
    SUMS,
    STORED,
    OWN_APPENDS,
    SEQUENCE,
    OWNED,
    REACHABLE,
    OPEN_CHUNKS,
    BOUNDED,
    COMPLETION,
];

pub(crate) const REFUSED_REPORT: &str = "a report of a previous lease is refused";
pub(crate) const TAKEOVER_IN_FLIGHT: &str = "a takeover overtakes a transaction";
pub(crate) const SECOND_LEASE: &str = "a chunk is leased again";
pub(crate) const LOST_REPORT_ANSWER: &str = "the answer to a stored report is lost";
pub(crate) const LOST_APPEND_ANSWER: &str = "the answer to a stored append is lost";

/// Returns the properties of every configuration.
pub(crate) fn all() -> Vec<Property<LeaseModel>> {
    vec![
        Property::always(ONE_RESULT, has_at_most_one_result),
        Property::always(SUMS, has_correct_sums),
        Property::always(STORED, has_stored_acknowledged_results),
        Property::always(OWN_APPENDS, |_, state: &SystemState| {
            live_match(state).is_none_or(|live_match| !live_match.has_foreign_event)
        }),
        Property::always(SEQUENCE, has_event_sequence),
        Property::always(OWNED, is_owned),
        Property::always(REACHABLE, is_reachable),
        Property::always(OPEN_CHUNKS, has_open_chunks),
        Property::always(BOUNDED, |model: &LeaseModel, state: &SystemState| {
            let tournament = &state.database.tournament;
            tournament.leases <= model.chunks + state.faults
                && state.database.next_epoch <= model.servers + 1 + 2 * state.faults
                && (state.workers.iter())
                    .all(|worker| worker.request <= tournament.leases + state.faults + 1)
        }),
        // An `eventually` property could miss a path that joins another one.
        Property::always(COMPLETION, |model: &LeaseModel, state: &SystemState| {
            model.is_complete(state) || !model.is_quiescent(state)
        }),
        Property::sometimes(REFUSED_REPORT, |_, state: &SystemState| {
            let messages = state.messages.iter();
            messages
                .copied()
                .any(|message| matches!(message, Message::Refusal { .. }))
        }),
        Property::sometimes(TAKEOVER_IN_FLIGHT, |_, state: &SystemState| {
            state.transactions.iter().any(|transaction| {
                transaction.stage == Stage::Sent
                    && transaction.epoch > 0
                    && state.database.server(transaction.epoch).is_none()
            })
        }),
        Property::sometimes(SECOND_LEASE, |_, state: &SystemState| {
            let mut chunks = state.database.tournament.chunks.iter();
            chunks.any(|chunk| chunk.lease_epoch > 1)
        }),
        Property::sometimes(LOST_REPORT_ANSWER, has_lost_report_answer),
        Property::sometimes(LOST_APPEND_ANSWER, has_lost_append_answer),
    ]
}

fn live_match(state: &SystemState) -> Option<&LiveMatch> {
    state.database.live_match.as_ref()
}

fn has_at_most_one_result(_: &LeaseModel, state: &SystemState) -> bool {
    let results = &state.database.tournament.results;
    results.iter().all(|&rows| rows <= 1)
}

fn has_correct_sums(_: &LeaseModel, state: &SystemState) -> bool {
    let tournament = &state.database.tournament;
    let counted = tournament
        .results
        .iter()
        .zip(0..)
        .map(|(&rows, pairing)| u32::from(rows) * points(pairing));
    tournament.sum == counted.sum::<u32>()
}

fn has_stored_acknowledged_results(_: &LeaseModel, state: &SystemState) -> bool {
    let stored = state.database.tournament.pairings_with_result();
    state.messages.iter().all(|message| match *message {
        Message::Acknowledgement { results, .. } | Message::Finished { results, .. } => {
            results.is_subset(stored)
        }
        _ => true,
    })
}

fn has_event_sequence(_: &LeaseModel, state: &SystemState) -> bool {
    live_match(state).is_none_or(|live_match| {
        let mut events = live_match.events.iter().zip(0..);
        events.all(|(&submission, index)| submission == index)
    })
}

fn is_owned(_: &LeaseModel, state: &SystemState) -> bool {
    let database = &state.database;
    let is_match_owned = live_match(state).is_none_or(|live_match| {
        live_match.has_ended() || database.server(live_match.owner_epoch).is_some()
    });
    let tournament = &database.tournament;
    is_match_owned && (tournament.has_ended || database.server(tournament.owner_epoch).is_some())
}

/// Checks that every pairing without a result is in a free or leased chunk, or that the owner of the
/// tournament can create its chunk. A leased chunk is free after its lease has expired.
fn is_reachable(model: &LeaseModel, state: &SystemState) -> bool {
    let tournament = &state.database.tournament;
    let leasable = tournament
        .chunks
        .iter()
        .filter(|chunk| chunk.is_leased || chunk.can_be_leased(model.rules))
        .fold(PairingSet::EMPTY, |all, chunk| all.union(chunk.pairings()));
    let unreachable = tournament
        .schedule
        .minus(tournament.pairings_with_result())
        .minus(leasable);
    let has_owner = state.database.server(tournament.owner_epoch).is_some();
    unreachable.is_subset(tournament.missing_pairings())
        && (unreachable.is_empty() || has_owner && !tournament.has_ended)
}

fn has_open_chunks(_: &LeaseModel, state: &SystemState) -> bool {
    let tournament = &state.database.tournament;
    let counted = tournament.pairings_with_result();
    let is_disjoint = tournament
        .chunks
        .is_sorted_by(|chunk, next| chunk.first + chunk.count <= next.first);
    is_disjoint
        && tournament
            .chunks
            .iter()
            .all(|chunk| !chunk.pairings().is_subset(counted))
}

fn has_lost_report_answer(_: &LeaseModel, state: &SystemState) -> bool {
    let stored = state.database.tournament.pairings_with_result();
    state
        .workers
        .iter()
        .zip(0..)
        .any(|(worker, index)| match worker.task {
            Task::Playing(played) => {
                let unacknowledged = played.unacknowledged;
                !unacknowledged.is_empty()
                    && unacknowledged.is_subset(stored)
                    && played.reported == unacknowledged
                    && state.messages.iter().all(|m| m.worker() != index)
            }
            _ => false,
        })
}

fn has_lost_append_answer(_: &LeaseModel, state: &SystemState) -> bool {
    live_match(state).is_some_and(|live_match| {
        state.servers.iter().zip(0..).any(|(server, index)| {
            server.epoch == Some(live_match.owner_epoch)
                && server
                    .room
                    .is_some_and(|room| usize::from(room.events) < live_match.events.len())
                && state.transactions.iter().all(|t| t.server != index)
        })
    })
}
