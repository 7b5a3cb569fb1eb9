//! The mad robot of the solo scenario: its orders and their execution (DR-37).

use super::public_state::PublicState;
use super::robot::Robot;
use super::rules::Rules;
use super::ruleset::{MAD_ROBOT_SIDE, PROGRAMMES_PER_SHEET};
use super::square::{Arrow, Square};
use super::stone::Kind;
use super::transmitter::{Slot, Transmitter};

impl Rules {
    /// Loads the mad robot's transmitters for the round's die (DR-37).
    pub(super) fn load_mad_robot(&self, table: &mut PublicState, die: u8) {
        let (Some(programmes), Some(square)) = (&self.programmes, table.mad_robot) else {
            return;
        };
        let sheet = usize::from(table.round + 1) % 2;
        let column = MAD_ROBOT_SIDE.column(square).index();
        for transmitter in Transmitter::all() {
            let shifted =
                transmitter.index() + 2 * PROGRAMMES_PER_SHEET + usize::from(die) - 1 - column;
            let orders = programmes.orders(sheet, shifted % PROGRAMMES_PER_SHEET);
            for (index, order) in orders.iter().enumerate() {
                table.banks[MAD_ROBOT_SIDE.index()].put(Slot::new(transmitter, index), *order);
            }
        }
    }

    /// Executes the first remaining order of the mad robot's column, if there is one.
    pub fn run_mad_robot(&self, table: &mut PublicState) {
        let Some(square) = table.mad_robot else {
            return;
        };
        let Some((slot, stone)) =
            table.banks[MAD_ROBOT_SIDE.index()].front(MAD_ROBOT_SIDE.column(square))
        else {
            return;
        };
        table.banks[MAD_ROBOT_SIDE.index()].remove(slot);
        if stone.kind() == Kind::F4 {
            for arrow in Arrow::STRAIGHT {
                self.shoot(table, square, arrow);
            }
        } else {
            let steps = self.steps[stone.kind().index()];
            self.walk(table, Robot::Mad, stone.arrow(), steps);
        }
    }

    /// Returns `true` if all four neighbours of the mad robot are edge, wall or obstacle.
    pub(super) fn is_mad_robot_enclosed(&self, table: &PublicState) -> bool {
        table
            .mad_robot
            .is_some_and(|square| self.is_closed(table, square))
    }

    /// Returns `true` if all four neighbours of a square are edge, wall or obstacle.
    pub(super) fn is_closed(&self, table: &PublicState, square: Square) -> bool {
        self.closed_sides(table, square) == Arrow::STRAIGHT.len()
    }

    /// Returns the number of neighbours of a square that are edge, wall or obstacle.
    pub(super) fn closed_sides(&self, table: &PublicState, square: Square) -> usize {
        let is_closed = |arrow: &&Arrow| {
            let next = square.step(**arrow);
            next.is_none_or(|next| self.blocks(table).contains(next))
        };
        Arrow::STRAIGHT.iter().filter(is_closed).count()
    }
}
