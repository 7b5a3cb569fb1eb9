//! Numbers of sequences of actions as data, in `perft/`, for any implementation of the rules.
//!
//! Each line is a case: options, position, and the number of sequences of each length from it.
//! With `UPDATE_PERFT=1` in the environment the files are written anew, with all counts; without,
//! the naive rules count the smaller ones again.

use std::fs;
use std::path::{Path, PathBuf};

use crate::known_numbers::SECOND;
use crate::naive::{Naive, perft};
use crate::random_play::{drawn_action, seeded};

/// Sequences of the greatest length that is counted, at most.
const MOST: u64 = 1_500_000;

/// The same for the start, whose numbers are known further.
const MOST_FROM_START: u64 = 15_000_000;

/// Counts up to here are made again whenever the tests run.
const CHECKED: u64 = 12_000;

/// The counts from the start on the rules page.
const KNOWN: [u64; 7] = [6, 62, 670, 7822, 94242, 1_130_200, 13_037_636];

/// The files.
pub(crate) const FILES: [&str; 6] = ["start", "second", "turns", "options", "boards", "played"];

/// A position and how many sequences of actions follow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) given: Vec<(String, String)>,
    pub(crate) position: String,
    /// The number of sequences of 1, 2, ... actions.
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

    /// The options in the form that games take them.
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

    /// Counts by the naive rules, to the greatest length with at most so many sequences.
    fn count(&self, most: u64) -> Vec<u64> {
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
            if last == 0 || last * growth > most || depth > 12 {
                break;
            }
            counts.push(perft(naive.rules(), naive.position(), depth));
        }
        counts
    }
}

/// All cases of a file.
pub(crate) fn stored(file: &str) -> Vec<Case> {
    let text = fs::read_to_string(path(file)).unwrap_or_default();
    text.lines().map(Case::parse).collect()
}

fn path(file: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/netzwerk/perft");
    folder.join(format!("{file}.perft"))
}

/// The cases of a file without their counts.
fn made(file: &str) -> Vec<Case> {
    match file {
        "start" => vec![Case::new(&[], &Naive::start(&[]).unwrap().text())],
        "second" => second_position(),
        "turns" => inside_turns(),
        "options" => options(),
        "boards" => boards(),
        "played" => played(),
        _ => panic!("{file} is no file of cases"),
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

/// Positions in the middle of both phases, from matches played at random.
fn inside_turns() -> Vec<Case> {
    let in_phase = |tag: &'static str| {
        move |naive: &Naive| {
            let text = naive.text();
            let field = text.split(' ').nth(5);
            field.is_some_and(|field| field.starts_with(tag) && field.contains(','))
        }
    };
    let mut cases = Vec::new();
    for number in 0..4 {
        cases.push(found("robots", number, 20, in_phase("r:")));
        cases.push(found("batteries", number, 20, in_phase("b:")));
    }
    cases
}

/// Positions between turns in which a robot can be captured.
fn played() -> Vec<Case> {
    let captures = |naive: &Naive| {
        naive.position().is_turn_start() && naive.legal().iter().any(|action| action.contains('x'))
    };
    (0..8)
        .map(|number| found("played", number, 30 + 15 * number as usize, captures))
        .collect()
}

/// The first position after so many actions of matches played at random that is as wanted.
fn found(name: &str, number: u32, actions: usize, wanted: impl Fn(&Naive) -> bool) -> Case {
    for attempt in 0.. {
        let mut naive = Naive::start(&[]).unwrap();
        let mut generator = seeded(name, number * 1000 + attempt);
        let mut made = 0;
        while let Some(action) = drawn_action(&naive, &mut generator) {
            naive.apply(&action).unwrap();
            made += 1;
            if made >= actions && naive.outcome().is_none() && wanted(&naive) {
                return Case::new(&[], &naive.text());
            }
        }
    }
    unreachable!("some match comes to such a position")
}

/// Every option, where it makes a difference.
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

/// The start on every smaller board (NW-1, NW-3).
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
fn the_naive_rules_count_what_the_files_say() {
    let updates = std::env::var_os("UPDATE_PERFT").is_some_and(|value| value == "1");
    for file in FILES {
        let mut cases = made(file);
        if updates {
            let most = match file {
                "start" => MOST_FROM_START,
                _ => MOST,
            };
            for case in &mut cases {
                case.counts = case.count(most);
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
            let counts = case.count(CHECKED);
            assert!(counts.len() >= 2, "{line}");
            assert!(stored.counts.starts_with(&counts), "{counts:?}: {line}");
        }
    }
    assert_eq!(stored("start")[0].counts, KNOWN);
}
