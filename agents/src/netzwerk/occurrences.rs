//! Which positions a match may not come to again without being drawn (NW-25).

use botwerk_engine::netzwerk::{Netzwerk, Position};

use crate::agent::Request;

/// The positions that have occurred so often that once more is a draw.
#[derive(Debug, Default)]
pub(super) struct Occurrences {
    last: Vec<Position>,
}

impl Occurrences {
    /// Those of the match so far.
    pub(super) fn of(request: &Request<'_, Netzwerk>) -> Self {
        let limit = request.game.rules().repetition as usize;
        let views = request.earlier.iter();
        let earlier: Vec<Position> = views
            .map(|view| view.state().position().as_repeated())
            .collect();
        let mut last: Vec<Position> = Vec::new();
        for (number, position) in earlier.iter().enumerate() {
            let same = |other: &&Position| *other == position;
            let times = earlier[..=number].iter().filter(same).count();
            if limit > 0 && times + 1 == limit.max(2) {
                last.push(*position);
            }
        }
        Self { last }
    }

    /// Whether a position at the start of a turn would be drawn.
    pub(super) fn would_draw(&self, position: &Position) -> bool {
        !self.last.is_empty() && self.last.contains(&position.as_repeated())
    }
}
