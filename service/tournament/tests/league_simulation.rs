//! Leagues of simulated entrants whose true ratings are known.
//!
//! `cargo test -p botwerk-tournament --release --test league_simulation -- --ignored --nocapture` prints the numbers of
//! matches for the documentation.

// A failure outside of a test function fails the test as well.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use botwerk_engine::{ChanceKey, RootSeed, StableRng};
use botwerk_tournament::format::{Format, LeagueLimits, Pairing, Rotation, Schedule};
use botwerk_tournament::statistics::{AnchoredRatings, expected_score};
use botwerk_tournament::{MatchResult, NextStep, Progress, TournamentTally};

/// The ratings of the anchors.
const ANCHORS: [i32; 3] = [-400, 0, 400];

/// The true ratings of the other entrants: from far below the anchors to far above them.
const OTHERS: [f64; 12] = [
    -750.0, -560.0, -430.0, -300.0, -210.0, -90.0, 10.0, 120.0, 240.0, 380.0, 520.0, 700.0,
];

fn rng(kind: &'static str, number: u32) -> StableRng {
    RootSeed::from_text("league simulation").rng_for_chance(ChanceKey {
        kind,
        seat: None,
        round: number,
        index: 0,
    })
}

struct Simulation {
    truth: Vec<f64>,
    anchors: Vec<Option<i32>>,
    progress: Progress,
    tally: TournamentTally,
    rng: StableRng,
}

impl Simulation {
    fn new(format: Format, number: u32) -> Self {
        let truth: Vec<f64> = ANCHORS.map(f64::from).into_iter().chain(OTHERS).collect();
        let anchors = ANCHORS.map(Some).into_iter().chain([None; OTHERS.len()]);
        let seed = RootSeed::from_text(&number.to_string());
        let schedule = Schedule::new(format, truth.len(), 2, Rotation::Cyclic, seed).unwrap();
        Self {
            anchors: anchors.collect(),
            progress: Progress::new(schedule, Vec::new()),
            tally: TournamentTally::new(truth.len(), 2, BTreeSet::new()),
            rng: rng("results", number),
            truth,
        }
    }

    fn ratings(&self) -> AnchoredRatings {
        self.tally.anchored_ratings(&self.anchors)
    }

    /// Returns half the width of the widest interval.
    fn widest(&self) -> f64 {
        let ratings = self.ratings();
        let widths = (ANCHORS.len()..self.truth.len()).map(|entrant| {
            let estimate = ratings.estimate(entrant);
            (estimate.high - estimate.low) / 2.0
        });
        widths.fold(0.0, f64::max)
    }

    fn pair_round(&mut self, available: &BTreeSet<usize>) {
        let is_anchor: Vec<bool> = self.anchors.iter().map(Option::is_some).collect();
        let round = self
            .progress
            .round_pairing(available.clone(), is_anchor, u64::MAX)
            .unwrap()
            .pair(&self.ratings());
        self.progress.add_round(round);
    }

    fn play(&mut self, pairing: &Pairing) {
        let [one, other] = pairing.seats[..] else {
            panic!("matches have two seats")
        };
        let wins = self.rng.next_f64() < expected_score(self.truth[one] - self.truth[other]);
        let result = MatchResult {
            seats: pairing.seats.clone(),
            places: if wins { vec![1, 2] } else { vec![2, 1] },
            is_rated: true,
            is_voided: false,
            is_adjudicated: false,
            fingerprint: None,
            seat_stats: Vec::new(),
        };
        self.progress.add(pairing.index, &result);
        self.tally.add(pairing.index, &result, None);
    }

    /// Plays all matches that can be started.
    fn play_started(&mut self) {
        while let Some(step) = self.progress.next_step() {
            let (NextStep::Play(pairing) | NextStep::Forfeit(pairing, _)) = step;
            self.play(&pairing);
        }
    }
}

/// Returns the number of matches after which all intervals are at most `target` to either side: in a league, and in a
/// round robin.
fn matches_until(target: f64, number: u32) -> [u64; 2] {
    let mut league = Simulation::new(Format::League(LeagueLimits::default()), number);
    let all: BTreeSet<usize> = (0..league.truth.len()).collect();
    while league.widest() > target {
        league.pair_round(&all);
        league.play_started();
    }
    let mut robin = Simulation::new(Format::RoundRobin { cycles: 10_000 }, number);
    while robin.widest() > target {
        // About as many blocks as in a round of the league.
        for _ in 0..2 * (robin.truth.len() / 2) {
            let Some(NextStep::Play(pairing)) = robin.progress.next_step() else {
                panic!("the round robin is over")
            };
            robin.play(&pairing);
        }
    }
    [league, robin].map(|simulation| simulation.tally.result_count())
}

#[test]
fn league_reaches_an_interval_with_fewer_matches_than_a_round_robin() {
    let [league, robin] = matches_until(100.0, 7);
    assert!(league * 2 < robin, "{league} {robin}");
}

#[test]
fn intervals_of_a_league_contain_the_truth_in_95_of_100_cases() {
    const LEAGUES: u32 = 60;
    let mut covered = 0;
    for number in 0..LEAGUES {
        let mut league = Simulation::new(Format::League(LeagueLimits::default()), number);
        let all: BTreeSet<usize> = (0..league.truth.len()).collect();
        for _ in 0..25 {
            league.pair_round(&all);
            league.play_started();
        }
        let ratings = league.ratings();
        for entrant in ANCHORS.len()..league.truth.len() {
            let (estimate, truth) = (ratings.estimate(entrant), league.truth[entrant]);
            covered += u32::from(estimate.low <= truth && truth <= estimate.high);
        }
    }
    let cases = f64::from(LEAGUES) * OTHERS.len() as f64;
    let share = f64::from(covered) / cases;
    // Pairings depend on results, and the entrants of a league on each other.
    assert!((0.92..=0.98).contains(&share), "{share}");
}

#[test]
fn weak_entrants_that_come_and_go_shift_no_rating() {
    // The last six are far below the others, and only take part in the first half.
    let mut drifts = Vec::new();
    for number in 0..20 {
        let mut league = Simulation::new(Format::League(LeagueLimits::default()), number);
        let size = league.truth.len();
        for weak in size - 6..size {
            league.truth[weak] = -1500.0;
        }
        let all: BTreeSet<usize> = (0..size).collect();
        let regulars: BTreeSet<usize> = (0..size - 6).collect();
        for round in 0..40 {
            league.pair_round(if round < 20 { &all } else { &regulars });
            league.play_started();
        }
        let ratings = league.ratings();
        for (anchor, fixed) in ANCHORS.iter().enumerate() {
            assert!((ratings.rating(anchor) - f64::from(*fixed)).abs() < 1e-9);
        }
        let regulars = ANCHORS.len()..size - 6;
        let errors = regulars.map(|entrant| ratings.rating(entrant) - league.truth[entrant]);
        let errors: Vec<f64> = errors.collect();
        drifts.push(errors.iter().sum::<f64>() / errors.len() as f64);
    }
    let count = drifts.len() as f64;
    let mean = drifts.iter().sum::<f64>() / count;
    let variance = drifts
        .iter()
        .map(|drift| (drift - mean) * (drift - mean))
        .sum::<f64>()
        / count;
    assert!(
        mean.abs() < 4.0 * (variance / count).sqrt().max(3.0),
        "{mean} {drifts:?}"
    );
}

#[test]
fn newcomer_is_measured_without_repeating_the_others() {
    let mut league = Simulation::new(Format::League(LeagueLimits::default()), 7);
    let size = league.truth.len();
    let others: BTreeSet<usize> = (0..size - 1).collect();
    let all: BTreeSet<usize> = (0..size).collect();
    for _ in 0..30 {
        league.pair_round(&others);
        league.play_started();
    }
    let before = league.tally.entrants.clone();
    for _ in 0..10 {
        league.pair_round(&all);
        league.play_started();
    }
    let played = |entrant: usize| league.tally.entrants[entrant].matches - before[entrant].matches;
    let newcomer = played(size - 1);
    assert!(
        (3..size - 1).all(|entrant| played(entrant) < newcomer),
        "{newcomer}"
    );
}

#[test]
#[ignore = "prints a table for the documentation"]
fn matches_of_leagues_and_round_robins() {
    for target in [150.0, 100.0, 70.0] {
        let sums = (0..10).map(|number| matches_until(target, number));
        let [league, robin] = sums.fold([0, 0], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
        println!(
            "±{target}: league {}, round robin {} matches",
            league / 10,
            robin / 10
        );
    }
}
