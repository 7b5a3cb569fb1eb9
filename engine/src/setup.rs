//! Unchecked setups: what a text or a message says of a position before any rule is checked.

use std::error::Error;
use std::fmt::Debug;

use crate::game::{Game, Viewer};

/// A game whose positions and views are built from unchecked setups.
///
/// A setup is plain data with public fields, which need not obey any rule. A text parser or a
/// message conversion fills it in; [`FromSetup::position_from_setup`] is the only way from there to
/// a position, so that every rule of positions is checked in one place.
///
/// ```
/// use botwerk_engine::micro_robots::MicroRobots;
/// use botwerk_engine::{FromSetup, GameRules, Options, RootSeed};
///
/// let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
/// let game = MicroRobots::new(2, options).unwrap();
/// let start = game.initial_state(RootSeed::from_text("7"));
/// let mut setup = game.setup(&start);
/// assert_eq!(game.position_from_setup(&setup), Ok(start));
/// setup.chips[1] = 26;
/// let error = game.position_from_setup(&setup).unwrap_err();
/// assert_eq!(error.to_string(), "chips[1]: expected at most 25 chips in all (MR-7)");
/// ```
pub trait FromSetup: Game {
    /// The unchecked description of a position or a view.
    type Setup: Clone + Eq + Debug + Send + Sync + 'static;
    /// The reason for which a setup is not a position: the rule and the offending part.
    type SetupError: Error + Clone + Eq + Send + Sync + 'static;

    /// Returns the position that a setup describes.
    ///
    /// # Errors
    /// Returns an error if the setup breaks a rule; it names the first part that does.
    fn position_from_setup(&self, setup: &Self::Setup) -> Result<Self::State, Self::SetupError>;

    /// Returns the setup of a position, from which [`FromSetup::position_from_setup`] returns an
    /// equal position.
    fn setup(&self, state: &Self::State) -> Self::Setup;

    /// Returns the view that a setup describes, with everything left out that the viewer may not
    /// know.
    ///
    /// # Errors
    /// Returns an error if the setup breaks a rule, as far as the viewer can tell.
    fn view_from_setup(
        &self,
        viewer: Viewer,
        setup: &Self::Setup,
    ) -> Result<Self::View, Self::SetupError> {
        // Where a view lacks no part of a position, its setup is that of a position.
        let state = self.position_from_setup(setup)?;
        Ok(self.view(&state, viewer))
    }

    /// Returns the setup of a view, from which [`FromSetup::view_from_setup`] returns an equal view.
    fn view_setup(&self, view: &Self::View) -> Self::Setup;
}
