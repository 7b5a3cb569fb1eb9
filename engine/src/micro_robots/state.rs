//! Positions of Micro Robots and their views.

use arrayvec::ArrayVec;

use super::board::Board;
use super::route::Route;
use super::space::Space;
use crate::game::Viewer;
use crate::race::Race;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// The part of a position that every viewer sees.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PublicState {
    /// The board.
    pub board: Board,
    /// The robot's space; `None` before the first start is rolled.
    pub start: Option<Space>,
    /// The target; `None` between rounds.
    pub target: Option<Space>,
    /// The intermediate target of the expert variant (MR-29).
    pub intermediate: Option<Space>,
    /// Chips of each seat.
    pub chips: ArrayVec<u8, MAX_SEATS>,
    /// Seats that have left the match (MR-31).
    pub departed: Seats,
    /// The seat that rolled the current target, or rolls the next one (MR-20).
    pub roller: Seat,
    /// Number of targets rolled so far (MR-28).
    pub round: u32,
}

impl PublicState {
    /// Returns the seats that have not left the match.
    pub fn playing(&self) -> Seats {
        Seats::all(self.chips.len()).difference(self.departed)
    }

    /// Returns the first seat that has not left the match, clockwise starting with `seat` (MR-31).
    pub fn playing_from(&self, seat: Seat) -> Seat {
        let playing = self.playing();
        if playing.contains(seat) {
            return seat;
        }
        seat.others(self.chips.len())
            .find(|other| playing.contains(*other))
            .unwrap_or(seat)
    }

    /// Returns the seat that receives a chip for a wrong route of `giver`: the one with the fewest
    /// chips, then the nearest clockwise (MR-17). Returns `None` if all other seats have left (MR-31).
    pub fn receiver(&self, giver: Seat) -> Option<Seat> {
        let playing = self.playing();
        // `min_by_key` keeps the first of equals, which is the nearest.
        giver
            .others(self.chips.len())
            .filter(|seat| playing.contains(*seat))
            .min_by_key(|seat| self.chips[seat.index()])
    }
}

/// A route that a seat is showing (MR-14).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Show {
    /// The seat that announced.
    pub seat: Seat,
    /// The announced number of moves.
    pub number: u8,
    /// The route so far, from the start space.
    pub route: Route,
}

/// The phase of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Chance is to determine the first start space (MR-6).
    Start,
    /// Chance is to roll a target (MR-20).
    Roll,
    /// All seats search (MR-12).
    Race(Race),
    /// A seat shows the announced route (MR-13).
    Show(Show),
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) table: PublicState,
    pub(super) phase: Phase,
}

impl State {
    /// Returns the public part of the position.
    pub const fn table(&self) -> &PublicState {
        &self.table
    }

    /// Returns the phase of the round.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }
}

/// What a viewer may know of the phase of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewPhase {
    /// Chance is to determine the first start space.
    Start,
    /// Chance is to roll a target.
    Roll,
    /// All seats search. The passes of other seats stay hidden until the round ends (MR-23).
    Race {
        /// Whether the viewing seat has passed.
        passed: bool,
    },
    /// A seat shows the announced route.
    Show(Show),
}

/// What a viewer may know of a position: everything except the passes of other seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The viewer.
    pub viewer: Viewer,
    /// The public part of the position.
    pub table: PublicState,
    /// What the viewer may know of the phase.
    pub phase: ViewPhase,
}

impl View {
    /// Creates the view of a position.
    pub(super) fn new(state: &State, viewer: Viewer) -> Self {
        let phase = match &state.phase {
            Phase::Start => ViewPhase::Start,
            Phase::Roll => ViewPhase::Roll,
            Phase::Race(race) => ViewPhase::Race {
                passed: matches!(viewer, Viewer::Seat(seat) if race.passed().contains(seat)),
            },
            Phase::Show(show) => ViewPhase::Show(show.clone()),
        };
        Self {
            viewer,
            table: state.table.clone(),
            phase,
        }
    }

    /// Returns the consistent position with the fewest passes: only those that the viewer knows of.
    pub(super) fn minimal_state(&self) -> State {
        let phase = match (&self.phase, self.viewer) {
            (ViewPhase::Start, _) => Phase::Start,
            (ViewPhase::Roll, _) => Phase::Roll,
            (ViewPhase::Race { passed: true }, Viewer::Seat(seat)) => {
                Phase::Race(Race::with_passed(Seats::one(seat)))
            }
            (ViewPhase::Race { .. }, _) => Phase::Race(Race::default()),
            (ViewPhase::Show(show), _) => Phase::Show(show.clone()),
        };
        State {
            table: self.table.clone(),
            phase,
        }
    }
}
