//! The actions of Micro Robots, with their notation and numbers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::space::{MAX_MOVES, SPACES, Space, read_space};
use crate::notation::{ParseError, Scanner};
use crate::race::notation::{MAX_ANNOUNCEMENT, read_announcement, read_argument, read_seat};
use crate::seat::{MAX_SEATS, Seat};

/// One atomic action; ordered by its number.
///
/// ```
/// use botwerk_engine::micro_robots::Action;
///
/// assert_eq!("say 5".parse(), Ok(Action::Say(5)));
/// assert_eq!("roll 2W via 3B".parse::<Action>().unwrap().to_string(), "roll 2W via 3B");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Chance: the first start space is `start 1P` (MR-6).
    Start(Space),
    /// Chance: the target is `roll 2W`, in the expert variant `roll 2W via 3B` (MR-6, MR-29).
    Roll {
        /// The space on which the route must end.
        target: Space,
        /// The space on which an earlier move must end, in the expert variant.
        via: Option<Space>,
    },
    /// A seat announces a number of moves, `say 5` (MR-13).
    Say(u8),
    /// A seat declines to announce in this round, `pass` (MR-23).
    Pass,
    /// The next space of a shown route, `to 6P` (MR-14).
    To(Space),
    /// The shown route ends here, `end` (MR-14).
    End,
    /// The referee abandons the round, `break` (MR-22).
    Break,
    /// The referee: the seat did not show its route in time, `late 1` (MR-18).
    Late(Seat),
    /// The referee: the seat leaves the match, `leave 1` (MR-31).
    Leave(Seat),
}

// Numbers of actions, in this order without gaps.
const START: usize = 0;
const ROLL: usize = START + SPACES;
const SAY: usize = ROLL + SPACES * (SPACES + 1);
const PASS: usize = SAY + MAX_MOVES;
const TO: usize = PASS + 1;
const END: usize = TO + SPACES;
const BREAK: usize = END + 1;
const LATE: usize = BREAK + 1;
const LEAVE: usize = LATE + MAX_SEATS;

impl Action {
    /// Returns the dense number: start, roll (target, then without and with each intermediate target),
    /// say, pass, to, end, break, late, leave.
    pub fn number(self) -> u32 {
        let number = match self {
            Self::Start(space) => START + space.index(),
            Self::Roll { target, via } => {
                ROLL + target.index() * (SPACES + 1) + via.map_or(0, |via| via.index() + 1)
            }
            Self::Say(number) => SAY + number as usize - 1,
            Self::Pass => PASS,
            Self::To(space) => TO + space.index(),
            Self::End => END,
            Self::Break => BREAK,
            Self::Late(seat) => LATE + seat.index(),
            Self::Leave(seat) => LEAVE + seat.index(),
        };
        number as u32
    }

    /// Returns all actions, in the order of their numbers.
    pub(super) fn all() -> Vec<Self> {
        let roll = |target| {
            let vias = std::iter::once(None).chain(Space::all().map(Some));
            vias.map(move |via| Self::Roll { target, via })
        };
        let starts = Space::all().map(Self::Start);
        starts
            .chain(Space::all().flat_map(roll))
            .chain((1..=MAX_ANNOUNCEMENT).map(Self::Say))
            .chain([Self::Pass])
            .chain(Space::all().map(Self::To))
            .chain([Self::End, Self::Break])
            .chain(Seat::all(MAX_SEATS).map(Self::Late))
            .chain(Seat::all(MAX_SEATS).map(Self::Leave))
            .collect()
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(space) => write!(f, "start {space}"),
            Self::Roll { target, via: None } => write!(f, "roll {target}"),
            Self::Roll {
                target,
                via: Some(via),
            } => write!(f, "roll {target} via {via}"),
            Self::Say(number) => write!(f, "say {number}"),
            Self::Pass => f.write_str("pass"),
            Self::To(space) => write!(f, "to {space}"),
            Self::End => f.write_str("end"),
            Self::Break => f.write_str("break"),
            Self::Late(seat) => write!(f, "late {seat}"),
            Self::Leave(seat) => write!(f, "leave {seat}"),
        }
    }
}

/// The expectation of a parser that finds no action.
const EXPECTED_ACTION: &str =
    "`start`, `roll`, `say`, `pass`, `to`, `end`, `break`, `late` or `leave`";

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut scan = Scanner::new("action", text);
        let action = match scan.until(" ") {
            "start" => Self::Start(read_argument(&mut scan, read_space)?),
            "roll" => {
                let target = read_argument(&mut scan, read_space)?;
                let via = scan
                    .accept(" via")
                    .then(|| read_argument(&mut scan, read_space))
                    .transpose()?;
                Self::Roll { target, via }
            }
            "say" => Self::Say(read_argument(&mut scan, read_announcement)?),
            "pass" => Self::Pass,
            "to" => Self::To(read_argument(&mut scan, read_space)?),
            "end" => Self::End,
            "break" => Self::Break,
            "late" => Self::Late(read_argument(&mut scan, read_seat)?),
            "leave" => Self::Leave(read_argument(&mut scan, read_seat)?),
            _ => return Err(ParseError::new("action", text, 0, EXPECTED_ACTION)),
        };
        scan.finish()?;
        Ok(action)
    }
}
