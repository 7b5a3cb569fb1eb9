//! Unchecked setups: the contents of a text or message before any rule is checked.

use std::borrow::Cow;
use std::fmt::{Debug, Display};

use crate::game::{Game, Viewer};

/// The error of a setup that is not a position or a view, such as `chips[1]: expected at most 25 chips`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{part}: expected {expected}")]
pub struct SetupError<P> {
    /// The first part that is wrong.
    pub part: P,
    /// The id of the rule that is broken, or `None` if the fields contradict each other.
    pub rule: Option<&'static str>,
    /// What the part must be instead, human-readable.
    pub expected: Cow<'static, str>,
}

impl<P> SetupError<P> {
    /// Creates the error of a part that contradicts the match or other parts.
    pub(crate) fn new(part: impl Into<P>, expected: impl Into<Cow<'static, str>>) -> Self {
        Self {
            part: part.into(),
            rule: None,
            expected: expected.into(),
        }
    }

    /// Creates the error of a part that breaks a rule.
    pub(crate) fn broken_rule(
        rule: &'static str,
        part: impl Into<P>,
        expected: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            rule: Some(rule),
            ..Self::new(part, expected)
        }
    }
}

/// A game whose positions and views are built from unchecked setups.
///
/// A setup is plain data with public fields that need not obey any rule. Text parsers and message
/// conversions fill it in, and only [`FromSetup::position_from_setup`] turns it into a position, so
/// every rule of positions is checked in one place.
///
/// ```
/// use botwerk_engine::micro_robots::MicroRobots;
/// use botwerk_engine::{FromSetup, GameRules, GameType, Options, RootSeed};
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
    /// A part of a setup that an error names, displayed as a path such as `chips[1]`.
    type SetupPart: Display + Debug + Clone + Eq + Send + Sync + 'static;

    /// Returns the position that a setup describes.
    ///
    /// # Errors
    /// Returns an error if the setup breaks a rule; it names the first part that does.
    fn position_from_setup(
        &self,
        setup: &Self::Setup,
    ) -> Result<Self::State, SetupError<Self::SetupPart>>;

    /// Returns the setup of a position, from which [`FromSetup::position_from_setup`] returns an
    /// equal position.
    fn setup(&self, state: &Self::State) -> Self::Setup;

    /// Returns the view that a setup describes, without anything that the viewer may not know.
    ///
    /// # Errors
    /// Returns an error if the setup breaks a rule, as far as the viewer can tell.
    fn view_from_setup(
        &self,
        viewer: Viewer,
        setup: &Self::Setup,
    ) -> Result<Self::View, SetupError<Self::SetupPart>> {
        // If nothing is hidden, the setup of a view is that of a position.
        let state = self.position_from_setup(setup)?;
        Ok(self.view(&state, viewer))
    }

    /// Returns the setup of a view, from which [`FromSetup::view_from_setup`] returns an equal view.
    fn view_setup(&self, view: &Self::View) -> Self::Setup;
}
