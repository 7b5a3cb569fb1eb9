//! The encoding of Netzwerk as [`GameEncoding`].

use super::Netzwerk;
use crate::game::GameEncoding;
use crate::netzwerk::action::{ACTIONS, Action};
use crate::netzwerk::observation;
use crate::netzwerk::state::View;

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
