//! Positions, actions and the rules that connect them.

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

use super::turn::{Actor, Deadline, Turn};
use crate::chance::{RootSeed, StableRng};
use crate::game_id::GameId;
use crate::options::Options;
use crate::seat::Seat;

/// The rules of a game: its positions, its actions, and what each action does.
pub trait GameRules: Clone + Debug + Send + Sync + 'static {
    /// A position. Clones without heap allocation and takes at most 2 KB; equality covers the
    /// position only.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One atomic action of a seat, of chance or of the referee. Ordered by its number.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + 'static;

    /// Returns the identifier of the game.
    fn id(&self) -> GameId;

    /// Returns the number of seats.
    fn seats(&self) -> usize;

    /// Returns the options, with defaults filled in.
    fn options(&self) -> &Options;

    /// Returns the position before the first action. Any set-up that the rules leave to chance is
    /// sampled from the seed.
    fn initial_state(&self, seed: RootSeed) -> Self::State;

    /// Returns what the position waits for: a decision, chance, or nothing because the match has
    /// ended.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends every action that [`GameRules::apply`] accepts from `actor`, in the order of action
    /// numbers.
    fn legal_actions(&self, state: &Self::State, actor: Actor, actions: &mut Vec<Self::Action>);

    /// Returns the number of actions that [`GameRules::legal_actions`] appends. A game overrides
    /// this if it can count faster than it can list.
    fn count_actions(&self, state: &Self::State, actor: Actor) -> usize {
        let mut actions = Vec::new();
        self.legal_actions(state, actor, &mut actions);
        actions.len()
    }

    /// Applies an action.
    ///
    /// # Errors
    /// Returns an error if the rules forbid the action; the state is then unchanged.
    fn apply(
        &self,
        state: &mut Self::State,
        actor: Actor,
        action: Self::Action,
    ) -> Result<(), IllegalAction>;

    /// Applies an action that [`GameRules::legal_actions`] lists for the actor, without checking
    /// that it is legal. The result of any other action is unspecified.
    fn apply_unchecked(&self, state: &mut Self::State, actor: Actor, action: Self::Action) {
        let applied = self.apply(state, actor, action);
        debug_assert!(applied.is_ok(), "a listed action is legal: {applied:?}");
    }

    /// Returns the relative weight of a chance outcome in this position.
    fn outcome_weight(&self, state: &Self::State, outcome: Self::Action) -> u32 {
        let _ = (state, outcome);
        1
    }

    /// Samples a chance outcome of this position.
    ///
    /// Takes one number below the sum of all weights from the generator, which selects from the
    /// outcomes in the order of [`GameRules::legal_actions`]. An override must sample the same
    /// outcome.
    fn sample_outcome(&self, state: &Self::State, generator: &mut StableRng) -> Self::Action {
        sample_by_weight(self, state, generator)
    }

    /// Returns the time limit that the rules set for the current decision, or `None` if they set
    /// no limit.
    fn deadline(&self, state: &Self::State) -> Option<Deadline<Self::Action>> {
        let _ = state;
        None
    }

    /// Returns an upper bound for the number of actions of all seats from the start of a match to its end, with one
    /// announcement or pass of each seat in a race, as on virtual time. `None` if no option ends matches, or only the
    /// one that counts repeated positions.
    fn max_match_length(&self) -> Option<u64>;

    /// Returns the referee action for a seat that leaves the match.
    fn leave_action(&self, seat: Seat) -> Self::Action;

    /// Returns the seat that leaves by an action of the referee, or `None` if the action is another one.
    fn leaving_seat(&self, action: Self::Action) -> Option<Seat> {
        let mut seats = Seat::all(self.seats());
        seats.find(|seat| self.leave_action(*seat) == action)
    }

    /// Returns what repetition compares of a position, reduced to what matters for it, or `None`
    /// if the position does not count as an occurrence.
    fn repetition_key(&self, state: &Self::State) -> Option<Self::State> {
        let _ = state;
        None
    }

    /// Returns `true` if no position that occurred before this one can occur again, so that
    /// earlier occurrences can be dropped.
    fn is_irreversible(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Records that the position has now occurred `times` times.
    fn set_repetitions(&self, state: &mut Self::State, times: u32) {
        let _ = (state, times);
    }

    /// Returns the stable hash of a position: equal positions have equal hashes in every version.
    fn hash(&self, state: &Self::State) -> u64;
}

/// Samples a chance outcome by one number below the sum of all weights, in the order of the legal actions.
pub(crate) fn sample_by_weight<G: GameRules>(
    game: &G,
    state: &G::State,
    generator: &mut StableRng,
) -> G::Action {
    let mut outcomes = Vec::new();
    game.legal_actions(state, Actor::Chance, &mut outcomes);
    let weights = outcomes
        .iter()
        .map(|o| u64::from(game.outcome_weight(state, *o)));
    let index = generator.weighted_index(weights);
    outcomes[index.expect("a chance node has an outcome")]
}

/// The error of an action that is illegal in a position, which is left unchanged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({rule})")]
pub struct IllegalAction {
    /// The id of the rule that forbids the action.
    pub rule: &'static str,
    /// What is wrong, as human-readable text.
    pub message: Cow<'static, str>,
    /// Whether the rules allow the seat to try again without penalty, any number of times.
    pub is_without_penalty: bool,
}

impl IllegalAction {
    /// Creates the error of an action that the given rule forbids.
    pub fn new(rule: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            rule,
            message: message.into(),
            is_without_penalty: false,
        }
    }

    /// Creates the error of an action that follows the end of its seat's turn.
    pub fn after_turn() -> Self {
        Self::new("turn", "the turn has ended before this action")
    }

    /// Creates the error of an action that the seat may correct without penalty.
    pub fn without_penalty(rule: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            is_without_penalty: true,
            ..Self::new(rule, message)
        }
    }
}
