//! The agent interface: an agent sees a view, has a budget, and returns a choice.

use std::fmt;

use botwerk_engine::{Game, RootSeed, Seat, StableRng, Turn, Viewer};

/// A decision that an agent is to make: a view and the seat it belongs to.
///
/// ```
/// use botwerk_agents::{Budget, DecisionRequest, Roster};
/// use botwerk_engine::{GameNotation, GameViews, RootSeed, Seat, Viewer};
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "2"), ("ranks", "3")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// let seed = RootSeed::from_text("7");
/// let start = game.initial_state(seed);
/// let request = DecisionRequest {
///     game: &game,
///     view: &game.view(&start, Viewer::Seat(Seat::FIRST)),
///     earlier_views: &[],
///     seat: Seat::FIRST,
///     turn: 1,
///     seed,
/// };
/// assert!(!request.legal_actions().is_empty());
///
/// // White can win this small board in its first turn, and `minimax` looks for such a win first.
/// let mut agent = Netzwerk::agent(&"minimax:nodes=20000".parse().unwrap()).unwrap();
/// let choice = agent.decide(&request, &Budget::UNLIMITED, &mut |_| {});
/// assert!(request.legal_actions().contains(&choice.actions[0]));
/// assert!(choice.value.unwrap() > 29_000);
/// ```
#[derive(Debug)]
pub struct DecisionRequest<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// View of the seat: what it may know of the position.
    pub view: &'a G::View,
    /// Views of the seat at all positions that count for repetition, in order. The last one is the
    /// current view if that counts. Empty in games without repetition.
    pub earlier_views: &'a [G::View],
    /// Seat of the agent.
    pub seat: Seat,
    /// Number of this decision of the seat, from 1.
    pub turn: u32,
    /// Seed for the agent's randomness.
    pub seed: RootSeed,
}

impl<G: Game> DecisionRequest<'_, G> {
    /// Returns the random generator of this decision; it is the same for the same seed, seat and
    /// turn.
    pub fn generator(&self) -> StableRng {
        self.seed.rng_for_agent(self.seat, self.turn)
    }

    /// Returns the seat's legal actions, in order.
    pub fn legal_actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.view_actions(self.view, &mut actions);
        actions
    }
}

/// Limits of one search: nodes, depth and a stop signal.
///
/// Agents read no clock: the caller sets the limits and signals when to stop.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use botwerk_agents::Budget;
///
/// let is_stopped = AtomicBool::new(false);
/// let budget = Budget {
///     nodes: Some(1_000),
///     should_stop: &|| is_stopped.load(Ordering::Relaxed),
///     ..Budget::UNLIMITED
/// };
/// assert!(!budget.is_exhausted(999));
/// assert!(budget.is_exhausted(1_000));
/// is_stopped.store(true, Ordering::Relaxed);
/// assert!(budget.is_exhausted(0));
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Maximum number of search nodes; `None` for no limit.
    pub nodes: Option<u64>,
    /// Maximum search depth in turns; `None` for no limit.
    pub depth: Option<u32>,
    /// `true` if `should_stop` returns `true` after some time. An agent without another limit then
    /// searches until it does.
    pub is_timed: bool,
    /// Polled during a search, which ends soon after it returns `true`.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// How exactly the node limit is obeyed.
    pub enforcement: Enforcement,
}

/// How exactly a search obeys its node limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Enforcement {
    /// A choice takes no more nodes than its limit.
    #[default]
    Exact,
    /// The limit is looked at now and then, so that a choice may take more nodes. Records can contain such
    /// choices, so verification repeats them.
    Sparse,
}

impl Budget<'_> {
    /// A budget without limits.
    pub const UNLIMITED: Budget<'static> = Budget {
        nodes: None,
        depth: None,
        is_timed: false,
        should_stop: &|| false,
        enforcement: Enforcement::Exact,
    };

    /// Returns the maximum number of nodes of a search: the smaller of the agent's setting (0 for
    /// none) and the budget's limit, or `default` if neither limits the search.
    pub(crate) fn node_limit(&self, setting: u64, default: u64) -> u64 {
        let setting = (setting > 0).then_some(setting);
        let unlimited = if self.is_timed { u64::MAX } else { default };
        let limits = [setting, self.nodes].into_iter().flatten();
        limits.min().unwrap_or(unlimited)
    }

    /// Returns `true` if the search must end after this number of nodes.
    pub fn is_exhausted(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit) || (self.should_stop)()
    }
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, depth, .. } = self;
        f.debug_struct("Budget")
            .field("nodes", nodes)
            .field("depth", depth)
            .finish_non_exhaustive()
    }
}

/// An agent's choice, or the best one found so far.
///
/// ```
/// use botwerk_agents::Choice;
/// use botwerk_engine::micro_robots::Action;
///
/// let choice = Choice::new(vec![Action::Say(5)], 120);
/// assert_eq!((choice.actions.len(), choice.effort), (1, 120));
/// assert_eq!((choice.depth, choice.value), (0, None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice<A> {
    /// Actions of the choice, in order.
    pub actions: Vec<A>,
    /// Number of search nodes spent.
    pub effort: u64,
    /// Depth in turns of the last complete search; 0 if the agent searches to no depth.
    pub depth: u32,
    /// Delay in microseconds before the choice takes effect. An agent that imitates a person
    /// requests it; the caller enforces it.
    pub delay_micros: u64,
    /// Value for the agent's seat; larger is better.
    pub value: Option<i64>,
    /// Expected continuation, starting with the choice itself.
    pub principal_variation: Vec<A>,
}

impl<A> Choice<A> {
    /// Creates a choice of these actions that took `effort` nodes.
    pub fn new(actions: Vec<A>, effort: u64) -> Self {
        Self {
            actions,
            effort,
            depth: 0,
            delay_micros: 0,
            value: None,
            principal_variation: Vec::new(),
        }
    }

    /// Returns the score that an agent declares with the choice, in the unit of
    /// [`GameSpec::score_unit`](botwerk_engine::GameSpec::score_unit): its value.
    pub fn score(&self) -> Option<i32> {
        let value = self.value?.clamp(i32::MIN.into(), i32::MAX.into());
        i32::try_from(value).ok()
    }
}

/// An agent of a game.
///
/// ```
/// use botwerk_agents::{Agent, Budget, Choice, DecisionRequest, Roster, arena};
/// use botwerk_engine::{Game, RootSeed};
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "2"), ("ranks", "3")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// /// Plays the first legal action.
/// struct FirstAction;
///
/// impl<G: Game> Agent<G> for FirstAction {
///     fn decide(
///         &mut self,
///         request: &DecisionRequest<'_, G>,
///         _budget: &Budget<'_>,
///         _report: &mut dyn FnMut(&Choice<G::Action>),
///     ) -> Choice<G::Action> {
///         Choice::new(vec![request.legal_actions()[0]], 1)
///     }
/// }
///
/// let mut agents: Vec<Box<dyn Agent<_>>> = vec![
///     Box::new(FirstAction),
///     Netzwerk::agent(&"minimax:nodes=500".parse().unwrap()).unwrap(),
/// ];
/// let finished = arena::play(&game, RootSeed::from_text("7"), &mut agents, &mut Vec::new());
/// assert_eq!(finished.outcome.places, [2, 1]);
/// ```
pub trait Agent<G: Game>: Send {
    /// Chooses actions for the decision.
    ///
    /// `report` may be called with improving choices during the search. Unless the agent is timed
    /// (see [`Limits::is_reproducible`](crate::AgentLimits::is_reproducible)), the result depends only
    /// on its settings, the request and the node and depth limits of the budget.
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, G>,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Choice<G::Action>),
    ) -> Choice<G::Action>;
}

/// Returns `true` if the current decision of the seat is simultaneous.
pub(crate) fn is_simultaneous<G: Game>(request: &DecisionRequest<'_, G>) -> bool {
    let state = request
        .game
        .sample_hidden(request.view, &mut request.generator());
    debug_assert!(request.game.view(&state, Viewer::Seat(request.seat)) == *request.view);
    matches!(request.game.turn(&state), Turn::Decision(decision) if decision.simultaneous)
}
