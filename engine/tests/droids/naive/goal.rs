//! The goals of the scenarios (DR-30, DR-35 to DR-38).

use std::collections::BTreeSet;

use super::entry::Entry;
use super::object::Object;
use super::position::{Phase, Position};
use super::robot::Robot;
use super::rules::Rules;
use super::scenario::Goal;
use super::seat::Seat;
use super::tie_break;

/// Ends the match if an order has satisfied the goal of an active seat: the sender has precedence,
/// then the order of the round decides.
pub(crate) fn test(rules: &Rules, position: &mut Position) {
    let mut seats = vec![position.seat.unwrap()];
    seats.extend(position.order());
    seats.retain(|seat| position.is_active(*seat));
    let Some(winner) = seats
        .into_iter()
        .find(|seat| is_reached(rules, position, *seat))
    else {
        return;
    };
    if rules.scenario.goal == Goal::NoMinesLeft {
        // DR-35: the goal belongs to no seat, so the tie-break list decides.
        let winners = tie_break::winners(rules, position);
        win(position, winners);
    } else {
        win(position, BTreeSet::from([winner]));
    }
}

/// Ends the match; only the phase, the seat to act and the pending entries change.
pub(crate) fn win(position: &mut Position, winners: BTreeSet<Seat>) {
    position.phase = Phase::Over;
    position.seat = None;
    position.pending = vec![Entry::Won(winners)];
}

/// Ends the solo scenario without a winner.
pub(crate) fn lose(position: &mut Position) {
    position.phase = Phase::Over;
    position.seat = None;
    position.pending = vec![Entry::Lost];
}

/// Returns `true` if the scenario's goal is satisfied for a seat. The last active player is
/// determined elsewhere.
pub(crate) fn is_reached(rules: &Rules, position: &Position, seat: Seat) -> bool {
    match rules.scenario.goal {
        Goal::LastActive => false,
        Goal::NoMinesLeft => position.mines() == 0,
        Goal::GardenClosed => is_garden_closed(rules, position, seat),
        Goal::MadRobotEnclosed => {
            let neighbours = position.mad.unwrap().neighbours();
            neighbours.iter().all(|at| position.is_closed(rules, *at))
        }
        Goal::ContainerOnPad => {
            let pad = rules.map.pads[&seat];
            position.objects.get(&pad) == Some(&Object::Container(seat))
        }
    }
}

/// Returns `true` if all sides are closed and no other robot is in the garden (DR-36).
fn is_garden_closed(rules: &Rules, position: &Position, seat: Seat) -> bool {
    let robot = position.robot_at(rules.map.gardens[&seat]);
    let is_free = robot.is_none_or(|robot| robot == Robot::Droid(seat));
    is_free && closed_sides(rules, position, seat) == 4
}

/// Counts the sides of a seat's garden that are edge, wall or obstacle.
pub(crate) fn closed_sides(rules: &Rules, position: &Position, seat: Seat) -> usize {
    let neighbours = rules.map.gardens[&seat].neighbours();
    let closed = neighbours
        .iter()
        .filter(|at| position.is_closed(rules, **at));
    closed.count()
}
