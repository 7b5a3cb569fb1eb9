//! The weights of the linear evaluation.

use std::sync::OnceLock;

use botwerk_engine::netzwerk::MAX_SIDE;
use serde::Deserialize;

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
const FEATURES: usize = TEMPO + 1;

impl Feature {
    /// Returns the dense index.
    #[inline]
    const fn index(self) -> usize {
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
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    /// Weights of all robots, by ranks from home and batteries next to the robot.
    robots: RobotWeights,
    /// Additional weights of the most advanced robots, as many as a win needs.
    leaders: RobotWeights,
    /// Weights of the number of robots, from none to six (NW-23: fewer robots need fewer at home).
    material: [i32; MAX_SIDE + 1],
    /// Weights of the number of missing robots that could be home within a turn, from none to three
    /// and more; for the side to move and for the other.
    missing: [[i32; MAX_MISSING + 1]; 2],
    /// Weight of a robot that can be captured in one step, for the side to move and for the other.
    attacked: [i32; 2],
    /// Weight of a battery next to any robot of the side.
    fed: i32,
    /// Weight of a battery that only this side controls.
    controlled: i32,
    /// Weight of a robot that can step forward.
    free: i32,
    /// Weight of the right to move.
    tempo: i32,
}

/// A weight for every feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Weights([i32; FEATURES]);

impl Weights {
    /// Returns the fitted weights: their logistic curve predicts the results of 9,000 matches of the agent against itself
    /// (63,477 positions of searches of 8,000 nodes) best.
    pub(super) fn fitted() -> &'static Self {
        static FITTED: OnceLock<Weights> = OnceLock::new();
        FITTED.get_or_init(|| {
            let file = serde_json::from_str(include_str!("linear.json"));
            Self::from(&file.expect("the embedded weights are valid"))
        })
    }

    /// Returns the weight of a feature.
    #[inline]
    pub(super) fn get(&self, feature: Feature) -> i32 {
        self.0[feature.index()]
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
        Self(values)
    }
}
