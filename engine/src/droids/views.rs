//! The views of Droids as [`GameViews`], in which every hand is hidden from other viewers, and
//! their encoding as [`GameEncoding`].

use std::hash::Hasher;

use super::action::{ACTION_COUNT, Action};
use super::game::Droids;
use super::observation;
use super::public_state::Pending;
use super::state::{State, View};
use crate::chance::StableRng;
use crate::game::{Actor, GameEncoding, GameViews, Viewer};
use crate::hash::StableHasher;

impl GameViews for Droids {
    type View = View;

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let side = match viewer {
            Viewer::Seat(seat) => self.rules.side_of(seat),
            Viewer::Spectator => None,
        };
        View {
            viewer,
            side,
            table: state.table.clone(),
            hand: side.map_or_else(Default::default, |side| state.hands[side.index()]),
        }
    }

    fn view_actions(&self, view: &View, actions: &mut Vec<Action>) {
        if let Some(side) = view.side {
            self.rules
                .list_actions(&view.table, view.hand, side, actions);
        }
    }

    fn visible_action(
        &self,
        state: &State,
        viewer: Viewer,
        _actor: Actor,
        action: Action,
    ) -> Option<Action> {
        let Action::Stone(_) = action else {
            return Some(action);
        };
        // Only the seat that draws sees the stone.
        let owner = match state.table.pending.first() {
            Some(Pending::Stone(side, _)) => Some(self.rules.seat_of(*side)),
            _ => None,
        };
        let is_owner = matches!(viewer, Viewer::Seat(seat) if owner == Some(seat));
        is_owner.then_some(action)
    }

    fn sample_hidden(&self, view: &View, rng: &mut StableRng) -> State {
        self.rules.sample(view, rng)
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        observation::absorb(&self.rules, view, &mut hasher);
        hasher.finish()
    }
}

impl GameEncoding for Droids {
    fn action_count(&self) -> u32 {
        ACTION_COUNT as u32
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
        observation::write(&self.rules, view, bytes);
    }
}
