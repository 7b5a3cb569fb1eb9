//! The views of Netzwerk as [`GameViews`]: every viewer sees the whole position.

use std::hash::Hasher;

use super::Netzwerk;
use crate::chance::StableRng;
use crate::game::{Actor, GameEncoding, GameRules, GameViews, Viewer};
use crate::hash::StableHasher;
use crate::netzwerk::action::{ACTIONS, Action};
use crate::netzwerk::lattice::Point;
use crate::netzwerk::observation;
use crate::netzwerk::position::Phase;
use crate::netzwerk::state::{State, View};

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
        absorb(&view.state, &mut hasher);
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

/// Feeds everything that the text of a state contains to a hasher, in a fixed order.
pub(super) fn absorb(state: &State, hasher: &mut StableHasher) {
    let position = &state.position;
    for robots in position.robots {
        hasher.write_u64(robots.bits());
    }
    hasher.write_u64(position.batteries.bits());
    let phase = match position.phase {
        Phase::Robots => 0,
        Phase::Batteries => 1 + position.moved.bits(),
    };
    hasher.write_u64(phase);
    let departed = state.departed.map_or(0, |side| side.index() as u64 + 1);
    let side = position.side.index() as u64;
    let quiet = u64::from(position.quiet);
    hasher.write_u64(side | departed << 8 | quiet << 16 | u64::from(position.turns) << 32);
    for spender in position.spenders.as_slice() {
        let [start, now] = [spender.start, spender.now].map(Point::bit);
        let captured = u8::from(spender.captured);
        hasher.write_u64(u64::from(u32::from_le_bytes([
            start,
            now,
            spender.spent,
            captured,
        ])));
    }
}
