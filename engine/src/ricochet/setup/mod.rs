//! Unchecked setups of Ricochet Robots, and the checks that make a position of one.

mod part;
mod validation;

pub use part::SetupPart;
pub(super) use validation::validate;

use arrayvec::ArrayVec;

use super::layout::Layout;
use super::robot::Robots;
use super::state::{Phase, State, Targets};
use super::target::Target;
use crate::seat::{MAX_SEATS, Seats};

pub(super) type SetupError = crate::setup::SetupError<SetupPart>;

/// An unchecked description of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The board with all its targets.
    pub layout: Layout,
    /// The robots at the start of the round.
    pub robots: Robots,
    /// The open target; `None` between rounds.
    pub target: Option<Target>,
    /// The targets that were never drawn.
    pub undrawn: Targets,
    /// The targets under the others, in order.
    pub under: Targets,
    /// Number of targets that each seat has won.
    pub won: ArrayVec<u32, MAX_SEATS>,
    /// Seats that have left the match (RR-27).
    pub departed: Seats,
    /// Number of targets drawn so far (RR-26).
    pub round: u32,
    /// The phase of the round.
    pub phase: Phase,
}

impl Setup {
    /// Creates the setup of a position.
    pub(super) fn from_state(state: &State) -> Self {
        let table = &state.table;
        Self {
            layout: table.layout.clone(),
            robots: table.robots,
            target: table.target,
            undrawn: table.undrawn.clone(),
            under: table.under.clone(),
            won: table.won.iter().map(|won| u32::from(*won)).collect(),
            departed: table.departed,
            round: table.round,
            phase: state.phase.clone(),
        }
    }
}
