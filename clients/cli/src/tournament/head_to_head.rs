//! Who has come out ahead of whom, from the results of all matches.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use botwerk_client::proto;

use super::source::Source;
use crate::failure::Failure;

/// How an entrant has come out beside another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct HeadToHead {
    pub(super) wins: u64,
    pub(super) ties: u64,
    pub(super) losses: u64,
}

impl HeadToHead {
    /// Matches in which both sat.
    pub(super) const fn matches(self) -> u64 {
        self.wins + self.ties + self.losses
    }

    /// A point for each time ahead, halves for those even.
    pub(super) const fn points(self) -> f64 {
        self.wins as f64 + self.ties as f64 / 2.0
    }

    /// Points of all that there were, if they have met.
    pub(super) fn share(self) -> Option<f64> {
        (self.matches() > 0).then(|| self.points() / self.matches() as f64)
    }
}

/// All entrants, the best first, and how each has come out beside each.
#[derive(Debug)]
pub(super) struct HeadToHeadTable {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
    met: BTreeMap<(usize, usize), HeadToHead>,
}

impl HeadToHeadTable {
    /// Those of a table before the first match. The matches of entrants who are annulled bring
    /// nobody anything.
    pub(super) fn new(table: &proto::GetStandingsResponse) -> Self {
        let withdrawals = table.tournament.iter().flat_map(|t| &t.withdrawals);
        let annulled: Vec<&str> = withdrawals
            .filter(|withdrawal| withdrawal.annulled)
            .map(|withdrawal| withdrawal.entrant.as_str())
            .collect();
        let names = table.standings.iter().map(|line| line.entrant.clone());
        let names: Vec<String> = names.collect();
        let numbers = names.iter().cloned().enumerate();
        let numbers = numbers
            .filter(|(_, name)| !annulled.contains(&name.as_str()))
            .map(|(number, name)| (name, number));
        Self {
            numbers: numbers.collect(),
            met: BTreeMap::new(),
            names,
        }
    }

    /// Those of a table with the results of all its matches.
    pub(super) async fn read(
        source: &Source,
        name: &str,
        table: &proto::GetStandingsResponse,
    ) -> Result<Self, Failure> {
        let mut meetings = Self::new(table);
        source
            .pairings(name, |pairing| {
                meetings.add(&pairing);
                Ok(())
            })
            .await?;
        Ok(meetings)
    }

    /// Adds a match, if it has a result that counts.
    pub(super) fn add(&mut self, pairing: &proto::Pairing) {
        let Some(result) = pairing.result.as_ref().filter(|result| !result.voided) else {
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
                let meeting = self.met.entry((*entrant, *opponent)).or_default();
                match own.cmp(place) {
                    Ordering::Less => meeting.wins += 1,
                    Ordering::Equal => meeting.ties += 1,
                    Ordering::Greater => meeting.losses += 1,
                }
            }
        }
    }

    /// All entrants, the best first.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// How one has come out beside another, by their numbers among the names.
    pub(super) fn of(&self, entrant: usize, opponent: usize) -> HeadToHead {
        self.met
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
    fn both_sides_see_the_same_meetings() {
        let mut meetings = HeadToHeadTable::new(&table());
        meetings.add(&pairing(0, &[NAME, OTHER], &[1, 2]));
        meetings.add(&pairing(1, &[OTHER, NAME], &[1, 1]));
        meetings.add(&pairing(2, &[OTHER, NAME], &[1, 2]));
        let (own, other) = (meetings.of(0, 1), meetings.of(1, 0));
        assert_eq!([own.wins, own.ties, own.losses], [1, 1, 1]);
        assert_eq!(own, other);
        assert_eq!(own.share(), Some(0.5));
        assert_eq!(meetings.of(0, 2).share(), None);
    }

    #[test]
    fn at_larger_tables_everybody_meets_everybody() {
        let mut meetings = HeadToHeadTable::new(&table());
        meetings.add(&pairing(0, &[IDLE, NAME, OTHER], &[2, 1, 2]));
        assert_eq!(meetings.of(0, 1).wins, 1);
        assert_eq!(meetings.of(2, 0).losses, 1);
        assert_eq!(meetings.of(1, 2).ties, 1);
    }

    #[test]
    fn what_brings_nobody_anything_is_left_out() {
        let mut table = table();
        let tournament = table.tournament.as_mut().unwrap();
        tournament.withdrawals.push(proto::Withdrawal {
            entrant: IDLE.into(),
            message: "gone".into(),
            annulled: true,
        });
        let mut meetings = HeadToHeadTable::new(&table);
        meetings.add(&pairing(0, &[NAME, IDLE], &[1, 2]));
        let mut void = pairing(1, &[NAME, OTHER], &[1, 1]);
        void.result.as_mut().unwrap().voided = true;
        meetings.add(&void);
        let mut open = pairing(2, &[NAME, OTHER], &[1, 1]);
        open.result = None;
        meetings.add(&open);
        assert_eq!(meetings.met, BTreeMap::new());
    }
}
