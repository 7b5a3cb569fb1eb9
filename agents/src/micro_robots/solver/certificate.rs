//! Proofs of shortest lengths that can be checked without trusting the solver.

use botwerk_engine::micro_robots::{Board, Route, Space};

use super::layers::Layers;
use super::{Instance, Solver};

/// A proof that a route is shortest, or that there is none.
///
/// A leg's layers are the spaces by distance from its start. No move leads further than into the
/// next layer, so a space of layer `i` takes at least `i` moves; the route shows that `i` moves are
/// enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// One leg, from start to target; in the expert variant two, from start to intermediate
    /// target and from there to the target (MR-29).
    pub legs: Vec<Leg>,
}

/// The proof for one leg.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// A shortest route from the leg's start to its end, both included; `None` if there is none.
    pub route: Option<Route>,
    /// Element `i` contains all spaces at distance `i` from the leg's start, cells in reading
    /// order. The last element contains the leg's end; if the end is not reachable, it is the last
    /// one that is not empty.
    pub layers: Vec<Vec<Space>>,
}

/// The error for a certificate that proves nothing about an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// The number of legs differs from that of the instance.
    #[error("certificate: expected {expected} legs, found {found}")]
    Legs {
        /// Number of legs of the certificate.
        found: usize,
        /// Number of legs of the instance: 1, or 2 in the expert variant.
        expected: usize,
    },
    /// A leg proves nothing.
    #[error("certificate: leg {leg}: {error}")]
    Leg {
        /// Zero-based index of the leg.
        leg: usize,
        /// The error in the leg.
        error: LegError,
    },
}

/// The error for a leg that proves nothing about its start and end. Layers are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LegError {
    /// The first layer does not consist of the leg's start.
    #[error("layer 0: expected {0} alone")]
    FirstLayer(Space),
    /// A layer has no space.
    #[error("layer {0} is empty")]
    EmptyLayer(usize),
    /// The layers contain a space twice.
    #[error("{0} is in the layers twice")]
    DuplicateSpace(Space),
    /// No move leads to a space from the layer before its own.
    #[error("no move leads to {0} from the previous layer")]
    NoPredecessor(Space),
    /// A move leads to a space outside the layers, or past the next layer.
    #[error("the move {0}-{1} leads past the next layer")]
    SkippedLayer(Space, Space),
    /// The route does not lead from the leg's start to its end.
    #[error("the route does not lead from {0} to {1}")]
    Ends(Space, Space),
    /// Two consecutive spaces of the route are not a legal move (MR-9).
    #[error("{0}-{1} is not a legal move")]
    NoMove(Space, Space),
    /// The route's number of moves, the last layer and the layer of the leg's end differ.
    #[error(
        "the route has {0} moves; expected its end in layer {0} and that layer to be the last, found last layer {1}"
    )]
    Length(usize, usize),
    /// There is no route, but a layer contains the leg's end.
    #[error("there is no route, but a layer contains {0}")]
    EndIsReachable(Space),
}

/// Proves the shortest length of an instance, or that it has no route.
///
/// ```
/// use botwerk_agents::micro_robots::solver::{Instance, certify, check};
/// use botwerk_engine::micro_robots::Board;
///
/// let board: Board = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
///                     6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W".parse().unwrap();
/// let [start, target] = ["1P", "2W"].map(|space| space.parse().unwrap());
/// let instance = Instance::new(start, target, None).unwrap();
/// let mut certificate = certify(&board, &instance);
/// assert_eq!(check(&board, &instance, &certificate), Ok(()));
///
/// certificate.legs[0].layers.pop();
/// assert!(check(&board, &instance, &certificate).is_err());
/// ```
pub fn certify(board: &Board, instance: &Instance) -> Certificate {
    let solver = Solver::new(board);
    let legs = instance.legs().map(|(start, end)| {
        let layers = Layers::until(&solver.moves, board.cell(start), board.cell(end));
        let spaces = |layer| Iterator::map(layer, |cell| board.space(cell)).collect();
        let leg = Instance {
            start,
            target: end,
            intermediate: None,
        };
        Leg {
            route: solver.shortest(&leg).map(|solution| solution.route),
            layers: layers.as_slice().iter().copied().map(spaces).collect(),
        }
    });
    Certificate {
        legs: legs.collect(),
    }
}
