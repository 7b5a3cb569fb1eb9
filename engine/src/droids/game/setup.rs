//! Setups of Droids as positions and views.

use super::Droids;
use crate::droids::setup::{self, Setup, SetupError};
use crate::droids::state::{State, View};
use crate::game::Viewer;
use crate::setup::FromSetup;

impl FromSetup for Droids {
    type Setup = Setup;
    type SetupError = SetupError;

    fn position_from_setup(&self, setup: &Setup) -> Result<State, SetupError> {
        setup::position(&self.rules, setup)
    }

    fn setup(&self, state: &State) -> Setup {
        Setup::from_state(&self.rules, state)
    }

    fn view_from_setup(&self, viewer: Viewer, setup: &Setup) -> Result<View, SetupError> {
        setup::view(&self.rules, viewer, setup)
    }

    fn view_setup(&self, view: &View) -> Setup {
        Setup::from_view(&self.rules, view)
    }
}
