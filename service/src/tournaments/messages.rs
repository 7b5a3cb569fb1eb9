//! Tournaments and their matches as messages.

use std::collections::BTreeMap;

use botwerk_proto::v1 as proto;
use botwerk_tournament::format::Pairing;
use botwerk_tournament::{MatchResult, Progress};
use botwerk_tournament_wire::setup_message;

use super::command::TournamentSnapshot;
use super::tournament::Tournament;
use crate::match_state::MatchState;
use crate::store::tournaments::AttemptRow;
use crate::wire::termination_message;

/// What everybody may know of a tournament.
pub(super) fn tournament(
    tournament: &Tournament,
    snapshot: &TournamentSnapshot,
) -> proto::Tournament {
    let status = &snapshot.status;
    let has_ended = snapshot.state.has_ended();
    let name = |entrant: usize| tournament.entrant_name(entrant).to_owned();
    let mut waiting_for: Vec<usize> = snapshot.waiting_for.clone();
    waiting_for.sort_unstable();
    waiting_for.dedup();
    let withdrawal = |out: &super::status::Withdrawal| proto::Withdrawal {
        entrant: name(out.entrant),
        message: out.why.clone(),
        annulled: out.annulled,
    };
    proto::Tournament {
        name: tournament.name(),
        setup: Some(setup_message(&tournament.configuration)),
        state: snapshot.state.number(),
        create_time_micros: tournament.created_micros,
        seed_sha256: tournament.seeds.sha256(),
        seed: if has_ended {
            tournament.seeds.root().to_hex()
        } else {
            String::new()
        },
        match_count: status.matches,
        result_count: snapshot.results,
        running_matches: snapshot.running,
        waiting_for: waiting_for.into_iter().map(name).collect(),
        withdrawals: status.withdrawals.iter().map(withdrawal).collect(),
        concurrency: status.concurrency,
    }
}

/// How a tournament stands, for whoever looks on.
pub(super) fn live(
    of: &Tournament,
    snapshot: &TournamentSnapshot,
) -> proto::WatchTournamentResponse {
    let line = |(entrant, line): (usize, &botwerk_tournament::EntrantStats)| {
        let [rating, uncertainty] = snapshot.live.get(entrant).copied().unwrap_or_default();
        let byes = snapshot
            .status
            .byes
            .iter()
            .filter(|bye| **bye == entrant)
            .count();
        proto::LiveStanding {
            entrant: of.entrant_name(entrant).to_owned(),
            matches: line.matches,
            points: line.half_points as f64 / 2.0 + byes as f64,
            wins: line.wins_draws_losses[0],
            draws: line.wins_draws_losses[1],
            losses: line.wins_draws_losses[2],
            live_rating: rating,
            live_uncertainty: uncertainty,
        }
    };
    proto::WatchTournamentResponse {
        tournament: Some(tournament(of, snapshot)),
        standings: snapshot.lines.iter().enumerate().map(line).collect(),
    }
}

/// Returns the message for at most `limit` pairings, starting with number `from`; `attempts` are the
/// attempts at them.
pub(super) fn pairings(
    tournament: &Tournament,
    progress: &Progress,
    attempts: Vec<AttemptRow>,
    from: u64,
    limit: u64,
) -> proto::ListPairingsResponse {
    let mut rows: BTreeMap<u64, Vec<AttemptRow>> = BTreeMap::new();
    for row in attempts {
        rows.entry(row.pairing).or_default().push(row);
    }
    let until = from.saturating_add(limit);
    let pairings = (from..until).map_while(|index| {
        let pairing = progress.pairing(index)?;
        let attempts = rows.remove(&index).unwrap_or_default();
        Some(pairing_message(tournament, &pairing, &attempts))
    });
    let pairings: Vec<_> = pairings.collect();
    let more = until < progress.match_count();
    proto::ListPairingsResponse {
        pairings,
        next_page_token: if more {
            until.to_string()
        } else {
            String::new()
        },
    }
}

fn pairing_message(
    tournament: &Tournament,
    pairing: &Pairing,
    attempts: &[AttemptRow],
) -> proto::Pairing {
    let attempt = |row: &AttemptRow| {
        let (id, state) = row.played.clone().unzip();
        proto::Attempt {
            r#match: id.map_or_else(String::new, |id| id.name()),
            state: state.map_or(0, MatchState::number),
            scored: row.result.is_some(),
        }
    };
    let name = |entrant: &usize| tournament.entrant_name(*entrant).to_owned();
    let result = attempts.iter().find_map(|row| row.result.as_ref());
    proto::Pairing {
        index: pairing.index,
        round: pairing.round,
        block: pairing.block,
        entrants: pairing.seats.iter().map(name).collect(),
        attempts: attempts.iter().map(attempt).collect(),
        result: result.map(result_message),
    }
}

fn result_message(result: &MatchResult) -> proto::PairingResult {
    let conduct = |conduct: &botwerk_tournament::SeatStats| proto::SeatStats {
        termination: termination_message(conduct.termination) as i32,
        illegal_submissions: conduct.illegal_submissions,
        turns: conduct.turns,
        think_nanos: conduct.nanos,
    };
    proto::PairingResult {
        places: result
            .places
            .iter()
            .map(|place| u32::from(*place))
            .collect(),
        rated: result.is_rated,
        voided: result.is_voided,
        seat_stats: result.seat_stats.iter().map(conduct).collect(),
    }
}
