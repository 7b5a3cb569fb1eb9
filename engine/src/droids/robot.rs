//! Robots on the field, and how they walk and push (DR-20, DR-21, DR-28).

use arrayvec::ArrayVec;

use super::public_state::PublicState;
use super::rules::Rules;
use super::side::Side;
use super::square::{Arrow, Square, Squares};

/// A robot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Robot {
    /// The droid of a side.
    Droid(Side),
    /// The repair robot on a square.
    Repairer(Square),
    /// The mad robot.
    Mad,
}

/// Robots in a line, the one that pushes first.
type Line = ArrayVec<(Robot, Square), { Square::SIDE }>;

impl PublicState {
    /// The robot on a square.
    #[inline]
    pub fn robot_on(&self, square: Square) -> Option<Robot> {
        for side in Side::ALL {
            if self.droids[side.index()].square == Some(square) {
                return Some(Robot::Droid(side));
            }
        }
        if self.repairers.contains(square) {
            return Some(Robot::Repairer(square));
        }
        (self.mad_robot == Some(square)).then_some(Robot::Mad)
    }

    /// Where a robot stands.
    pub fn square_of(&self, robot: Robot) -> Option<Square> {
        match robot {
            Robot::Droid(side) => self.droids[side.index()].square,
            Robot::Repairer(square) => Some(square),
            Robot::Mad => self.mad_robot,
        }
    }

    /// Puts a robot from its square onto another one; gives it with its new place.
    fn move_robot(&mut self, robot: Robot, to: Square) -> Robot {
        match robot {
            Robot::Droid(side) => self.droids[side.index()].square = Some(to),
            Robot::Repairer(from) => {
                self.repairers.remove(from);
                self.repairers.insert(to);
                return Robot::Repairer(to);
            }
            Robot::Mad => self.mad_robot = Some(to),
        }
        robot
    }

    /// All squares with a robot.
    pub fn robots(&self) -> Squares {
        let droids = self.droids.iter().filter_map(|droid| droid.square);
        let others: Squares = droids.chain(self.mad_robot).collect();
        others.union(self.repairers)
    }
}

impl Rules {
    /// What stops robots and shots: walls and obstacles, containers among them (DR-29, DR-38).
    #[inline]
    pub fn blocks(&self, table: &PublicState) -> Squares {
        self.walls.union(table.obstacles)
    }

    /// Lets a robot walk so many squares at most, pushing whatever stands in its way.
    pub(super) fn walk(&self, table: &mut PublicState, robot: Robot, arrow: Arrow, steps: u8) {
        let mut robot = robot;
        for _ in 0..steps {
            let Some(line) = self.line(table, robot, arrow) else {
                return;
            };
            let mut stops = false;
            for (pushed, from) in line.into_iter().rev() {
                let Some(to) = from.step(arrow) else { return };
                let moved = table.move_robot(pushed, to);
                if pushed == robot {
                    robot = moved;
                }
                stops |= self.enter_mine(table, moved, to) && self.values.mine_stops_move;
            }
            let Some(square) = table.square_of(robot) else {
                return;
            };
            let is_droid = matches!(robot, Robot::Droid(_));
            if stops || is_droid && self.river.contains(square) {
                return;
            }
        }
    }

    /// The robots that a step moves, the walking one first; `None` if something is in the way.
    #[inline]
    fn line(&self, table: &PublicState, robot: Robot, arrow: Arrow) -> Option<Line> {
        let blocks = self.blocks(table);
        let mut line = Line::new();
        let mut next = Some((robot, table.square_of(robot)?));
        while let Some((robot, square)) = next {
            line.push((robot, square));
            let to = square.step(arrow)?;
            if blocks.contains(to) || !self.may_cut_corner(blocks, square, arrow) {
                return None;
            }
            next = table.robot_on(to).map(|robot| (robot, to));
        }
        let pushes_chain = line.len() > 2;
        (!pushes_chain || self.values.chain_push).then_some(line)
    }

    /// Whether a robot may step there between two corners (DR-20).
    #[inline]
    fn may_cut_corner(&self, blocks: Squares, square: Square, arrow: Arrow) -> bool {
        if self.values.diag_corner_cutting || !arrow.is_diagonal() {
            return true;
        }
        let corners = arrow.parts().map(|part| square.step(part));
        let both = |squares: Squares| {
            let inside = |corner: &Option<Square>| corner.is_some_and(|c| squares.contains(c));
            corners.iter().all(inside)
        };
        !both(blocks) && !both(self.river)
    }

    /// A robot enters a square: a mine there goes off (DR-28). Whether a droid entered one.
    #[inline]
    fn enter_mine(&self, table: &mut PublicState, robot: Robot, square: Square) -> bool {
        if !table.mines.contains(square) {
            return false;
        }
        table.mines.remove(square);
        match robot {
            Robot::Droid(side) => {
                self.damage(table, side);
                true
            }
            Robot::Repairer(_) | Robot::Mad => false,
        }
    }
}
