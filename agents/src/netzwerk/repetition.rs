//! The positions whose repetition draws the match (NW-25).

use botwerk_engine::netzwerk::{Netzwerk, Position};

use crate::agent::DecisionRequest;

/// The positions that have occurred so often that the next occurrence is a draw.
#[derive(Debug, Default)]
pub(super) struct DrawingRepetitions {
    drawing: Vec<Position>,
}

impl DrawingRepetitions {
    /// Collects the positions from the match so far.
    pub(super) fn from_request(request: &DecisionRequest<'_, Netzwerk>) -> Self {
        let limit = request.game.rules().repetition as usize;
        let views = request.earlier_views.iter();
        let earlier: Vec<Position> = views
            .map(|view| view.state().position().without_counters())
            .collect();
        let mut drawing: Vec<Position> = Vec::new();
        for (index, position) in earlier.iter().enumerate() {
            let is_same = |other: &&Position| *other == position;
            let count = earlier[..=index].iter().filter(is_same).count();
            if limit > 0 && count + 1 == limit.max(2) {
                drawing.push(*position);
            }
        }
        Self { drawing }
    }

    /// Returns `true` if reaching this position at the start of a turn draws the match.
    pub(super) fn would_draw(&self, position: &Position) -> bool {
        !self.drawing.is_empty() && self.drawing.contains(&position.without_counters())
    }
}
