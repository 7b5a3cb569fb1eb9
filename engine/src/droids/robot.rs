//! The robots on the field, and their movement (DR-20, DR-21, DR-28).

use arrayvec::ArrayVec;

use super::rules::Rules;
use super::side::Side;
use super::square::{Arrow, Square, Squares};
use super::state::PublicState;

/// A robot on the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Robot {
    /// The droid of a side.
    Droid(Side),
    /// The repair robot on a square.
    Repairer(Square),
    /// The mad robot.
    Mad,
}

/// The robots that a step moves, the one that walks first.
type PushedLine = ArrayVec<(Robot, Square), { Square::SIDE }>;

impl PublicState {
    /// Returns the robot on a square.
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

    /// Returns the square of a robot.
    pub fn square_of(&self, robot: Robot) -> Option<Square> {
        match robot {
            Robot::Droid(side) => self.droids[side.index()].square,
            Robot::Repairer(square) => Some(square),
            Robot::Mad => self.mad_robot,
        }
    }

    /// Moves a robot to another square and returns it as it is there.
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

    /// Returns the squares with a robot.
    pub fn robots(&self) -> Squares {
        let droids = self.droids.iter().filter_map(|droid| droid.square);
        let others: Squares = droids.chain(self.mad_robot).collect();
        others.union(self.repairers)
    }
}

impl Rules {
    /// Returns the squares that stop robots and shots: walls and obstacles, including containers
    /// (DR-29, DR-38).
    #[inline]
    pub fn blocks(&self, table: &PublicState) -> Squares {
        self.walls.union(table.obstacles)
    }

    /// Moves a robot up to a number of squares; it pushes the robots in its way.
    pub(super) fn walk(&self, table: &mut PublicState, robot: Robot, arrow: Arrow, steps: u8) {
        let mut robot = robot;
        for _ in 0..steps {
            let Some(line) = self.pushed_line(table, robot, arrow) else {
                return;
            };
            let mut must_stop = false;
            for (pushed, from) in line.into_iter().rev() {
                let Some(to) = from.step(arrow) else { return };
                let moved = table.move_robot(pushed, to);
                if pushed == robot {
                    robot = moved;
                }
                must_stop |= self.enter_mine(table, moved, to) && self.values.mine_stops_move;
            }
            let Some(square) = table.square_of(robot) else {
                return;
            };
            let is_droid = matches!(robot, Robot::Droid(_));
            if must_stop || is_droid && self.river.contains(square) {
                return;
            }
        }
    }

    /// Returns the robots that a step moves, the one that walks first, or `None` if the step is
    /// blocked.
    #[inline]
    fn pushed_line(&self, table: &PublicState, robot: Robot, arrow: Arrow) -> Option<PushedLine> {
        let blocks = self.blocks(table);
        let mut line = PushedLine::new();
        let mut next = Some((robot, table.square_of(robot)?));
        while let Some((robot, square)) = next {
            line.push((robot, square));
            let to = square.step(arrow)?;
            if blocks.contains(to) || !self.can_cut_corner(blocks, square, arrow) {
                return None;
            }
            next = table.robot_on(to).map(|robot| (robot, to));
        }
        let is_chain = line.len() > 2;
        (!is_chain || self.values.chain_push).then_some(line)
    }

    /// Returns `true` if a robot can step in this direction between two corners (DR-20).
    #[inline]
    fn can_cut_corner(&self, blocks: Squares, square: Square, arrow: Arrow) -> bool {
        if self.values.diag_corner_cutting || !arrow.is_diagonal() {
            return true;
        }
        let corners = arrow.parts().map(|part| square.step(part));
        let both = |squares: Squares| {
            let is_in = |corner: &Option<Square>| corner.is_some_and(|c| squares.contains(c));
            corners.iter().all(is_in)
        };
        !both(blocks) && !both(self.river)
    }

    /// Explodes the mine on a square that a robot enters (DR-28). Returns `true` if a droid entered
    /// a mine.
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
