//! Actions of Netzwerk, their text and their numbers.

use std::fmt;
use std::str::FromStr;

use super::lattice::{Field, Point, Square};
use super::side::Side;
use crate::notation::{ParseError, Scanner};

/// One atomic action; ordered by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A robot's step, jump or capture, `b2-b4`, `b2-b6`, `b2xb4` (NW-6 to NW-10).
    Robot {
        /// Where it stands.
        from: Square,
        /// Where it goes, one or two squares away in a straight line.
        to: Square,
        /// Whether it captures there.
        captures: bool,
    },
    /// The end of the robot phase, `/` (NW-5).
    EndRobots,
    /// A battery's move, `k3-g3` (NW-14 to NW-17).
    Battery {
        /// Where it lies.
        from: Field,
        /// Where it goes, in a straight line.
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

/// How many numbers there are.
pub(super) const ACTIONS: usize = LEAVE + 2;

/// Pairs of points of the largest board that one move may connect, in order.
struct Moves {
    /// The number of a pair, by from x 64 + to; `u16::MAX` for none.
    numbers: [u16; 64 * 64],
    /// The pair of a number, as bits.
    pairs: [(u8, u8); 1024],
    /// How many pairs there are.
    count: usize,
}

impl Moves {
    /// Pairs on one line, at most `reach` apart, of a square grid with so many points a side.
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
                let inside = files.0 < side && files.1 < side && ranks.0 < side && ranks.1 < side;
                let away = (distance(files), distance(ranks));
                let straight = (away.0 == 0) != (away.1 == 0);
                if inside && straight && away.0 + away.1 <= reach {
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
        (P::of_bit(from), P::of_bit(to))
    }
}

const fn distance((a, b): (usize, usize)) -> usize {
    a.abs_diff(b)
}

static ROBOT_MOVES: Moves = Moves::new(Square::SIDE, 2);
static BATTERY_MOVES: Moves = Moves::new(Field::SIDE, Field::SIDE - 1);

impl Action {
    /// The dense number: robots (from, to, then without and with capture), `/`, batteries (from,
    /// to), `.`, leave. The same on boards of every size.
    pub fn number(self) -> u32 {
        // Actions are made by generation, by their number or from text, all of which know only
        // straight moves.
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

    /// The action with this number.
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
                let way = if *captures { 'x' } else { '-' };
                write!(f, "{from}{way}{to}")
            }
            Self::EndRobots => f.write_str("/"),
            Self::Battery { from, to } => write!(f, "{from}-{to}"),
            Self::EndTurn => f.write_str("."),
            Self::Leave(side) => write!(f, "leave {}", side.letter()),
        }
    }
}

/// What a parser says it wanted where no action stands.
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
    // Robots stand on even ranks, batteries lie on odd ones, so the file's letter tells them apart.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_1024_actions() {
        assert_eq!(ACTIONS, 1024);
        let all: Vec<_> = (0..1024).filter_map(Action::from_number).collect();
        assert_eq!(all.len(), 1024);
        assert!(all.is_sorted());
    }

    #[test]
    fn texts_name_what_they_want() {
        let wrong = |text: &str| text.parse::<Action>().unwrap_err().to_string();
        assert_eq!(
            wrong("b2-d4"),
            "action: at byte 3: expected a square one or two straight away from b2, found `d4`"
        );
        assert_eq!(
            wrong("k3-k3"),
            "action: at byte 3: expected an energy field on a line with k3, found `k3`"
        );
        assert_eq!(
            wrong("b2b4"),
            "action: at byte 2: expected `-` or `x`, found `b4`"
        );
        assert_eq!(
            wrong("leave x"),
            "action: at byte 6: expected `w` or `b`, found `x`"
        );
    }
}
