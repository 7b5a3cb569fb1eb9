//! Lanes of any game.

use botwerk_agents::WithAgents;
use botwerk_engine::{AnyGame, GameRules, OptionError, Seat, Viewer};

use crate::actions::StepActions;
use crate::error::LanesError;
use crate::game_setup::GameSetup;
use crate::lanes::Lanes;
use crate::outputs::StepOutputs;
use crate::registered::entry;
use crate::settings::LaneSettings;

/// Lanes of any game: see [`Lanes`], whose functions these are.
pub trait LaneSet: Send {
    /// Returns the settings.
    fn settings(&self) -> &LaneSettings;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns the number of bytes of a lane's observation.
    fn observation_len(&self) -> usize;

    /// Returns the number of action numbers.
    fn action_count(&self) -> usize;

    /// Takes one action in every lane: see [`Lanes::step`].
    ///
    /// # Errors
    /// Returns an error if an array has another length than expected; nothing is changed.
    fn step(
        &mut self,
        actions: StepActions<'_>,
        outputs: StepOutputs<'_>,
    ) -> Result<(), LanesError>;

    /// Starts episodes: see [`Lanes::reset`].
    ///
    /// # Errors
    /// Returns an error if a lane or an array is invalid; nothing is changed.
    fn reset(
        &mut self,
        lanes: Option<&[usize]>,
        seeds: Option<&[String]>,
        outputs: StepOutputs<'_>,
    ) -> Result<(), LanesError>;

    /// Returns the legal action numbers of all lanes: see [`Lanes::legal_actions`].
    fn legal_actions(&self) -> (Vec<usize>, Vec<u32>);

    /// Returns the observation of a seat in a lane, or `None` if there is no such lane or seat.
    fn observation(&self, lane: usize, seat: usize) -> Option<Vec<u8>>;

    /// Returns the seed text of the first episode of a lane and the number of episodes since, or `None` if
    /// there is no such lane.
    fn episode_of(&self, lane: usize) -> Option<(&str, u32)>;

    /// Returns the view of a seat in a lane, or the spectators' view, in the notation of positions, or `None`
    /// if there is no such lane or seat.
    fn view_text(&self, lane: usize, seat: Option<usize>) -> Option<String>;

    /// Returns the given lanes as JSON: see [`Lanes::save`].
    ///
    /// # Errors
    /// Returns an error if a lane does not exist or is given twice.
    fn save(&self, lanes: &[usize]) -> Result<Vec<String>, LanesError>;

    /// Replaces the given lanes by saved ones: see [`Lanes::load`].
    ///
    /// # Errors
    /// Returns an error if a lane or a text is invalid; nothing is changed.
    fn load(&mut self, lanes: &[usize], saved: &[String]) -> Result<(), LanesError>;
}

/// The error of lanes that cannot be created.
#[derive(Debug, thiserror::Error)]
pub enum LaneSetError {
    /// An option or the number of seats is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A setting is invalid.
    #[error(transparent)]
    Lanes(#[from] LanesError),
}

impl GameSetup {
    /// Creates lanes of the game.
    ///
    /// # Errors
    /// Returns an error if an option or a setting is invalid.
    ///
    /// ```
    /// use botwerk_engine::GameId;
    /// use botwerk_lanes::{GameSetup, LaneSettings};
    ///
    /// let setup = GameSetup { game: GameId::NETZWERK, seats: 0, options: vec![] };
    /// let lanes = setup.lanes(LaneSettings::new(16, "7")).unwrap();
    /// assert_eq!((lanes.seats(), lanes.settings().lanes), (2, 16));
    /// ```
    pub fn lanes(&self, settings: LaneSettings) -> Result<Box<dyn LaneSet>, LaneSetError> {
        Ok(lanes(self.create()?, settings)?)
    }
}

/// Creates lanes of a game.
///
/// # Errors
/// Returns an error if a setting is invalid or threads cannot be started.
pub fn lanes(game: AnyGame, settings: LaneSettings) -> Result<Box<dyn LaneSet>, LanesError> {
    entry(game.id()).lanes(game, settings)
}

impl<G: WithAgents> LaneSet for Lanes<G> {
    fn settings(&self) -> &LaneSettings {
        self.settings()
    }

    fn seats(&self) -> usize {
        self.game().seats()
    }

    fn observation_len(&self) -> usize {
        self.observation_len()
    }

    fn action_count(&self) -> usize {
        self.action_count()
    }

    fn step(
        &mut self,
        actions: StepActions<'_>,
        outputs: StepOutputs<'_>,
    ) -> Result<(), LanesError> {
        self.step(actions, outputs)
    }

    fn reset(
        &mut self,
        lanes: Option<&[usize]>,
        seeds: Option<&[String]>,
        outputs: StepOutputs<'_>,
    ) -> Result<(), LanesError> {
        self.reset(lanes, seeds, outputs)
    }

    fn legal_actions(&self) -> (Vec<usize>, Vec<u32>) {
        self.legal_actions()
    }

    fn observation(&self, lane: usize, seat: usize) -> Option<Vec<u8>> {
        self.observation(lane, seat)
    }

    fn episode_of(&self, lane: usize) -> Option<(&str, u32)> {
        self.episode_of(lane)
    }

    fn view_text(&self, lane: usize, seat: Option<usize>) -> Option<String> {
        let episode = self.episode(lane)?;
        let viewer = match seat {
            None => Viewer::Spectator,
            Some(index) => {
                let seat = Seat::new(index).filter(|seat| seat.index() < self.game().seats());
                Viewer::Seat(seat?)
            }
        };
        let view = self.game().view(episode.state(), viewer);
        Some(self.game().format_view(&view))
    }

    fn save(&self, lanes: &[usize]) -> Result<Vec<String>, LanesError> {
        self.save(lanes)
    }

    fn load(&mut self, lanes: &[usize], saved: &[String]) -> Result<(), LanesError> {
        self.load(lanes, saved)
    }
}
