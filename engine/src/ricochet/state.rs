//! Positions of Ricochet Robots and their views.

use arrayvec::ArrayVec;

use super::action::MAX_MOVES;
use super::announced::{AnnouncedNumber, AnnouncedNumbers};
use super::layout::Layout;
use super::robot::Robots;
use super::sections::TARGETS;
use super::slide::Move;
use super::target::Target;
use crate::game::Viewer;
use crate::race::Race;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// Targets in order.
pub type Targets = ArrayVec<Target, TARGETS>;

/// The moves of a show.
pub type Moves = ArrayVec<Move, MAX_MOVES>;

/// The part of a position that every viewer sees.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PublicState {
    /// The board with all its targets.
    pub layout: Layout,
    /// The robots at the start of the round; before the first round those that were placed.
    pub robots: Robots,
    /// The open target; `None` between rounds.
    pub target: Option<Target>,
    /// The targets that were never drawn, in the fixed order of the board (RR-3).
    pub undrawn: Targets,
    /// The targets under the others, in the order in which they come up again (RR-3).
    pub under: Targets,
    /// Number of targets that each seat has won.
    pub won: ArrayVec<u8, MAX_SEATS>,
    /// Seats that have left the match (RR-27).
    pub departed: Seats,
    /// Number of targets drawn so far, with repetitions (RR-26).
    pub round: u32,
}

impl PublicState {
    /// Returns the seats that have not left the match.
    pub fn playing(&self) -> Seats {
        Seats::all(self.won.len()).difference(self.departed)
    }

    /// Returns the targets that were won, in the fixed order of the board.
    pub fn won_targets(&self) -> impl Iterator<Item = Target> {
        self.layout.targets().iter().copied().filter(|target| {
            self.target != Some(*target)
                && !self.undrawn.contains(target)
                && !self.under.contains(target)
        })
    }

    /// Returns `true` if no target is left to come up.
    pub fn is_exhausted(&self) -> bool {
        self.target.is_none() && self.undrawn.is_empty() && self.under.is_empty()
    }
}

/// The race of a round: what was announced, and which seats have passed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct RaceState {
    /// The numbers announced so far in the order of their times; empty if the first one decides (RR-7).
    pub announced: AnnouncedNumbers,
    /// The seats that have passed (RR-23).
    pub race: Race,
}

/// A solution that a seat is showing (RR-20).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Show {
    /// The seat that shows.
    pub seat: Seat,
    /// The number that it announced.
    pub number: u8,
    /// The moves so far.
    pub moves: Moves,
    /// The announced numbers that are shown next if this solution is wrong, in order (RR-7).
    pub remaining: AnnouncedNumbers,
}

impl Show {
    /// Creates the show of an announced number without moves.
    pub(super) fn new(announced: AnnouncedNumber, remaining: AnnouncedNumbers) -> Self {
        Self {
            seat: announced.seat,
            number: announced.number,
            moves: Moves::new(),
            remaining,
        }
    }
}

/// The phase of a round.
#[allow(
    clippy::large_enum_variant,
    reason = "values are cloned without heap allocation"
)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Chance is to place the robots (RR-2).
    Start,
    /// Chance is to draw a target (RR-3).
    Draw,
    /// All seats search (RR-18).
    Race(RaceState),
    /// A seat shows its solution (RR-20).
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
#[allow(
    clippy::large_enum_variant,
    reason = "values are cloned without heap allocation"
)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewPhase {
    /// Chance is to place the robots.
    Start,
    /// Chance is to draw a target.
    Draw,
    /// All seats search. The passes of other seats stay hidden until the round ends (RR-23).
    Race {
        /// The numbers announced so far in the order of their times.
        announced: AnnouncedNumbers,
        /// Whether the viewing seat has passed.
        passed: bool,
    },
    /// A seat shows its solution.
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
            Phase::Draw => ViewPhase::Draw,
            Phase::Race(RaceState { announced, race }) => ViewPhase::Race {
                announced: announced.clone(),
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
        let phase = match &self.phase {
            ViewPhase::Start => Phase::Start,
            ViewPhase::Draw => Phase::Draw,
            ViewPhase::Race { announced, passed } => {
                let race = match self.viewer {
                    Viewer::Seat(seat) if *passed => Race::with_passed(Seats::one(seat)),
                    Viewer::Seat(_) | Viewer::Spectator => Race::default(),
                };
                let announced = announced.clone();
                Phase::Race(RaceState { announced, race })
            }
            ViewPhase::Show(show) => Phase::Show(show.clone()),
        };
        State {
            table: self.table.clone(),
            phase,
        }
    }
}
