//! What all pictures of a tournament have in common: a heading, margins, names at the left.

use botwerk_client::proto;

use super::svg::{Anchor, HEAD, NOTE, Svg, TEXT, widest, width};

/// White round everything.
pub(super) const MARGIN: f64 = 24.0;

/// Where the picture begins, under its heading.
pub(super) const TOP: f64 = 92.0;

/// White between names and what they name.
pub(super) const GAP: f64 = 14.0;

/// The heading of a picture.
#[derive(Debug)]
pub(super) struct Heading {
    head: String,
    note: String,
}

impl Heading {
    /// The tournament's name with what is shown, and a line that explains it.
    pub(super) fn new(table: &proto::GetStandingsResponse, what: &str, note: String) -> Self {
        let tournament = table.tournament.as_ref();
        let setup = tournament.and_then(|tournament| tournament.setup.as_ref());
        let name = setup.map_or("", |setup| &setup.name);
        Self {
            head: format!("{name}: {what}"),
            note,
        }
    }

    /// Draws it over a picture that is otherwise finished, which reaches down and to the right so
    /// far.
    pub(super) fn finish(self, mut svg: Svg, [right, bottom]: [f64; 2]) -> String {
        svg.text([MARGIN, 30.0], Anchor::Start, "head", &self.head);
        svg.text([MARGIN, 54.0], Anchor::Start, "note", &self.note);
        let own = width(&self.head, HEAD).max(width(&self.note, NOTE));
        let right = right.max(MARGIN + own);
        svg.finish([right + MARGIN, bottom + MARGIN], &self.head)
    }
}

/// Where names end that begin at the margin.
pub(super) fn names_end<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    MARGIN + widest(names, TEXT)
}

/// An entrant's name, and whether it has withdrawn.
pub(super) fn label(line: &proto::Standing) -> String {
    let withdrawn = if line.withdrawn { " (withdrawn)" } else { "" };
    format!("{}{withdrawn}", line.entrant)
}
