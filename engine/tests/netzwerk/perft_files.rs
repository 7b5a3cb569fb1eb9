//! Perft counts as data files in `perft/`, usable by any implementation of the rules.
//!
//! Each line is a case: options, position, and the number of action sequences of each length. Set
//! `UPDATE_PERFT=1` in the environment to rewrite the files with all counts; otherwise the naive
//! rules verify the smaller counts.

use std::fs;
use std::path::{Path, PathBuf};

use crate::known_numbers::SECOND;
use crate::naive::{Naive, perft};
use crate::random_play::{random_action, seeded};

/// Maximum of the counts written to the files.
const MAX_COUNT: u64 = 1_500_000;

/// Maximum of the counts for the start, where more counts are known.
const MAX_COUNT_FROM_START: u64 = 15_000_000;

/// Maximum of the counts that every test run verifies.
const MAX_VERIFIED_COUNT: u64 = 12_000;

/// The counts from the start in the rules document.
const KNOWN: [u64; 7] = [6, 62, 670, 7822, 94242, 1_130_200, 13_037_636];

/// The names of the files.
pub(crate) const FILES: [&str; 6] = ["start", "second", "turns", "options", "boards", "played"];

/// A position with its perft counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) given: Vec<(String, String)>,
    pub(crate) position: String,
    /// The numbers of sequences of 1, 2, ... actions.
    pub(crate) counts: Vec<u64>,
}

impl Case {
    fn new(given: &[(&str, &str)], position: &str) -> Self {
        let given = given
            .iter()
            .map(|(name, value)| ((*name).into(), (*value).into()));
        Self {
            given: given.collect(),
            position: position.to_owned(),
            counts: Vec::new(),
        }
    }

    /// Returns the options as pairs of name and value.
    pub(crate) fn options(&self) -> Vec<(&str, &str)> {
        let pairs = self.given.iter();
        pairs.map(|(name, value)| (&**name, &**value)).collect()
    }

    fn parse(line: &str) -> Self {
        let fields: Vec<&str> = line.split(" ; ").collect();
        let [given, position, counts @ ..] = &fields[..] else {
            panic!("`{line}` has too few fields");
        };
        let pair = |text: &str| {
            let (name, value) = text.split_once('=').unwrap();
            (name.to_owned(), value.to_owned())
        };
        let counts = counts.iter().enumerate().map(|(index, count)| {
            let depth = format!("D{} ", index + 1);
            count.strip_prefix(&depth).unwrap().parse().unwrap()
        });
        Self {
            given: given
                .split(',')
                .filter(|text| *text != "-")
                .map(pair)
                .collect(),
            position: (*position).to_owned(),
            counts: counts.collect(),
        }
    }

    fn text(&self) -> String {
        let given: Vec<_> = self
            .given
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let given = if given.is_empty() {
            "-".to_owned()
        } else {
            given.join(",")
        };
        let mut fields = vec![given, self.position.clone()];
        let counts = self.counts.iter().enumerate();
        fields.extend(counts.map(|(index, count)| format!("D{} {count}", index + 1)));
        fields.join(" ; ")
    }

    /// Counts sequences with the naive rules, up to the greatest length with at most `max`
    /// sequences.
    fn count(&self, max: u64) -> Vec<u64> {
        let naive = Naive::parse(&self.options(), &self.position).unwrap();
        let mut counts: Vec<u64> = Vec::new();
        for depth in 1.. {
            let last = counts.last().copied().unwrap_or(1);
            let before = counts.iter().rev().nth(1).copied().unwrap_or(1);
            let growth = if before == 0 {
                1
            } else {
                last.div_ceil(before)
            };
            if last == 0 || last * growth > max || depth > 12 {
                break;
            }
            counts.push(perft(naive.rules(), naive.position(), depth));
        }
        counts
    }
}

/// Returns all cases of a file.
pub(crate) fn stored(file: &str) -> Vec<Case> {
    let text = fs::read_to_string(path(file)).unwrap_or_default();
    text.lines().map(Case::parse).collect()
}

fn path(file: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/netzwerk/perft");
    folder.join(format!("{file}.perft"))
}

/// Returns the cases of a file without their counts.
fn expected_cases(file: &str) -> Vec<Case> {
    match file {
        "start" => vec![Case::new(&[], &Naive::start(&[]).unwrap().text())],
        "second" => second_position(),
        "turns" => positions_within_turns(),
        "options" => options(),
        "boards" => boards(),
        "played" => played(),
        _ => panic!("unknown perft file `{file}`"),
    }
}

fn second_position() -> Vec<Case> {
    ["w", "b"]
        .into_iter()
        .flat_map(|side| {
            let start = format!("{side} {SECOND}");
            let batteries = format!("{side} {SECOND} 0 b:");
            [Case::new(&[], &start), Case::new(&[], &batteries)]
        })
        .collect()
}

/// Returns positions within both phases, from random matches.
fn positions_within_turns() -> Vec<Case> {
    let in_phase = |tag: &'static str| {
        move |naive: &Naive| {
            let text = naive.text();
            let field = text.split(' ').nth(5);
            field.is_some_and(|field| field.starts_with(tag) && field.contains(','))
        }
    };
    let mut cases = Vec::new();
    for number in 0..4 {
        cases.push(find_case("robots", number, 20, in_phase("r:")));
        cases.push(find_case("batteries", number, 20, in_phase("b:")));
    }
    cases
}

/// Returns positions between turns in which a robot can be captured.
fn played() -> Vec<Case> {
    let captures = |naive: &Naive| {
        naive.position().is_turn_start() && naive.legal().iter().any(|action| action.contains('x'))
    };
    (0..8)
        .map(|number| find_case("played", number, 30 + 15 * number as usize, captures))
        .collect()
}

/// Returns the first position of random matches, after the given number of actions, that satisfies
/// a predicate.
fn find_case(
    name: &str,
    number: u32,
    actions: usize,
    is_suitable: impl Fn(&Naive) -> bool,
) -> Case {
    for attempt in 0.. {
        let mut naive = Naive::start(&[]).unwrap();
        let mut generator = seeded(name, number * 1000 + attempt);
        let mut count = 0;
        while let Some(action) = random_action(&naive, &mut generator) {
            naive.apply(&action).unwrap();
            count += 1;
            if count >= actions && naive.outcome().is_none() && is_suitable(&naive) {
                return Case::new(&[], &naive.text());
            }
        }
    }
    unreachable!("some random match reaches a suitable position")
}

/// Returns cases for every option with positions in which it matters.
fn options() -> Vec<Case> {
    let white = format!("w {SECOND}");
    let black = format!("b {SECOND}");
    let quiet = format!("{white} 3");
    let late = format!("{white} 0 t:1");
    let capped = format!("{black} 7 b: t:4");
    let black_begins = Naive::start(&[("first_player", "black")]).unwrap().text();
    vec![
        Case::new(&[("first_player", "black")], &black_begins),
        Case::new(&[("battery_control", "present")], &black),
        Case::new(&[("battery_control", "majority")], &white),
        Case::new(&[("battery_control", "majority")], &black),
        Case::new(&[("forced_capture", "true")], &white),
        Case::new(&[("forced_capture", "true")], &black),
        Case::new(&[("repetition", "0")], &white),
        Case::new(&[("quiet_turns", "4")], &quiet),
        Case::new(&[("quiet_turns", "0")], &quiet),
        Case::new(&[("turn_cap", "2")], &late),
        Case::new(&[("turn_cap", "5")], &capped),
        Case::new(
            &[("battery_control", "majority"), ("forced_capture", "true")],
            &black,
        ),
    ]
}

/// Returns the start position of every smaller board (NW-1, NW-3).
fn boards() -> Vec<Case> {
    let sizes = (2..=6).flat_map(|width| (3..=6).map(move |ranks| (width, ranks)));
    sizes
        .filter(|size| *size != (6, 6))
        .map(|(width, ranks)| {
            let (width, ranks) = (width.to_string(), ranks.to_string());
            let given = [("width", &*width), ("ranks", &*ranks)];
            Case::new(&given, &Naive::start(&given).unwrap().text())
        })
        .collect()
}

#[test]
fn naive_perft_matches_the_files() {
    let should_update = std::env::var_os("UPDATE_PERFT").is_some_and(|value| value == "1");
    for file in FILES {
        let mut cases = expected_cases(file);
        if should_update {
            let max = match file {
                "start" => MAX_COUNT_FROM_START,
                _ => MAX_COUNT,
            };
            for case in &mut cases {
                case.counts = case.count(max);
            }
            let text: String = cases.iter().map(|case| case.text() + "\n").collect();
            fs::write(path(file), text).unwrap();
        }
        let stored = stored(file);
        assert_eq!(stored.len(), cases.len(), "lines of {file}.perft");
        for (stored, case) in stored.iter().zip(cases) {
            let line = stored.text();
            assert_eq!(
                (&stored.given, &stored.position),
                (&case.given, &case.position)
            );
            let counts = case.count(MAX_VERIFIED_COUNT);
            assert!(counts.len() >= 2, "{line}");
            assert!(stored.counts.starts_with(&counts), "{counts:?}: {line}");
        }
    }
    assert_eq!(stored("start")[0].counts, KNOWN);
}
