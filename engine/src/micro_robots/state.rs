//! Positions of Micro Robots and their views.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::action::Action;
use super::board::Board;
use super::options::RACE_RULES;
use super::space::{Route, Space};
use crate::plain::{PlainState, PlainView};
use crate::race::{self, RaceOptions, RaceRuleIds, Table};
use crate::seat::{MAX_SEATS, Seat, Seats};

/// The part of a position that every viewer sees.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

    /// Ends a round with a shown route: the robot goes to the target (MR-19) and the left neighbour of the last
    /// roller rolls (MR-20).
    pub(super) fn go_to_target(&mut self) {
        self.start = self.target.take();
        self.intermediate = None;
        let mut neighbours = self.roller.others(self.chips.len());
        self.roller = self.playing_from(neighbours.next().unwrap_or(self.roller));
    }
}

impl Table for PublicState {
    type Route = Route;

    const RULES: RaceRuleIds = RACE_RULES;

    fn won(&self) -> &[u8] {
        &self.chips
    }

    fn playing(&self) -> Seats {
        self.playing()
    }

    fn depart(&mut self, seat: Seat) {
        self.departed = self.departed.with(seat);
    }

    fn route(&self) -> Route {
        self.start.map_or_else(Route::default, Route::new)
    }

    /// A wrong route costs a chip (MR-17); without an announcement the same seat rolls again (MR-22).
    fn end_round(&mut self, _: &RaceOptions, wrong: Option<Seat>) {
        let Some(seat) = wrong else {
            self.target = None;
            self.intermediate = None;
            self.roller = self.playing_from(self.roller);
            return;
        };
        if self.chips[seat.index()] > 0
            && let Some(receiver) = self.receiver(seat)
        {
            self.chips[seat.index()] -= 1;
            self.chips[receiver.index()] += 1;
        }
        self.go_to_target();
    }
}

/// The phase of a round.
pub type Phase = race::Phase<Route>;

/// A route that a seat is showing (MR-14), from the start space.
pub type Show = race::Show<Route>;

/// A position of the rules.
pub type Position = race::State<PublicState, Route>;

/// A position of a match.
pub type State = PlainState<Position, Action>;

/// What a viewer may know of a position: everything except the passes of other seats (MR-23).
pub type View = PlainView<Position, Action>;
