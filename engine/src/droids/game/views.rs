//! The views of Droids as [`GameViews`]: a hand is hidden from every other viewer.

use std::hash::Hasher;

use super::Droids;
use crate::chance::StableRng;
use crate::droids::action::Action;
use crate::droids::observation;
use crate::droids::public_state::Pending;
use crate::droids::rules::Rules;
use crate::droids::state::{State, View};
use crate::game::{Actor, GameViews, Viewer};
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
        // What is drawn is seen by whoever draws it.
        let drawing = match state.table.pending.first() {
            Some(Pending::Stone(side, _)) => Some(self.rules.seat_of(*side)),
            _ => None,
        };
        let own = matches!(viewer, Viewer::Seat(seat) if drawing == Some(seat));
        own.then_some(action)
    }

    fn sample_hidden(&self, view: &View, generator: &mut StableRng) -> State {
        self.rules.sample(view, generator)
    }

    fn view_hash(&self, view: &View) -> u64 {
        let mut hasher = StableHasher::new();
        absorb(&self.rules, view, &mut hasher);
        hasher.finish()
    }
}

/// Feeds everything that a view shows to a hasher, in a fixed order: its observation.
pub(super) fn absorb(rules: &Rules, view: &View, hasher: &mut StableHasher) {
    let mut bytes = [0; observation::LEN];
    observation::write(rules, view, &mut bytes);
    hasher.write(&bytes);
}
