//! Setups of Netzwerk as positions.

use super::Netzwerk;
use crate::netzwerk::setup::{self, Setup, SetupError};
use crate::netzwerk::state::{State, View};
use crate::setup::FromSetup;

impl FromSetup for Netzwerk {
    type Setup = Setup;
    type SetupError = SetupError;

    fn position_from_setup(&self, setup: &Setup) -> Result<State, SetupError> {
        setup::validate(self.rules(), setup)
    }

    fn setup(&self, state: &State) -> Setup {
        Setup::from_state(state)
    }

    fn view_setup(&self, view: &View) -> Setup {
        Setup::from_state(&view.state)
    }
}
