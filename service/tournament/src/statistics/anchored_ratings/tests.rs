//! Ratings of known results, and what entrants that come and go change in them.

use super::*;

type Pairs = BTreeMap<(usize, usize), Pentanomial>;

fn ratings(anchors: &[Option<i32>], pairs: &[((usize, usize), [u64; 5])]) -> AnchoredRatings {
    let pairs: Pairs = pairs
        .iter()
        .map(|(entrants, pairs)| (*entrants, Pentanomial::new(*pairs)))
        .collect();
    AnchoredRatings::new(anchors, &pairs, &BTreeMap::new())
}

fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() < tolerance, "{found} {expected}");
}

#[test]
fn rating_against_one_anchor_has_the_closed_form() {
    // 8 of 12 matches, and the virtual draws: 8.505 of 13.01.
    let found = ratings(&[Some(100), None], &[((0, 1), [2, 0, 4, 0, 0])]);
    let expected = 100.0 + 400.0 * libm::log10(8.505 / 4.505);
    assert_near(found.rating(1), expected, 1e-6);
    assert_near(found.rating(0), 100.0, 1e-9);
    let anchor = found.estimate(0);
    assert_near(anchor.high - anchor.low, 0.0, 1e-12);
    let share = 8.505 / 13.01;
    let information = 13.01 * share * (1.0 - share);
    let variance = ELO * ELO * found.dispersions[1] / information;
    assert_near(found.variance(1) / variance, 1.0, 1e-6);
    let estimate = found.estimate(1);
    assert_near(estimate.high - estimate.value, Z_95 * variance.sqrt(), 1e-6);
}

#[test]
fn entrant_without_matches_has_the_mean_of_the_anchors_and_a_wide_interval() {
    let found = ratings(&[Some(-100), Some(300), None], &[]);
    assert_near(found.rating(2), 100.0, 1e-9);
    // The information of a hundredth of an even match.
    assert_near(found.variance(2).sqrt(), 20.0 * ELO, 1e-6);
}

#[test]
fn draws_and_blocks_whose_starts_decide_narrow_the_intervals() {
    let level = |pairs| ratings(&[Some(0), None], &[((0, 1), pairs)]).variance(1);
    let independent = level([50, 0, 100, 0, 50]);
    assert!(level([0, 0, 200, 0, 0]) < independent / 2.0);
    // Both matches of a block have the same winner.
    let dependent = level([100, 0, 0, 0, 100]);
    assert_near(dependent / independent, 2.0, 0.1);
}

#[test]
fn blocks_of_others_do_not_narrow_an_interval() {
    // Entrants 1 and 2 share the points of every block; entrant 3 does not.
    let anchors = [Some(0), None, None, None];
    let alone = [((0, 3), [10, 0, 20, 0, 10])];
    let with_others = [
        alone[0],
        ((0, 1), [0, 0, 500, 0, 0]),
        ((1, 2), [0, 0, 500, 0, 0]),
    ];
    let [before, after] = [ratings(&anchors, &alone), ratings(&anchors, &with_others)];
    assert_near(after.variance(3) / before.variance(3), 1.0, 1e-6);
    assert!(after.variance(1) < after.variance(3) / 50.0);
}

#[test]
fn weak_entrants_that_come_and_go_move_no_anchor_and_no_other_entrant_beyond_its_interval() {
    let strong = [
        ((0, 1), [3, 0, 8, 0, 9]),
        ((0, 2), [9, 0, 8, 0, 3]),
        ((1, 2), [8, 0, 8, 0, 1]),
    ];
    let anchors = [Some(0), None, None];
    let before = ratings(&anchors, &strong);
    let mut with_weak = strong.to_vec();
    let mut all = anchors.to_vec();
    for weak in 3..43 {
        all.push(None);
        for opponent in 0..3 {
            with_weak.push(((opponent, weak), [0, 0, 0, 0, 2]));
        }
    }
    let after = ratings(&all, &with_weak);
    assert_near(after.rating(0), 0.0, 1e-12);
    for entrant in [1, 2] {
        let interval = before.estimate(entrant);
        let moved = after.rating(entrant) - before.rating(entrant);
        assert!(
            moved.abs() < (interval.high - interval.low) / 8.0,
            "{moved}"
        );
    }
    // On the scale without anchors, whose mean is 0, they rise by hundreds.
    let blocks = |pairs: &[((usize, usize), [u64; 5])]| {
        let mut blocks: BTreeMap<Vec<Places>, u64> = BTreeMap::new();
        for ((one, other), pairs) in pairs {
            for (class, number) in pairs.iter().enumerate() {
                let win = vec![(*one, 1), (*other, 2)];
                let loss = vec![(*one, 2), (*other, 1)];
                let block = match class {
                    0 => vec![loss.clone(), loss],
                    2 => vec![win, loss],
                    _ => vec![win.clone(), win],
                };
                *blocks.entry(block).or_default() += number;
            }
        }
        blocks.retain(|_, number| *number > 0);
        blocks
    };
    let seed = botwerk_engine::RootSeed::from_text("7");
    let unanchored =
        |entrants, pairs: &[_]| super::super::plackett_luce_elo(entrants, &blocks(pairs), seed);
    let [few, many] = [unanchored(3, &strong), unanchored(9, &with_weak[..21])];
    assert!(many[1].value - few[1].value > 100.0, "{few:?} {many:?}");
}

#[test]
fn matches_of_more_seats_are_rated_on_the_same_scale() {
    let block = vec![
        vec![(0, 2), (1, 1), (2, 3)],
        vec![(0, 1), (1, 2), (2, 3)],
        vec![(0, 3), (1, 1), (2, 2)],
    ];
    let other = vec![
        vec![(0, 1), (1, 3), (2, 2)],
        vec![(0, 2), (1, 2), (2, 1)],
        vec![(0, 1), (1, 2), (2, 2)],
    ];
    let blocks = BTreeMap::from([(block, 12), (other, 7)]);
    let anchors = [Some(50), None, None];
    let found = AnchoredRatings::new(&anchors, &BTreeMap::new(), &blocks);
    let results_pairs = BTreeMap::new();
    let results = Results::new(&anchors, &results_pairs, &blocks);
    let model = Model::new(&anchors, &results);
    let weights: Vec<f64> = (0..3).map(|entrant| found.rating(entrant) / ELO).collect();
    let max = model.log_likelihood(&weights);
    for entrant in [1, 2] {
        for change in [-0.01, 0.01] {
            let mut other = weights.clone();
            other[entrant] += change;
            assert!(model.log_likelihood(&other) < max, "{entrant} {change}");
        }
    }
    assert!(found.variance(1) > 0.0 && found.covariance(1, 2) > 0.0);
}

#[test]
fn extreme_results_have_finite_ratings() {
    for number in [1, 1_000_000] {
        let found = ratings(
            &[Some(0), None, None],
            &[
                ((0, 1), [number, 0, 0, 0, 0]),
                ((1, 2), [number, 0, 0, 0, 0]),
            ],
        );
        for entrant in [1, 2] {
            let estimate = found.estimate(entrant);
            assert!(
                estimate.low.is_finite() && estimate.high.is_finite(),
                "{estimate:?}"
            );
        }
        assert!(found.rating(2) > found.rating(1) && found.rating(1) > 0.0);
    }
}
