//! Setups of Micro Robots as positions.

use super::MicroRobots;
use crate::micro_robots::setup::{self, Setup, SetupError};
use crate::micro_robots::state::{State, View};
use crate::setup::FromSetup;

impl FromSetup for MicroRobots {
    type Setup = Setup;
    type SetupError = SetupError;

    fn position_from_setup(&self, setup: &Setup) -> Result<State, SetupError> {
        setup::validate(&self.settings, self.seats, setup)
    }

    fn setup(&self, state: &State) -> Setup {
        Setup::from_state(state)
    }

    fn view_setup(&self, view: &View) -> Setup {
        Setup::from_state(&view.minimal_state())
    }
}
