//! The positions of a match that a player remembers for the repetition rule.

use botwerk_engine::{
    Actor, AnyGame, AnyState, AnyView, GameNotation, GameRules, GameViews, Seat, Viewer,
};
use botwerk_proto::v1 as proto;

/// The positions of a match as one seat has seen them.
///
/// A player that joins late knows only the positions since its first request.
pub(crate) struct PositionHistory {
    viewer: Viewer,
    /// The latest position, or `None` until a complete one is received.
    state: Option<AnyState>,
    earlier_views: Vec<AnyView>,
}

impl PositionHistory {
    /// Creates an empty history for a seat.
    pub(crate) fn new(seat: Seat) -> Self {
        Self {
            viewer: Viewer::Seat(seat),
            state: None,
            earlier_views: Vec::new(),
        }
    }

    /// Returns the seat's views of all positions that count for repetition, oldest first.
    pub(crate) fn earlier_views(&self) -> &[AnyView] {
        &self.earlier_views
    }

    /// Records a position that was received as a whole.
    pub(crate) fn set_position(&mut self, game: &AnyGame, state: AnyState) {
        if game.is_irreversible(&state) {
            self.earlier_views.clear();
        }
        if let Some(occurrence) = game.repetition_key(&state) {
            let view = game.view(&occurrence, self.viewer);
            if self.earlier_views.last() != Some(&view) {
                self.earlier_views.push(view);
            }
        }
        self.state = Some(state);
    }

    /// Applies events to the latest position. An event that cannot be applied clears it; the next
    /// request carries a complete position again.
    pub(crate) fn apply_events(&mut self, game: &AnyGame, events: &[proto::VisibleEvent]) {
        for event in events {
            let Some(mut state) = self.state.take() else {
                return;
            };
            let (Some(actor), Ok(action)) = (event_actor(event), game.parse_action(&event.text))
            else {
                return;
            };
            if game.apply(&mut state, actor, action).is_ok() {
                self.set_position(game, state);
            }
        }
    }
}

fn event_actor(event: &proto::VisibleEvent) -> Option<Actor> {
    use proto::actor::Kind;
    match event.actor.as_ref()?.kind.as_ref()? {
        Kind::Seat(number) => Seat::new(*number as usize).map(Actor::Seat),
        Kind::Chance(_) => Some(Actor::Chance),
        Kind::Referee(_) => Some(Actor::Referee),
    }
}

#[cfg(test)]
mod tests;
