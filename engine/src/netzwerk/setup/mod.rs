//! Unchecked setups of Netzwerk, and the checks that make a position of one.

mod part;
mod validation;

pub use part::SetupPart;
pub(super) use validation::validate;

use super::lattice::{Fields, Squares};
use super::position::{Phase, Spender};
use super::side::Side;
use super::state::State;

pub(super) type SetupError = crate::setup::SetupError<SetupPart>;

/// An unchecked description of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The side to move.
    pub side: Side,
    /// The squares of the robots, by [`Side::index`].
    pub robots: [Squares; 2],
    /// The energy fields with a battery.
    pub batteries: Fields,
    /// The quiet count (NW-26).
    pub quiet: u32,
    /// What the side to move has done in its turn.
    pub phase: SetupPhase,
    /// Number of turns of both sides so far; 0 where there is no cap (NW-27).
    pub turns: u32,
    /// The side that has left the match (NW-30).
    pub departed: Option<Side>,
}

/// The part of a turn (NW-5) and what has been done in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupPhase {
    /// Robots move: those that have spent energy, sorted by start square (NW-7).
    Robots(Vec<Spender>),
    /// Batteries move: the current fields of those that have moved (NW-17).
    Batteries(Fields),
}

impl Setup {
    /// Creates the setup of a position.
    pub(super) fn from_state(state: &State) -> Self {
        let position = &state.position;
        Self {
            side: position.side,
            robots: position.robots,
            batteries: position.batteries,
            quiet: position.quiet.into(),
            phase: match position.phase {
                Phase::Robots => SetupPhase::Robots(position.spenders.as_slice().to_vec()),
                Phase::Batteries => SetupPhase::Batteries(position.moved),
            },
            turns: position.turns,
            departed: state.departed,
        }
    }
}
