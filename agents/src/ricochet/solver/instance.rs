//! Instances: a position, a target and the rules that apply.

use botwerk_engine::ricochet::{
    Attempt, Board, Cell, Closure, Move, PublicState, Ricochet, Robot, Robots, SlideRules, Target,
    Task,
};

/// A task for the solver. Created by [`Instance::new`], which checks it.
///
/// ```
/// use botwerk_agents::ricochet::solver::{Instance, InstanceError};
/// use botwerk_engine::ricochet::{Arrangement, Robot, Robots};
///
/// let board = "1A-2A-3A-4A".parse::<Arrangement>().unwrap().board();
/// let robots = Robots::EMPTY.with(Robot::Red, "a1".parse().unwrap());
/// assert!(Instance::new(board.clone(), robots, "r:c12".parse().unwrap()).is_ok());
/// let blue = Instance::new(board, robots, "b:c12".parse().unwrap());
/// assert_eq!(blue.unwrap_err(), InstanceError::TargetRobot(Robot::Blue));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instance {
    board: Board,
    robots: Robots,
    target: Target,
    slide_rules: SlideRules,
    ricochet_rule: bool,
}

/// The error of robots or a target that do not fit the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InstanceError {
    /// There are no robots.
    #[error("robots: expected 1 to 6 robots, found none")]
    NoRobots,
    /// A robot is on the centre block or another closed cell (RR-1).
    #[error("robots: the {} robot is on {cell}, which {closure} (RR-1)", robot.name())]
    OnClosed {
        /// The robot.
        robot: Robot,
        /// Its cell.
        cell: Cell,
        /// Why no robot stands there.
        closure: Closure,
    },
    /// A robot is on a diagonal, on which no slide ends (RR-5).
    #[error("robots: the {} robot is on the diagonal of {cell} (RR-5)", robot.name())]
    OnDiagonal {
        /// The robot.
        robot: Robot,
        /// Its cell.
        cell: Cell,
    },
    /// Two robots are on one cell.
    #[error("robots: the {} robot is on {cell}, on which another robot stands", robot.name())]
    Occupied {
        /// The robot.
        robot: Robot,
        /// The cell of both.
        cell: Cell,
    },
    /// The target is on the centre block or another closed cell (RR-1).
    #[error("target: {0} {1} (RR-1)")]
    TargetOnClosed(Cell, Closure),
    /// The robot of the target is not on the board.
    #[error("target: the {} robot is not on the board", .0.name())]
    TargetRobot(Robot),
}

impl Instance {
    /// Creates an instance without the ricochet rule, in which crossing replaces the further move and no
    /// slide ends on a diagonal.
    ///
    /// # Errors
    /// Returns an error unless the robots stand on different cells of the board, none of them closed
    /// or with a diagonal, and one of them may fulfil the target.
    pub fn new(board: Board, robots: Robots, target: Target) -> Result<Self, InstanceError> {
        Self::with_rules(board, robots, target, SlideRules::default())
    }

    /// Creates an instance without the ricochet rule, with the given rules for slides (RR-5, RR-14).
    ///
    /// # Errors
    /// Returns an error as [`Instance::new`] does; if slides may end on diagonals, robots may stand there.
    pub fn with_rules(
        board: Board,
        robots: Robots,
        target: Target,
        slide_rules: SlideRules,
    ) -> Result<Self, InstanceError> {
        let instance = Self {
            board,
            robots,
            target,
            slide_rules,
            ricochet_rule: false,
        };
        instance.check_robots()?;
        if let Some(closure) = instance.board.closure(target.cell) {
            return Err(InstanceError::TargetOnClosed(target.cell, closure));
        }
        match target.robot {
            Some(robot) if robots.cell(robot).is_none() => Err(InstanceError::TargetRobot(robot)),
            _ => Ok(instance),
        }
    }

    /// Returns the task of the open round of a match, or `None` if no target is open.
    pub fn of_open_round(
        game: &Ricochet,
        table: &PublicState,
    ) -> Option<Result<Self, InstanceError>> {
        let board = table.layout.board().clone();
        let instance = Self::with_rules(board, table.robots, table.target?, game.slide_rules());
        Some(instance.map(|instance| instance.with_ricochet_rule(game.has_ricochet_rule())))
    }

    fn check_robots(&self) -> Result<(), InstanceError> {
        if self.robots.is_empty() {
            return Err(InstanceError::NoRobots);
        }
        for (robot, cell) in self.robots.iter() {
            if let Some(closure) = self.board.closure(cell) {
                return Err(InstanceError::OnClosed {
                    robot,
                    cell,
                    closure,
                });
            }
            if self.board.diagonal(cell).is_some() && !self.slide_rules.stop_on_diagonal {
                return Err(InstanceError::OnDiagonal { robot, cell });
            }
            if self.robots.robot_on(cell) != Some(robot) {
                return Err(InstanceError::Occupied { robot, cell });
            }
        }
        Ok(())
    }

    /// Returns the instance with the ricochet rule on or off (RR-6).
    pub fn with_ricochet_rule(mut self, is_on: bool) -> Self {
        self.ricochet_rule = is_on;
        self
    }

    /// Returns the instance with its robots on other cells, which they have reached by legal moves.
    pub(crate) fn with_robots(&self, robots: Robots) -> Self {
        Self {
            robots,
            ..self.clone()
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the robots at the start.
    pub fn robots(&self) -> &Robots {
        &self.robots
    }

    /// Returns the target.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Returns the rules for slides.
    pub fn slide_rules(&self) -> SlideRules {
        self.slide_rules
    }

    /// Returns `true` if the ricochet rule applies (RR-6).
    pub fn ricochet_rule(&self) -> bool {
        self.ricochet_rule
    }

    /// Returns the task of an attempt at the instance.
    pub fn task(&self) -> Task<'_> {
        Task {
            board: &self.board,
            target: self.target,
            slide_rules: self.slide_rules,
            ricochet_rule: self.ricochet_rule,
        }
    }

    /// Returns the sum of the costs of a solution, or `None` if the moves are not a solution.
    pub fn cost_of(&self, solution: &[Move]) -> Option<u32> {
        let task = self.task();
        let mut attempt = Attempt::new(self.robots);
        for step in solution {
            if attempt.is_solution(&task) {
                return None;
            }
            attempt.apply(&task, *step).ok()?;
        }
        attempt.is_solution(&task).then_some(attempt.cost())
    }
}
