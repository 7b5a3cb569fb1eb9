//! A square of the field.

use super::arrow::Arrow;

/// A square on or outside the field; ordered by y, then x, as lists are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Point {
    pub(crate) y: i32,
    pub(crate) x: i32,
}

impl Point {
    pub(crate) fn new(x: i32, y: i32) -> Self {
        Self { y, x }
    }

    /// Returns the next square in a direction.
    pub(crate) fn plus(self, arrow: Arrow) -> Self {
        let (east, south) = arrow.step();
        Self::new(self.x + east, self.y + south)
    }

    /// Returns the two squares between which a diagonal step passes.
    pub(crate) fn corners(self, arrow: Arrow) -> [Self; 2] {
        let (east, south) = arrow.step();
        [
            Self::new(self.x + east, self.y),
            Self::new(self.x, self.y + south),
        ]
    }

    /// Returns the four orthogonal neighbours; some may be outside the field.
    pub(crate) fn neighbours(self) -> [Self; 4] {
        Arrow::ORTHOGONAL.map(|arrow| self.plus(arrow))
    }

    pub(crate) fn is_inside(self) -> bool {
        (0..10).contains(&self.x) && (0..10).contains(&self.y)
    }

    /// Returns the square's two digits, x then y.
    pub(crate) fn text(self) -> String {
        format!("{}{}", self.x, self.y)
    }

    /// Parses a square such as `59`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let digits: Option<Vec<u32>> = text.chars().map(|letter| letter.to_digit(10)).collect();
        match digits.as_deref() {
            Some([x, y]) => Ok(Self::new(x.cast_signed(), y.cast_signed())),
            Some(_) | None => Err(format!("`{text}` is not a valid square")),
        }
    }
}
