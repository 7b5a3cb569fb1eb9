//! The encoding of Droids as [`GameEncoding`].

use super::Droids;
use crate::droids::action::{ACTIONS, Action};
use crate::droids::observation;
use crate::droids::state::View;
use crate::game::GameEncoding;

impl GameEncoding for Droids {
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
        observation::write(&self.rules, view, bytes);
    }
}
