//! The weights of the evaluation, as tuned.

use std::sync::OnceLock;

use botwerk_engine::netzwerk::MAX_SIDE;
use serde::{Deserialize, Serialize};

/// Maximum number of batteries next to a robot (NW-2).
pub(super) const MAX_ENERGY: usize = 4;

/// A feature of the evaluation. Seat 0 is the side to move, seat 1 the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    /// A robot `away` ranks from home with `with` batteries next to it.
    Robot { away: usize, with: usize },
    /// One of the most advanced robots, as many as a win needs (NW-19).
    Leader { away: usize, with: usize },
    /// The number of robots.
    Material { robots: usize },
    /// The number of further robots that a win needs within a turn of home, each counted for
    /// itself.
    Missing { seat: usize, missing: usize },
    /// A robot that an enemy can capture in one step.
    Attacked { seat: usize },
    /// A battery next to any robot of the side.
    Fed,
    /// A battery that only this side controls.
    Controlled,
    /// A robot that can step forward onto a free square.
    Free,
    /// The right to move.
    Tempo,
}

/// Number of combinations of ranks from home and batteries next to the robot.
const ROBOT_KINDS: usize = MAX_SIDE * (MAX_ENERGY + 1);

/// Number of missing robots from which all numbers are one feature.
const MAX_MISSING: usize = 3;

// First index of each kind of feature, in this order without gaps.
const ROBOT: usize = 0;
const LEADER: usize = ROBOT + ROBOT_KINDS;
const MATERIAL: usize = LEADER + ROBOT_KINDS;
const MISSING: usize = MATERIAL + MAX_SIDE + 1;
const ATTACKED: usize = MISSING + 2 * (MAX_MISSING + 1);
const FED: usize = ATTACKED + 2;
const CONTROLLED: usize = FED + 1;
const FREE: usize = CONTROLLED + 1;
const TEMPO: usize = FREE + 1;

/// Number of features.
pub(super) const FEATURES: usize = TEMPO + 1;

impl Feature {
    /// Returns the dense index.
    #[inline]
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Robot { away, with } => ROBOT + away * (MAX_ENERGY + 1) + with,
            Self::Leader { away, with } => LEADER + away * (MAX_ENERGY + 1) + with,
            Self::Material { robots } => MATERIAL + robots,
            Self::Missing { seat, missing } => {
                let missing = if missing > MAX_MISSING {
                    MAX_MISSING
                } else {
                    missing
                };
                MISSING + seat * (MAX_MISSING + 1) + missing
            }
            Self::Attacked { seat } => ATTACKED + seat,
            Self::Fed => FED,
            Self::Controlled => CONTROLLED,
            Self::Free => FREE,
            Self::Tempo => TEMPO,
        }
    }
}

/// A weight for each number of ranks from home and of batteries next to the robot.
type RobotWeights = [[i32; MAX_ENERGY + 1]; MAX_SIDE];

/// The weights as in their file, in about hundredths of a robot.
///
/// ```
/// use botwerk_agents::netzwerk::minimax::{Weights, WeightsFile};
///
/// let mut file = WeightsFile::from(Weights::tuned());
/// file.tempo += 5;
/// let read = WeightsFile::from_text(&file.to_text()).unwrap();
/// assert_eq!(read, file);
/// assert_ne!(&Weights::from(&read), Weights::tuned());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsFile {
    /// Origin of the weights.
    pub origin: Origin,
    /// Weights of all robots, by ranks from home and batteries next to the robot.
    pub robots: RobotWeights,
    /// Additional weights of the most advanced robots, as many as a win needs.
    pub leaders: RobotWeights,
    /// Weights of the number of robots, from none to six (NW-23: fewer robots need fewer at home).
    pub material: [i32; MAX_SIDE + 1],
    /// Weights of the number of missing robots that could be home within a turn, from none to three
    /// and more; for the side to move and for the other.
    pub missing: [[i32; MAX_MISSING + 1]; 2],
    /// Weight of a robot that can be captured in one step, for the side to move and for the other.
    pub attacked: [i32; 2],
    /// Weight of a battery next to any robot of the side.
    pub fed: i32,
    /// Weight of a battery that only this side controls.
    pub controlled: i32,
    /// Weight of a robot that can step forward.
    pub free: i32,
    /// Weight of the right to move.
    pub tempo: i32,
}

impl WeightsFile {
    /// Returns the weights as JSON, one row of numbers per line.
    ///
    /// # Panics
    /// Never panics: weights consist of numbers and texts.
    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("weights serialize to JSON");
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

    /// Parses weights.
    ///
    /// # Errors
    /// Returns an error if the text is not a JSON document of weights.
    pub fn from_text(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}

/// The origin of weights.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The command line of the tuner, or `by hand`.
    pub by: String,
    /// Number of self-play matches.
    pub matches: u64,
    /// Number of positions from these matches.
    pub positions: u64,
}

/// A weight for every feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    origin: Origin,
    values: [i32; FEATURES],
}

impl Weights {
    /// Returns the weights that the agent uses.
    ///
    /// # Panics
    /// Panics if the embedded file is invalid, which a test rules out.
    pub fn tuned() -> &'static Self {
        static TUNED: OnceLock<Weights> = OnceLock::new();
        TUNED.get_or_init(|| {
            let file = WeightsFile::from_text(include_str!("weights.json"))
                .expect("the embedded weights are valid");
            Self::from(&file)
        })
    }

    /// Creates weights from the values of a setting, or returns `None` if their number is wrong.
    pub(super) fn from_values(values: &[i32]) -> Option<Self> {
        let origin = Origin {
            by: "the setting of the agent".into(),
            matches: 0,
            positions: 0,
        };
        let values = values.try_into().ok()?;
        Some(Self { origin, values })
    }

    /// Returns the weights as the value of the agent's setting.
    pub(in crate::netzwerk) fn setting(&self) -> String {
        let values: Vec<_> = self.values.iter().map(i32::to_string).collect();
        values.join("/")
    }

    /// Returns weights with other values and the same origin.
    pub(super) fn with_values(&self, values: &[i32; FEATURES]) -> Self {
        Self {
            values: *values,
            ..self.clone()
        }
    }

    /// Returns the same weights with another origin.
    pub(super) fn with_origin(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// Returns the weights by feature index.
    pub(super) fn values(&self) -> &[i32; FEATURES] {
        &self.values
    }

    /// Returns the origin of the weights.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns the weight of a feature.
    #[inline]
    pub(super) fn get(&self, feature: Feature) -> i32 {
        self.values[feature.index()]
    }
}

impl From<&WeightsFile> for Weights {
    fn from(file: &WeightsFile) -> Self {
        let mut values = [0; FEATURES];
        let mut copy = |first: usize, weights: &[i32]| {
            values[first..first + weights.len()].copy_from_slice(weights);
        };
        copy(ROBOT, file.robots.as_flattened());
        copy(LEADER, file.leaders.as_flattened());
        copy(MATERIAL, &file.material);
        copy(MISSING, file.missing.as_flattened());
        copy(ATTACKED, &file.attacked);
        copy(FED, &[file.fed, file.controlled, file.free, file.tempo]);
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
            std::array::from_fn(|distance| {
                std::array::from_fn(|energy| values[first + distance * (MAX_ENERGY + 1) + energy])
            })
        };
        Self {
            origin: weights.origin.clone(),
            robots: rows(ROBOT),
            leaders: rows(LEADER),
            material: std::array::from_fn(|robots| values[MATERIAL + robots]),
            missing: std::array::from_fn(|seat| {
                std::array::from_fn(|missing| values[MISSING + seat * (MAX_MISSING + 1) + missing])
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
    fn tuned_weights_round_trip() {
        let text = include_str!("weights.json");
        let file = WeightsFile::from_text(text).unwrap();
        assert_eq!(file.to_text(), text);
        assert_eq!(WeightsFile::from(&Weights::from(&file)), file);
        assert!(!Weights::tuned().origin().by.is_empty());
    }
}
