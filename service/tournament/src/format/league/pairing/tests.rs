//! Who meets whom.

use super::*;
use crate::statistics::Pentanomial;

/// A league of two seats whose first entrants are anchors.
struct League {
    anchors: Vec<Option<i32>>,
    pairs: BTreeMap<(usize, usize), Pentanomial>,
    meetings: Arc<BTreeMap<(usize, usize), u64>>,
}

impl League {
    fn new(anchors: &[i32], others: usize) -> Self {
        let anchors = anchors.iter().map(|rating| Some(*rating));
        Self {
            anchors: anchors.chain(vec![None; others]).collect(),
            pairs: BTreeMap::new(),
            meetings: Arc::default(),
        }
    }

    fn play(&mut self, one: usize, other: usize, pairs: [u64; 5]) {
        self.pairs.insert((one, other), Pentanomial::new(pairs));
        Arc::make_mut(&mut self.meetings).insert((one, other), pairs.iter().sum());
    }

    fn round(&self, available: &[usize], change: impl Fn(&mut RoundPairing)) -> Batch {
        let mut pairing = RoundPairing {
            round: 3,
            available: available.iter().copied().collect(),
            is_anchor: self.anchors.iter().map(Option::is_some).collect(),
            meetings: Arc::clone(&self.meetings),
            seats: 2,
            matches_per_block: 2,
            max_blocks: u64::MAX,
            seed: RootSeed::from_text("7"),
        };
        change(&mut pairing);
        let ratings = AnchoredRatings::new(&self.anchors, &self.pairs, &BTreeMap::new());
        pairing.pair(&ratings)
    }

    fn entrants(&self, available: &[usize]) -> Vec<Vec<usize>> {
        let batch = self.round(available, |_| ());
        batch
            .matchups
            .into_iter()
            .map(|matchup| matchup.entrants)
            .collect()
    }
}

#[test]
fn least_certain_entrant_comes_first_and_meets_a_certain_equal() {
    let mut league = League::new(&[0, 400, 800], 3);
    // The first one is at 400 and certain, the second at 0 and less certain, the third has not played.
    league.play(1, 3, [0, 0, 200, 0, 0]);
    league.play(0, 4, [0, 0, 2, 0, 0]);
    assert_eq!(league.entrants(&[0, 1, 2, 3, 4, 5])[0][0], 5);
    // Of those that have played, the second meets the anchor with its own rating.
    assert_eq!(league.entrants(&[0, 1, 2, 3, 4])[0], [4, 0]);
}

#[test]
fn opponents_that_were_often_met_give_way_to_others() {
    let mut league = League::new(&[0, 40], 1);
    league.play(0, 2, [1, 0, 8, 0, 1]);
    assert_eq!(league.entrants(&[0, 1, 2]), [[2, 1]]);
    league.play(1, 2, [20, 0, 80, 0, 20]);
    assert_eq!(league.entrants(&[0, 1, 2]), [[2, 0]]);
}

#[test]
fn only_those_that_can_play_are_paired_and_never_two_anchors() {
    let league = League::new(&[0, 100], 4);
    for round in [league.entrants(&[0, 1, 3, 5]), league.entrants(&[3, 5, 1])] {
        for pair in round {
            assert!(pair.iter().all(|entrant| [0, 1, 3, 5].contains(entrant)));
            assert!(pair.iter().any(|entrant| *entrant > 1), "{pair:?}");
            assert_ne!(pair[0], pair[1]);
        }
    }
}

#[test]
fn no_entrant_takes_more_than_a_quarter_of_a_round() {
    let mut league = League::new(&[0], 16);
    for other in 1..16 {
        league.play(0, other, [10, 0, 80, 0, 10]);
    }
    // The last one is much weaker, and stays the least certain one whatever it plays.
    league.play(0, 16, [0, 0, 0, 0, 30]);
    let round = league.entrants(&(0..17).collect::<Vec<_>>());
    assert_eq!(round.len(), 8);
    let led = round.iter().filter(|entrants| entrants[0] == 16);
    assert_eq!(led.count(), 2);
}

#[test]
fn blocks_are_limited_and_depend_on_the_seed_only_where_entrants_are_equal() {
    let league = League::new(&[0], 9);
    let all: Vec<usize> = (0..10).collect();
    assert_eq!(league.round(&all, |_| ()).blocks(), 5);
    assert_eq!(league.round(&all, |round| round.max_blocks = 2).blocks(), 2);
    assert_eq!(league.round(&all, |_| ()), league.round(&all, |_| ()));
    let other = league.round(&all, |round| round.seed = RootSeed::from_text("8"));
    assert_ne!(league.round(&all, |_| ()), other);
    // All that are equal lead one block each.
    let leaders: BTreeSet<usize> = league.entrants(&all).iter().map(|pair| pair[0]).collect();
    assert_eq!(leaders.len(), 5);
}

#[test]
fn blocks_of_more_seats_have_different_entrants() {
    let league = League::new(&[0], 6);
    let batch = league.round(&[0, 1, 2, 3, 5, 6], |round| round.seats = 3);
    assert_eq!(batch.matchups.len(), 2);
    for matchup in &batch.matchups {
        let distinct: BTreeSet<_> = matchup.entrants.iter().collect();
        assert_eq!((distinct.len(), matchup.round), (3, 3));
    }
}

#[test]
fn entrant_about_which_a_block_tells_little_gives_way() {
    let mut league = League::new(&[0], 2);
    league.play(0, 1, [3, 0, 14, 0, 3]);
    league.play(0, 2, [0, 0, 0, 0, 400]);
    let ratings = AnchoredRatings::new(&league.anchors, &league.pairs, &BTreeMap::new());
    assert!(ratings.variance(2) > 4.0 * ratings.variance(1));
    assert_eq!(league.entrants(&[0, 1, 2]), [[1, 0]]);
    // Once the others are certain it has its turn.
    league.play(0, 1, [300, 0, 1400, 0, 300]);
    assert_eq!(league.entrants(&[0, 1, 2])[0][0], 2);
}
