//! Matches between agents that are known when the program runs.

use botwerk_engine::record::EventLine;
use botwerk_engine::{
    Adjudication, AnyGame, AnyState, GameId, GameRules, Referee, Registered, RootSeed,
    for_each_game,
};

use crate::arena::{self, DecisionDriver, FinishedMatch};
use crate::roster::Roster;
use crate::spec::{AgentError, AgentSpec};
use crate::with_agents::WithAgents;

/// A match between agents that is to be played from start to end.
#[derive(Debug)]
pub struct PlannedMatch<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// The position before the first event.
    pub start: &'a AnyState,
    /// The seed of chance and of the agents.
    pub seed: RootSeed,
    /// The rules for the adjudication, if there are any.
    pub adjudication: Option<Adjudication>,
    /// The agent of each seat.
    pub agents: &'a [AgentSpec],
}

/// The lines of a record's events, and how the match ended.
type Played = Result<(Vec<EventLine>, FinishedMatch), AgentError>;

/// A function that plays a match with the code of one type.
type Play = fn(&PlannedMatch<'_>, &mut dyn DecisionDriver) -> Played;

impl PlannedMatch<'_> {
    /// Plays the match on virtual time: see [`arena::play_match`]. Returns the lines of its record's events, and how it
    /// ended.
    ///
    /// # Errors
    /// Returns an error if the game has no agent of a name or a setting is invalid.
    ///
    /// # Panics
    /// Panics unless there is one agent for each seat.
    pub fn play(&self, driver: &mut dyn DecisionDriver) -> Played {
        play_function(self.game.id())(self, driver)
    }
}

// Apart from the agents themselves, so that a program that plays no such matches does not contain them.
macro_rules! built_in {
    ($($constant:ident = $name:literal, $module:ident::$game:ident;)+) => {
        /// The functions of games that are types.
        static TYPED: Registered<Play> = Registered::new(
            &[$((GameId::$constant, play_typed::<botwerk_engine::$module::$game>)),+]
        );
    };
}

for_each_game! { built_in }

/// Registers a game that is a type.
pub(crate) fn register<G: Roster>() {
    TYPED.register(G::ID, play_typed::<G>);
}

/// Returns the function for a game: one with the code of its type if it is one.
fn play_function(game: GameId) -> Play {
    TYPED.get(game).unwrap_or(play_any)
}

fn play_typed<G: Roster>(planned: &PlannedMatch<'_>, driver: &mut dyn DecisionDriver) -> Played {
    let game: &G = planned.game.get().expect("the game of the function");
    let start = planned.start.get::<G::State>().clone();
    play(game, start, planned, driver)
}

fn play_any(planned: &PlannedMatch<'_>, driver: &mut dyn DecisionDriver) -> Played {
    play(planned.game, planned.start.clone(), planned, driver)
}

fn play<G: WithAgents>(
    game: &G,
    start: G::State,
    planned: &PlannedMatch<'_>,
    driver: &mut dyn DecisionDriver,
) -> Played {
    let specs = planned.agents.iter();
    let agents = specs.map(|spec| game.agent_factory(spec).map(|factory| factory.make()));
    let mut agents = agents.collect::<Result<Vec<_>, _>>()?;
    let mut events = Vec::new();
    let referee = Referee::from_position(game.clone(), planned.seed, start)
        .with_adjudication(planned.adjudication);
    let finished = arena::play_match(referee, planned.seed, &mut agents, driver, &mut events);
    let line = |(seq, event)| EventLine::new(game, seq, event);
    Ok(((1..).zip(&events).map(line).collect(), finished))
}
