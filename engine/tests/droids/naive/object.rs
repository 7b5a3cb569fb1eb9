//! Objects on the field or in a droid's cargo.

use super::seat::Seat;

/// An object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Object {
    Obstacle,
    Mine,
    /// The freight of a seat (DR-38).
    Container(Seat),
}

impl Object {
    /// Returns `true` if robots and shots stop at the object. A container is an obstacle in every
    /// respect (DR-38).
    pub(crate) fn is_obstacle(self) -> bool {
        match self {
            Self::Obstacle | Self::Container(_) => true,
            Self::Mine => false,
        }
    }

    pub(crate) fn text(self) -> String {
        match self {
            Self::Obstacle => "o".to_owned(),
            Self::Mine => "m".to_owned(),
            Self::Container(seat) => format!("c{}", seat.letter()),
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match text {
            "o" => Ok(Self::Obstacle),
            "m" => Ok(Self::Mine),
            _ => text
                .strip_prefix('c')
                .ok_or_else(|| format!("`{text}` is not a valid object"))
                .and_then(|seat| Seat::parse(seat).map(Self::Container)),
        }
    }
}
