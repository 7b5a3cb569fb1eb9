//! Attempts: moves towards a target, one after the other (RR-3, RR-6).

use super::action::Move;
use super::board::Board;
use super::cell::Direction;
use super::robot::{MAX_ROBOTS, Robot, Robots};
use super::slide::{IllegalSlide, Slide, SlideRules, slide};
use super::target::Target;

/// What an attempt has to achieve, and under which rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Task<'a> {
    /// The board.
    pub board: &'a Board,
    /// The target.
    pub target: Target,
    /// How robots slide.
    pub slide_rules: SlideRules,
    /// Whether the robot that fulfils the target must have turned (RR-6).
    pub ricochet_rule: bool,
}

/// How far a robot has turned in an attempt (RR-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Turning {
    /// The robot has not moved.
    #[default]
    Unmoved,
    /// All its moves were horizontal.
    Horizontal,
    /// All its moves were vertical.
    Vertical,
    /// It has moved on both axes, or a diagonal has turned it.
    Turned,
}

impl Turning {
    /// Returns the state after a move that starts in `direction` and is turned by a diagonal if `is_turned`.
    pub const fn after(self, direction: Direction, is_turned: bool) -> Self {
        if is_turned {
            return Self::Turned;
        }
        match (self, direction.is_horizontal()) {
            (Self::Unmoved | Self::Horizontal, true) => Self::Horizontal,
            (Self::Unmoved | Self::Vertical, false) => Self::Vertical,
            _ => Self::Turned,
        }
    }
}

/// The error of a move that an attempt must not make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The move is no legal slide.
    #[error(transparent)]
    Slide(#[from] IllegalSlide),
    /// The move reverses the one immediately before (RR-6).
    #[error("the {} robot must not reverse its move before another robot has moved", .0.name())]
    Reversal(Robot),
    /// The robot would stop on the target before it has turned (RR-6).
    #[error("the {} robot must not stop on its target before it has turned", .0.name())]
    StraightToTarget(Robot),
}

impl IllegalMove {
    /// Returns the id of the rule that forbids the move.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Slide(error) => error.rule(),
            Self::Reversal(_) | Self::StraightToTarget(_) => "RR-6",
        }
    }
}

/// The robots in the course of an attempt.
///
/// ```
/// use botwerk_engine::ricochet::{Arrangement, Attempt, Robot, Robots, SlideRules, Task};
///
/// let board = "1A-2A-3A-4A".parse::<Arrangement>().unwrap().board();
/// let task = Task {
///     board: &board,
///     target: "r:a6".parse().unwrap(),
///     slide_rules: SlideRules::default(),
///     ricochet_rule: false,
/// };
/// let mut attempt = Attempt::new(Robots::EMPTY.with(Robot::Red, "a1".parse().unwrap()));
/// attempt.apply(&task, "rS".parse().unwrap()).unwrap();
/// assert_eq!(attempt.cost(), 1);
/// assert!(attempt.is_solution(&task));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt {
    robots: Robots,
    cost: u32,
    turnings: [Turning; MAX_ROBOTS],
    last: Option<(Robot, Direction)>,
}

impl Attempt {
    /// Creates an attempt without moves.
    pub const fn new(robots: Robots) -> Self {
        Self {
            robots,
            cost: 0,
            turnings: [Turning::Unmoved; MAX_ROBOTS],
            last: None,
        }
    }

    /// Returns the robots after the moves so far.
    pub const fn robots(&self) -> &Robots {
        &self.robots
    }

    /// Returns the sum of the costs of the moves so far (RR-17).
    pub const fn cost(&self) -> u32 {
        self.cost
    }

    /// Returns how far a robot has turned.
    pub const fn turning(&self, robot: Robot) -> Turning {
        self.turnings[robot.index()]
    }

    /// Returns the robot that moved last and the direction in which it arrived.
    pub const fn last(&self) -> Option<(Robot, Direction)> {
        self.last
    }

    /// Applies a move.
    ///
    /// # Errors
    /// Returns an error if the move is illegal; the attempt is then unchanged.
    pub fn apply(&mut self, task: &Task<'_>, step: Move) -> Result<Slide, IllegalMove> {
        let slide = self.check(task, step)?;
        let turning = &mut self.turnings[step.robot.index()];
        *turning = turning.after(step.direction, slide.is_turned);
        self.robots = self.robots.with(step.robot, slide.end);
        self.cost += u32::from(slide.cost);
        self.last = Some((step.robot, slide.arrival));
        Ok(slide)
    }

    /// Returns the slide of a move without applying it.
    ///
    /// # Errors
    /// Returns an error if the move is illegal.
    pub fn check(&self, task: &Task<'_>, step: Move) -> Result<Slide, IllegalMove> {
        let Move {
            robot, direction, ..
        } = step;
        if task.ricochet_rule && self.last == Some((robot, direction.opposite())) {
            return Err(IllegalMove::Reversal(robot));
        }
        let slide = slide(task.board, &self.robots, step, task.slide_rules)?;
        let turning = self.turning(robot).after(direction, slide.is_turned);
        if task.ricochet_rule
            && slide.end == task.target.cell
            && task.target.allows(robot)
            && turning != Turning::Turned
        {
            return Err(IllegalMove::StraightToTarget(robot));
        }
        Ok(slide)
    }

    /// Returns `true` if the last move has fulfilled the target: a robot that may do so has stopped on it
    /// (RR-3), and has turned if the ricochet rule is played (RR-6).
    pub fn is_solution(&self, task: &Task<'_>) -> bool {
        let Some((robot, _)) = self.last else {
            return false;
        };
        let is_on_target = self.robots.cell(robot) == Some(task.target.cell);
        let has_turned = !task.ricochet_rule || self.turning(robot) == Turning::Turned;
        is_on_target && task.target.allows(robot) && has_turned
    }
}
