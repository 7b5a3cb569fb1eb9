//! Order stones: their colours, kinds and arrows (DR-2, DR-12).

use std::fmt;
use std::num::NonZeroU8;

use super::square::Arrow;
use crate::notation::{ParseError, Scanner};

/// A colour of order stones; each has its own container (DR-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Land moves.
    Violet,
    /// Water moves.
    Blue,
    /// Actions.
    Red,
    /// Repair robots.
    Grey,
}

impl Colour {
    /// All colours in order.
    pub const ALL: [Self; 4] = [Self::Violet, Self::Blue, Self::Red, Self::Grey];

    /// Returns the index in [`Self::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name in the notation.
    pub const fn name(self) -> &'static str {
        ["violet", "blue", "red", "grey"][self as usize]
    }

    /// Returns the letter in counts of stones.
    pub const fn letter(self) -> &'static str {
        ["v", "b", "r", "g"][self as usize]
    }

    /// Returns the chance key of a draw from its container.
    pub(super) const fn draw_key(self) -> &'static str {
        ["stone/violet", "stone/blue", "stone/red", "stone/grey"][self as usize]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of order, in the order of the rules' table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The seat's droid walks one square.
    V1,
    /// The seat's droid walks two squares.
    V2,
    /// The seat's droid walks as far as possible.
    VM,
    /// The seat's droid walks one square diagonally.
    VD,
    /// The seat's droid in water steps to water or land.
    B1,
    /// The seat's droid in water steps diagonally to water or land.
    BD,
    /// The seat's droid shoots (DR-24).
    Fire,
    /// The seat's droid takes or puts down an object (DR-29).
    Take,
    /// Another droid walks one square (DR-22).
    R1,
    /// Another droid walks one square diagonally.
    RD,
    /// Another droid walks two squares.
    R2,
    /// Another droid walks as far as possible.
    RM,
    /// A repair robot walks one square.
    G1,
    /// A repair robot walks two squares.
    G2,
    /// A repair robot walks as far as possible.
    GM,
    /// A repair robot repairs a droid (DR-27).
    Grep,
    /// The mad robot shoots in all four straight directions. Not a stone, only an order of its
    /// programmes (DR-37).
    F4,
}

impl Kind {
    /// Number of kinds of stones.
    pub const COUNT: usize = 16;

    /// All kinds of stones in order, without [`Kind::F4`].
    pub const ALL: [Self; Self::COUNT] = [
        Self::V1,
        Self::V2,
        Self::VM,
        Self::VD,
        Self::B1,
        Self::BD,
        Self::Fire,
        Self::Take,
        Self::R1,
        Self::RD,
        Self::R2,
        Self::RM,
        Self::G1,
        Self::G2,
        Self::GM,
        Self::Grep,
    ];

    /// Returns the index in [`Self::ALL`], or 16 for [`Kind::F4`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the kind with this index, or `None` if it is above 16.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self::ALL[index])
        } else if index == Self::COUNT {
            Some(Self::F4)
        } else {
            None
        }
    }

    /// Returns the name in the notation.
    pub const fn name(self) -> &'static str {
        [
            "V1", "V2", "VM", "VD", "B1", "BD", "FIRE", "TAKE", "R1", "RD", "R2", "RM", "G1", "G2",
            "GM", "GREP", "F4",
        ][self as usize]
    }

    /// Returns the colour.
    pub const fn colour(self) -> Colour {
        match self {
            Self::V1 | Self::V2 | Self::VM | Self::VD => Colour::Violet,
            Self::B1 | Self::BD => Colour::Blue,
            Self::Fire | Self::Take | Self::R1 | Self::RD | Self::R2 | Self::RM => Colour::Red,
            Self::G1 | Self::G2 | Self::GM | Self::Grep | Self::F4 => Colour::Grey,
        }
    }

    /// Returns `true` if the kind orders another player's droid (DR-22).
    pub const fn is_relay(self) -> bool {
        matches!(self, Self::R1 | Self::RD | Self::R2 | Self::RM)
    }

    /// Returns the possible directions of the arrow, in order.
    pub const fn arrows(self) -> [Arrow; 4] {
        match self {
            Self::VD | Self::BD | Self::RD => Arrow::DIAGONAL,
            _ => Arrow::STRAIGHT,
        }
    }

    /// Reads the name of a kind of stone at the cursor.
    pub(super) fn read(scan: &mut Scanner<'_>) -> Result<Self, ParseError> {
        let kind = Self::ALL.into_iter().find(|kind| scan.accept(kind.name()));
        kind.ok_or_else(|| scan.expected("a kind of stone such as `V1`, `FIRE` or `GREP`"))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An order stone on a slot: its kind and the direction of its arrow, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stone(NonZeroU8);

impl Stone {
    /// Creates a stone. Returns `None` if a stone of this kind cannot have the arrow.
    pub fn new(kind: Kind, arrow: Arrow) -> Option<Self> {
        if !kind.arrows().contains(&arrow) {
            return None;
        }
        NonZeroU8::new((1 + kind.index() * 8 + arrow.index()) as u8).map(Self)
    }

    /// Returns the kind.
    #[inline]
    pub fn kind(self) -> Kind {
        Kind::from_index((self.0.get() as usize - 1) / 8).unwrap_or(Kind::F4)
    }

    /// Returns the byte: 1 + 8 x kind + arrow.
    pub(super) const fn byte(self) -> u8 {
        self.0.get()
    }

    /// Returns the direction of the arrow.
    #[inline]
    pub fn arrow(self) -> Arrow {
        Arrow::ALL[(self.0.get() as usize - 1) % 8]
    }

    /// Reads a stone such as `V2S` at the cursor, or an order of the mad robot if `is_mad`.
    pub(super) fn read(scan: &mut Scanner<'_>, is_mad: bool) -> Result<Self, ParseError> {
        let kind = if is_mad && scan.accept(Kind::F4.name()) {
            Kind::F4
        } else {
            Kind::read(scan)?
        };
        read_arrow(scan, kind)
    }
}

/// Reads the arrow of a kind at the cursor and returns the stone.
pub(super) fn read_arrow(scan: &mut Scanner<'_>, kind: Kind) -> Result<Stone, ParseError> {
    let arrows = kind.arrows();
    // Diagonal arrows first: their names start with those of straight ones.
    let mut arrows_by_name = Arrow::ALL.into_iter().rev();
    let before = scan.clone();
    let arrow = arrows_by_name.find(|arrow| scan.accept(arrow.name()));
    let stone = arrow.and_then(|arrow| Stone::new(kind, arrow));
    stone.ok_or_else(|| {
        let [a, b, c, d] = arrows;
        before.expected(format!("an arrow of {kind}: `{a}`, `{b}`, `{c}` or `{d}`"))
    })
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind(), self.arrow())
    }
}

impl fmt::Debug for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
