//! The values that a ruleset may set, and options may set otherwise.

use super::json_cursor::JsonCursor;
use crate::droids::ruleset::Ruleset;

/// The most that a droid may carry.
pub const MAX_CARGO: usize = 8;

/// How stones are drawn (DR-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawMode {
    /// One after the other, each seen before the next container is chosen.
    Sequential,
    /// All containers are named first.
    Commit,
}

/// Whom a relay stone may order (DR-22).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelayTarget {
    /// Any other droid.
    AnyOtherDroid,
    /// A droid that a shot of the own one would hit.
    LineOfSight,
}

/// What is repaired at once (DR-27).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepairStrips {
    /// A strip of the owner's choice.
    One,
    /// All strips.
    All,
}

/// What becomes of a hit on a covered transmitter (DR-25).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepeatHit {
    /// Nothing.
    NoEffect,
    /// An uncovered transmitter is hit instead.
    Reroll,
}

/// The ruleset values of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a value of the ruleset by its own name"
)]
pub struct Values {
    /// How stones are drawn.
    pub draw_mode: DrawMode,
    /// Whom a relay stone may order.
    pub relay_target: RelayTarget,
    /// What a repair lifts.
    pub repair_strips: RepairStrips,
    /// What becomes of a hit on a covered transmitter.
    pub repeat_hit: RepeatHit,
    /// Whether an order ends with the step in which a droid entered a mine.
    pub mine_stops_move: bool,
    /// Whether a robot that has another one behind it can be pushed.
    pub chain_push: bool,
    /// Whether robots step between two blocked corners or two river squares.
    pub diag_corner_cutting: bool,
    /// Whether objects can be put into the river.
    pub put_on_water: bool,
    /// How many objects a droid can carry, 1 to 8.
    pub cargo_capacity: u8,
}

/// The names of the values, each with what it can be; the first words are not the defaults, which
/// stand in the ruleset.
pub(in crate::droids) const VALUES: [(&str, &[&str]); 9] = [
    ("draw_mode", &["sequential", "commit"]),
    ("relay_target", &["any_other_droid", "line_of_sight"]),
    ("repair_strips", &["1", "all"]),
    ("repeat_hit", &["no_effect", "reroll"]),
    ("mine_stops_move", &["true", "false"]),
    ("chain_push", &["true", "false"]),
    ("diag_corner_cutting", &["true", "false"]),
    ("put_on_water", &["true", "false"]),
    ("cargo_capacity", &["1", "2", "3", "4", "5", "6", "7", "8"]),
];

impl Values {
    /// Sets the value of this name; nothing if a word is none of the value's.
    pub(in crate::droids) fn set(&mut self, name: &str, word: &str) {
        let flag = word == "true";
        match name {
            "draw_mode" => {
                self.draw_mode = match word {
                    "commit" => DrawMode::Commit,
                    _ => DrawMode::Sequential,
                }
            }
            "relay_target" => {
                self.relay_target = match word {
                    "line_of_sight" => RelayTarget::LineOfSight,
                    _ => RelayTarget::AnyOtherDroid,
                }
            }
            "repair_strips" => {
                self.repair_strips = match word {
                    "all" => RepairStrips::All,
                    _ => RepairStrips::One,
                }
            }
            "repeat_hit" => {
                self.repeat_hit = match word {
                    "reroll" => RepeatHit::Reroll,
                    _ => RepeatHit::NoEffect,
                }
            }
            "mine_stops_move" => self.mine_stops_move = flag,
            "chain_push" => self.chain_push = flag,
            "diag_corner_cutting" => self.diag_corner_cutting = flag,
            "put_on_water" => self.put_on_water = flag,
            "cargo_capacity" => self.cargo_capacity = word.parse().unwrap_or(1),
            _ => {}
        }
    }

    /// Reads the object that has them all beside what is the same in every ruleset.
    pub(super) fn read(node: &JsonCursor<'_>) -> Self {
        let mut values = Self {
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
        Ruleset::fixed_keys(node, "params", &VALUES.map(|(name, _)| name));
        for (name, words) in VALUES {
            if let Some(word) = node.require(name).and_then(|node| word(&node, words)) {
                values.set(name, word);
            }
        }
        values
    }
}

/// One of the words, of which numbers and flags are not quoted in JSON.
pub(super) fn word(node: &JsonCursor<'_>, words: &'static [&'static str]) -> Option<&'static str> {
    let value = node.value();
    let same = |word: &&&str| match (word.parse::<u64>(), word.parse::<bool>()) {
        (Ok(number), _) => value.as_u64() == Some(number),
        (_, Ok(flag)) => value.as_bool() == Some(flag),
        _ => value.as_str() == Some(word),
    };
    let found = words.iter().find(same);
    if found.is_none() {
        node.report(format!("expected one of {}", words.join(", ")));
    }
    found.copied()
}
