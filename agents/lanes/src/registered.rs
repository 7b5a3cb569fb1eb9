//! The code that lanes and matches of each registered game run: that of its type, which is fastest, or of any game.

use std::marker::PhantomData;
use std::sync::Arc;

use botwerk_agents::{Lead, Roster, TurnValue, WithAgents};
use botwerk_engine::record::{Record, VerifyError};
use botwerk_engine::{AnyGame, GameId, NameTaken, Registered, RootSeed, Seat, for_each_game};

use crate::episode::Episode;
use crate::error::LanesError;
use crate::game_setup::{StateError, parse_match, sample_view};
use crate::lane_set::LaneSet;
use crate::lanes::Lanes;
use crate::match_state::{MatchOf, MatchState};
use crate::recorded_decisions::{AppliedAction, match_after};
use crate::settings::LaneSettings;

/// A match of a record, and the actions that led to it.
pub(crate) type MatchAfter = (Box<dyn MatchState>, Vec<AppliedAction>);

/// What is compiled for a game.
pub(crate) trait LaneEntry: Send + Sync {
    /// Creates lanes.
    fn lanes(&self, game: AnyGame, settings: LaneSettings) -> Result<Box<dyn LaneSet>, LanesError>;

    /// Returns a match at its start.
    fn start(&self, game: AnyGame, seed: RootSeed) -> Box<dyn MatchState>;

    /// Returns a match that starts with the position of a text.
    fn parse(
        &self,
        game: AnyGame,
        text: &str,
        seed: RootSeed,
    ) -> Result<Box<dyn MatchState>, StateError>;

    /// Returns a match that a seat sees as the view of a text.
    fn sample(
        &self,
        game: AnyGame,
        view: &str,
        seat: Seat,
        seed: RootSeed,
    ) -> Result<Box<dyn MatchState>, StateError>;

    /// Returns a saved match.
    fn load(&self, game: AnyGame, json: &str) -> Result<Box<dyn MatchState>, StateError>;

    /// Returns the match of a record after some of its events.
    fn match_after(&self, record: &Record, events: usize) -> Result<MatchAfter, VerifyError>;
}

/// The code of the type `G`.
struct TypedLanes<G>(PhantomData<fn() -> G>);

impl<G: WithAgents> LaneEntry for TypedLanes<G> {
    fn lanes(&self, game: AnyGame, settings: LaneSettings) -> Result<Box<dyn LaneSet>, LanesError> {
        let lanes: Lanes<G> = Lanes::new(typed(game), settings)?;
        Ok(Box::new(lanes))
    }

    fn start(&self, game: AnyGame, seed: RootSeed) -> Box<dyn MatchState> {
        let game: G = typed(game);
        let episode = Episode::new(&game, seed);
        MatchOf::boxed(Arc::new(game), episode)
    }

    fn parse(
        &self,
        game: AnyGame,
        text: &str,
        seed: RootSeed,
    ) -> Result<Box<dyn MatchState>, StateError> {
        let game: G = typed(game);
        let episode = parse_match(&game, text, seed)?;
        Ok(MatchOf::boxed(Arc::new(game), episode))
    }

    fn sample(
        &self,
        game: AnyGame,
        view: &str,
        seat: Seat,
        seed: RootSeed,
    ) -> Result<Box<dyn MatchState>, StateError> {
        let game: G = typed(game);
        let episode = sample_view(&game, view, seat, seed)?;
        Ok(MatchOf::boxed(Arc::new(game), episode))
    }

    fn load(&self, game: AnyGame, json: &str) -> Result<Box<dyn MatchState>, StateError> {
        let game: G = typed(game);
        let episode = Episode::load(&game, json)?;
        Ok(MatchOf::boxed(Arc::new(game), episode))
    }

    fn match_after(&self, record: &Record, events: usize) -> Result<MatchAfter, VerifyError> {
        match_after::<G>(record, events)
    }
}

/// Returns the game of a type behind any game, which may be the type itself.
fn typed<G: WithAgents>(game: AnyGame) -> G {
    game.into_type().expect("the game that the entry is for")
}

macro_rules! built_in {
    ($($constant:ident = $name:literal, $module:ident::$game:ident;)+) => {
        /// The games with code of their own.
        static TYPED: Registered<&dyn LaneEntry> = Registered::new(&[
            $((GameId::$constant, &TypedLanes::<botwerk_engine::$module::$game>(PhantomData))),+
        ]);
    };
}

for_each_game! { built_in }

/// Registers a game with its agents: see [`botwerk_agents::register`]. Its lanes run the code of the type.
///
/// # Errors
/// Returns an error if another game has its name.
pub fn register<G: Roster + Lead + TurnValue>() -> Result<GameId, NameTaken> {
    let game = botwerk_agents::register::<G>()?;
    TYPED.register(game, const { &TypedLanes::<G>(PhantomData) });
    Ok(game)
}

/// Returns the code of a game.
pub(crate) fn entry(game: GameId) -> &'static dyn LaneEntry {
    TYPED
        .get(game)
        .unwrap_or(&TypedLanes::<AnyGame>(PhantomData))
}
