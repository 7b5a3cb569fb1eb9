//! The four containers.

/// The colour of a stone and of its container (DR-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Colour {
    Violet,
    Blue,
    Red,
    Grey,
}

impl Colour {
    pub(crate) const ALL: [Self; 4] = [Self::Violet, Self::Blue, Self::Red, Self::Grey];

    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Violet => "violet",
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Grey => "grey",
        }
    }

    /// Returns the letter in a commitment such as `v2,b1,r3,g1`.
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Self::Violet => "v",
            Self::Blue => "b",
            Self::Red => "r",
            Self::Grey => "g",
        }
    }

    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|colour| colour.text() == text)
            .ok_or_else(|| format!("`{text}` is not a valid colour"))
    }
}
