//! The views of Micro Robots as [`GameViews`].

use std::hash::Hasher;

use super::action::{ACTIONS, Action};
use super::game::MicroRobots;
use super::observation;
use super::state::{State, View};
use crate::chance::StableRng;
use crate::game::{Actor, GameEncoding, GameRules, GameViews, Viewer};
use crate::hash::StableHasher;

impl GameViews for MicroRobots {
    type View = View;

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::new(state, viewer)
    }

    fn view_actions(&self, view: &View, actions: &mut Vec<Action>) {
        if let Viewer::Seat(seat) = view.viewer {
            self.legal_actions(&view.minimal_state(), Actor::Seat(seat), actions);
        }
    }

    fn visible_action(
        &self,
        _: &State,
        viewer: Viewer,
        actor: Actor,
        action: Action,
    ) -> Option<Action> {
        let own = matches!((viewer, actor), (Viewer::Seat(a), Actor::Seat(b)) if a == b);
        (own || action != Action::Pass).then_some(action)
    }

    fn sample_hidden(&self, view: &View, generator: &mut StableRng) -> State {
        view.sample_state(generator)
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        observation::absorb(view, &mut hasher);
        hasher.finish()
    }
}

impl GameEncoding for MicroRobots {
    fn action_count(&self) -> u32 {
        ACTIONS as u32
    }

    fn action_number(&self, action: Action) -> u32 {
        action.number()
    }

    fn action_from_number(&self, number: u32) -> Option<Action> {
        Action::from_number(number)
    }

    fn observation_len(&self) -> usize {
        observation::len(self.seats)
    }

    fn write_observation(&self, view: &View, bytes: &mut [u8]) {
        observation::write(view, bytes);
    }
}
