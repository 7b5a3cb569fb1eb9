//! The kinds of order stones.

use super::arrow::Arrow;
use super::colour::Colour;

/// A kind of order, in the order of the table in the rules document, in which hands are written;
/// the mad robot's shot, which is not a stone, is last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    V1,
    V2,
    VM,
    VD,
    B1,
    BD,
    Fire,
    Take,
    R1,
    RD,
    R2,
    RM,
    G1,
    G2,
    GM,
    Repair,
    F4,
}

/// The effect of a kind of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The seat's droid walks.
    Walk,
    /// The seat's droid leaves the water or swims.
    Swim,
    Fire,
    Take,
    /// Another player's droid walks.
    Relay,
    /// A repair robot walks.
    Roll,
    Repair,
    /// The mad robot shoots in all directions.
    FireAround,
}

impl Kind {
    /// The kinds in the containers.
    pub(crate) const ALL: [Self; 16] = [
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
        Self::Repair,
    ];

    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::V1 => "V1",
            Self::V2 => "V2",
            Self::VM => "VM",
            Self::VD => "VD",
            Self::B1 => "B1",
            Self::BD => "BD",
            Self::Fire => "FIRE",
            Self::Take => "TAKE",
            Self::R1 => "R1",
            Self::RD => "RD",
            Self::R2 => "R2",
            Self::RM => "RM",
            Self::G1 => "G1",
            Self::G2 => "G2",
            Self::GM => "GM",
            Self::Repair => "GREP",
            Self::F4 => "F4",
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut kinds = Self::ALL.into_iter().chain([Self::F4]);
        kinds
            .find(|kind| kind.text() == text)
            .ok_or_else(|| format!("`{text}` is not a valid kind of stone"))
    }

    /// Returns the colour of the stone's container; the mad robot's shot has no container and
    /// counts as grey.
    pub(crate) fn colour(self) -> Colour {
        match self {
            Self::V1 | Self::V2 | Self::VM | Self::VD => Colour::Violet,
            Self::B1 | Self::BD => Colour::Blue,
            Self::Fire | Self::Take | Self::R1 | Self::RD | Self::R2 | Self::RM => Colour::Red,
            Self::G1 | Self::G2 | Self::GM | Self::Repair | Self::F4 => Colour::Grey,
        }
    }

    pub(crate) fn effect(self) -> Effect {
        match self {
            Self::V1 | Self::V2 | Self::VM | Self::VD => Effect::Walk,
            Self::B1 | Self::BD => Effect::Swim,
            Self::Fire => Effect::Fire,
            Self::Take => Effect::Take,
            Self::R1 | Self::RD | Self::R2 | Self::RM => Effect::Relay,
            Self::G1 | Self::G2 | Self::GM => Effect::Roll,
            Self::Repair => Effect::Repair,
            Self::F4 => Effect::FireAround,
        }
    }

    /// Returns the maximum number of steps; nine reach the edge from any square.
    pub(crate) fn steps(self) -> usize {
        match self {
            Self::V1 | Self::VD | Self::B1 | Self::BD | Self::R1 | Self::RD | Self::G1 => 1,
            Self::V2 | Self::R2 | Self::G2 => 2,
            Self::VM | Self::RM | Self::GM => 9,
            Self::Fire | Self::Take | Self::Repair | Self::F4 => 0,
        }
    }

    /// Returns the possible directions of its arrow.
    pub(crate) fn arrows(self) -> [Arrow; 4] {
        if matches!(self, Self::VD | Self::BD | Self::RD) {
            Arrow::DIAGONAL
        } else {
            Arrow::ORTHOGONAL
        }
    }
}
