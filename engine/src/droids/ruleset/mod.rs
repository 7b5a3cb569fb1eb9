//! The ruleset: numbers, maps and scenarios that the rules refer to, read from a file.

mod json_cursor;
mod map;
mod programmes;
mod scenario;
mod symmetry;
mod values;

use std::sync::LazyLock;

use serde_json::Value;

use super::hand::KindCounts;
use super::stone::Kind;
use json_cursor::{ErrorCollector, JsonCursor};

pub use json_cursor::{RulesetError, RulesetErrors};
pub use map::Map;
pub(super) use programmes::PROGRAMMES;
pub use programmes::Programmes;
pub use scenario::{Goal, Scenario, TieBreak};
pub(super) use scenario::{LEVELS, MAD, SOLO};
pub use symmetry::Symmetry;
pub(super) use values::VALUES;
pub use values::{DrawMode, MAX_CARGO, RelayTarget, RepairStrips, RepeatHit, Values};

/// The text of the printed game's ruleset.
pub(super) const STANDARD: &str = include_str!("../ruleset.json");

/// Stones of a hand (DR-3).
pub const HAND: u8 = 7;

/// Keys of a file that are not the same in every ruleset.
const OWN_KEYS: [&str; 5] = ["version", "changes", "params", "maps", "scenarios"];

static STANDARD_VALUE: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(STANDARD).expect("the ruleset beside this code is JSON"));

static STANDARD_RULESET: LazyLock<Ruleset> = LazyLock::new(|| {
    Ruleset::read(STANDARD).unwrap_or_else(|mistakes| panic!("the standard ruleset: {mistakes}"))
});

/// A ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    /// Its version, in the words of its author.
    pub version: String,
    /// Stones of each kind (DR-2).
    pub stones: KindCounts,
    /// Squares that a robot walks at most by an order of each kind; 0 where none walks.
    pub(super) steps: [u8; Kind::COUNT],
    /// Values that options may set otherwise.
    pub values: Values,
    /// All maps.
    pub maps: Vec<Map>,
    /// All scenarios.
    pub scenarios: Vec<Scenario>,
}

impl Ruleset {
    /// The printed game's ruleset.
    pub fn standard() -> &'static Self {
        &STANDARD_RULESET
    }

    /// Reads a ruleset file.
    ///
    /// Maps, scenarios, the values of `params` that options can set, version and changes may be
    /// one's own; everything else must be as in the standard file.
    ///
    /// # Errors
    /// Every mistake with its place.
    pub fn read(text: &str) -> Result<Self, RulesetErrors> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            RulesetErrors(vec![RulesetError {
                place: String::new(),
                why: format!("no JSON: {error}"),
            }])
        })?;
        let found = ErrorCollector::default();
        let read = Self::read_root(&JsonCursor::root(&value, &found));
        found.result(read)
    }

    /// The scenario with this number.
    pub fn scenario(&self, number: u8) -> Option<&Scenario> {
        self.scenarios.iter().find(|known| known.number == number)
    }

    /// The map of this name.
    pub fn map(&self, name: &str) -> Option<&Map> {
        self.maps.iter().find(|known| known.name == name)
    }

    fn read_root(node: &JsonCursor<'_>) -> Option<Self> {
        Self::fixed_keys(node, "", &OWN_KEYS);
        let version = node.require("version").and_then(|node| node.text());
        if let Some(changes) = node.require("changes") {
            for change in changes.items() {
                change.text();
            }
        }
        let values = node.require("params").map(|node| Values::read(&node));
        let mut maps = Vec::new();
        for (name, node) in node.require("maps")?.entries() {
            maps.extend(Map::read(name, &node));
        }
        let mut scenarios: Vec<Scenario> = Vec::new();
        let list = node.require("scenarios")?;
        for node in list.items() {
            if let Some(scenario) = Scenario::read(&node, &maps) {
                if scenarios.iter().any(|s| s.number == scenario.number) {
                    node.report(format!("there are two scenarios {}", scenario.number));
                }
                scenarios.push(scenario);
            }
        }
        if scenarios.is_empty() {
            list.report("there is no scenario");
        }
        let (stones, steps) = commands();
        Some(Self {
            version: version?.to_owned(),
            stones,
            steps,
            values: values?,
            maps,
            scenarios,
        })
    }

    /// Notes keys that no ruleset has, and values that are the same in every ruleset but not here.
    /// `key` is where the object stands in the file; `own` are its keys that may differ.
    fn fixed_keys(node: &JsonCursor<'_>, key: &str, own: &[&str]) {
        let standard = STANDARD_VALUE.get(key).unwrap_or(&STANDARD_VALUE);
        let standard = standard.as_object();
        let fixed = standard.into_iter().flatten();
        let fixed = fixed.filter(|(key, _)| !own.contains(&key.as_str()));
        let known = fixed.clone().map(|(key, _)| key.as_str());
        let known: Vec<_> = known.chain(own.iter().copied()).collect();
        if node.allow_keys(&known) {
            for (key, value) in fixed {
                if let Some(node) = node.require(key) {
                    node.expect(value);
                }
            }
        }
    }
}

/// How many stones of each kind there are, and how far each lets a robot walk.
fn commands() -> (KindCounts, [u8; Kind::COUNT]) {
    let (mut stones, mut steps) = (KindCounts::default(), [0; Kind::COUNT]);
    let list = STANDARD_VALUE["commands"].as_array();
    for command in list.into_iter().flatten() {
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| command["id"] == kind.name());
        let number = |key: &str| command[key].as_u64().unwrap_or(0) as u8;
        if let Some(kind) = kind {
            stones.add(kind, number("count"));
            steps[kind.index()] = number("steps");
        }
    }
    (stones, steps)
}
