//! Positions of Micro Robots and what a viewer may know of them.

use arrayvec::ArrayVec;

use super::board::Board;
use super::route::Route;
use super::space::Space;
use crate::game::Viewer;
use crate::race::Race;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// What lies on the table for all to see.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PublicState {
    /// The board.
    pub board: Board,
    /// Where the robot stands; `None` before the first start is drawn.
    pub start: Option<Space>,
    /// Where it is to go; `None` between rounds.
    pub target: Option<Space>,
    /// The intermediate target of the expert variant (MR-29).
    pub intermediate: Option<Space>,
    /// Chips of each seat.
    pub chips: ArrayVec<u8, MAX_SEATS>,
    /// Seats that have left the match (MR-31).
    pub departed: Seats,
    /// Who rolled the present target, or rolls the next one (MR-20).
    pub roller: Seat,
    /// Targets rolled so far (MR-28).
    pub round: u32,
}

impl PublicState {
    /// The seats that are still in the match.
    pub fn playing(&self) -> Seats {
        Seats::first(self.chips.len()).difference(self.departed)
    }

    /// The first seat still in the match, `seat` itself or clockwise from it (MR-31).
    pub fn playing_from(&self, seat: Seat) -> Seat {
        let playing = self.playing();
        if playing.contains(seat) {
            return seat;
        }
        seat.others(self.chips.len())
            .find(|other| playing.contains(*other))
            .unwrap_or(seat)
    }

    /// The other player who is given a chip for a wrong route: the fewest chips, then the nearest
    /// clockwise (MR-17); nobody if everybody else has left (MR-31).
    pub fn receiver(&self, giver: Seat) -> Option<Seat> {
        let playing = self.playing();
        // `min_by_key` keeps the first of equals, which is the nearest.
        giver
            .others(self.chips.len())
            .filter(|seat| playing.contains(*seat))
            .min_by_key(|seat| self.chips[seat.index()])
    }
}

/// A route in the making (MR-14).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Show {
    /// Who announced.
    pub seat: Seat,
    /// The announced number of moves.
    pub number: u8,
    /// The route so far, from the start space.
    pub route: Route,
}

/// What is going on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The first start space is to be drawn (MR-6).
    Start,
    /// A target is to be rolled (MR-20).
    Roll,
    /// Everybody searches (MR-12).
    Race(Race),
    /// One shows the announced route (MR-13).
    Show(Show),
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) table: PublicState,
    pub(super) phase: Phase,
}

impl State {
    /// The public part of the position.
    pub const fn table(&self) -> &PublicState {
        &self.table
    }

    /// The phase of the round.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }
}

/// What a viewer knows of what is going on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewPhase {
    /// The first start space is to be drawn.
    Start,
    /// A target is to be rolled.
    Roll,
    /// Everybody searches. Others' passes are not shown before the round ends (MR-23).
    Race {
        /// Whether the viewer's own seat has passed.
        passed: bool,
    },
    /// One shows the announced route.
    Show(Show),
}

/// What a viewer may know of a position: everything but the others' passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// What lies on the table.
    pub table: PublicState,
    /// What is going on.
    pub phase: ViewPhase,
}

impl View {
    /// The view of a position.
    pub(super) fn of(state: &State, viewer: Viewer) -> Self {
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

    /// The position in which nobody has passed but whoever the viewer knows of.
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
