//! The ruleset: numbers, maps and scenarios that the rules refer to, read from a JSON file.
//!
//! The code checks the shape of a file, too, instead of the JSON Schema `ruleset.schema.json`: a
//! validator would add 47 crates to this one's 29, and it reports a wrong list of squares without
//! the place inside it. A test shows that schema and code agree.

mod json_cursor;
mod layout;
mod map;
mod scenario;
mod symmetry;
mod values;

use std::sync::LazyLock;

use serde_json::Value;

use super::hand::KindCounts;
use super::stone::Kind;
use json_cursor::{ErrorCollector, JsonCursor};

pub use json_cursor::{RulesetError, RulesetErrors};
pub use layout::Layout;
pub(super) use layout::{MAX_MINES, MAX_OBSTACLES};
pub use map::Map;
pub use scenario::{Goal, Programmes, Scenario, TieBreak};
pub(super) use scenario::{LEVELS, MAD_ROBOT_SIDE, MAX_ROUND_CAP, PROGRAMMES_PER_SHEET, SOLO_SIDE};
pub use symmetry::Symmetry;
pub use values::{DrawMode, MAX_CARGO, RelayTarget, RepairStrips, RepeatHit, Values};
pub(super) use values::{FROM_RULESET, STANDARD_TEXT, VALUES};

/// Number of stones in a full hand (DR-3).
pub const HAND_SIZE: u8 = 7;

/// Keys of a file whose values may differ from the standard file.
const CUSTOM_KEYS: [&str; 5] = ["version", "changes", "params", "maps", "scenarios"];

static STANDARD_RULESET: LazyLock<Ruleset> = LazyLock::new(|| {
    Ruleset::read(STANDARD_TEXT).unwrap_or_else(|errors| panic!("the standard ruleset: {errors}"))
});

/// A ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    /// The version, chosen by the file's author.
    pub version: String,
    /// Number of stones of each kind (DR-2).
    pub stones: KindCounts,
    /// Maximum number of squares that a robot walks by an order of each kind; 0 for other orders.
    pub(super) steps: [u8; Kind::COUNT],
    /// Values that options can override.
    pub values: Values,
    /// All maps.
    pub maps: Vec<Map>,
    /// All scenarios.
    pub scenarios: Vec<Scenario>,
}

impl Ruleset {
    /// Returns the printed game's ruleset.
    pub fn standard() -> &'static Self {
        &STANDARD_RULESET
    }

    /// Reads a ruleset file.
    ///
    /// A file may have its own version, changes, maps, scenarios, and values of `params` that are
    /// options, too; everything else must be as in the standard file.
    ///
    /// # Errors
    /// Returns all errors of the file, each with its location.
    pub fn read(text: &str) -> Result<Self, RulesetErrors> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            RulesetErrors(vec![RulesetError {
                location: String::new(),
                message: format!("not valid JSON: {error}"),
            }])
        })?;
        let errors = ErrorCollector::default();
        let ruleset = Self::read_root(&JsonCursor::root(&value, &errors));
        errors.finish(ruleset)
    }

    /// Returns the scenario with this number, or `None` if the ruleset has no such scenario.
    pub fn scenario(&self, number: u8) -> Option<&Scenario> {
        let mut scenarios = self.scenarios.iter();
        scenarios.find(|scenario| scenario.number == number)
    }

    /// Returns the map with this name, or `None` if the ruleset has no such map.
    pub fn map(&self, name: &str) -> Option<&Map> {
        self.maps.iter().find(|map| map.name == name)
    }

    fn read_root(root: &JsonCursor<'_>) -> Option<Self> {
        values::check_root(root, &CUSTOM_KEYS);
        let version = root.require("version").and_then(|cursor| cursor.text());
        if let Some(changes) = root.require("changes") {
            for change in changes.items() {
                change.text();
            }
        }
        let values = root.require("params").map(|cursor| Values::read(&cursor));
        let mut maps = Vec::new();
        // Scenarios may name a map whose own errors are reported already.
        let mut map_names = Vec::new();
        for (name, cursor) in root.require("maps")?.entries() {
            maps.extend(Map::read(name, &cursor));
            map_names.push(name);
        }
        let mut scenarios: Vec<Scenario> = Vec::new();
        let list = root.require("scenarios")?;
        for cursor in list.items() {
            if let Some(scenario) = Scenario::read(&cursor, &maps, &map_names) {
                if scenarios.iter().any(|s| s.number == scenario.number) {
                    cursor.report(format!("another scenario has the id {}", scenario.number));
                }
                scenarios.push(scenario);
            }
        }
        if list.is_empty_array() {
            list.report("expected at least one scenario");
        }
        let (stones, steps) = values::stones_and_steps();
        Some(Self {
            version: version?.to_owned(),
            stones,
            steps,
            values: values?,
            maps,
            scenarios,
        })
    }
}
