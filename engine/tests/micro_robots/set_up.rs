//! Tests of the set-up: the first start, targets, seats and the first roller (MR-6 to MR-8).

use std::collections::{BTreeMap, BTreeSet};

use botwerk_engine::{Actor, GameNotation, GameRules, OptionError, RootSeed};

use crate::play::{Play, game};

/// Counts the outcomes of the pending chance node over the given number of seeds.
fn outcome_counts(play: &Play, seeds: u32) -> BTreeMap<String, u32> {
    let key = play.chance_key().unwrap();
    let mut counts = BTreeMap::new();
    for seed in 0..seeds {
        let mut generator = RootSeed::from_text(&seed.to_string()).rng_for_chance(key);
        let outcome = play.game.sample_outcome(&play.state, &mut generator);
        *counts.entry(outcome.to_string()).or_default() += 1;
    }
    counts
}

#[test]
fn mr_6_start_is_uniform_over_all_spaces() {
    let play = Play::at(&[], "- ; - ; - ; 0,0 ; 0 ; 0 ; start");
    assert_eq!(play.chance_key().unwrap().to_string(), "start/-/0/0");
    assert_eq!(play.legal(Actor::Chance).len(), 36);
    let counts = outcome_counts(&play, 7200);
    assert_eq!(counts.len(), 36);
    assert!(
        counts.values().all(|count| (130..280).contains(count)),
        "{counts:?}"
    );
    let rolls = play.chance("start 1P");
    assert_eq!(rolls.text(), "1P ; - ; - ; 0,0 ; 0 ; 0 ; roll");
    assert_eq!(rolls.rejection(Actor::Chance, "start 2P").0, "MR-6");
}

#[test]
fn mr_6_target_is_uniform_over_the_other_spaces() {
    let play = Play::at(&[], "1P ; - ; - ; 0,0 ; 0 ; 0 ; roll");
    assert_eq!(play.chance_key().unwrap().to_string(), "roll/-/1/0");
    let legal = play.legal(Actor::Chance);
    assert_eq!(legal.len(), 35);
    assert!(!legal.contains(&"roll 1P".into()));
    let counts = outcome_counts(&play, 7000);
    assert_eq!(counts.len(), 35);
    assert!(
        counts.values().all(|count| (130..280).contains(count)),
        "{counts:?}"
    );
    assert_eq!(
        play.clone().chance("roll 2W").text(),
        "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:"
    );
    play.rejection(Actor::Chance, "roll 1P");
    play.rejection(Actor::Chance, "roll 2W via 3B");
}

#[test]
fn mr_6_intermediate_target_is_uniform_over_the_other_spaces() {
    let expert = [("expert", "true")];
    let play = Play::at(&expert, "1P ; - ; - ; 0,0 ; 0 ; 0 ; roll");
    assert_eq!(play.legal(Actor::Chance).len(), 35 * 34);
    let mut targets = BTreeMap::<_, u32>::new();
    let mut vias = BTreeMap::<_, u32>::new();
    for (roll, count) in outcome_counts(&play, 7000) {
        let fields: Vec<_> = roll.split(' ').map(str::to_owned).collect();
        *targets.entry(fields[1].clone()).or_default() += count;
        *vias.entry(fields[3].clone()).or_default() += count;
    }
    for counts in [targets, vias] {
        assert_eq!(counts.len(), 35);
        assert!(!counts.contains_key("1P"));
        assert!(
            counts.values().all(|count| (130..280).contains(count)),
            "{counts:?}"
        );
    }
    for wrong in ["roll 2W via 2W", "roll 2W via 1P", "roll 1P via 2W"] {
        assert_eq!(play.rejection(Actor::Chance, wrong).0, "MR-11");
    }
    assert_eq!(play.rejection(Actor::Chance, "roll 2W").0, "MR-29");
}

#[test]
fn mr_7_seat_counts_from_2_to_64_are_valid() {
    for seats in [0, 1, 65, 1000] {
        let error = game(seats, &[]).unwrap_err();
        let (found, min, max) = (seats, 2, 64);
        assert_eq!(error, OptionError::SeatCount { found, min, max });
        assert_eq!(
            error.to_string(),
            format!("seats: expected 2 to 64, found {seats}")
        );
    }
    for seats in 2..=64 {
        let start = game(seats, &[])
            .unwrap()
            .initial_state(RootSeed::from_text("7"));
        assert_eq!(start.table().chips.as_slice(), vec![0; seats]);
    }
}

#[test]
fn mr_7_64_seats_race_and_show() {
    let rest = format!("1P ; 2W ; - ; {} ; 63 ; 1 ; race:", ["0"; 64].join(","));
    let mut play = Play::at(&[], &rest);
    for passing in (0..63).filter(|seat| *seat != 31) {
        play = play.seat(passing, "pass");
    }
    assert_eq!(play.decision(), ("race", vec![31, 63]));
    play = play.seat(63, "say 5").show(63, crate::play::ROUTE);
    let expected = format!("2W ; - ; - ; {},1 ; 0 ; 1 ; roll", ["0"; 63].join(","));
    assert_eq!(play.text(), expected);
}

#[test]
fn mr_7_supply_has_25_chips() {
    let text = |chips: &str| {
        let game = game(2, &[]).unwrap();
        let text = format!(
            "{} ; 1P ; - ; - ; {chips} ; 0 ; 9 ; roll",
            crate::play::EXAMPLE
        );
        game.parse_position(&text)
    };
    assert!(text("12,13").is_ok());
    for chips in [
        "13,13",
        "26,0",
        "0,4294967295",
        "1,4294967295",
        "25,4294967271",
    ] {
        let error = text(chips).unwrap_err();
        assert_eq!(error.expected, "at most 25 chips in all (MR-7)", "{chips}");
    }
}

#[test]
fn mr_8_seat_0_or_a_sampled_seat_rolls_first() {
    let rollers = |first_roller| -> BTreeSet<usize> {
        let game = game(5, &[("first_roller", first_roller)]).unwrap();
        let roller = |seed: u32| {
            game.initial_state(RootSeed::from_text(&seed.to_string()))
                .table()
                .roller
        };
        (0..100).map(|seed| roller(seed).index()).collect()
    };
    assert_eq!(rollers("seat0"), BTreeSet::from([0]));
    assert_eq!(rollers("drawn"), BTreeSet::from([0, 1, 2, 3, 4]));
    assert_eq!(
        game(5, &[]).unwrap().options().text("first_roller"),
        "seat0"
    );
}
