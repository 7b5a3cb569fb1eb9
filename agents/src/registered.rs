//! The agents of games that are known when the program runs.

use std::marker::PhantomData;

use botwerk_engine::record::{Record, VerifyError};
use botwerk_engine::{
    AnyAction, AnyGame, AnyState, Game, GameEncoding, GameId, GameRules, NameTaken, Registered,
    for_each_game,
};

use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::general;
use crate::lead::Lead;
use crate::limits::AgentLimits;
use crate::planned_match;
use crate::roster::{AgentFactory, AgentInfo, Roster, find, opponent_at_level, resolve_settings};
use crate::spec::{AgentError, AgentSpec, RecordedAgent};
use crate::turn_value::{TurnValue, ValueBasis};
use crate::verify::{Verified, verify_until};
use crate::with_agents::WithAgents;

/// The agents of a game: see [`Roster`], whose functions these are.
///
/// ```
/// use botwerk_agents::GameAgents;
/// use botwerk_engine::GameId;
///
/// let game: GameId = "netzwerk".parse().unwrap();
/// assert_eq!(game.strongest().to_string(), "minimax");
/// assert_eq!(game.roster().len(), 3);
/// assert!(game.limits(&"minimax:nodes=500".parse().unwrap()).unwrap().is_reproducible());
/// ```
pub trait GameAgents {
    /// Returns all agents, the strongest first.
    fn roster(self) -> Vec<AgentInfo>;

    /// Returns the strongest agent with its default settings.
    fn strongest(self) -> AgentSpec;

    /// Returns the opponent of a person at a level: see [`Roster::opponent_at_level`].
    fn opponent_at_level(self, level: u8) -> AgentSpec;

    /// Returns the agent of a spec without creating it.
    ///
    /// # Errors
    /// Returns an error if the game has no agent of that name or a setting is invalid.
    fn factory(self, spec: &AgentSpec) -> Result<AgentFactory<AnyGame>, AgentError>;

    /// Creates the agent of a spec.
    ///
    /// # Errors
    /// Returns an error if the game has no agent of that name or a setting is invalid.
    fn agent(self, spec: &AgentSpec) -> Result<Box<dyn Agent<AnyGame>>, AgentError>;

    /// Returns the time and thread limits in the settings of a spec.
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`Self::agent`].
    fn limits(self, spec: &AgentSpec) -> Result<AgentLimits, AgentError>;

    /// Returns an agent as the records of this program name it.
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`Self::agent`].
    fn recorded_agent(self, spec: &AgentSpec) -> Result<RecordedAgent, AgentError>;

    /// Replays a record of the game and repeats the choices of its agents: see [`verify`](crate::verify()).
    ///
    /// # Errors
    /// Returns the first difference from the rules, the seed or the agents' choices.
    fn verify(self, record: &Record) -> Result<Verified, VerifyError>;

    /// Does the same as [`Self::verify`] until `should_stop` returns `true`: see [`verify_until`].
    ///
    /// # Errors
    /// Returns the first difference, or an error at the event at which the verification was stopped.
    fn verify_until(
        self,
        record: &Record,
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Verified, VerifyError>;
}

impl GameAgents for GameId {
    fn roster(self) -> Vec<AgentInfo> {
        entry(self).roster()
    }

    fn strongest(self) -> AgentSpec {
        let name = self.roster().first().map_or("", |info| info.name);
        AgentSpec {
            name: name.to_owned(),
            settings: Vec::new(),
        }
    }

    fn opponent_at_level(self, level: u8) -> AgentSpec {
        opponent_at_level(self.roster().iter(), level)
    }

    fn factory(self, spec: &AgentSpec) -> Result<AgentFactory<AnyGame>, AgentError> {
        entry(self).factory(self, spec)
    }

    fn agent(self, spec: &AgentSpec) -> Result<Box<dyn Agent<AnyGame>>, AgentError> {
        self.factory(spec).map(|factory| factory.make())
    }

    fn limits(self, spec: &AgentSpec) -> Result<AgentLimits, AgentError> {
        let roster = self.roster();
        let info = find(self, &roster, |info| info, spec)?;
        Ok(AgentLimits::from_settings(&resolve_settings(info, spec)?))
    }

    fn recorded_agent(self, spec: &AgentSpec) -> Result<RecordedAgent, AgentError> {
        let version = self.factory(spec)?.version();
        Ok(RecordedAgent::new(spec, version))
    }

    fn verify(self, record: &Record) -> Result<Verified, VerifyError> {
        self.verify_until(record, &|| false)
    }

    fn verify_until(
        self,
        record: &Record,
        should_stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Verified, VerifyError> {
        verify_until::<AnyGame>(record, should_stop)
    }
}

impl WithAgents for AnyGame {
    fn agent_factory(&self, spec: &AgentSpec) -> Result<AgentFactory<Self>, AgentError> {
        self.id().factory(spec)
    }

    fn agent_limits(&self, spec: &AgentSpec) -> Result<AgentLimits, AgentError> {
        self.id().limits(spec)
    }
}

impl Lead for AnyGame {
    fn lead_basis(&self) -> &'static str {
        entry(self.id()).lead_basis(self)
    }

    fn lead_period(&self, state: &AnyState) -> u64 {
        entry(self.id()).lead_period(self, state)
    }

    fn lead_values(&self, state: &AnyState) -> Vec<f64> {
        entry(self.id()).lead_values(self, state)
    }
}

impl TurnValue for AnyGame {
    fn value_basis(&self) -> ValueBasis {
        entry(self.id()).value_basis(self)
    }

    fn blunder_loss(&self) -> i64 {
        entry(self.id()).blunder_loss(self)
    }

    fn announced_value(&self, action: AnyAction) -> Option<i64> {
        entry(self.id()).announced_value(self, action)
    }
}

/// What is registered of the agents of a game.
trait RosterEntry: Send + Sync {
    fn roster(&self) -> Vec<AgentInfo>;
    fn factory(&self, game: GameId, spec: &AgentSpec) -> Result<AgentFactory<AnyGame>, AgentError>;
    fn lead_basis(&self, game: &AnyGame) -> &'static str;
    fn lead_period(&self, game: &AnyGame, state: &AnyState) -> u64;
    fn lead_values(&self, game: &AnyGame, state: &AnyState) -> Vec<f64>;
    fn value_basis(&self, game: &AnyGame) -> ValueBasis;
    fn blunder_loss(&self, game: &AnyGame) -> i64;
    fn announced_value(&self, game: &AnyGame, action: AnyAction) -> Option<i64>;
}

/// The agents of a game that is a type.
struct TypedRoster<G>(PhantomData<fn() -> G>);

/// Returns the game of a type behind `game`.
fn typed<G: 'static>(game: &AnyGame) -> &G {
    game.get().expect("the game that the entry is for")
}

impl<G: Roster + Lead + TurnValue> RosterEntry for TypedRoster<G> {
    fn roster(&self) -> Vec<AgentInfo> {
        G::roster().iter().map(|entry| entry.info).collect()
    }

    fn factory(
        &self,
        _game: GameId,
        spec: &AgentSpec,
    ) -> Result<AgentFactory<AnyGame>, AgentError> {
        let info = &find(G::ID, G::roster(), |entry| &entry.info, spec)?.info;
        let factory = G::factory(spec)?;
        let make = move || Box::new(AnyAgent(factory.make())) as Box<dyn Agent<AnyGame>>;
        Ok(AgentFactory::new(info, make))
    }

    fn lead_basis(&self, game: &AnyGame) -> &'static str {
        typed::<G>(game).lead_basis()
    }

    fn lead_period(&self, game: &AnyGame, state: &AnyState) -> u64 {
        typed::<G>(game).lead_period(state.get())
    }

    fn lead_values(&self, game: &AnyGame, state: &AnyState) -> Vec<f64> {
        typed::<G>(game).lead_values(state.get())
    }

    fn value_basis(&self, game: &AnyGame) -> ValueBasis {
        typed::<G>(game).value_basis()
    }

    fn blunder_loss(&self, game: &AnyGame) -> i64 {
        typed::<G>(game).blunder_loss()
    }

    fn announced_value(&self, game: &AnyGame, action: AnyAction) -> Option<i64> {
        let game = typed::<G>(game);
        game.announced_value(game.action_from_number(action.number())?)
    }
}

/// The agents that every game has, for a game without others.
struct GeneralRoster;

impl RosterEntry for GeneralRoster {
    fn roster(&self) -> Vec<AgentInfo> {
        general::roster::<AnyGame>().map(|entry| entry.info).into()
    }

    fn factory(&self, game: GameId, spec: &AgentSpec) -> Result<AgentFactory<AnyGame>, AgentError> {
        let roster = general::roster::<AnyGame>();
        let entry = find(game, &roster, |entry| &entry.info, spec)?;
        let (make, settings) = (entry.make, resolve_settings(&entry.info, spec)?);
        Ok(AgentFactory::new(&entry.info, move || make(&settings)))
    }

    fn lead_basis(&self, _game: &AnyGame) -> &'static str {
        "not known"
    }

    fn lead_period(&self, _game: &AnyGame, _state: &AnyState) -> u64 {
        0
    }

    fn lead_values(&self, game: &AnyGame, _state: &AnyState) -> Vec<f64> {
        vec![0.0; game.seats()]
    }

    fn value_basis(&self, _game: &AnyGame) -> ValueBasis {
        ValueBasis::OwnNext
    }

    fn blunder_loss(&self, _game: &AnyGame) -> i64 {
        1
    }

    fn announced_value(&self, _game: &AnyGame, _action: AnyAction) -> Option<i64> {
        None
    }
}

/// An agent of a game that is a type, as an agent of any game.
struct AnyAgent<G: Game>(Box<dyn Agent<G>>);

impl<G: Game> Agent<AnyGame> for AnyAgent<G> {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, AnyGame>,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Choice<AnyAction>),
    ) -> Choice<AnyAction> {
        let game: &G = typed(request.game);
        let earlier = request.earlier_views.iter();
        let earlier: Vec<G::View> = earlier.map(|view| view.get::<G::View>().clone()).collect();
        let typed_request = DecisionRequest {
            game,
            view: request.view.get(),
            earlier_views: &earlier,
            seat: request.seat,
            turn: request.turn,
            seed: request.seed,
        };
        let any = |choice: Choice<G::Action>| any_choice(request.game, game, choice);
        let mut report_typed = |choice: &Choice<G::Action>| report(&any(choice.clone()));
        any(self.0.decide(&typed_request, budget, &mut report_typed))
    }
}

/// Returns a choice of a game with the actions of `any`, behind which it is.
fn any_choice<G: Game>(any: &AnyGame, game: &G, choice: Choice<G::Action>) -> Choice<AnyAction> {
    let actions = |actions: Vec<G::Action>| {
        let numbers = actions.into_iter().map(|action| game.action_number(action));
        numbers
            .map(|number| any.action_from_number(number).expect("an action's number"))
            .collect()
    };
    Choice {
        actions: actions(choice.actions),
        effort: choice.effort,
        depth: choice.depth,
        delay_micros: choice.delay_micros,
        value: choice.value,
        principal_variation: actions(choice.principal_variation),
    }
}

macro_rules! built_in {
    ($($constant:ident = $name:literal, $module:ident::$game:ident;)+) => {
        /// The games with agents of their own.
        static ROSTERS: Registered<&dyn RosterEntry> =
            Registered::new(&[$((GameId::$constant, typed_roster::<botwerk_engine::$module::$game>())),+]);
    };
}

for_each_game! { built_in }

const fn typed_roster<G: Roster + Lead + TurnValue>() -> &'static dyn RosterEntry {
    const { &TypedRoster::<G>(PhantomData) }
}

/// Registers a game with its agents, so that its name is known: see [`GameId::register_type`].
///
/// # Errors
/// Returns an error if another game has its name.
pub fn register<G: Roster + Lead + TurnValue>() -> Result<GameId, NameTaken> {
    let game = GameId::register_type::<G>()?;
    planned_match::register::<G>();
    ROSTERS.register(game, typed_roster::<G>());
    Ok(game)
}

fn entry(game: GameId) -> &'static dyn RosterEntry {
    ROSTERS.get(game).unwrap_or(&GeneralRoster)
}
