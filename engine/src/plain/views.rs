//! What viewers of a [`PlainGame`] see: views, observations and drawings.

use super::game::Plain;
use super::plain_game::PlainGame;
use super::state::{PlainAction, PlainView};
use crate::chance::StableRng;
use crate::drawing::{Diagram, GameDrawing, Picture};
use crate::game::{Actor, GameEncoding, GameRules, GameViews, Viewer};
use crate::seat::Seat;

impl<G: PlainGame> GameViews for Plain<G> {
    type View = PlainView<G::State, G::Action>;

    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View {
        let mut visible = state.clone();
        // What a seat has chosen, and that it has, is known to no other until all have.
        visible.chosen.retain(|(seat, _)| match viewer {
            Viewer::Seat(viewer) => viewer.index() == usize::from(*seat),
            Viewer::Spectator => false,
        });
        self.game.hide(&mut visible.state, viewer);
        PlainView { viewer, visible }
    }

    fn view_actions(&self, view: &Self::View, actions: &mut Vec<Self::Action>) {
        if let Viewer::Seat(seat) = view.viewer {
            self.legal_actions(&view.visible, Actor::Seat(seat), actions);
        }
    }

    fn visible_action(
        &self,
        state: &Self::State,
        viewer: Viewer,
        actor: Actor,
        action: Self::Action,
    ) -> Option<Self::Action> {
        let PlainAction::Game(played) = action else {
            return Some(action);
        };
        if let Actor::Seat(seat) = actor {
            if viewer == Viewer::Seat(seat) {
                return Some(action);
            }
            if self.is_kept(state, seat) {
                return None;
            }
        }
        let seen = self.game.seen(&state.state, viewer, actor, played)?;
        Some(PlainAction::Game(seen))
    }

    fn sample_hidden(&self, view: &Self::View, generator: &mut StableRng) -> Self::State {
        let mut state = view.visible.clone();
        self.game
            .sample_hidden(&mut state.state, view.viewer, generator);
        state
    }

    fn view_hash(&self, view: &Self::View) -> u64 {
        self.game.hash(&view.visible, Some(view.viewer))
    }
}

impl<G: PlainGame> GameEncoding for Plain<G> {
    fn action_count(&self) -> u32 {
        (self.sorted_actions().len() + self.leave_numbers()) as u32
    }

    fn action_number(&self, action: Self::Action) -> u32 {
        match action {
            // An action that the game does not list has the number after all others, which is not valid.
            PlainAction::Game(action) => self.game.action_number(action).unwrap_or_else(|| {
                let found = self.sorted_actions().binary_search(&action);
                found.map_or(self.action_count(), |index| index as u32)
            }),
            PlainAction::Leave(seat) => (self.sorted_actions().len() + seat.index()) as u32,
        }
    }

    fn action_from_number(&self, number: u32) -> Option<Self::Action> {
        let index = number as usize;
        let own = self.sorted_actions();
        match index.checked_sub(own.len()) {
            None => own.get(index).copied().map(PlainAction::Game),
            Some(seat) if seat < self.leave_numbers() => Seat::new(seat).map(PlainAction::Leave),
            Some(_) => None,
        }
    }

    fn observation_len(&self) -> usize {
        self.observation_len
    }

    fn write_observation(&self, view: &Self::View, bytes: &mut [u8]) {
        assert_eq!(
            bytes.len(),
            self.observation_len,
            "an observation has a fixed length"
        );
        bytes.fill(0);
        self.game.observe(view.state(), view.viewer, bytes);
    }
}

impl<G: PlainGame> GameDrawing for Plain<G> {
    fn diagram(&self, view: &Self::View) -> Diagram {
        self.game.diagram(view.state(), view.viewer)
    }

    fn picture(&self, view: &Self::View) -> Picture {
        self.game.picture(view.state(), view.viewer)
    }
}
