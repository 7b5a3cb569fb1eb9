//! Order stones: their colours, kinds, and how they lie (DR-2, DR-12).

use std::fmt;
use std::num::NonZeroU8;

use super::square::Arrow;
use crate::notation::{ParseError, Scanner};

/// A colour of order stones, each with a container of its own (DR-2).
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

    /// The place in [`Self::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in the notation.
    pub const fn name(self) -> &'static str {
        ["violet", "blue", "red", "grey"][self as usize]
    }

    /// The letter where stones are counted.
    pub const fn letter(self) -> &'static str {
        ["v", "b", "r", "g"][self as usize]
    }

    /// The name of a draw from its container.
    pub(super) const fn draw(self) -> &'static str {
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
    /// The own droid walks one square.
    V1,
    /// The own droid walks two squares.
    V2,
    /// The own droid walks as far as possible.
    VM,
    /// The own droid walks one square diagonally.
    VD,
    /// The own droid in water steps to water or land.
    B1,
    /// The same diagonally.
    BD,
    /// A shot (DR-24).
    Fire,
    /// Taking or putting down (DR-29).
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
    /// A repair robot repairs (DR-27).
    Grep,
    /// The mad robot shoots to all four sides: an order of its programme, never a stone (DR-37).
    F4,
}

impl Kind {
    /// Number of kinds of stones.
    pub const COUNT: usize = 16;

    /// All kinds of stones in order; without [`Kind::F4`], which is none.
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

    /// The place in [`Self::ALL`], 16 for [`Kind::F4`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index, 0 to 16.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self::ALL[index])
        } else if index == Self::COUNT {
            Some(Self::F4)
        } else {
            None
        }
    }

    /// The name in the notation.
    pub const fn name(self) -> &'static str {
        [
            "V1", "V2", "VM", "VD", "B1", "BD", "FIRE", "TAKE", "R1", "RD", "R2", "RM", "G1", "G2",
            "GM", "GREP", "F4",
        ][self as usize]
    }

    /// The colour.
    pub const fn colour(self) -> Colour {
        match self {
            Self::V1 | Self::V2 | Self::VM | Self::VD => Colour::Violet,
            Self::B1 | Self::BD => Colour::Blue,
            Self::Fire | Self::Take | Self::R1 | Self::RD | Self::R2 | Self::RM => Colour::Red,
            Self::G1 | Self::G2 | Self::GM | Self::Grep | Self::F4 => Colour::Grey,
        }
    }

    /// Whether it is an order to another player's droid (DR-22).
    pub const fn is_relay(self) -> bool {
        matches!(self, Self::R1 | Self::RD | Self::R2 | Self::RM)
    }

    /// The directions that its arrow may have, in order.
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

/// An order stone as it lies on a slot: its kind and where its arrow points. In one byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stone(NonZeroU8);

impl Stone {
    /// A stone; `None` if its arrow cannot point there.
    pub fn new(kind: Kind, arrow: Arrow) -> Option<Self> {
        if !kind.arrows().contains(&arrow) {
            return None;
        }
        NonZeroU8::new((1 + kind.index() * 8 + arrow.index()) as u8).map(Self)
    }

    /// The kind.
    #[inline]
    pub fn kind(self) -> Kind {
        Kind::from_index((self.0.get() as usize - 1) / 8).unwrap_or(Kind::F4)
    }

    /// The byte: 1 + 8 x kind + arrow.
    pub(super) const fn byte(self) -> u8 {
        self.0.get()
    }

    /// Where the arrow points.
    #[inline]
    pub fn arrow(self) -> Arrow {
        Arrow::ALL[(self.0.get() as usize - 1) % 8]
    }

    /// Reads a stone such as `V2S` at the cursor; orders of the mad robot if `mad`.
    pub(super) fn read(scan: &mut Scanner<'_>, mad: bool) -> Result<Self, ParseError> {
        let kind = if mad && scan.accept(Kind::F4.name()) {
            Kind::F4
        } else {
            Kind::read(scan)?
        };
        read_arrow(scan, kind)
    }
}

/// Reads an arrow that a kind may have; gives the stone.
pub(super) fn read_arrow(scan: &mut Scanner<'_>, kind: Kind) -> Result<Stone, ParseError> {
    let arrows = kind.arrows();
    // A diagonal arrow's name begins with that of a straight one.
    let mut named = Arrow::ALL.into_iter().rev();
    let before = scan.clone();
    let arrow = named.find(|arrow| scan.accept(arrow.name()));
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
