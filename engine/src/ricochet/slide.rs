//! Slides of moves: where a robot stops and what that costs (RR-4, RR-5, RR-9 to RR-15).

use super::action::{Choices, MAX_CHOICES, Move};
use super::board::Board;
use super::cell::{CELLS, Cell, Direction, Grid, MAX_CELLS};
use super::robot::{Robot, Robots};

/// The price of going through a wall (RR-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CrossingCost {
    /// Going through the wall at which a slide starts takes the place of the move's own cost.
    #[default]
    Replaces,
    /// Going through a wall always adds one move.
    Surcharge,
}

impl CrossingCost {
    /// Returns the option value that names this price.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Replaces => "replaces",
            Self::Surcharge => "surcharge",
        }
    }

    /// Returns the price with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Replaces, Self::Surcharge]
            .into_iter()
            .find(|cost| cost.name() == name)
    }
}

/// When a slide of the transparent robot never ends (RR-5, RR-13).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EndlessRule {
    /// When it repeats itself after the last `+` of its move: until then another choice can end it.
    #[default]
    AfterLastPlus,
    /// When it comes to a cell a second time in the same direction, whatever it can still choose. Version 1
    /// of the ruleset has this rule.
    SecondVisit,
}

/// The options that determine how a robot slides, and what the version of the ruleset adds to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SlideRules {
    /// Whether a slide may end on a diagonal (RR-5).
    pub stop_on_diagonal: bool,
    /// The price of going through a wall (RR-14).
    pub crossing_cost: CrossingCost,
    /// When a slide never ends (RR-5).
    pub endless: EndlessRule,
}

/// The result of a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slide {
    /// The cell on which the robot stops.
    pub end: Cell,
    /// The number of moves that it counts as (RR-14).
    pub cost: u16,
    /// Whether a diagonal has turned the robot (RR-6).
    pub is_turned: bool,
    /// The direction in which the robot arrives.
    pub arrival: Direction,
}

/// The error of a move that is not a legal slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalSlide {
    /// The robot does not take part.
    #[error("the {} robot is not on the board", .0.name())]
    NotOnBoard(Robot),
    /// The robot would not leave its cell (RR-4).
    #[error("the {} robot cannot leave {cell} in this direction", .robot.name())]
    Blocked {
        /// The robot.
        robot: Robot,
        /// Its cell.
        cell: Cell,
    },
    /// The slide would end on a diagonal (RR-5).
    #[error("the slide would end on the diagonal of {0}")]
    EndsOnDiagonal(Cell),
    /// The slide never ends (RR-5).
    #[error("the slide never ends: it comes to {0} a second time in the same direction")]
    Endless(Cell),
    /// There are more choices in the move than in its slide.
    #[error("the slide has {0} choices, fewer than the move has signs")]
    UnusedChoice(usize),
}

impl IllegalSlide {
    /// Returns the id of the rule that forbids the move.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::NotOnBoard(_) => "RR-2",
            Self::Blocked { .. } => "RR-4",
            Self::EndsOnDiagonal(_) | Self::Endless(_) => "RR-5",
            Self::UnusedChoice(_) => "RR-13",
        }
    }
}

/// Returns the slide of a move.
///
/// # Errors
/// Returns an error if the move is illegal.
///
/// ```
/// use botwerk_engine::ricochet::{Arrangement, Cell, Move, Robot, Robots, SlideRules, slide};
///
/// let board = "1A-2A-3A-4A".parse::<Arrangement>().unwrap().board();
/// let robots = Robots::EMPTY.with(Robot::Red, "a1".parse().unwrap());
/// let down = slide(&board, &robots, "rS".parse().unwrap(), SlideRules::default()).unwrap();
/// assert_eq!(down.end.to_string(), "a6");
/// assert!(slide(&board, &robots, "rN".parse().unwrap(), SlideRules::default()).is_err());
/// ```
pub fn slide(
    board: &Board,
    robots: &Robots,
    step: Move,
    rules: SlideRules,
) -> Result<Slide, IllegalSlide> {
    let (result, choices) = walk(board, robots, step, rules);
    if choices < step.choices.len() {
        return Err(IllegalSlide::UnusedChoice(choices));
    }
    result
}

/// Appends every legal move of a robot in one direction with its slide, ordered by its choices.
pub fn slides(
    board: &Board,
    robots: &Robots,
    robot: Robot,
    direction: Direction,
    rules: SlideRules,
    found: &mut Vec<(Move, Slide)>,
) {
    let first = found.len();
    push_slides(board, robots, Move::new(robot, direction), rules, found);
    found[first..].sort_unstable_by_key(|(step, _)| step.choices);
}

/// Returns every legal move of every robot with its slide, ordered by robot, direction and choices.
///
/// ```
/// use botwerk_engine::ricochet::{Arrangement, Robot, Robots, SlideRules, all_slides};
///
/// let board = "1A-2A-3A-4A".parse::<Arrangement>().unwrap().board();
/// let robots = Robots::EMPTY.with(Robot::Red, "a1".parse().unwrap());
/// let found = all_slides(&board, &robots, SlideRules::default());
/// let moves: Vec<_> = found.iter().map(|(step, _)| step.to_string()).collect();
/// assert_eq!(moves, ["rE", "rS"]);
/// ```
pub fn all_slides(board: &Board, robots: &Robots, rules: SlideRules) -> Vec<(Move, Slide)> {
    let mut found = Vec::new();
    for (robot, _) in robots.iter() {
        for direction in Direction::ALL {
            slides(board, robots, robot, direction, rules, &mut found);
        }
    }
    found
}

/// Appends the legal moves that begin with the choices of `step` and have further ones.
fn push_slides(
    board: &Board,
    robots: &Robots,
    step: Move,
    rules: SlideRules,
    found: &mut Vec<(Move, Slide)>,
) {
    let (result, choices) = walk(board, robots, step, rules);
    if let Ok(slide) = result {
        found.push((step, slide));
    }
    for index in step.choices.len()..choices.min(MAX_CHOICES) {
        let choices = Choices::from_bits(step.choices.bits() | 1 << index);
        push_slides(board, robots, Move { choices, ..step }, rules, found);
    }
}

/// A robot that slides over a board whose grid has 64 times `WORDS` cells.
struct Walk<'a, const WORDS: usize> {
    board: &'a Board,
    robots: &'a Robots,
    step: Move,
    rules: SlideRules,
    cell: Cell,
    direction: Direction,
    has_moved: bool,
    is_turned: bool,
    cost: u16,
    /// Number of choices so far.
    choices: usize,
    /// For each direction, the cells to which the robot has come since it repeats itself if it comes there again.
    visited: [[u64; WORDS]; 4],
}

/// Follows a move to its end. Returns its slide and the number of choices on the way.
fn walk(
    board: &Board,
    robots: &Robots,
    step: Move,
    rules: SlideRules,
) -> (Result<Slide, IllegalSlide>, usize) {
    match board.size().grid() {
        Grid::Side16 => walk_in_grid::<{ CELLS / 64 }>(board, robots, step, rules),
        Grid::Side32 => walk_in_grid::<{ MAX_CELLS / 64 }>(board, robots, step, rules),
    }
}

fn walk_in_grid<const WORDS: usize>(
    board: &Board,
    robots: &Robots,
    step: Move,
    rules: SlideRules,
) -> (Result<Slide, IllegalSlide>, usize) {
    let Some(cell) = robots.cell(step.robot) else {
        return (Err(IllegalSlide::NotOnBoard(step.robot)), 0);
    };
    let mut walk = Walk::<WORDS> {
        board,
        robots,
        step,
        rules,
        cell,
        direction: step.direction,
        has_moved: false,
        is_turned: false,
        cost: 1,
        choices: 0,
        visited: [[0; WORDS]; 4],
    };
    let result = walk.run();
    let choices = match result {
        // Every lap has the same choices, so there is always a further one.
        Err(IllegalSlide::Endless(_))
            if walk.choices > 0 && rules.endless == EndlessRule::AfterLastPlus =>
        {
            MAX_CHOICES
        }
        _ => walk.choices,
    };
    (result, choices)
}

impl<const WORDS: usize> Walk<'_, WORDS> {
    fn run(&mut self) -> Result<Slide, IllegalSlide> {
        while let Some(next) = self.next_cell() {
            if !self.visit() {
                return Err(IllegalSlide::Endless(self.cell));
            }
            self.enter(next);
        }
        self.stop()
    }

    /// Returns the cell that the robot enters next, or `None` if it stops.
    fn next_cell(&mut self) -> Option<Cell> {
        let next = self.board.neighbour(self.cell, self.direction)?;
        let is_free = self
            .robots
            .robot_on(next)
            .is_none_or(|it| it == self.step.robot);
        if !is_free {
            return None;
        }
        if self.board.has_wall(self.cell, self.direction) && !self.crosses_wall() {
            return None;
        }
        Some(next)
    }

    /// Returns `true` if the robot goes through the wall ahead, behind which no robot stands (RR-10).
    fn crosses_wall(&mut self) -> bool {
        if self.step.robot != Robot::Transparent
            || !self.board.can_be_crossed(self.cell, self.direction)
        {
            return false;
        }
        if !self.has_moved {
            // A slide of no cells is no move, so there is no choice.
            if self.rules.crossing_cost == CrossingCost::Surcharge {
                self.cost += 1;
            }
            return true;
        }
        // On a diagonal the robot cannot stop, so there is no choice (RR-15).
        if self.can_stop() && !self.choose() {
            return false;
        }
        self.cost += 1;
        true
    }

    /// Returns the next choice.
    fn choose(&mut self) -> bool {
        let is_plus = self.step.choices.is_plus(self.choices);
        self.choices += 1;
        is_plus
    }

    /// Records that the robot was here in this direction; returns `false` if it was before and now repeats
    /// itself.
    fn visit(&mut self) -> bool {
        let can_leave = self.choices < self.step.choices.len();
        if can_leave && self.rules.endless == EndlessRule::AfterLastPlus {
            return true;
        }
        let bit = 1 << (self.cell.index() % 64);
        let set = &mut self.visited[self.direction.index()][self.cell.index() / 64];
        let is_first = *set & bit == 0;
        *set |= bit;
        is_first
    }

    /// Enters a cell and is turned by its diagonal, or passes it (RR-5, RR-13).
    fn enter(&mut self, next: Cell) {
        self.cell = next;
        self.has_moved = true;
        let Some(diagonal) = self.board.diagonal(next) else {
            return;
        };
        if diagonal.robot == self.step.robot {
            return;
        }
        if self.step.robot == Robot::Transparent && self.choose() {
            self.cost += 1;
        } else {
            self.direction = diagonal.turn(self.direction);
            self.is_turned = true;
        }
    }

    /// Returns `true` if the rules allow the robot to stop on its cell (RR-5).
    fn can_stop(&self) -> bool {
        self.rules.stop_on_diagonal || self.board.diagonal(self.cell).is_none()
    }

    fn stop(&self) -> Result<Slide, IllegalSlide> {
        if !self.has_moved {
            return Err(IllegalSlide::Blocked {
                robot: self.step.robot,
                cell: self.cell,
            });
        }
        if !self.can_stop() {
            return Err(IllegalSlide::EndsOnDiagonal(self.cell));
        }
        Ok(Slide {
            end: self.cell,
            cost: self.cost,
            is_turned: self.is_turned,
            arrival: self.direction,
        })
    }
}
