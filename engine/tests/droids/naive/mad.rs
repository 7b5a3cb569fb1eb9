//! The mad repair robot (DR-37).

use super::order;
use super::position::Position;
use super::robot::Robot;
use super::rules::Rules;
use super::seat::Seat;
use super::stone::Slot;

/// Applies the solo die, which shifts the sheet of the round: each of N's transmitters receives its
/// programme.
pub(crate) fn load_programmes(rules: &Rules, position: &mut Position, die: i32) {
    position.shift = Some(die);
    let (_, sheets) = rules.scenario.mad.as_ref().unwrap();
    let is_odd = position.round % 2 == 1;
    let sheet = if is_odd { &sheets[0] } else { &sheets[1] };
    let column = Seat::North.column(position.mad.unwrap());
    for number in 1..=10 {
        let programme = (number - column + die - 1).rem_euclid(10);
        let orders = &sheet[usize::try_from(programme).unwrap()];
        for (place, order) in (1..).zip(orders) {
            let slot = Slot {
                seat: Seat::North,
                number,
                place,
            };
            position.stones.insert(slot, *order);
        }
    }
}

/// Executes the first remaining order of the mad robot's current column, if there is one.
pub(crate) fn answer(rules: &Rules, position: &mut Position) {
    let column = Seat::North.column(position.mad.unwrap());
    let Some(slot) = position.front(Seat::North, column) else {
        return;
    };
    let order = position.stones.remove(&slot).unwrap();
    order::execute(rules, position, order, Robot::Mad, None);
}
