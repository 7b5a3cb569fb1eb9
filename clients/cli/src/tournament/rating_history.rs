//! Elo estimates in the course of a tournament.

use std::collections::BTreeMap;

use botwerk_client::proto;
use botwerk_tournament::statistics::{AnchoredRatings, Pentanomial, elo};

use super::description::{annulled_entrants, seats};

/// Maximum number of estimates per entrant.
const MAX_ESTIMATES: u64 = 120;

/// The Elo estimates of entrants after more and more blocks, as the standings would have shown them. Two-seat
/// matches only.
#[derive(Debug)]
pub(super) struct RatingHistory {
    numbers: BTreeMap<String, usize>,
    /// The counted pairs of each entrant so far.
    pairs: Vec<Pentanomial>,
    /// The counted pairs of every two entrants of a league, and the ratings of its anchors.
    league: Option<LeagueRatings>,
    /// The pairings of the block that is being read.
    block: Vec<proto::Pairing>,
    /// Number of complete blocks so far.
    counted_blocks: u64,
    /// Whether all blocks so far are complete.
    is_complete: bool,
    /// Number of blocks between two estimates.
    interval: u64,
    /// The number of blocks and the estimate, by entrant.
    estimates: Vec<Vec<(u64, f64)>>,
}

impl RatingHistory {
    /// Creates the history before the first match, with the entrants in the order of the standings.
    pub(super) fn new(table: &proto::GetStandingsResponse) -> Self {
        let annulled = table.tournament.as_ref().map(annulled_entrants);
        let annulled = annulled.unwrap_or_default();
        let numbers = table.standings.iter().enumerate();
        let numbers = numbers
            .filter(|(_, line)| !annulled.contains(&&*line.entrant))
            .map(|(number, line)| (line.entrant.clone(), number));
        Self {
            numbers: numbers.collect(),
            pairs: vec![Pentanomial::default(); table.standings.len()],
            league: LeagueRatings::new(table),
            block: Vec::new(),
            counted_blocks: 0,
            is_complete: table.tournament.as_ref().is_none_or(|it| seats(it) == 2),
            interval: table.counted_blocks.div_ceil(MAX_ESTIMATES).max(1),
            estimates: vec![Vec::new(); table.standings.len()],
        }
    }

    /// Adds a pairing. Pairings are added in order.
    pub(super) fn add(&mut self, pairing: &proto::Pairing) {
        if self
            .block
            .first()
            .is_some_and(|first| first.block != pairing.block)
        {
            self.finish_block();
        }
        if self.is_complete {
            self.block.push(pairing.clone());
        }
    }

    /// Returns the number of complete blocks and the estimate after them, by entrant, once all pairings are
    /// added.
    pub(super) fn finish(mut self) -> Vec<Vec<(u64, f64)>> {
        self.finish_block();
        if !self.counted_blocks.is_multiple_of(self.interval) {
            self.add_estimates();
        }
        self.estimates
    }

    /// Counts a block if it is complete. The blocks after an incomplete one do not count.
    fn finish_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        let results = block.iter().map(|pairing| pairing.result.as_ref());
        let Some(results) = results
            .collect::<Option<Vec<_>>>()
            .filter(|all| all.len() == 2)
        else {
            self.is_complete = false;
            return;
        };
        self.counted_blocks += 1;
        if results.iter().all(|result| result.rated && !result.voided) {
            self.add_pair(&block);
        }
        if self.counted_blocks.is_multiple_of(self.interval) {
            self.add_estimates();
        }
    }

    /// Adds the points of both entrants of a complete block.
    fn add_pair(&mut self, block: &[proto::Pairing]) {
        let entrants = &block[0].entrants;
        let numbers = entrants.iter().map(|name| self.numbers.get(name).copied());
        let Some(numbers) = numbers.collect::<Option<Vec<usize>>>() else {
            return;
        };
        for (number, name) in numbers.iter().zip(entrants) {
            let half_points = block.iter().map(|pairing| half_points(pairing, name));
            self.pairs[*number].add(half_points.sum());
        }
        if let (Some(league), [one, other]) = (&mut self.league, &numbers[..]) {
            let first = usize::from(one > other);
            let half_points = block
                .iter()
                .map(|pairing| half_points(pairing, &entrants[first]));
            let pair = (*one.min(other), *one.max(other));
            league.pairs.entry(pair).or_default().add(half_points.sum());
        }
    }

    fn add_estimates(&mut self) {
        if let Some(league) = &self.league {
            for (entrant, rating) in league.ratings() {
                self.estimates[entrant].push((self.counted_blocks, rating));
            }
            return;
        }
        for (pairs, estimates) in self.pairs.iter().zip(&mut self.estimates) {
            if let Some(estimate) = elo(pairs).filter(|estimate| estimate.value.is_finite()) {
                estimates.push((self.counted_blocks, estimate.value));
            }
        }
    }
}

/// The results of a league of two-seat matches so far.
#[derive(Debug)]
struct LeagueRatings {
    /// The fixed rating of each entrant that is an anchor.
    anchors: Vec<Option<i32>>,
    /// The counted pairs, seen from the entrant with the smaller number.
    pairs: BTreeMap<(usize, usize), Pentanomial>,
}

impl LeagueRatings {
    /// Returns the state before the first match, or `None` if the tournament is no league.
    fn new(table: &proto::GetStandingsResponse) -> Option<Self> {
        let tournament = table.tournament.as_ref()?;
        let setup = tournament
            .setup
            .as_ref()
            .filter(|_| tournament.league.is_some())?;
        let anchors = table.standings.iter().map(|line| {
            let mut entrants = setup.entrants.iter();
            entrants
                .find(|entrant| entrant.name == line.entrant)?
                .anchor
        });
        Some(Self {
            anchors: anchors.collect(),
            pairs: BTreeMap::new(),
        })
    }

    /// Returns the ratings of the entrants that have played.
    fn ratings(&self) -> BTreeMap<usize, f64> {
        let ratings = AnchoredRatings::new(&self.anchors, &self.pairs, &BTreeMap::new());
        let played = self.pairs.keys().flat_map(|(one, other)| [*one, *other]);
        played
            .map(|entrant| (entrant, ratings.rating(entrant)))
            .collect()
    }
}

/// Returns the half points of an entrant in a match of two seats.
fn half_points(pairing: &proto::Pairing, entrant: &str) -> usize {
    let places = pairing.result.iter().flat_map(|result| &result.places);
    let mut seats = pairing.entrants.iter().zip(places);
    let own = seats.clone().find(|(name, _)| *name == entrant);
    let other = seats.find(|(name, _)| *name != entrant);
    match (own, other) {
        (Some((_, own)), Some((_, other))) if own < other => 2,
        (Some((_, own)), Some((_, other))) if own == other => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::samples::{NAME, OTHER, pairing, table};

    /// Returns the pairings of blocks with these places of the first entrant, whose seats alternate.
    fn pairings(places: &[u32]) -> Vec<proto::Pairing> {
        let both = |(index, place): (usize, &u32)| {
            let (index, other) = (index as u64, 3 - place);
            if index.is_multiple_of(2) {
                pairing(index, &[NAME, OTHER], &[*place, other])
            } else {
                pairing(index, &[OTHER, NAME], &[other, *place])
            }
        };
        places.iter().enumerate().map(both).collect()
    }

    fn history(pairings: &[proto::Pairing]) -> Vec<Vec<(u64, f64)>> {
        let mut history = RatingHistory::new(&table());
        for pairing in pairings {
            history.add(pairing);
        }
        history.finish()
    }

    #[test]
    fn estimates_follow_the_blocks() {
        let estimates = history(&pairings(&[1, 1, 1, 2, 1, 1, 2, 2]));
        let blocks: Vec<u64> = estimates[0].iter().map(|(block, _)| *block).collect();
        assert_eq!(blocks, [1, 2, 3, 4]);
        let values: Vec<f64> = estimates[0].iter().map(|(_, elo)| *elo).collect();
        assert!(values[0] > values[1] && values[2] > values[3], "{values:?}");
        for ((_, one), (_, other)) in estimates[0].iter().zip(&estimates[1]) {
            assert!((one + other).abs() < 1e-6);
        }
        // An entrant without a match has no estimate.
        assert_eq!(estimates[2], []);
    }

    #[test]
    fn ratings_of_a_league_are_on_the_scale_of_its_anchors() {
        let mut table = table();
        let tournament = table.tournament.as_mut().unwrap();
        tournament.league = Some(proto::LeagueState::default());
        tournament.setup.as_mut().unwrap().entrants[1].anchor = Some(100);
        let mut history = RatingHistory::new(&table);
        for pairing in pairings(&[1, 1, 1, 2, 1, 1, 2, 2]) {
            history.add(&pairing);
        }
        let estimates = history.finish();
        assert_eq!(estimates[1].len(), 4);
        assert!(
            estimates[1]
                .iter()
                .all(|(_, rating)| (rating - 100.0).abs() < 1e-9)
        );
        assert!(
            estimates[0].iter().all(|(_, rating)| *rating > 100.0),
            "{estimates:?}"
        );
    }

    #[test]
    fn blocks_after_an_incomplete_one_do_not_count() {
        let mut pairings = pairings(&[1, 1, 1, 1, 2, 2]);
        pairings[3].result = None;
        let estimates = history(&pairings);
        assert_eq!(estimates[0].len(), 1);
    }

    #[test]
    fn number_of_estimates_is_limited() {
        let pairings = pairings(&[1, 2].repeat(300));
        let mut table = table();
        table.counted_blocks = 300;
        let mut history = RatingHistory::new(&table);
        for pairing in &pairings {
            history.add(pairing);
        }
        let estimates = history.finish();
        assert_eq!(estimates[0].len(), 100);
        assert_eq!(estimates[0].last().map(|(blocks, _)| *blocks), Some(300));
    }
}
