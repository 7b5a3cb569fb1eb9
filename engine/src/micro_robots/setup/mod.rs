//! Unchecked setups of Micro Robots, and the checks that make a position of one.

mod part;
mod validation;

pub use part::SetupPart;
pub(super) use validation::validate;

use super::space::{SPACES, Space};
use super::state::{Phase, State};
use crate::seat::{MAX_SEATS, Seat, Seats};
use arrayvec::ArrayVec;

pub(super) type SetupError = crate::setup::SetupError<SetupPart>;

/// An unchecked description of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The spaces, row by row from the north-west.
    pub board: [Space; SPACES],
    /// The robot's space; `None` before the first start is sampled.
    pub start: Option<Space>,
    /// The target; `None` between rounds.
    pub target: Option<Space>,
    /// The intermediate target of the expert variant (MR-29).
    pub intermediate: Option<Space>,
    /// Chips of each seat.
    pub chips: ArrayVec<u32, MAX_SEATS>,
    /// Seats that have left the match (MR-31).
    pub departed: Seats,
    /// The seat that rolled the current target, or rolls the next one (MR-20).
    pub roller: Seat,
    /// Number of targets rolled so far (MR-28).
    pub round: u32,
    /// The phase of the round.
    pub phase: Phase,
}

impl Setup {
    /// Creates the setup of a position.
    pub(super) fn from_state(state: &State) -> Self {
        let table = &state.table;
        Self {
            board: *table.board.spaces(),
            start: table.start,
            target: table.target,
            intermediate: table.intermediate,
            chips: table.chips.iter().map(|chips| u32::from(*chips)).collect(),
            departed: table.departed,
            roller: table.roller,
            round: table.round,
            phase: state.phase.clone(),
        }
    }
}
