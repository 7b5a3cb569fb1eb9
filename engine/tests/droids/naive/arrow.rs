//! The arrow of a stone.

/// The direction in which a stone is executed (DR-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Arrow {
    North,
    East,
    South,
    West,
    NorthEast,
    SouthEast,
    SouthWest,
    NorthWest,
}

impl Arrow {
    pub(crate) const ORTHOGONAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];
    pub(crate) const DIAGONAL: [Self; 4] = [
        Self::NorthEast,
        Self::SouthEast,
        Self::SouthWest,
        Self::NorthWest,
    ];

    /// Returns the offset of one step to the east and to the south.
    pub(crate) fn step(self) -> (i32, i32) {
        match self {
            Self::North => (0, -1),
            Self::East => (1, 0),
            Self::South => (0, 1),
            Self::West => (-1, 0),
            Self::NorthEast => (1, -1),
            Self::SouthEast => (1, 1),
            Self::SouthWest => (-1, 1),
            Self::NorthWest => (-1, -1),
        }
    }

    pub(crate) fn is_diagonal(self) -> bool {
        Self::DIAGONAL.contains(&self)
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::North => "N",
            Self::East => "E",
            Self::South => "S",
            Self::West => "W",
            Self::NorthEast => "NE",
            Self::SouthEast => "SE",
            Self::SouthWest => "SW",
            Self::NorthWest => "NW",
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut arrows = Self::ORTHOGONAL.into_iter().chain(Self::DIAGONAL);
        arrows
            .find(|arrow| arrow.text() == text)
            .ok_or_else(|| format!("`{text}` is not a valid arrow"))
    }
}
