//! The result of a tournament match.

use std::collections::BTreeMap;

use botwerk_engine::record::{Fingerprint, OutcomeLine};
use botwerk_engine::{ADJUDICATED, Termination};
use botwerk_tournament::{MatchResult, SeatStats};

use super::seat::SeatState;
use super::seats::RoomSeats;
use super::setup::TournamentMatch;
use crate::match_state::MatchState;
use crate::store::SubmissionRow;

/// Returns the result of a tournament match that ends in `state` with this outcome, these events and these last
/// submissions, or `None` if the pairing is to be played again.
pub(super) fn match_result(
    tournament: &TournamentMatch,
    state: MatchState,
    outcome: &OutcomeLine,
    fingerprint: Fingerprint,
    seats: &RoomSeats,
    last: &[SubmissionRow],
) -> Option<MatchResult> {
    let conduct: Vec<SeatStats> = seats
        .iter()
        .map(|seat| {
            let termination = outcome.terminations.get(seat.seat().index());
            seat_conduct(seat, termination.copied().flatten(), last)
        })
        .collect();
    let no_seat_joined = conduct
        .iter()
        .all(|conduct| is_absence(conduct.termination));
    let is_over = state == MatchState::Over;
    if !is_over && !no_seat_joined {
        return None;
    }
    Some(MatchResult {
        seats: tournament.entrants.clone(),
        places: if is_over {
            outcome.places.clone()
        } else {
            vec![1; conduct.len()]
        },
        is_rated: is_over,
        is_voided: false,
        is_adjudicated: outcome.outcome == ADJUDICATED,
        fingerprint: is_over.then_some(fingerprint),
        seat_stats: conduct,
    })
}

/// Returns `true` if a seat left before the match started.
fn is_absence(termination: Option<Termination>) -> bool {
    matches!(
        termination,
        Some(Termination::NoShow | Termination::Crashed)
    )
}

/// Returns how a seat has played that left for this reason, or played to the end.
fn seat_conduct(
    seat: &SeatState,
    termination: Option<Termination>,
    last: &[SubmissionRow],
) -> SeatStats {
    let index = seat.seat().index();
    let own = last.iter().filter(|row| row.seat as usize == index);
    let times = seat
        .accepted_times()
        .chain(own.map(|row| (row.turn, row.nanos)));
    let mut turns: BTreeMap<_, u64> = BTreeMap::new();
    for (turn, elapsed) in times {
        let nanos = turns.entry(turn).or_default();
        *nanos = nanos.saturating_add(elapsed.unwrap_or(0));
    }
    SeatStats {
        termination,
        illegal_submissions: seat.illegal_submissions(),
        unparsable_submissions: seat.unparsable_submissions(),
        turn_times: turns.into_values().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::AttemptKey;

    fn tournament() -> TournamentMatch {
        TournamentMatch {
            attempt: AttemptKey {
                tournament: "t".into(),
                pairing: 0,
                attempt: 1,
            },
            entrants: vec![1, 0],
        }
    }

    fn played() -> Fingerprint {
        "0123456789abcdef".parse().unwrap()
    }

    fn outcome(places: Vec<u8>, terminations: Vec<Option<Termination>>) -> OutcomeLine {
        OutcomeLine {
            outcome: "aborted".into(),
            places,
            points: Vec::new(),
            terminations,
        }
    }

    #[test]
    fn aborted_match_has_a_result_only_if_no_seat_joined() {
        let seats = RoomSeats::new([None, None].into_iter());
        let no_show = outcome(Vec::new(), vec![Some(Termination::NoShow); 2]);
        let result = match_result(
            &tournament(),
            MatchState::Aborted,
            &no_show,
            played(),
            &seats,
            &[],
        );
        let result = result.unwrap();
        assert_eq!((result.places, result.is_rated), (vec![1, 1], false));
        let aborted = outcome(Vec::new(), Vec::new());
        let result = match_result(
            &tournament(),
            MatchState::Aborted,
            &aborted,
            played(),
            &seats,
            &[],
        );
        assert_eq!(result, None);
    }

    #[test]
    fn time_of_a_turn_is_the_sum_of_its_parts() {
        let mut seats = RoomSeats::new([None, None].into_iter());
        let row = |part, nanos| SubmissionRow {
            seat: 0,
            turn: 1,
            part,
            content: String::new(),
            nanos: Some(nanos),
            charged: nanos,
            stalled: 0,
            effort: 0,
            score: None,
            seq: 0,
            view_hash: 0,
        };
        for seat in seats.iter_mut() {
            if seat.seat().index() == 0 {
                seat.remember(row(0, 5));
            }
        }
        let decided = outcome(vec![1, 2], Vec::new());
        let last = [row(1, 9)];
        let result = match_result(
            &tournament(),
            MatchState::Over,
            &decided,
            played(),
            &seats,
            &last,
        );
        let conduct = result.unwrap().seat_stats;
        let times = conduct.iter().map(|conduct| &conduct.turn_times);
        let sums: Vec<_> = times.map(|times| (times.turns(), times.nanos())).collect();
        assert_eq!(sums, [(1, 14), (0, 0)]);
    }
}
