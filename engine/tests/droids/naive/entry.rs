//! Pending entries.

use std::collections::BTreeSet;

use super::colour::Colour;
use super::seat::{Seat, parse_seats, seats_text};

/// An entry that must be answered before the seat to act continues, or the end of the match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The start roll of these seats, with the number of the roll from 1 (DR-7).
    Start(BTreeSet<Seat>, usize),
    /// A stone that a seat draws from a container.
    Stone(Seat, Colour),
    /// The roll for a hit or a mine.
    Die(Seat),
    /// The solo shift (DR-37).
    Shift,
    /// A seat's choice of the strip to lift.
    Lift(Seat),
    /// The mad robot's answer to the player's order.
    Mad,
    Won(BTreeSet<Seat>),
    Lost,
}

impl Entry {
    /// Returns `true` if the entry belongs to a seat and is removed when the seat leaves. A start
    /// roll belongs to several seats.
    pub(crate) fn belongs_to(&self, seat: Seat) -> bool {
        match self {
            Self::Stone(owner, _) | Self::Die(owner) | Self::Lift(owner) => *owner == seat,
            Self::Start(..) | Self::Shift | Self::Mad | Self::Won(_) | Self::Lost => false,
        }
    }

    pub(crate) fn text(&self) -> String {
        match self {
            Self::Start(seats, 1) => format!("start:{}", seats_text(seats)),
            Self::Start(seats, roll) => format!("start:{}:{roll}", seats_text(seats)),
            Self::Stone(seat, colour) => format!("stone:{}:{}", seat.letter(), colour.text()),
            Self::Die(seat) => format!("die:{}", seat.letter()),
            Self::Shift => "die:M".to_owned(),
            Self::Lift(seat) => format!("lift:{}", seat.letter()),
            Self::Mad => "send:M".to_owned(),
            Self::Won(seats) => format!("won:{}", seats_text(seats)),
            Self::Lost => "lost".to_owned(),
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(':').collect();
        match parts[..] {
            ["start", seats] => Ok(Self::Start(parse_seats(seats)?, 1)),
            ["start", seats, roll] => {
                let roll = roll
                    .parse()
                    .map_err(|_| format!("`{roll}` is not a valid roll"))?;
                Ok(Self::Start(parse_seats(seats)?, roll))
            }
            ["stone", seat, colour] => Ok(Self::Stone(Seat::parse(seat)?, Colour::parse(colour)?)),
            ["die", "M"] => Ok(Self::Shift),
            ["die", seat] => Ok(Self::Die(Seat::parse(seat)?)),
            ["lift", seat] => Ok(Self::Lift(Seat::parse(seat)?)),
            ["send", "M"] => Ok(Self::Mad),
            ["won", seats] => Ok(Self::Won(parse_seats(seats)?)),
            ["lost"] => Ok(Self::Lost),
            _ => Err(format!("`{text}` is not a valid pending entry")),
        }
    }
}
