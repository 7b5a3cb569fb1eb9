//! The actions of Netzwerk, with their notation and numbers, and the moves of robots with their energy (NW-9).

use std::fmt;
use std::str::FromStr;

use super::lattice::{Field, Point, Square, Squares};
use super::side::Side;
use crate::notation::{ParseError, Scanner};

/// One atomic action; ordered by its number.
///
/// ```
/// use botwerk_engine::netzwerk::Action;
///
/// let action: Action = "b2xb4".parse().unwrap();
/// assert!(matches!(action, Action::Robot { captures: true, .. }));
/// assert_eq!(Action::from_number(action.number()), Some(action));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A robot's step, jump or capture, `b2-b4`, `b2-b6`, `b2xb4` (NW-6 to NW-10).
    Robot {
        /// The square that it leaves.
        from: Square,
        /// The square on which it ends, one or two squares away in a straight line.
        to: Square,
        /// Whether it captures the robot on that square.
        captures: bool,
    },
    /// The end of the robot phase, `/` (NW-5).
    EndRobots,
    /// A battery's move, `k3-g3` (NW-14 to NW-17).
    Battery {
        /// The field that it leaves.
        from: Field,
        /// The field on which it ends, in a straight line.
        to: Field,
    },
    /// The end of the turn, `.` (NW-5).
    EndTurn,
    /// The referee: a side leaves the match, `leave w` (NW-30).
    Leave(Side),
}

// Numbers of actions, in this order without gaps.
const ROBOT: usize = 0;
const END_ROBOTS: usize = ROBOT + 2 * ROBOT_MOVES.count;
const BATTERY: usize = END_ROBOTS + 1;
const END_TURN: usize = BATTERY + BATTERY_MOVES.count;
const LEAVE: usize = END_TURN + 1;

/// Number of action numbers.
pub(super) const ACTIONS: usize = LEAVE + 2;

/// The pairs of points of the largest board that one move can connect, in order.
struct MoveNumbers {
    /// Number of each pair, by `64 * from + to`; `u16::MAX` for a pair that no move connects.
    numbers: [u16; 64 * 64],
    /// The pair with each number, as bits of a point set.
    pairs: [(u8, u8); 1024],
    /// Number of pairs.
    count: usize,
}

impl MoveNumbers {
    /// Numbers the pairs of points on one line, at most `reach` apart, of a square grid with `side`
    /// points on each side.
    const fn new(side: usize, reach: usize) -> Self {
        let mut moves = Self {
            numbers: [u16::MAX; 64 * 64],
            pairs: [(0, 0); 1024],
            count: 0,
        };
        let mut from = 0;
        while from < 64 {
            let mut to = 0;
            while to < 64 {
                let (files, ranks) = ((from % 8, to % 8), (from / 8, to / 8));
                let is_inside =
                    files.0 < side && files.1 < side && ranks.0 < side && ranks.1 < side;
                let (across, along) = (distance(files), distance(ranks));
                let is_straight = (across == 0) != (along == 0);
                if is_inside && is_straight && across + along <= reach {
                    moves.numbers[from * 64 + to] = moves.count as u16;
                    moves.pairs[moves.count] = (from as u8, to as u8);
                    moves.count += 1;
                }
                to += 1;
            }
            from += 1;
        }
        moves
    }

    fn number<P: Point>(&self, from: P, to: P) -> Option<usize> {
        let number = self.numbers[usize::from(from.bit()) * 64 + usize::from(to.bit())];
        (number != u16::MAX).then_some(usize::from(number))
    }

    fn pair<P: Point>(&self, number: usize) -> (P, P) {
        let (from, to) = self.pairs[number];
        (P::from_bit(from), P::from_bit(to))
    }
}

const fn distance((a, b): (usize, usize)) -> usize {
    a.abs_diff(b)
}

static ROBOT_MOVES: MoveNumbers = MoveNumbers::new(Square::SIDE, 2);
static BATTERY_MOVES: MoveNumbers = MoveNumbers::new(Field::SIDE, Field::SIDE - 1);

impl Action {
    /// Returns the dense number: robots (from, to, then without and with capture), `/`, batteries
    /// (from, to), `.`, leave. It is the same on boards of every size.
    pub fn number(self) -> u32 {
        // Actions come from move generation, numbers or text, all of which produce straight moves
        // only.
        let number = match self {
            Self::Robot { from, to, captures } => {
                let pair = ROBOT_MOVES.number(from, to).unwrap_or_default();
                ROBOT + 2 * pair + usize::from(captures)
            }
            Self::EndRobots => END_ROBOTS,
            Self::Battery { from, to } => {
                BATTERY + BATTERY_MOVES.number(from, to).unwrap_or_default()
            }
            Self::EndTurn => END_TURN,
            Self::Leave(side) => LEAVE + side.index(),
        };
        number as u32
    }

    /// Returns the action with this number, or `None` if the number is out of range.
    pub fn from_number(number: u32) -> Option<Self> {
        let number = number as usize;
        match number {
            ROBOT..END_ROBOTS => {
                let (from, to) = ROBOT_MOVES.pair((number - ROBOT) / 2);
                let captures = (number - ROBOT) % 2 == 1;
                Some(Self::Robot { from, to, captures })
            }
            END_ROBOTS => Some(Self::EndRobots),
            BATTERY..END_TURN => {
                let (from, to) = BATTERY_MOVES.pair(number - BATTERY);
                Some(Self::Battery { from, to })
            }
            END_TURN => Some(Self::EndTurn),
            LEAVE..ACTIONS => Some(Self::Leave(Side::ALL[number - LEAVE])),
            _ => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Robot { from, to, captures } => {
                let sign = if *captures { 'x' } else { '-' };
                write!(f, "{from}{sign}{to}")
            }
            Self::EndRobots => f.write_str("/"),
            Self::Battery { from, to } => write!(f, "{from}-{to}"),
            Self::EndTurn => f.write_str("."),
            Self::Leave(side) => write!(f, "leave {}", side.letter()),
        }
    }
}

/// The expectation of a parser that finds no action.
const EXPECTED_ACTION: &str =
    "a robot's move such as `b2-b4` or `b2xb4`, a battery's such as `k3-g3`, `/`, `.` or `leave`";

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("action", text);
        let action = read_action(&mut scan)?;
        scan.finish()?;
        Ok(action)
    }
}

/// Reads an action at the cursor.
pub(super) fn read_action(scan: &mut Scanner<'_>) -> Result<Action, ParseError> {
    if scan.accept("/") {
        return Ok(Action::EndRobots);
    }
    if scan.accept(".") {
        return Ok(Action::EndTurn);
    }
    if scan.accept("leave ") {
        return read_side(scan).map(Action::Leave);
    }
    // Squares and energy fields have different files, so the letter distinguishes them.
    match scan.rest().bytes().next() {
        Some(b'b' | b'd' | b'f' | b'h' | b'j' | b'l') => read_robot(scan),
        Some(b'a' | b'c' | b'e' | b'g' | b'i' | b'k' | b'm') => read_battery(scan),
        _ => Err(scan.expected(EXPECTED_ACTION)),
    }
}

fn read_robot(scan: &mut Scanner<'_>) -> Result<Action, ParseError> {
    let from = Square::read(scan)?;
    let captures = scan.accept("x");
    if !captures && !scan.accept("-") {
        return Err(scan.expected("`-` or `x`"));
    }
    let before = scan.clone();
    let to = Square::read(scan)?;
    if ROBOT_MOVES.number(from, to).is_none() {
        return Err(before.expected(format!("a square one or two straight away from {from}")));
    }
    Ok(Action::Robot { from, to, captures })
}

fn read_battery(scan: &mut Scanner<'_>) -> Result<Action, ParseError> {
    let from = Field::read(scan)?;
    scan.expect("-")?;
    let before = scan.clone();
    let to = Field::read(scan)?;
    if BATTERY_MOVES.number(from, to).is_none() {
        return Err(before.expected(format!("an energy field on a line with {from}")));
    }
    Ok(Action::Battery { from, to })
}

/// Reads `w` or `b`.
pub(super) fn read_side(scan: &mut Scanner<'_>) -> Result<Side, ParseError> {
    let side = Side::ALL
        .into_iter()
        .find(|side| scan.accept(side.letter()));
    side.ok_or_else(|| scan.expected("`w` or `b`"))
}

/// Energy of a step (NW-9).
pub(super) const STEP: u8 = 1;

/// Additional energy of a capture (NW-9).
pub(super) const CAPTURE: u8 = 1;

/// Additional energy of a jump (NW-9).
pub(super) const JUMP: u8 = 2;

/// Returns the energy of a move.
pub(super) const fn energy_of(captures: bool, jumps: bool) -> u8 {
    STEP + if captures { CAPTURE } else { 0 } + if jumps { JUMP } else { 0 }
}

/// A robot's move: a step, a jump or a capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RobotMove {
    /// The square that it leaves.
    pub from: Square,
    /// The square on which it ends.
    pub to: Square,
    /// Whether it captures the robot on that square.
    pub captures: bool,
    /// The energy that it costs (NW-9).
    pub energy: u8,
}

impl RobotMove {
    /// A placeholder where no move was made.
    pub(super) const NONE: Self = Self {
        from: Square::ORIGIN,
        to: Square::ORIGIN,
        captures: false,
        energy: 0,
    };

    /// Creates a move by one square, or by two squares as a jump.
    #[inline]
    pub(super) fn new(from: Square, to: Square, captures: bool) -> Self {
        // Neighbours lie 1 or 8 bits apart.
        let jumps = !matches!(from.bit().abs_diff(to.bit()), 1 | 8);
        Self {
            from,
            to,
            captures,
            energy: energy_of(captures, jumps),
        }
    }

    /// Returns the squares that the move depends on: both ends and the square jumped over. Empty if
    /// it captures or leads home, since it may then decide the match.
    pub(super) fn squares_of_plain(self, home: Squares) -> Squares {
        if self.captures || home.contains(self.to) {
            return Squares::EMPTY;
        }
        let middle = Square::from_bit(u8::midpoint(self.from.bit(), self.to.bit()));
        let ends = Squares::one(self.from).with(self.to);
        if self.energy > STEP {
            ends.with(middle)
        } else {
            ends
        }
    }

    /// Returns the move as an action.
    pub const fn action(self) -> Action {
        Action::Robot {
            from: self.from,
            to: self.to,
            captures: self.captures,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn action_numbers_are_1024_in_order() {
        assert_eq!(ACTIONS, 1024);
        let all: Vec<_> = (0..1024).filter_map(Action::from_number).collect();
        assert_eq!(all.len(), 1024);
        assert!(all.is_sorted());
    }

    #[test]
    fn malformed_action_is_rejected_with_the_expected_text() {
        let error = |text: &str| text.parse::<Action>().unwrap_err().to_string();
        assert_eq!(
            error("b2-d4"),
            "action: at byte 3: expected a square one or two straight away from b2, found `d4`"
        );
        assert_eq!(
            error("k3-k3"),
            "action: at byte 3: expected an energy field on a line with k3, found `k3`"
        );
        assert_eq!(
            error("b2b4"),
            "action: at byte 2: expected `-` or `x`, found `b4`"
        );
        assert_eq!(
            error("leave x"),
            "action: at byte 6: expected `w` or `b`, found `x`"
        );
    }
}
