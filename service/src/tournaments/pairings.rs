//! The pairings of a tournament with their attempts.

use std::collections::BTreeMap;
use std::sync::Arc;

use botwerk_tournament::format::{Pairing, PairingTable};

use super::tournament::Tournament;
use crate::store::AttemptRow;

/// Maximum number of pairings that are looked at to find those of an entrant. A page may have fewer than asked for.
const MAX_SCANNED: u64 = 100_000;

/// Returns at most `limit` pairings of an entrant, starting with index `from`, and the index where the next page
/// starts; `None` after the last pairing.
pub(super) fn pairings_of_entrant(
    table: &PairingTable,
    entrant: usize,
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
        found.extend(pairing.filter(|pairing| pairing.seats.contains(&entrant)));
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
        let mut rows: BTreeMap<u64, Vec<AttemptRow>> = BTreeMap::new();
        for row in attempts {
            rows.entry(row.pairing).or_default().push(row);
        }
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
