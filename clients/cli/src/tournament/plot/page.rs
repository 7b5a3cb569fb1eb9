//! Layout that all plots share: heading, margins, and names on the left.

use botwerk_client::proto;

use super::svg::{Anchor, HEADING_SIZE, NOTE_SIZE, Svg, TEXT_SIZE, widest, width};

/// Margin on all sides.
pub(super) const MARGIN: f64 = 24.0;

/// Top of the plot, below its heading.
pub(super) const TOP: f64 = 92.0;

/// Gap between names and the plot.
pub(super) const GAP: f64 = 14.0;

/// The heading of a plot.
#[derive(Debug)]
pub(super) struct Heading {
    head: String,
    note: String,
}

impl Heading {
    /// Creates a heading of the tournament's name and the subject, with a line that explains it.
    pub(super) fn new(table: &proto::GetStandingsResponse, subject: &str, note: String) -> Self {
        let tournament = table.tournament.as_ref();
        let setup = tournament.and_then(|tournament| tournament.setup.as_ref());
        let name = setup.map_or("", |setup| &setup.name);
        Self {
            head: format!("{name}: {subject}"),
            note,
        }
    }

    /// Adds the heading to a plot with the given right and bottom edges, and finishes it.
    pub(super) fn finish(self, mut svg: Svg, [right, bottom]: [f64; 2]) -> String {
        svg.text([MARGIN, 30.0], Anchor::Start, "head", &self.head);
        svg.text([MARGIN, 54.0], Anchor::Start, "note", &self.note);
        let heading_width = width(&self.head, HEADING_SIZE).max(width(&self.note, NOTE_SIZE));
        let right = right.max(MARGIN + heading_width);
        svg.finish([right + MARGIN, bottom + MARGIN], &self.head)
    }
}

/// Returns the right edge of names that start at the margin.
pub(super) fn names_end<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    MARGIN + widest(names, TEXT_SIZE)
}

/// Returns an entrant's name, and whether it is withdrawn.
pub(super) fn label(line: &proto::Standing) -> String {
    let withdrawn = if line.withdrawn { " (withdrawn)" } else { "" };
    format!("{}{withdrawn}", line.entrant)
}
