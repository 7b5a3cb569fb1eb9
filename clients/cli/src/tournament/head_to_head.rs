//! Head-to-head results of all pairs of entrants.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use botwerk_client::proto;

use super::description::annulled_entrants;
use super::source::Source;
use crate::failure::Failure;

/// The results of one entrant against another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct HeadToHead {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
}

impl HeadToHead {
    /// Returns the number of matches in which both took part.
    pub(super) const fn matches(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: 1 per win and one half per draw.
    pub(super) const fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

/// The results of all pairs of entrants, in the order of the standings.
#[derive(Debug)]
pub(super) struct HeadToHeadTable {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
    pairs: BTreeMap<(usize, usize), HeadToHead>,
}

impl HeadToHeadTable {
    /// Creates the table before the first match. The matches of annulled entrants are not counted.
    pub(super) fn new(table: &proto::GetStandingsResponse) -> Self {
        let annulled = table.tournament.as_ref().map(annulled_entrants);
        let annulled = annulled.unwrap_or_default();
        let names = table.standings.iter().map(|line| line.entrant.clone());
        let names: Vec<String> = names.collect();
        let numbers = names.iter().cloned().enumerate();
        let numbers = numbers
            .filter(|(_, name)| !annulled.contains(&name.as_str()))
            .map(|(number, name)| (name, number));
        Self {
            numbers: numbers.collect(),
            pairs: BTreeMap::new(),
            names,
        }
    }

    /// Creates the table with the results of all matches.
    pub(super) async fn read(
        source: &Source,
        name: &str,
        table: &proto::GetStandingsResponse,
    ) -> Result<Self, Failure> {
        let mut results = Self::new(table);
        source
            .pairings(name, |pairing| {
                results.add(&pairing);
                Ok(())
            })
            .await?;
        Ok(results)
    }

    /// Adds a match, if it has a result that counts.
    pub(super) fn add(&mut self, pairing: &proto::Pairing) {
        let Some(result) = pairing.result.as_ref().filter(|result| !result.is_voided) else {
            return;
        };
        let numbers = pairing.entrants.iter();
        let numbers = numbers.map(|name| self.numbers.get(name).copied());
        let Some(numbers) = numbers.collect::<Option<Vec<usize>>>() else {
            return;
        };
        let seats: Vec<_> = numbers.into_iter().zip(&result.places).collect();
        for (entrant, own) in &seats {
            for (opponent, place) in seats.iter().filter(|(other, _)| other != entrant) {
                let result = self.pairs.entry((*entrant, *opponent)).or_default();
                match own.cmp(place) {
                    Ordering::Less => result.wins += 1,
                    Ordering::Equal => result.draws += 1,
                    Ordering::Greater => result.losses += 1,
                }
            }
        }
    }

    /// Returns the entrants' names, best first.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the results of one entrant against another, by their indexes among the names.
    pub(super) fn between(&self, entrant: usize, opponent: usize) -> HeadToHead {
        self.pairs
            .get(&(entrant, opponent))
            .copied()
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::samples::{IDLE, NAME, OTHER, pairing, table};

    #[test]
    fn both_sides_have_mirrored_results() {
        let mut results = HeadToHeadTable::new(&table());
        results.add(&pairing(0, &[NAME, OTHER], &[1, 2]));
        results.add(&pairing(1, &[OTHER, NAME], &[1, 1]));
        results.add(&pairing(2, &[OTHER, NAME], &[1, 2]));
        let (own, other) = (results.between(0, 1), results.between(1, 0));
        assert_eq!([own.wins, own.draws, own.losses], [1, 1, 1]);
        assert_eq!(own, other);
        assert_eq!((own.points(), own.matches()), (1.5, 3));
        assert_eq!(results.between(0, 2).matches(), 0);
    }

    #[test]
    fn larger_matches_count_for_all_pairs() {
        let mut results = HeadToHeadTable::new(&table());
        results.add(&pairing(0, &[IDLE, NAME, OTHER], &[2, 1, 2]));
        assert_eq!(results.between(0, 1).wins, 1);
        assert_eq!(results.between(2, 0).losses, 1);
        assert_eq!(results.between(1, 2).draws, 1);
    }

    #[test]
    fn annulled_voided_and_open_matches_are_not_counted() {
        let mut table = table();
        let tournament = table.tournament.as_mut().unwrap();
        tournament.withdrawals.push(proto::Withdrawal {
            entrant: IDLE.into(),
            message: "gone".into(),
            is_annulled: true,
            is_readmitted: false,
        });
        let mut results = HeadToHeadTable::new(&table);
        results.add(&pairing(0, &[NAME, IDLE], &[1, 2]));
        let mut void = pairing(1, &[NAME, OTHER], &[1, 1]);
        void.result.as_mut().unwrap().is_voided = true;
        results.add(&void);
        let mut open = pairing(2, &[NAME, OTHER], &[1, 1]);
        open.result = None;
        results.add(&open);
        assert_eq!(results.pairs, BTreeMap::new());
    }
}
