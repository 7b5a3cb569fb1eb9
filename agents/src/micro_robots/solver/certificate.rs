//! Proofs of shortest lengths that can be checked without trusting the solver.

use botwerk_engine::micro_robots::{Board, Route, Space};

use super::layers::Layers;
use super::{Instance, Solver};

/// A proof that a route is shortest, or that there is none.
///
/// A leg's layers show how far moves get from its start. No move leads further than into the next
/// layer, so a space of layer `i` takes `i` moves at least, and the route shows that `i` are
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
    /// Element `i` holds all spaces at distance `i` from the leg's start, cells in reading
    /// order. The last element is the one that holds the leg's end; where no moves lead there,
    /// it is the last that holds anything.
    pub layers: Vec<Vec<Space>>,
}

/// Why a certificate proves nothing about an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// There is not one leg for each leg of the instance.
    #[error("certificate: {found} legs where the instance has {expected}")]
    Legs {
        /// Legs of the certificate.
        found: usize,
        /// Legs of the instance: 1, or 2 in the expert variant.
        expected: usize,
    },
    /// A leg proves nothing.
    #[error("certificate: leg {leg}: {error}")]
    Leg {
        /// The leg, counted from 0.
        leg: usize,
        /// What is wrong with it.
        error: LegError,
    },
}

/// Why a leg proves nothing about its start and end. Layers are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LegError {
    /// The first layer is not the leg's start alone.
    #[error("layer 0 is not {0} alone")]
    FirstLayer(Space),
    /// A layer has no space.
    #[error("layer {0} is empty")]
    EmptyLayer(usize),
    /// A space stands in the layers twice.
    #[error("{0} stands in the layers twice")]
    Twice(Space),
    /// No move leads to a space from the layer before its own.
    #[error("no move leads to {0} from the layer before")]
    Unfounded(Space),
    /// A move from one space to another leads out of the layers, or past the next one.
    #[error("the move {0}-{1} leads past the next layer")]
    Leap(Space, Space),
    /// The route does not run from the leg's start to its end.
    #[error("the route does not run from {0} to {1}")]
    Ends(Space, Space),
    /// Two spaces that follow each other in the route are no move (MR-9).
    #[error("{0}-{1} is no move")]
    NoMove(Space, Space),
    /// The route's number of moves, the last layer and the layer of the leg's end differ.
    #[error("the route has {0} moves, which is not the layer of its end or not the last, {1}")]
    Length(usize, usize),
    /// There is no route, but the leg's end lies in a layer.
    #[error("there is no route, but {0} lies in a layer")]
    Reached(Space),
}

/// Proves the shortest length of an instance, or that it has no route.
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
