//! What a player remembers of a match: the positions that count for repetition.

use botwerk_engine::{Actor, Game, Seat, Viewer};
use botwerk_proto::v1 as proto;

/// A match as its reports tell it to a seat.
///
/// Whoever joins late knows only what has happened since the first request.
pub(crate) struct PositionHistory<G: Game> {
    viewer: Viewer,
    /// The position that was told last; `None` while reports cannot be followed.
    state: Option<G::State>,
    earlier: Vec<G::View>,
}

impl<G: Game> PositionHistory<G> {
    /// A seat that has been told nothing yet.
    pub(crate) fn of(seat: Seat) -> Self {
        Self {
            viewer: Viewer::Seat(seat),
            state: None,
            earlier: Vec::new(),
        }
    }

    /// What the seat could know at every position that counts for repetition, in order.
    pub(crate) fn earlier(&self) -> &[G::View] {
        &self.earlier
    }

    /// Takes notice of a position that was told as a whole.
    pub(crate) fn set_position(&mut self, game: &G, state: G::State) {
        if game.is_irreversible(&state) {
            self.earlier.clear();
        }
        if let Some(occurrence) = game.repetition_key(&state) {
            let view = game.view(&occurrence, self.viewer);
            if self.earlier.last() != Some(&view) {
                self.earlier.push(view);
            }
        }
        self.state = Some(state);
    }

    /// Follows what was told to have happened; what cannot be followed is told anew with the next
    /// request.
    pub(crate) fn apply_events(&mut self, game: &G, events: &[proto::VisibleEvent]) {
        for event in events {
            let Some(mut state) = self.state.take() else {
                return;
            };
            let (Some(actor), Ok(action)) = (actor(event), game.parse_action(&event.text)) else {
                return;
            };
            if game.apply(&mut state, actor, action).is_ok() {
                self.set_position(game, state);
            }
        }
    }
}

fn actor(event: &proto::VisibleEvent) -> Option<Actor> {
    use proto::actor::Kind;
    match event.actor.as_ref()?.kind.as_ref()? {
        Kind::Seat(number) => Seat::new(*number as usize).map(Actor::Seat),
        Kind::Chance(_) => Some(Actor::Chance),
        Kind::Referee(_) => Some(Actor::Referee),
    }
}

#[cfg(test)]
mod tests;
