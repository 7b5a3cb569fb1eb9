//! The pairings of a tournament with their attempts.

use std::collections::BTreeMap;
use std::sync::Arc;

use botwerk_tournament::format::{Pairing, PairingTable};

use super::tournament::Tournament;
use crate::ids::MatchId;
use crate::seat_result::SeatResult;
use crate::store::AttemptRow;

/// Maximum number of pairings that are looked at to find those of an entrant. A page may have fewer than asked for.
const MAX_SCANNED: u64 = 100_000;

/// Which pairings of a tournament a list contains.
#[derive(Debug, Clone, Default)]
pub(crate) struct PairingFilter {
    /// Those of the entrant with this name.
    pub(crate) entrant: Option<String>,
    /// Those with the other entrant with this name.
    pub(crate) opponent: Option<String>,
    /// Those that have this result for the entrant.
    pub(crate) result: Option<SeatResult>,
    /// Those whose last match has this id or a later one.
    pub(crate) created_from: Option<MatchId>,
    /// Those whose last match has an earlier id.
    pub(crate) created_before: Option<MatchId>,
    /// Those whose last match ended at this time in microseconds since 1970 or later.
    pub(crate) ended_from: Option<i64>,
    /// Those whose last match ended before this time in microseconds since 1970.
    pub(crate) ended_before: Option<i64>,
}

impl PairingFilter {
    /// Returns `true` if it follows from the attempts at a pairing whether a list contains it.
    pub(super) const fn needs_attempts(&self) -> bool {
        self.result.is_some()
            || self.created_from.is_some()
            || self.created_before.is_some()
            || self.ended_from.is_some()
            || self.ended_before.is_some()
    }

    /// Returns `true` if a list contains a pairing with these attempts, in which the entrant meets the opponent.
    pub(super) fn admits(
        &self,
        pairing: &Pairing,
        entrant: Option<usize>,
        attempts: &[AttemptRow],
    ) -> bool {
        let has_result = |result| {
            let scored = attempts.iter().find_map(|row| row.result.as_ref());
            let scored = scored.filter(|scored| !scored.is_voided);
            let seat = pairing.seats.iter().position(|it| Some(*it) == entrant);
            let found = scored.zip(seat);
            found.and_then(|(scored, seat)| SeatResult::from_places(&scored.places, seat))
                == Some(result)
        };
        let last = { attempts.iter().rev() }.find_map(|row| row.played.as_ref());
        let id = last.map(|played| &played.id);
        let ended = last.and_then(|played| played.ended_micros);
        self.result.is_none_or(has_result)
            && { self.created_from.as_ref() }.is_none_or(|from| id.is_some_and(|id| id >= from))
            && { self.created_before.as_ref() }
                .is_none_or(|before| id.is_some_and(|id| id < before))
            && { self.ended_from }.is_none_or(|from| ended.is_some_and(|ended| ended >= from))
            && { self.ended_before }.is_none_or(|before| ended.is_some_and(|ended| ended < before))
    }
}

/// Returns at most `limit` pairings in which all of some entrants meet, starting with index `from`, and the index where the
/// next page starts; `None` after the last pairing.
pub(super) fn pairings_of_entrants(
    table: &PairingTable,
    entrants: &[usize],
    from: u64,
    limit: usize,
) -> (Vec<Pairing>, Option<u64>) {
    let mut found = Vec::new();
    let until = from.saturating_add(MAX_SCANNED).min(table.match_count());
    for index in from..until {
        if found.len() >= limit {
            return (found, Some(index));
        }
        let pairing = table.pairing(index);
        let meet = |pairing: &Pairing| entrants.iter().all(|it| pairing.seats.contains(it));
        found.extend(pairing.filter(meet));
    }
    (
        found,
        Some(until).filter(|next| *next < table.match_count()),
    )
}

/// One page of the pairings of a tournament, in order.
pub(crate) struct PairingsPage {
    pub(crate) tournament: Arc<Tournament>,
    /// The pairings with their attempts.
    pub(crate) pairings: Vec<(Pairing, Vec<AttemptRow>)>,
    /// The index of the first pairing after the page, or `None` if the page is the last.
    pub(crate) next: Option<u64>,
}

impl PairingsPage {
    /// Returns the page of at most `limit` pairings, starting with index `from`; `attempts` are the
    /// attempts at them.
    pub(crate) fn new(
        tournament: Arc<Tournament>,
        table: &PairingTable,
        attempts: Vec<AttemptRow>,
        from: u64,
        limit: u64,
    ) -> Self {
        let mut rows = by_pairing(attempts);
        let until = from.saturating_add(limit);
        let pairings = (from..until).map_while(|index| {
            let attempts = rows.remove(&index).unwrap_or_default();
            Some((table.pairing(index)?, attempts))
        });
        Self {
            pairings: pairings.collect(),
            next: Some(until).filter(|until| *until < table.match_count()),
            tournament,
        }
    }
}

/// Returns attempts by their pairings.
pub(super) fn by_pairing(attempts: Vec<AttemptRow>) -> BTreeMap<u64, Vec<AttemptRow>> {
    let mut rows: BTreeMap<u64, Vec<AttemptRow>> = BTreeMap::new();
    for row in attempts {
        rows.entry(row.pairing).or_default().push(row);
    }
    rows
}
