//! The weights of the evaluation, as the tuner has left them.

use std::sync::OnceLock;

use botwerk_engine::netzwerk::MAX_SIDE;
use serde::{Deserialize, Serialize};

/// The most batteries beside a robot (NW-2).
pub(super) const MAX_ENERGY: usize = 4;

/// Something that the evaluation counts. Seat 0 is the side to move, seat 1 the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    /// A robot so many ranks away from home, with so many batteries beside it.
    Robot { away: usize, with: usize },
    /// One of the most advanced robots, as many as a win needs (NW-19).
    Leader { away: usize, with: usize },
    /// So many robots are left.
    Material { robots: usize },
    /// So many robots more would have to be within a turn of home, each for itself.
    Missing { seat: usize, missing: usize },
    /// A robot that an enemy can capture by one step.
    Attacked { seat: usize },
    /// A battery beside any robot of the side.
    Fed,
    /// A battery that only this side controls.
    Controlled,
    /// A robot that can step forward onto a free square.
    Free,
    /// The right to move.
    Tempo,
}

/// Places: ranks from home by batteries beside.
const PLACES: usize = MAX_SIDE * (MAX_ENERGY + 1);

/// The largest number of missing robots that is told apart.
const MOST_MISSING: usize = 3;

// Numbers of features, in this order without gaps.
const ROBOT: usize = 0;
const LEADER: usize = ROBOT + PLACES;
const MATERIAL: usize = LEADER + PLACES;
const MISSING: usize = MATERIAL + MAX_SIDE + 1;
const ATTACKED: usize = MISSING + 2 * (MOST_MISSING + 1);
const FED: usize = ATTACKED + 2;
const CONTROLLED: usize = FED + 1;
const FREE: usize = CONTROLLED + 1;
const TEMPO: usize = FREE + 1;

/// How many features there are.
pub(super) const FEATURES: usize = TEMPO + 1;

impl Feature {
    /// The dense number.
    #[inline]
    pub(super) const fn number(self) -> usize {
        match self {
            Self::Robot { away, with } => ROBOT + away * (MAX_ENERGY + 1) + with,
            Self::Leader { away, with } => LEADER + away * (MAX_ENERGY + 1) + with,
            Self::Material { robots } => MATERIAL + robots,
            Self::Missing { seat, missing } => {
                let missing = if missing > MOST_MISSING {
                    MOST_MISSING
                } else {
                    missing
                };
                MISSING + seat * (MOST_MISSING + 1) + missing
            }
            Self::Attacked { seat } => ATTACKED + seat,
            Self::Fed => FED,
            Self::Controlled => CONTROLLED,
            Self::Free => FREE,
            Self::Tempo => TEMPO,
        }
    }
}

/// A weight for each number of ranks from home and of batteries beside.
type ByPlace = [[i32; MAX_ENERGY + 1]; MAX_SIDE];

/// The weights as their file has them, in hundredths of a robot or so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsFile {
    /// Where they come from.
    pub origin: Origin,
    /// Every robot, by its ranks from home and the batteries beside it.
    pub robots: ByPlace,
    /// The most advanced robots, as many as a win needs, the same way.
    pub leaders: ByPlace,
    /// So many robots on the board, from none to six (NW-23: fewer robots need fewer at home).
    pub material: [i32; MAX_SIDE + 1],
    /// So many robots missing that could be home within a turn, none to three and more; of the
    /// side to move and of the other.
    pub missing: [[i32; MOST_MISSING + 1]; 2],
    /// A robot that can be captured by one step, of the side to move and of the other.
    pub attacked: [i32; 2],
    /// A battery beside any robot of the side.
    pub fed: i32,
    /// A battery that only this side controls.
    pub controlled: i32,
    /// A robot that can step forward.
    pub free: i32,
    /// The right to move.
    pub tempo: i32,
}

impl WeightsFile {
    /// The weights in JSON, one row of numbers a line.
    ///
    /// # Panics
    /// Never: weights are numbers and a text.
    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("weights are numbers and a text");
        let mut rows = String::new();
        for line in text.lines() {
            let is_number = line
                .trim_start()
                .starts_with(|c: char| c == '-' || c.is_ascii_digit());
            let ends_row = line.trim_start().starts_with(']')
                && rows.ends_with(|last: char| last.is_ascii_digit());
            if is_number {
                rows += if rows.ends_with('[') { "" } else { " " };
                rows += line.trim_start();
            } else if ends_row {
                rows += line.trim_start();
            } else {
                rows += if rows.is_empty() { "" } else { "\n" };
                rows += line;
            }
        }
        rows + "\n"
    }

    /// Reads weights.
    ///
    /// # Errors
    /// What is no JSON of weights.
    pub fn from_text(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}

/// Where weights come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// How they were made: the command line of the tuner, or `by hand`.
    pub by: String,
    /// Games of self-play.
    pub games: u64,
    /// Positions from these games.
    pub positions: u64,
}

/// A weight for every feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    origin: Origin,
    values: [i32; FEATURES],
}

impl Weights {
    /// The weights that the player uses.
    ///
    /// # Panics
    /// If their file is not one of weights; a test reads it.
    pub fn tuned() -> &'static Self {
        static TUNED: OnceLock<Weights> = OnceLock::new();
        TUNED.get_or_init(|| {
            let file = WeightsFile::from_text(include_str!("weights.json"))
                .expect("a test reads the tuned weights");
            Self::from(&file)
        })
    }

    /// The same features with other weights.
    pub(super) fn with_values(&self, values: &[i32; FEATURES]) -> Self {
        Self {
            values: *values,
            ..self.clone()
        }
    }

    /// The same weights from elsewhere.
    pub(super) fn made(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// The weights by the numbers of their features.
    pub(super) fn values(&self) -> &[i32; FEATURES] {
        &self.values
    }

    /// Where they come from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The weight of a feature.
    #[inline]
    pub(super) fn of(&self, feature: Feature) -> i32 {
        self.values[feature.number()]
    }
}

impl From<&WeightsFile> for Weights {
    fn from(file: &WeightsFile) -> Self {
        let mut values = [0; FEATURES];
        let mut put = |first: usize, weights: &[i32]| {
            values[first..first + weights.len()].copy_from_slice(weights);
        };
        put(ROBOT, file.robots.as_flattened());
        put(LEADER, file.leaders.as_flattened());
        put(MATERIAL, &file.material);
        put(MISSING, file.missing.as_flattened());
        put(ATTACKED, &file.attacked);
        put(FED, &[file.fed, file.controlled, file.free, file.tempo]);
        Self {
            origin: file.origin.clone(),
            values,
        }
    }
}

impl From<&Weights> for WeightsFile {
    fn from(weights: &Weights) -> Self {
        let values = &weights.values;
        let rows = |first: usize| {
            std::array::from_fn(|away| {
                std::array::from_fn(|with| values[first + away * (MAX_ENERGY + 1) + with])
            })
        };
        Self {
            origin: weights.origin.clone(),
            robots: rows(ROBOT),
            leaders: rows(LEADER),
            material: std::array::from_fn(|robots| values[MATERIAL + robots]),
            missing: std::array::from_fn(|seat| {
                std::array::from_fn(|missing| values[MISSING + seat * (MOST_MISSING + 1) + missing])
            }),
            attacked: [values[ATTACKED], values[ATTACKED + 1]],
            fed: values[FED],
            controlled: values[CONTROLLED],
            free: values[FREE],
            tempo: values[TEMPO],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuned_weights_are_read_and_written() {
        let text = include_str!("weights.json");
        let file = WeightsFile::from_text(text).unwrap();
        assert_eq!(file.to_text(), text);
        assert_eq!(WeightsFile::from(&Weights::from(&file)), file);
        assert!(!Weights::tuned().origin().by.is_empty());
    }
}
