//! A match on virtual time that is played action by action.

use botwerk_engine::race::Announcement;
use botwerk_engine::{
    Actor, ChanceKey, Decision, Event, Game, History, IllegalAction, Outcome, Referee, RootSeed,
    Seat, Seats, Submission, Turn,
};

/// What an episode waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// A seat must act. In a simultaneous decision other seats may act as well: see
    /// [`Episode::awaited`].
    Seat(Seat),
    /// Chance acts.
    Chance(ChanceKey),
    /// Chance decides which of these seats announced first: their times in a race are equal.
    Tie(Seats),
    /// The match has ended.
    Over,
}

/// A chance outcome that was sampled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SampledOutcome<A> {
    /// An outcome of the rules.
    Outcome(A),
    /// The seat that announced before the others with the same time.
    First(Seat),
}

/// How long a choice took: the time of an announcement in a race follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Search nodes.
    pub nodes: u64,
    /// A pause in microseconds.
    pub pause_micros: u64,
}

impl Effort {
    /// Creates the effort of a search without a pause.
    pub const fn of_nodes(nodes: u64) -> Self {
        Self {
            nodes,
            pause_micros: 0,
        }
    }
}

/// The error of an action that was not applied; nothing is changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActError {
    /// The seat is not to act.
    #[error("seat {0} is not to act; expected a seat that is awaited")]
    NotAwaited(Seat),
    /// Chance is not to act.
    #[error("chance is not to act; expected an action of a seat")]
    NotChance,
    /// The tie is between other seats.
    #[error("seat {0} is not among the seats with equal times")]
    NotTied(Seat),
    /// The search took longer than the race allows, and there is no pass.
    #[error("too many search nodes for an announcement; expected fewer")]
    TooLate,
    /// The rules forbid the action.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
}

/// What an episode knows beyond its position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Progress<'a, A> {
    /// Number of decisions of each seat so far.
    pub(crate) turns: &'a [u32],
    /// The announcements that are held.
    pub(crate) held: &'a [Announcement<A>],
    /// The seats that won a tie.
    pub(crate) tie_order: &'a [Seat],
}

/// A match on virtual time that is played action by action.
///
/// Seats of a simultaneous decision act one after another and do not see what the others have announced: an
/// announcement is held until all of them have acted. Equal times are a node of their own.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{GameNotation, GameRules, GameType, Options, RootSeed, Seat};
/// use botwerk_lanes::{Effort, Episode, Node};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// let game = Netzwerk::new(2, options).unwrap();
/// let mut episode = Episode::new(&game, RootSeed::from_text("7"));
/// let mut legal = Vec::new();
/// while let Node::Seat(seat) = episode.node() {
///     legal.clear();
///     episode.legal_actions(&game, &mut legal);
///     episode.act(&game, seat, legal[0], Effort::default()).unwrap();
/// }
/// assert_eq!(episode.node(), Node::Over);
/// assert!(episode.outcome(&game).is_some());
/// ```
#[derive(Debug, Clone)]
pub struct Episode<G: Game> {
    history: History<G>,
    seed: RootSeed,
    node: Node,
    decision: Option<Decision>,
    /// The announcements of the open race, in order of arrival.
    held: Vec<Announcement<G::Action>>,
    /// The seats whose announcement was decided to be before the others with the same time.
    tie_order: Vec<Seat>,
    /// Number of decisions of each seat so far.
    turns: Box<[u32]>,
}

impl<G: Game> Episode<G> {
    /// Creates an episode at the start of a match.
    pub fn new(game: &G, seed: RootSeed) -> Self {
        Self::from_position(game, seed, game.initial_state(seed))
    }

    /// Creates an episode that starts with a position. `seed` is that of sampled chance outcomes.
    pub fn from_position(game: &G, seed: RootSeed, state: G::State) -> Self {
        Self::from_history(game, seed, History::new(game, state))
    }

    /// Creates an episode that starts with a position and its history.
    pub fn from_history(game: &G, seed: RootSeed, history: History<G>) -> Self {
        let mut episode = Self {
            history,
            seed,
            node: Node::Over,
            decision: None,
            held: Vec::new(),
            tie_order: Vec::new(),
            turns: vec![0; game.seats()].into(),
        };
        episode.update_node(game);
        episode
    }

    /// Creates an episode with what is not part of the position: what [`Self::progress`] returned.
    ///
    /// # Errors
    /// Returns an error if an announcement is not legal in the position.
    pub(crate) fn restore(
        game: &G,
        seed: RootSeed,
        history: History<G>,
        progress: Progress<'_, G::Action>,
    ) -> Result<Self, ActError> {
        let mut episode = Self::from_history(game, seed, history);
        for held in progress.held {
            if !episode.awaited().contains(held.seat) {
                return Err(ActError::NotAwaited(held.seat));
            }
            let actor = Actor::Seat(held.seat);
            game.apply(&mut episode.state().clone(), actor, held.action)?;
            episode.held.push(*held);
        }
        episode.tie_order = progress.tie_order.to_vec();
        episode.update_node(game);
        episode.turns = progress.turns.into();
        Ok(episode)
    }

    /// Returns what is not part of the position.
    pub(crate) fn progress(&self) -> Progress<'_, G::Action> {
        Progress {
            turns: &self.turns,
            held: &self.held,
            tie_order: &self.tie_order,
        }
    }

    /// Returns what the episode waits for.
    #[inline]
    pub fn node(&self) -> Node {
        self.node
    }

    /// Replaces the seed of chance outcomes that are sampled from now on.
    pub(crate) fn set_seed(&mut self, seed: RootSeed) {
        self.seed = seed;
    }

    /// Replaces the number of decisions of each seat so far.
    pub(crate) fn set_turns(&mut self, turns: &[u32]) {
        self.turns = turns.into();
    }

    /// Returns the position.
    #[inline]
    pub fn state(&self) -> &G::State {
        self.history.state()
    }

    /// Returns the position with its history.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// Returns the seed of sampled chance outcomes.
    pub fn seed(&self) -> RootSeed {
        self.seed
    }

    /// Returns the open decision, or `None` if none is open.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// Returns the number of decisions of a seat so far, the open one included.
    pub fn turn(&self, seat: Seat) -> u32 {
        self.turns[seat.index()]
    }

    /// Returns the seats that must still act in the open decision.
    pub fn awaited(&self) -> Seats {
        let held: Seats = self.held.iter().map(|held| held.seat).collect();
        let decision = self.decision.map(|decision| decision.seats);
        decision.unwrap_or(Seats::EMPTY).difference(held)
    }

    /// Returns the announcements that are held until all seats of the race have acted.
    pub fn held(&self) -> &[Announcement<G::Action>] {
        &self.held
    }

    /// Returns the outcome, or `None` if the match is not over.
    pub fn outcome(&self, game: &G) -> Option<Outcome> {
        match game.turn(self.state()) {
            Turn::Over(outcome) => Some(outcome),
            Turn::Decision(_) | Turn::Chance(_) => None,
        }
    }

    /// Appends the legal actions of the actor that the episode waits for, in order; none at a tie and after
    /// the end.
    #[inline]
    pub fn legal_actions(&self, game: &G, actions: &mut Vec<G::Action>) {
        match self.node {
            Node::Seat(seat) => game.legal_actions(self.state(), Actor::Seat(seat), actions),
            Node::Chance(_) => game.legal_actions(self.state(), Actor::Chance, actions),
            Node::Tie(_) | Node::Over => {}
        }
    }

    /// Applies an action of an awaited seat. An announcement in a race is held; its time follows from
    /// `effort`. If that is too long for the race the seat passes, as in a match on virtual time.
    ///
    /// # Errors
    /// Returns an error if the seat is not awaited or the action is illegal; nothing is changed.
    pub fn act(
        &mut self,
        game: &G,
        seat: Seat,
        action: G::Action,
        effort: Effort,
    ) -> Result<(), ActError> {
        let is_next = self.node == Node::Seat(seat);
        if !is_next && !self.awaited().contains(seat) {
            return Err(ActError::NotAwaited(seat));
        }
        if game.is_contested(self.state(), action) {
            return self.announce(game, seat, action, effort);
        }
        self.history.apply(game, Actor::Seat(seat), action)?;
        self.update_node(game);
        Ok(())
    }

    /// Applies an action that [`Self::legal_actions`] lists for the next seat, without checking it and, in a
    /// race, without effort.
    #[inline]
    pub fn act_unchecked(&mut self, game: &G, action: G::Action) {
        let Node::Seat(seat) = self.node else {
            return;
        };
        if game.is_contested(self.state(), action) {
            // A listed action is legal.
            let _ = self.announce(game, seat, action, Effort::default());
            return;
        }
        self.history
            .apply_unchecked(game, Actor::Seat(seat), action);
        self.update_node(game);
    }

    /// Applies a chance outcome.
    ///
    /// # Errors
    /// Returns an error if chance is not to act or has no such outcome; nothing is changed.
    pub fn apply_outcome(&mut self, game: &G, outcome: G::Action) -> Result<(), ActError> {
        if !matches!(self.node, Node::Chance(_)) {
            return Err(ActError::NotChance);
        }
        self.history.apply(game, Actor::Chance, outcome)?;
        self.update_node(game);
        Ok(())
    }

    /// Decides a tie: the seat announced before the others with the same time.
    ///
    /// # Errors
    /// Returns an error unless the episode waits for this decision and the seat takes part in the tie.
    pub fn break_tie(&mut self, game: &G, first: Seat) -> Result<(), ActError> {
        let Node::Tie(tied) = self.node else {
            return Err(ActError::NotChance);
        };
        if !tied.contains(first) {
            return Err(ActError::NotTied(first));
        }
        self.tie_order.push(first);
        self.update_node(game);
        Ok(())
    }

    /// Samples chance outcomes from the seed until a seat must act or the match is over: the same as in a
    /// match with this seed.
    #[inline]
    pub fn resolve_chance(&mut self, game: &G) {
        while !matches!(self.node, Node::Seat(_) | Node::Over) {
            self.sample_chance(game);
        }
    }

    /// Samples the chance outcome that the episode waits for from the seed, without naming it.
    fn sample_chance(&mut self, game: &G) {
        if let Node::Tie(_) = self.node {
            self.resolve_race(game);
        } else {
            self.sample_outcome(game);
        }
    }

    /// Samples the chance outcome that the episode waits for from the seed, as [`Self::resolve_chance`] does,
    /// and returns it, or `None` if chance is not to act.
    pub fn sample_outcome(&mut self, game: &G) -> Option<SampledOutcome<G::Action>> {
        match self.node {
            Node::Chance(key) => {
                let outcome = game.sample_outcome(self.state(), &mut self.seed.rng_for_chance(key));
                self.history.apply_unchecked(game, Actor::Chance, outcome);
                self.update_node(game);
                Some(SampledOutcome::Outcome(outcome))
            }
            Node::Tie(tied) => {
                let first = self.sample_first(game, tied)?;
                self.tie_order.push(first);
                self.update_node(game);
                Some(SampledOutcome::First(first))
            }
            Node::Seat(_) | Node::Over => None,
        }
    }

    /// Samples which of the tied seats announced first. Those whose announcement does not count any more are
    /// after the others.
    fn sample_first(&self, game: &G, tied: Seats) -> Option<Seat> {
        let mut events = Vec::new();
        self.referee_after_race(game, &mut events);
        let mut actors = events.iter().map(|event| event.actor);
        let applied = actors.find_map(|actor| match actor {
            Actor::Seat(seat) if tied.contains(seat) => Some(seat),
            _ => None,
        });
        applied.or(tied.first())
    }

    fn announce(
        &mut self,
        game: &G,
        seat: Seat,
        action: G::Action,
        effort: Effort,
    ) -> Result<(), ActError> {
        game.apply(&mut self.state().clone(), Actor::Seat(seat), action)?;
        match game.virtual_time(effort.nodes, effort.pause_micros) {
            Some(nanos) => self.held.push(Announcement {
                seat,
                nanos,
                effort: effort.nodes,
                action,
            }),
            None => {
                let pass = game.pass_action(self.state()).ok_or(ActError::TooLate)?;
                self.history.apply(game, Actor::Seat(seat), pass)?;
            }
        }
        self.update_node(game);
        Ok(())
    }

    /// Finds out what the episode waits for, and resolves a race in which all seats have acted.
    #[inline]
    fn update_node(&mut self, game: &G) {
        match game.turn(self.history.state()) {
            Turn::Decision(decision) => self.open_decision(game, decision),
            Turn::Chance(key) => {
                self.decision = None;
                self.node = Node::Chance(key);
            }
            Turn::Over(_) => {
                self.decision = None;
                self.node = Node::Over;
            }
        }
    }

    #[inline]
    fn open_decision(&mut self, game: &G, decision: Decision) {
        let before = self.decision.filter(|old| old.is_same(&decision));
        let before = before.map_or(Seats::EMPTY, |old| old.seats);
        for seat in decision.seats.difference(before) {
            self.turns[seat.index()] += 1;
        }
        self.decision = Some(decision);
        let next = if self.held.is_empty() {
            decision.seats.into_iter().next()
        } else {
            self.awaited().next()
        };
        match next {
            Some(seat) => self.node = Node::Seat(seat),
            None => match self.next_tie(game) {
                Some(tied) => self.node = Node::Tie(tied),
                None => self.resolve_race(game),
            },
        }
    }

    /// Returns the seats with the earliest equal times whose order matters, or `None` if there are none.
    fn next_tie(&self, game: &G) -> Option<Seats> {
        let is_open = |held: &&Announcement<_>| !self.tie_order.contains(&held.seat);
        let open = || self.held.iter().filter(is_open);
        let is_tied = |nanos: u64| open().filter(|held| held.nanos == nanos).count() > 1;
        let nanos = open()
            .map(|held| held.nanos)
            .filter(|it| is_tied(*it))
            .min()?;
        let is_first = self.held.iter().all(|held| held.nanos >= nanos);
        let decides = is_first && self.tie_order.is_empty();
        if !decides && !self.counts_after_first(game) {
            return None;
        }
        let tied = open().filter(|held| held.nanos == nanos);
        Some(tied.map(|held| held.seat).collect())
    }

    /// Returns `true` if announcements after the first one count.
    fn counts_after_first(&self, game: &G) -> bool {
        let first = self.held.iter().min_by_key(|held| held.nanos);
        first.is_some_and(|first| {
            let mut after = self.state().clone();
            let applied = game.apply(&mut after, Actor::Seat(first.seat), first.action);
            applied.is_ok() && game.overtime(&after).is_some()
        })
    }

    /// Resolves the race as the referee of a match does.
    fn resolve_race(&mut self, game: &G) {
        self.history = self
            .referee_after_race(game, &mut Vec::new())
            .into_history();
        self.held.clear();
        self.tie_order.clear();
        self.update_node(game);
    }

    /// Returns the referee of a match that has resolved the race, and appends the events of the race.
    fn referee_after_race(&self, game: &G, events: &mut Vec<Event<G::Action>>) -> Referee<G> {
        let mut referee = Referee::from_history(game.clone(), self.seed, self.history.clone())
            .with_virtual_time(true);
        for held in &self.held {
            let submission = Submission {
                seat: held.seat,
                actions: &[held.action],
                nanos: Some(held.nanos),
                effort: held.effort,
                score: None,
            };
            // Each announcement was legal when it was made, and no other has been applied since.
            let _ = referee.submit(submission, events);
        }
        referee.resolve_race_in_order(|_| u64::MAX, &self.tie_order, events);
        referee
    }
}
