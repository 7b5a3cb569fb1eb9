//! Tests that the engine and the naive rules agree on legal actions, their results and the winner.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_engine::{GameNotation, StableRng};

use crate::naive::{Naive, Rules, Side};
use crate::pair::Pair;
use crate::play::game;
use crate::random_play::{idle_action, random_action, random_position, seeded};

/// Options, each with every value that matters, and some combinations.
const OPTIONS: [&[(&str, &str)]; 18] = [
    &[],
    &[("first_player", "black")],
    &[("battery_control", "present")],
    &[("battery_control", "majority")],
    &[("forced_capture", "true")],
    &[("forced_capture", "true"), ("battery_control", "present")],
    &[("forced_capture", "true"), ("battery_control", "majority")],
    &[("repetition", "0")],
    &[("repetition", "2")],
    &[("quiet_turns", "0")],
    &[("quiet_turns", "1")],
    &[("quiet_turns", "3")],
    &[("turn_cap", "1")],
    &[("turn_cap", "6")],
    &[("turn_cap", "9"), ("quiet_turns", "4"), ("repetition", "2")],
    &[("turn_cap", "5"), ("first_player", "black")],
    &[("width", "4"), ("ranks", "3"), ("forced_capture", "true")],
    &[("width", "3"), ("ranks", "5"), ("turn_cap", "7")],
];

/// Returns every board size.
fn boards() -> impl Iterator<Item = [String; 2]> {
    let sizes = (2..=6).flat_map(|width| (3..=6).map(move |ranks| [width, ranks]));
    sizes.map(|size| size.map(|number: u32| number.to_string()))
}

/// Counts of match ends by rule and places.
#[derive(Debug, Default)]
struct Ends(BTreeMap<(&'static str, Vec<u8>), u32>);

impl Ends {
    fn record(&mut self, end: Option<(Vec<u8>, &'static str)>) {
        if let Some((places, rule)) = end {
            *self.0.entry((rule, places)).or_default() += 1;
        }
    }

    /// Returns the rules that ended a match.
    fn rules(&self) -> BTreeSet<&'static str> {
        self.0.keys().map(|(rule, _)| *rule).collect()
    }
}

/// Returns a pair at a random position for the given options.
fn random_pair(given: &[(&str, &str)], generator: &mut StableRng) -> Pair {
    let rules = Rules::new(given).unwrap();
    Pair::at(given, &random_position(&rules, generator))
}

#[test]
fn matches_from_the_start_agree_with_all_options() {
    let mut ends = Ends::default();
    for given in OPTIONS {
        for number in 0..20 {
            let mut generator = seeded("start", number);
            let mut pair = Pair::start(given);
            ends.record(pair.play(400, &mut generator, random_action));
        }
    }
    let rules = ends.rules();
    let expected = ["NW-19", "NW-26", "NW-27"];
    assert!(expected.iter().all(|rule| rules.contains(rule)), "{ends:?}");
}

#[test]
fn matches_from_the_start_agree_on_all_boards() {
    let mut ends = Ends::default();
    for [width, ranks] in boards() {
        let given = [("width", &*width), ("ranks", &*ranks)];
        for number in 0..20 {
            let mut generator = seeded("boards", number);
            let mut pair = Pair::start(&given);
            ends.record(pair.play(300, &mut generator, random_action));
        }
    }
    let rules = ends.rules();
    let expected = ["NW-19", "NW-20", "NW-21"];
    assert!(expected.iter().all(|rule| rules.contains(rule)), "{ends:?}");
}

#[test]
fn random_positions_agree_with_all_options() {
    let mut ends = Ends::default();
    for given in OPTIONS {
        for number in 0..400 {
            let mut generator = seeded("drawn", number);
            let mut pair = random_pair(given, &mut generator);
            ends.record(pair.play(24, &mut generator, random_action));
        }
    }
    let rules = ends.rules();
    let expected = ["NW-19", "NW-20", "NW-21", "NW-26", "NW-27"];
    assert!(expected.iter().all(|rule| rules.contains(rule)), "{ends:?}");
}

#[test]
fn random_positions_agree_on_all_boards() {
    let mut ends = Ends::default();
    for [width, ranks] in boards() {
        let given = [("width", &*width), ("ranks", &*ranks)];
        for number in 0..400 {
            let mut generator = seeded("drawn boards", number);
            let mut pair = random_pair(&given, &mut generator);
            ends.record(pair.play(24, &mut generator, random_action));
        }
    }
    let rules = ends.rules();
    let expected = ["NW-19", "NW-20", "NW-21", "NW-26"];
    assert!(expected.iter().all(|rule| rules.contains(rule)), "{ends:?}");
}

#[test]
fn idle_matches_end_in_the_same_draws() {
    let mut ends = Ends::default();
    let options: [&[(&str, &str)]; 9] = [
        &[],
        &[("repetition", "1")],
        &[("repetition", "0")],
        &[("repetition", "2")],
        &[("repetition", "5"), ("quiet_turns", "12")],
        &[("repetition", "0"), ("quiet_turns", "7")],
        &[
            ("repetition", "0"),
            ("quiet_turns", "0"),
            ("turn_cap", "30"),
        ],
        &[("turn_cap", "4"), ("forced_capture", "true")],
        &[("width", "3"), ("ranks", "4")],
    ];
    for given in options {
        for number in 0..50 {
            let mut generator = seeded("idle", number);
            let mut pair = random_pair(given, &mut generator);
            ends.record(pair.play(200, &mut generator, idle_action));
        }
    }
    let draws = ends.0.keys().filter(|(_, places)| *places == [1, 1]);
    let rules: Vec<_> = draws.map(|(rule, _)| *rule).collect();
    assert_eq!(rules, ["NW-25", "NW-26", "NW-27"], "{ends:?}");
}

#[test]
fn both_accept_the_same_action_numbers() {
    for given in OPTIONS {
        for number in 0..20 {
            let mut generator = seeded("numbers", number);
            let mut pair = random_pair(given, &mut generator);
            pair.assert_same_rejections();
            for _ in 0..6 {
                pair.play(3, &mut generator, random_action);
                pair.assert_same_rejections();
            }
        }
    }
}

#[test]
fn departures_agree_at_any_time() {
    for given in OPTIONS {
        for number in 0..20 {
            let mut generator = seeded("leaving", number);
            let mut pair = random_pair(given, &mut generator);
            for _ in 0..12 {
                pair.assert_same_departure(Side::White);
                pair.assert_same_departure(Side::Black);
                pair.play(1, &mut generator, random_action);
            }
        }
    }
}

/// Returns a text with one of its points or numbers replaced, or a point removed or added.
fn edited(text: &str, generator: &mut StableRng) -> String {
    let is_end = |c: char| !c.is_ascii_alphanumeric();
    let mut parts: Vec<&str> = text.split_inclusive(is_end).collect();
    let at = generator.below(parts.len() as u64) as usize;
    let part = parts[at];
    let token = part.trim_end_matches(is_end);
    let end = &part[token.len()..];
    let others: Vec<&str> = text
        .split(is_end)
        .filter(|token| !token.is_empty())
        .collect();
    let other = others[generator.below(others.len() as u64) as usize];
    let replacement = match generator.below(4) {
        0 => String::new(),
        1 => format!("{token}{end}{other}{end}"),
        2 => format!("{other}{end}"),
        _ => format!("{}{end}", generator.below(6)),
    };
    parts[at] = &replacement;
    parts.concat()
}

/// Both parsers accept the same positions, except that only the engine rejects impossible trips in
/// `r:`.
#[test]
fn edited_position_texts_agree() {
    let (mut accepted, mut rejected) = (0, 0);
    for given in OPTIONS {
        let rules = Rules::new(given).unwrap();
        let game = game(given);
        for number in 0..100 {
            let mut generator = seeded("changed", number);
            let text = random_position(&rules, &mut generator);
            let mut pair = Pair::at(given, &text);
            pair.play(5, &mut generator, random_action);
            for _ in 0..20 {
                let text = edited(&pair.naive.text(), &mut generator);
                let naive = Naive::parse(given, &text);
                match game.parse_position(&text) {
                    Ok(_) => {
                        assert!(naive.is_ok(), "{given:?} `{text}`: {naive:?}");
                        Pair::at(given, &text).assert_same_rejections();
                        accepted += 1;
                    }
                    Err(error) => {
                        let may_be_rejected = naive.is_err() || text.contains(" r:");
                        assert!(may_be_rejected, "{given:?} `{text}`: {error}");
                        rejected += 1;
                    }
                }
            }
        }
    }
    assert!(
        accepted > 5000 && rejected > 5000,
        "{accepted} accepted, {rejected} rejected"
    );
}
