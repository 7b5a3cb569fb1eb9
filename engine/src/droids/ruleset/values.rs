//! The values that a ruleset sets and options can override, and those that every file must have in common with that of
//! the printed game.

use std::sync::LazyLock;

use serde_json::Value;

use super::json_cursor::JsonCursor;
use crate::droids::hand::KindCounts;
use crate::droids::stone::Kind;
use crate::options::{OptionKind, OptionSpec};

/// Maximum number of objects that a droid carries.
pub const MAX_CARGO: usize = 8;

/// How a hand is drawn (DR-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawMode {
    /// One stone after the other; the seat sees each before it chooses the next container.
    Sequential,
    /// The seat names all containers first.
    Commit,
}

/// Which droids a relay stone can order (DR-22).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelayTarget {
    /// Any other droid.
    AnyOtherDroid,
    /// A droid that a shot of the seat's own droid would hit.
    LineOfSight,
}

/// What one repair lifts (DR-27).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepairStrips {
    /// One strip, chosen by the owner.
    One,
    /// All strips.
    All,
}

/// The effect of a hit on a covered transmitter (DR-25).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepeatHit {
    /// No effect.
    NoEffect,
    /// The die is rolled until it selects an uncovered transmitter.
    Reroll,
}

/// The ruleset values of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a named value of the ruleset"
)]
pub struct Values {
    /// How a hand is drawn.
    pub draw_mode: DrawMode,
    /// Which droids a relay stone can order.
    pub relay_target: RelayTarget,
    /// What one repair lifts.
    pub repair_strips: RepairStrips,
    /// The effect of a hit on a covered transmitter.
    pub repeat_hit: RepeatHit,
    /// Whether an order ends with the step in which a droid entered a mine.
    pub mine_stops_move: bool,
    /// Whether a robot with another robot behind it can be pushed.
    pub chain_push: bool,
    /// Whether robots can step diagonally between two blocked corners or two river squares.
    pub diag_corner_cutting: bool,
    /// Whether objects can be put into the river.
    pub put_on_water: bool,
    /// Maximum number of objects that a droid carries, from 1 to 8.
    pub cargo_capacity: u8,
}

/// The choice of an option that leaves a value as the ruleset has it.
pub(in crate::droids) const FROM_RULESET: &str = "ruleset";

/// The choices of a boolean value.
const FLAG: &[&str] = &[FROM_RULESET, "true", "false"];

/// A value of the ruleset, and the option that overrides it. The default is in the ruleset.
pub(in crate::droids) struct ValueSpec {
    /// The name, in rulesets and of the option.
    pub(in crate::droids) name: &'static str,
    rule: &'static str,
    /// The choices of the option, [`FROM_RULESET`] first.
    choices: &'static [&'static str],
    help: &'static str,
    /// Sets the value to a choice other than the first.
    pub(in crate::droids) set: fn(&mut Values, &str),
}

impl ValueSpec {
    /// Returns the option that overrides the value.
    pub(in crate::droids) const fn option(&self) -> OptionSpec {
        OptionSpec {
            name: self.name,
            rule: self.rule,
            kind: OptionKind::Choice(self.choices),
            default: FROM_RULESET,
            help: self.help,
        }
    }

    /// Returns the choices other than [`FROM_RULESET`].
    pub(super) fn values(&self) -> &'static [&'static str] {
        &self.choices[1..]
    }

    /// Sets the value that a ruleset file has, or reports that it is not among the choices.
    fn read(&self, cursor: &JsonCursor<'_>, values: &mut Values) {
        if let Some(choice) = cursor.option_value(self.values()) {
            (self.set)(values, choice);
        }
    }
}

/// All values that options can override.
pub(in crate::droids) const VALUES: [ValueSpec; 9] = [
    ValueSpec {
        name: "draw_mode",
        rule: "DR-10",
        choices: &[FROM_RULESET, "sequential", "commit"],
        help: "Whether each stone is seen before the next container is chosen, or all are named first.",
        set: |values, choice| {
            values.draw_mode = match choice {
                "commit" => DrawMode::Commit,
                _ => DrawMode::Sequential,
            };
        },
    },
    ValueSpec {
        name: "relay_target",
        rule: "DR-22",
        choices: &[FROM_RULESET, "any_other_droid", "line_of_sight"],
        help: "Which droids a relay stone can order.",
        set: |values, choice| {
            values.relay_target = match choice {
                "line_of_sight" => RelayTarget::LineOfSight,
                _ => RelayTarget::AnyOtherDroid,
            };
        },
    },
    ValueSpec {
        name: "repair_strips",
        rule: "DR-27",
        choices: &[FROM_RULESET, "1", "all"],
        help: "Number of damage strips that a repair lifts.",
        set: |values, choice| {
            values.repair_strips = match choice {
                "all" => RepairStrips::All,
                _ => RepairStrips::One,
            };
        },
    },
    ValueSpec {
        name: "repeat_hit",
        rule: "DR-25",
        choices: &[FROM_RULESET, "no_effect", "reroll"],
        help: "Effect of a hit on a covered transmitter.",
        set: |values, choice| {
            values.repeat_hit = match choice {
                "reroll" => RepeatHit::Reroll,
                _ => RepeatHit::NoEffect,
            };
        },
    },
    ValueSpec {
        name: "mine_stops_move",
        rule: "DR-28",
        choices: FLAG,
        help: "Whether an order ends with the step in which a droid entered a mine.",
        set: |values, choice| values.mine_stops_move = choice == "true",
    },
    ValueSpec {
        name: "chain_push",
        rule: "DR-20",
        choices: FLAG,
        help: "Whether a robot with another robot behind it can be pushed.",
        set: |values, choice| values.chain_push = choice == "true",
    },
    ValueSpec {
        name: "diag_corner_cutting",
        rule: "DR-20",
        choices: FLAG,
        help: "Whether robots can step diagonally between two blocked corners or two river squares.",
        set: |values, choice| values.diag_corner_cutting = choice == "true",
    },
    ValueSpec {
        name: "put_on_water",
        rule: "DR-29",
        choices: FLAG,
        help: "Whether objects can be put into the river.",
        set: |values, choice| values.put_on_water = choice == "true",
    },
    CARGO_CAPACITY,
];

/// The capacity of droids, which a scenario can set, too.
pub(super) const CARGO_CAPACITY: ValueSpec = ValueSpec {
    name: "cargo_capacity",
    rule: "DR-29",
    choices: &[FROM_RULESET, "1", "2", "3", "4", "5", "6", "7", "8"],
    help: "Maximum number of objects that a droid carries.",
    set: |values, choice| values.cargo_capacity = choice.parse().unwrap_or(1),
};

impl Values {
    /// Reads `params`, which also contains keys whose values cannot be changed.
    pub(super) fn read(cursor: &JsonCursor<'_>) -> Self {
        let mut result = Self {
            draw_mode: DrawMode::Sequential,
            relay_target: RelayTarget::AnyOtherDroid,
            repair_strips: RepairStrips::One,
            repeat_hit: RepeatHit::NoEffect,
            mine_stops_move: false,
            chain_push: true,
            diag_corner_cutting: true,
            put_on_water: false,
            cargo_capacity: 1,
        };
        check_params(cursor, &VALUES.each_ref().map(|value| value.name));
        for value in &VALUES {
            if let Some(cursor) = cursor.require(value.name) {
                value.read(&cursor, &mut result);
            }
        }
        result
    }
}

/// The text of the file.
pub(in crate::droids) const STANDARD_TEXT: &str = include_str!("../ruleset.json");

static STANDARD: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(STANDARD_TEXT).expect("the standard ruleset is JSON"));

/// Reports the keys of the file's root that no ruleset has, and values that must be as in the
/// standard file but are not. The values of `custom` keys may differ.
pub(super) fn check_root(cursor: &JsonCursor<'_>, custom: &[&str]) {
    check_fixed(cursor, &STANDARD, custom);
}

/// Does the same for `params`.
pub(super) fn check_params(cursor: &JsonCursor<'_>, custom: &[&str]) {
    check_fixed(cursor, &STANDARD["params"], custom);
}

fn check_fixed(cursor: &JsonCursor<'_>, standard: &Value, custom: &[&str]) {
    let entries = standard.as_object().into_iter().flatten();
    let fixed = entries.filter(|(key, _)| !custom.contains(&key.as_str()));
    let fixed_keys = fixed.clone().map(|(key, _)| key.as_str());
    let keys: Vec<_> = fixed_keys.chain(custom.iter().copied()).collect();
    if cursor.allow_keys(&keys) {
        for (key, value) in fixed {
            if let Some(entry) = cursor.require(key) {
                entry.expect(value);
            }
        }
    }
}

/// Returns the number of stones of each kind, and how many squares a robot walks at most by an
/// order of each kind.
pub(super) fn stones_and_steps() -> (KindCounts, [u8; Kind::COUNT]) {
    let (mut stones, mut steps) = (KindCounts::default(), [0; Kind::COUNT]);
    let commands = STANDARD["commands"].as_array();
    for command in commands.into_iter().flatten() {
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
