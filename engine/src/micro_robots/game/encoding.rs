//! The encoding of Micro Robots as [`GameEncoding`].

use super::MicroRobots;
use crate::game::GameEncoding;
use crate::micro_robots::action::{ACTIONS, Action};
use crate::micro_robots::observation;
use crate::micro_robots::state::View;

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
