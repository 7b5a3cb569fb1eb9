//! The actions of Droids, their text and their numbers, and the containers of a whole hand, named at once (DR-10).

use std::fmt;
use std::str::FromStr;

use super::hand::ColourCounts;
use super::roll::Roll;
use super::ruleset::HAND_SIZE;
use super::side::Side;
use super::square::Arrow;
use super::stone::{Colour, Kind, Stone, read_arrow};
use super::transmitter::{Slot, Transmitter};
use crate::notation::{ParseError, Scanner};

/// One atomic action, ordered by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Draws a stone from a container, `draw violet` (DR-10).
    Draw(Colour),
    /// Names the containers of a whole hand, `draw v2,b1,r3,g1` (DR-10).
    DrawAll(Draws),
    /// Sets a stone of the hand, `set V2 S 5.1` (DR-11, DR-12).
    Set {
        /// The kind of the stone.
        kind: Kind,
        /// The direction of its arrow.
        arrow: Arrow,
        /// The slot.
        slot: Slot,
    },
    /// Stops setting, `stop` (DR-13).
    Stop,
    /// Sends the front stone of a transmitter, `send 5`, or a relay stone, `send 5 >N` (DR-14).
    Send {
        /// The transmitter.
        transmitter: Transmitter,
        /// The side whose droid a relay stone orders; `None` for other stones and without targets
        /// (DR-22).
        target: Option<Side>,
    },
    /// Lifts a damage strip, `lift 7` (DR-27).
    Lift(Transmitter),
    /// Removes a seat from the match, by the referee, `leave S` (DR-41).
    Leave(Side),
    /// The stone that chance samples from a container, `stone V2` (DR-40).
    Stone(Kind),
    /// The die that selects a transmitter or the solo shift, by chance, `die 7` (DR-25, DR-37).
    Die(Transmitter),
    /// The start roll, by chance, `start S4,N9` (DR-7).
    Start(Roll),
}

// The first number of each variant, in this order without gaps.
const ARROWS: usize = 4;
const DRAW: usize = 0;
const DRAW_ALL: usize = DRAW + Colour::ALL.len();
const SET: usize = DRAW_ALL + Draws::COUNT;
const STOP: usize = SET + Kind::COUNT * ARROWS * Slot::COUNT;
const SEND: usize = STOP + 1;
/// No target, or one of four sides.
const TARGETS: usize = 1 + Side::ALL.len();
const LIFT: usize = SEND + Transmitter::COUNT * TARGETS;
const LEAVE: usize = LIFT + Transmitter::COUNT;
const STONE: usize = LEAVE + Side::ALL.len();
const DIE: usize = STONE + Kind::COUNT;
const START: usize = DIE + Transmitter::COUNT;

/// Number of actions.
pub(super) const ACTION_COUNT: usize = START + Roll::COUNT;

impl Action {
    /// Returns the dense number. The order is draws, named hands, sets (by kind, arrow, slot),
    /// stop, sends (by transmitter, target), lifts, leaves, sampled stones, dice, start rolls. It
    /// is the same for all numbers of seats, scenarios and options.
    pub fn number(self) -> u32 {
        let number = match self {
            Self::Draw(colour) => DRAW + colour.index(),
            Self::DrawAll(draws) => DRAW_ALL + draws.index(),
            Self::Set { kind, arrow, slot } => {
                // A kind has either the four straight or the four diagonal arrows.
                let arrow = arrow.index() % ARROWS;
                SET + (kind.index() * ARROWS + arrow) * Slot::COUNT + slot.index()
            }
            Self::Stop => STOP,
            Self::Send {
                transmitter,
                target,
            } => SEND + transmitter.index() * TARGETS + target.map_or(0, |side| side.index() + 1),
            Self::Lift(transmitter) => LIFT + transmitter.index(),
            Self::Leave(side) => LEAVE + side.index(),
            Self::Stone(kind) => STONE + kind.index(),
            Self::Die(transmitter) => DIE + transmitter.index(),
            Self::Start(roll) => START + roll.index(),
        };
        number as u32
    }

    /// Returns the action with this number, or `None` if the number is out of range.
    pub fn from_number(number: u32) -> Option<Self> {
        let number = number as usize;
        match number {
            DRAW..DRAW_ALL => Some(Self::Draw(Colour::ALL[number - DRAW])),
            DRAW_ALL..SET => Draws::from_index(number - DRAW_ALL).map(Self::DrawAll),
            SET..STOP => {
                let number = number - SET;
                let kind = Kind::from_index(number / (ARROWS * Slot::COUNT))?;
                Some(Self::Set {
                    kind,
                    arrow: kind.arrows()[number / Slot::COUNT % ARROWS],
                    slot: Slot::from_index(number % Slot::COUNT)?,
                })
            }
            STOP => Some(Self::Stop),
            SEND..LIFT => {
                let target = ((number - SEND) % TARGETS).checked_sub(1);
                Some(Self::Send {
                    transmitter: Transmitter::from_index((number - SEND) / TARGETS)?,
                    target: target.map(|index| Side::ALL[index]),
                })
            }
            LIFT..LEAVE => Transmitter::from_index(number - LIFT).map(Self::Lift),
            LEAVE..STONE => Some(Self::Leave(Side::ALL[number - LEAVE])),
            STONE..DIE => Kind::from_index(number - STONE).map(Self::Stone),
            DIE..START => Transmitter::from_index(number - DIE).map(Self::Die),
            START..ACTION_COUNT => Roll::from_index(number - START).map(Self::Start),
            _ => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw(colour) => write!(f, "draw {colour}"),
            Self::DrawAll(draws) => write!(f, "draw {draws}"),
            Self::Set { kind, arrow, slot } => write!(f, "set {kind} {arrow} {slot}"),
            Self::Stop => f.write_str("stop"),
            Self::Send {
                transmitter,
                target: None,
            } => write!(f, "send {transmitter}"),
            Self::Send {
                transmitter,
                target: Some(side),
            } => write!(f, "send {transmitter} >{side}"),
            Self::Lift(transmitter) => write!(f, "lift {transmitter}"),
            Self::Leave(side) => write!(f, "leave {side}"),
            Self::Stone(kind) => write!(f, "stone {kind}"),
            Self::Die(transmitter) => write!(f, "die {transmitter}"),
            Self::Start(roll) => write!(f, "start {roll}"),
        }
    }
}

/// The beginnings of actions, for error messages.
const EXPECTED: &str = "`draw`, `set`, `stop`, `send`, `lift`, `leave`, `stone`, `die` or `start`";

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
    if scan.accept("draw ") {
        return read_draw(scan);
    }
    if scan.accept("set ") {
        return read_set(scan);
    }
    if scan.accept("stop") {
        return Ok(Action::Stop);
    }
    if scan.accept("send ") {
        let transmitter = Transmitter::read(scan)?;
        let target = scan.accept(" >").then(|| Side::read(scan)).transpose()?;
        return Ok(Action::Send {
            transmitter,
            target,
        });
    }
    if scan.accept("lift ") {
        return Transmitter::read(scan).map(Action::Lift);
    }
    if scan.accept("leave ") {
        return Side::read(scan).map(Action::Leave);
    }
    if scan.accept("stone ") {
        return Kind::read(scan).map(Action::Stone);
    }
    if scan.accept("die ") {
        return Transmitter::read(scan).map(Action::Die);
    }
    if scan.accept("start ") {
        return Roll::read(scan).map(Action::Start);
    }
    Err(scan.expected(EXPECTED))
}

fn read_draw(scan: &mut Scanner<'_>) -> Result<Action, ParseError> {
    let mut colours = Colour::ALL.into_iter();
    if let Some(colour) = colours.find(|colour| scan.accept(colour.name())) {
        return Ok(Action::Draw(colour));
    }
    let second = scan.rest().as_bytes().get(1);
    if second.is_some_and(u8::is_ascii_digit) {
        return Draws::read(scan).map(Action::DrawAll);
    }
    Err(scan.expected("`violet`, `blue`, `red` or `grey`, or all seven such as `v2,b1,r3,g1`"))
}

fn read_set(scan: &mut Scanner<'_>) -> Result<Action, ParseError> {
    let kind = Kind::read(scan)?;
    scan.expect(" ")?;
    let arrow = read_arrow(scan, kind).map(Stone::arrow)?;
    scan.expect(" ")?;
    let slot = Slot::read(scan)?;
    Ok(Action::Set { kind, arrow, slot })
}

/// The number of stones drawn from each container, seven in total; written `v2,b1,r3,g1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Draws(ColourCounts);

/// All values, sorted.
static ALL_DRAWS: [Draws; Draws::COUNT] = all_draws();

const fn all_draws() -> [Draws; Draws::COUNT] {
    let mut draws = [Draws(ColourCounts([0; 4])); Draws::COUNT];
    let mut index = 0;
    let mut violet = 0;
    while violet <= HAND_SIZE {
        let mut blue = 0;
        while violet + blue <= HAND_SIZE {
            let mut red = 0;
            while violet + blue + red <= HAND_SIZE {
                let grey = HAND_SIZE - violet - blue - red;
                draws[index] = Draws(ColourCounts([violet, blue, red, grey]));
                index += 1;
                red += 1;
            }
            blue += 1;
        }
        violet += 1;
    }
    draws
}

impl Draws {
    /// Number of values.
    pub const COUNT: usize = 120;

    /// Returns the draws with these counts, or `None` if their sum is not seven.
    pub fn new(counts: ColourCounts) -> Option<Self> {
        let draws = Self(counts);
        ALL_DRAWS.binary_search(&draws).is_ok().then_some(draws)
    }

    /// Returns all values in order.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL_DRAWS.into_iter()
    }

    /// Returns the index among all values.
    pub fn index(self) -> usize {
        ALL_DRAWS.binary_search(&self).unwrap_or_default()
    }

    /// Returns the draws with this index, or `None` if it is out of range.
    pub fn from_index(index: usize) -> Option<Self> {
        ALL_DRAWS.get(index).copied()
    }

    /// Returns the number of stones of each colour.
    pub const fn counts(self) -> ColourCounts {
        self.0
    }

    /// Reads draws at the cursor.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let before = scan.clone();
        let counts = ColourCounts::read(scan)?;
        Self::new(counts).ok_or_else(|| before.expected("seven stones such as `v2,b1,r3,g1`"))
    }
}

impl fmt::Display for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl ColourCounts {
    /// Reads counts by colour at the cursor, at least one.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let mut counts = Self::default();
        let mut colours = Colour::ALL.into_iter();
        loop {
            let colour = colours.find(|colour| scan.rest().starts_with(colour.letter()));
            let Some(colour) = colour else {
                return Err(scan.expected("a colour's letter and a number, in the order `v b r g`"));
            };
            scan.expect(colour.letter())?;
            let before = scan.clone();
            let number = scan.number()?;
            if !(1..=u32::from(HAND_SIZE)).contains(&number) {
                return Err(before.expected(format!("a number from 1 to {HAND_SIZE}")));
            }
            counts.0[colour.index()] = number as u8;
            if !scan.accept(",") {
                return Ok(counts);
            }
        }
    }
}

/// The counts as `v2,b1`, without zeros.
impl fmt::Display for ColourCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colours = Colour::ALL
            .into_iter()
            .filter(|colour| self.count(*colour) > 0);
        let parts: Vec<_> = colours
            .map(|colour| format!("{}{}", colour.letter(), self.count(colour)))
            .collect();
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn action_count_is_16735() {
        assert_eq!(ACTION_COUNT, 16_735);
        assert_eq!((STOP, START), (2044, 2135));
    }

    #[test]
    fn parse_errors_name_what_is_expected() {
        let error = |text: &str| text.parse::<Action>().unwrap_err().to_string();
        assert_eq!(
            error("set V2 NE 5.1"),
            "action: at byte 7: expected an arrow of V2: `N`, `E`, `S` or `W`, found `NE 5.1`"
        );
        assert_eq!(
            error("set VD N 5.1"),
            "action: at byte 7: expected an arrow of VD: `NE`, `SE`, `SW` or `NW`, found `N 5.1`"
        );
        assert_eq!(
            error("set F4 N 5.1"),
            "action: at byte 4: expected a kind of stone such as `V1`, `FIRE` or `GREP`, found `F4 N 5.1`"
        );
        assert_eq!(
            error("send 11"),
            "action: at byte 5: expected a transmitter from 1 to 10, found `11`"
        );
        assert_eq!(
            error("set V1 N 5.4"),
            "action: at byte 11: expected a slot from 1 to 3, found `4`"
        );
        assert_eq!(
            error("draw v3,b3"),
            "action: at byte 5: expected seven stones such as `v2,b1,r3,g1`, found `v3,b3`"
        );
        assert_eq!(
            error("draw v"),
            "action: at byte 5: expected `violet`, `blue`, `red` or `grey`, or all seven such as \
             `v2,b1,r3,g1`, found `v`"
        );
        assert_eq!(
            error("start S4"),
            "action: at byte 6: expected the rolls of at least two seats, such as `S4,N9`, found `S4`"
        );
    }
}
