//! Layout that all plots share: heading, margins, and names on the left.

use super::svg::{Anchor, HEADING_SIZE, NOTE_SIZE, Svg, TEXT_SIZE, widest, width};

/// Margin on all sides.
pub(crate) const MARGIN: f64 = 24.0;

/// Top of the plot, below its heading.
pub(crate) const TOP: f64 = 92.0;

/// Gap between names and the plot.
pub(crate) const GAP: f64 = 14.0;

/// The heading of a plot.
#[derive(Debug)]
pub(crate) struct Heading {
    head: String,
    note: String,
}

impl Heading {
    /// Creates a heading with a line that explains it.
    pub(crate) const fn new(head: String, note: String) -> Self {
        Self { head, note }
    }

    /// Adds the heading to a plot with the given right and bottom edges, and finishes it.
    pub(crate) fn finish(self, mut svg: Svg, [right, bottom]: [f64; 2]) -> String {
        svg.text([MARGIN, 30.0], Anchor::Start, "head", &self.head);
        svg.text([MARGIN, 54.0], Anchor::Start, "note", &self.note);
        let heading_width = width(&self.head, HEADING_SIZE).max(width(&self.note, NOTE_SIZE));
        let right = right.max(MARGIN + heading_width);
        svg.finish([right + MARGIN, bottom + MARGIN], &self.head)
    }
}

/// Returns the right edge of names that start at the margin.
pub(crate) fn names_end<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    MARGIN + widest(names, TEXT_SIZE)
}
