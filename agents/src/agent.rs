//! What a player is: it sees a view, has a budget, and answers with a choice.

use std::fmt;

use botwerk_engine::{Game, Generator, RootSeed, Seat, Turn, Viewer};

/// What a player is asked: a view, and whose it is.
#[derive(Debug)]
pub struct Request<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// What the player may know.
    pub view: &'a G::View,
    /// What the player could know at every position that counts for repetition, in order: the
    /// present one is the last if it counts. Empty in games without repetition.
    pub earlier: &'a [G::View],
    /// The player's seat.
    pub seat: Seat,
    /// The number of this request to the seat, from 1.
    pub turn: u32,
    /// What the player's randomness comes from.
    pub seed: RootSeed,
}

impl<G: Game> Request<'_, G> {
    /// The generator of this decision: the same for the same match seed, seat and turn.
    pub fn generator(&self) -> Generator {
        self.seed.agent(self.seat, self.turn)
    }

    /// The seat's legal actions, in order.
    pub fn legal_actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.view_actions(self.view, &mut actions);
        actions
    }
}

/// How much a decision may cost.
///
/// Players read no clock: whoever asks sets the limits and says when to stop.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Search nodes; `None` for no limit.
    pub nodes: Option<u64>,
    /// Search depth in turns; `None` for no limit.
    pub depth: Option<u32>,
    /// Whether `should_stop` says `true` after a time: a player that has no other limit then
    /// searches until it does.
    pub is_timed: bool,
    /// Asked now and then during a search; once it says `true` the search ends.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
}

impl Budget<'_> {
    /// No limit at all.
    pub const UNLIMITED: Budget<'static> = Budget {
        nodes: None,
        depth: None,
        is_timed: false,
        should_stop: &|| false,
    };

    /// The most nodes of a search: of a player's own setting, 0 for none, and of whoever asks; the
    /// `usual` number where nothing limits the search.
    pub(crate) fn node_limit(&self, own: u64, usual: u64) -> u64 {
        let own = (own > 0).then_some(own);
        let unlimited = if self.is_timed { u64::MAX } else { usual };
        let limits = [own, self.nodes].into_iter().flatten();
        limits.min().unwrap_or(unlimited)
    }

    /// Whether the search must end after so many nodes.
    pub fn is_spent(&self, nodes: u64) -> bool {
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

/// A player's answer, or the best one found so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice<A> {
    /// What to do, in order.
    pub actions: Vec<A>,
    /// Search nodes that it took.
    pub effort: u64,
    /// Turns to which everything was searched; 0 if the player has no such thing.
    pub depth: u32,
    /// Microseconds that the player wants to pass before the choice counts: a player that thinks
    /// like a person names its time here, and whoever asked keeps it.
    pub pause_micros: u64,
    /// What the player expects, from its own point of view; larger is better.
    pub value: Option<i64>,
    /// What the player expects to be played, its own choice first.
    pub principal_variation: Vec<A>,
}

impl<A> Choice<A> {
    /// A choice of these actions that took so many nodes.
    pub fn new(actions: Vec<A>, effort: u64) -> Self {
        Self {
            actions,
            effort,
            depth: 0,
            pause_micros: 0,
            value: None,
            principal_variation: Vec::new(),
        }
    }
}

/// A player of a game.
pub trait Agent<G: Game>: Send {
    /// Chooses what to do.
    ///
    /// `report` may be called with better and better choices on the way. The answer depends on
    /// nothing but the agent's settings, the request and, for a node or depth budget, the budget,
    /// unless it is timed: see [`Limits::is_reproducible`](crate::Limits::is_reproducible).
    fn decide(
        &mut self,
        request: &Request<'_, G>,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Choice<G::Action>),
    ) -> Choice<G::Action>;
}

/// Whether several seats answer the viewing seat's present request at the same time.
pub(crate) fn is_simultaneous<G: Game>(request: &Request<'_, G>) -> bool {
    let state = request
        .game
        .sample_hidden(request.view, &mut request.generator());
    debug_assert!(request.game.view(&state, Viewer::Seat(request.seat)) == *request.view);
    matches!(request.game.turn(&state), Turn::Decision(ask) if ask.simultaneous)
}
