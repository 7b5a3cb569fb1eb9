use super::*;
use crate::game_statistics::TurnOptions;

/// Returns a match of two seats in which seat 0 has `turns` turns of two actions each from 3 and 1 legal actions,
/// and seat 1 none.
fn profile(number: u64, turns: u64, places: [u8; 2], rule: &'static str) -> MatchProfile {
    let score = |seat| crate::strength::Score::from_places(&places, seat).points();
    MatchProfile {
        number,
        seed: format!("s/{number}"),
        players: vec![0, 1],
        places: places.into(),
        points: vec![],
        scores: vec![score(0), score(1)],
        rule,
        turns: vec![turns, 0],
        actions: vec![2 * turns, 0],
        decisions: turns,
        chance_outcomes: 5,
        forced_actions: turns,
        forced_turns: 0,
        action_options: BTreeMap::from([(3, turns), (1, turns)]),
        options_by_turn: vec![(2, 4); turns as usize],
        sampled_turns: vec![TurnOptions {
            sequences: 100.0,
            results: 40,
            is_counted: true,
        }],
        lead_changes: Some(number % 2),
        halfway_leaders: vec![0],
        faults: 0,
        fingerprint: number,
    }
}

fn is_near(value: f64, expected: f64) -> bool {
    (value - expected).abs() < 1e-9
}

fn statistics() -> GameStatistics {
    let profiles = [
        profile(1, 10, [1, 2], "NW-19"),
        profile(2, 20, [1, 2], "NW-19"),
        profile(3, 30, [2, 1], "NW-20"),
        profile(4, 40, [1, 1], "NW-25"),
    ];
    GameStatistics::new(&profiles, "test").unwrap()
}

#[test]
fn statistics_are_those_counted_by_hand() {
    let statistics = statistics();
    assert_eq!((statistics.matches, statistics.distinct), (4, 4));
    assert!(is_near(statistics.turns.mean, 25.0) && is_near(statistics.turns.median, 20.0));
    assert!(is_near(statistics.actions.mean, 50.0));
    assert!(is_near(statistics.turns_by_seat[0].value, 25.0));
    assert!(is_near(statistics.forced_actions.unwrap().value, 0.5));
    assert!(is_near(statistics.action_options.unwrap().mean, 2.0));
    assert!(is_near(
        statistics.action_options_geometric.unwrap().value,
        3f64.sqrt()
    ));
    assert!(
        is_near(statistics.complexity.mean, 50.0),
        "two digits for each of 25 turns"
    );
    let wins: Vec<_> = statistics
        .wins_by_seat
        .iter()
        .map(|seat| seat.value)
        .collect();
    assert!(is_near(wins[0], 0.625) && is_near(wins[1], 0.375));
    assert!(is_near(statistics.wins_by_player[1].value, 0.375));
    assert!(is_near(statistics.draws.value, 0.25) && is_near(statistics.shared_wins.value, 0.0));
    let endings: Vec<_> = statistics
        .endings
        .iter()
        .map(|e| (e.rule, e.matches))
        .collect();
    assert_eq!(endings, [("NW-19", 2), ("NW-20", 1), ("NW-25", 1)]);
    let lead = statistics.lead.unwrap();
    assert!(is_near(lead.changes.mean, 0.5) && is_near(lead.unchanged.value, 0.5));
    assert!(is_near(lead.halfway_wins.unwrap().value, 0.625));
    assert_eq!(statistics.options_by_turn, vec![2.0; 40]);
    let turns = statistics.turn_options.unwrap();
    assert!(is_near(turns.sequences_geometric.value, 100.0) && is_near(turns.counted.value, 1.0));
    assert_eq!(
        turns.results_median,
        Quantile {
            value: 40.0,
            is_lower_bound: false
        }
    );
}

#[test]
fn uncounted_results_give_lower_bounds() {
    let mut first = profile(1, 10, [1, 2], "NW-19");
    let turn = first.sampled_turns[0];
    let uncounted = |results| TurnOptions {
        results,
        is_counted: false,
        ..turn
    };
    first.sampled_turns = vec![turn, turn, uncounted(60)];
    let quantiles = |profile: &MatchProfile| {
        let turns = TurnOptionStatistics::new(std::slice::from_ref(profile)).unwrap();
        (turns.results_median, turns.results_percentile_90)
    };
    let (median, percentile_90) = quantiles(&first);
    assert_eq!(
        median,
        Quantile {
            value: 40.0,
            is_lower_bound: false
        }
    );
    assert_eq!(
        percentile_90,
        Quantile {
            value: 60.0,
            is_lower_bound: true
        }
    );
    first.sampled_turns[2] = uncounted(7);
    assert!(quantiles(&first).0.is_lower_bound);
}

#[test]
fn repeated_matches_have_no_intervals() {
    let mut profiles: Vec<_> = (0..10).map(|n| profile(n, 9, [1, 2], "NW-19")).collect();
    assert!(
        GameStatistics::new(&profiles, "")
            .unwrap()
            .interval_error
            .is_none()
    );
    profiles[3].fingerprint = profiles[4].fingerprint;
    let statistics = GameStatistics::new(&profiles, "").unwrap();
    let error = statistics.interval_error.unwrap();
    assert!(
        error.starts_with("1 of 10 matches repeat others"),
        "{error}"
    );
    assert_eq!(statistics.turns.interval, None);
    assert!(
        statistics
            .wins_by_seat
            .iter()
            .all(|seat| seat.interval.is_none())
    );
}

#[test]
fn no_matches_have_no_statistics() {
    assert_eq!(GameStatistics::new(&[], ""), None);
}
