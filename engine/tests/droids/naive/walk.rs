//! Movement of robots (DR-20, DR-21, DR-28).

use super::arrow::Arrow;
use super::object::Object;
use super::point::Point;
use super::position::Position;
use super::robot::Robot;
use super::rules::Rules;
use super::shot;

/// Moves a robot up to the given number of steps, pushing robots in its way.
pub(crate) fn walk(
    rules: &Rules,
    position: &mut Position,
    robot: Robot,
    arrow: Arrow,
    steps: usize,
) {
    for _ in 0..steps {
        let Some(line) = line(rules, position, robot, arrow) else {
            break;
        };
        for robot in line.iter().rev() {
            let to = position.place(*robot).plus(arrow);
            position.put(*robot, to);
        }
        let is_mined = explode_mines(rules, position, &line);
        // DR-21: only a droid that walks itself stops in the river.
        let is_in_river = rules.map.is_river(position.place(robot));
        if robot.is_droid() && is_in_river {
            break;
        }
        if is_mined && rules.is("mine_stops_move", "true") {
            break;
        }
    }
    position.repairers.sort();
}

/// Returns the robots that one step moves, the walking one first, or `None` if the step is blocked.
fn line(rules: &Rules, position: &Position, robot: Robot, arrow: Arrow) -> Option<Vec<Robot>> {
    let mut line = vec![robot];
    let mut at = position.place(robot);
    loop {
        let to = at.plus(arrow);
        if position.is_closed(rules, to) || is_cut(rules, position, at, arrow) {
            return None;
        }
        let Some(next) = position.robot_at(to) else {
            break;
        };
        line.push(next);
        at = to;
    }
    let is_chain = line.len() > 2;
    let can_push = !is_chain || rules.is("chain_push", "true");
    can_push.then_some(line)
}

/// Returns `true` if a diagonal step is illegal because it passes between two blocked corners or
/// two river squares (`diag_corner_cutting`).
fn is_cut(rules: &Rules, position: &Position, at: Point, arrow: Arrow) -> bool {
    if !arrow.is_diagonal() || rules.is("diag_corner_cutting", "true") {
        return false;
    }
    let corners = at.corners(arrow);
    let are_blocked = corners
        .iter()
        .all(|corner| position.is_closed(rules, *corner));
    let are_river = corners.iter().all(|corner| rules.map.is_river(*corner));
    are_blocked || are_river
}

/// Explodes the mines that the robots of a line have entered, from the front of the line (DR-28).
/// Returns `true` if a droid entered a mine.
fn explode_mines(rules: &Rules, position: &mut Position, line: &[Robot]) -> bool {
    let mut is_mined = false;
    for robot in line.iter().rev() {
        let at = position.place(*robot);
        if position.objects.get(&at) != Some(&Object::Mine) {
            continue;
        }
        position.objects.remove(&at);
        // A repair robot removes the mine unharmed.
        if let Robot::Droid(seat) = robot {
            is_mined = true;
            shot::harm(rules, position, *seat);
        }
    }
    is_mined
}
