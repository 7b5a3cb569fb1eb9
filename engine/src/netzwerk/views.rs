//! The views of Netzwerk as [`GameViews`]: every viewer sees the whole position.

use std::hash::Hasher;

use super::action::{ACTIONS, Action};
use super::game::Netzwerk;
use super::observation;
use super::state::{State, View};
use crate::chance::StableRng;
use crate::game::{Actor, GameEncoding, GameRules, GameViews, Viewer};
use crate::hash::StableHasher;

impl GameViews for Netzwerk {
    type View = View;

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View {
            viewer,
            state: state.clone(),
        }
    }

    fn view_actions(&self, view: &View, actions: &mut Vec<Action>) {
        if let Viewer::Seat(seat) = view.viewer {
            self.legal_actions(&view.state, Actor::Seat(seat), actions);
        }
    }

    fn sample_hidden(&self, view: &View, _generator: &mut StableRng) -> State {
        view.state.clone()
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        view.state.absorb(&mut hasher);
        hasher.write_u64(match view.viewer {
            Viewer::Seat(seat) => seat.index() as u64 + 1,
            Viewer::Spectator => 0,
        });
        hasher.finish()
    }
}

impl GameEncoding for Netzwerk {
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
        observation::LEN
    }

    fn write_observation(&self, view: &View, bytes: &mut [u8]) {
        observation::write(self.rules(), view, bytes);
    }
}
