//! The values that a ruleset sets and options can override.

use super::json_cursor::JsonCursor;
use super::standard;

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

/// The values of `cargo_capacity`.
pub(super) const CARGO_CAPACITIES: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8"];

/// The names and possible values of all values. The defaults are in the ruleset.
pub(in crate::droids) const VALUES: [(&str, &[&str]); 9] = [
    ("draw_mode", &["sequential", "commit"]),
    ("relay_target", &["any_other_droid", "line_of_sight"]),
    ("repair_strips", &["1", "all"]),
    ("repeat_hit", &["no_effect", "reroll"]),
    ("mine_stops_move", &["true", "false"]),
    ("chain_push", &["true", "false"]),
    ("diag_corner_cutting", &["true", "false"]),
    ("put_on_water", &["true", "false"]),
    ("cargo_capacity", CARGO_CAPACITIES),
];

impl Values {
    /// Sets the value with this name; unknown names are ignored.
    pub(in crate::droids) fn set(&mut self, name: &str, value: &str) {
        let flag = value == "true";
        match name {
            "draw_mode" => {
                self.draw_mode = match value {
                    "commit" => DrawMode::Commit,
                    _ => DrawMode::Sequential,
                }
            }
            "relay_target" => {
                self.relay_target = match value {
                    "line_of_sight" => RelayTarget::LineOfSight,
                    _ => RelayTarget::AnyOtherDroid,
                }
            }
            "repair_strips" => {
                self.repair_strips = match value {
                    "all" => RepairStrips::All,
                    _ => RepairStrips::One,
                }
            }
            "repeat_hit" => {
                self.repeat_hit = match value {
                    "reroll" => RepeatHit::Reroll,
                    _ => RepeatHit::NoEffect,
                }
            }
            "mine_stops_move" => self.mine_stops_move = flag,
            "chain_push" => self.chain_push = flag,
            "diag_corner_cutting" => self.diag_corner_cutting = flag,
            "put_on_water" => self.put_on_water = flag,
            "cargo_capacity" => self.cargo_capacity = value.parse().unwrap_or(1),
            _ => {}
        }
    }

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
        standard::check_params(cursor, &VALUES.map(|(name, _)| name));
        for (name, values) in VALUES {
            let value = cursor.require(name);
            if let Some(value) = value.and_then(|value| value.option_value(values)) {
                result.set(name, value);
            }
        }
        result
    }
}
