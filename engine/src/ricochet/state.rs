//! Positions of Ricochet Robots and their views.

use arrayvec::ArrayVec;

use super::action::{MAX_MOVES, Move};
use super::layout::Layout;
use super::options::RACE_RULES;
use super::robot::Robots;
use super::sections::TARGETS;
use super::target::Target;
use crate::race::{self, RaceOptions, RaceRuleIds, Table};
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

impl Table for PublicState {
    type Route = Moves;

    const RULES: RaceRuleIds = RACE_RULES;

    fn won(&self) -> &[u8] {
        &self.won
    }

    fn playing(&self) -> Seats {
        self.playing()
    }

    fn depart(&mut self, seat: Seat) {
        self.departed = self.departed.with(seat);
    }

    fn route(&self) -> Moves {
        Moves::new()
    }

    /// The target goes under the others, and the robots stay (RR-3). If the first announcement decides, a wrong
    /// show costs a target (RR-7).
    fn end_round(&mut self, options: &RaceOptions, wrong: Option<Seat>) {
        if let Some(target) = self.target.take() {
            // There is room, since no target is in two places.
            let _ = self.under.try_push(target);
        }
        if let Some(seat) = wrong
            && options.overtime.is_none()
            && self.won[seat.index()] > 0
        {
            // The open target lies under the others by now, so it is not one of those that were won.
            let first = self.won_targets().next();
            self.won[seat.index()] -= 1;
            let _ = first.map(|target| self.under.try_push(target));
        }
    }
}

/// The phase of a round.
pub type Phase = race::Phase<Moves>;

/// A solution that a seat is showing (RR-20).
pub type Show = race::Show<Moves>;

/// A position.
pub type State = race::State<PublicState, Moves>;

/// What a viewer may know of the phase of a round.
pub type ViewPhase = race::ViewPhase<Moves>;

/// What a viewer may know of a position: everything except the passes of other seats (RR-23).
pub type View = race::View<PublicState, Moves>;
