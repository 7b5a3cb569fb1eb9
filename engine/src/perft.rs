//! Perft: counts of action sequences, to measure a game tree and compare implementations of rules.

use crate::game::{Actor, Game, Turn};
use crate::seat::Seats;

/// Returns the number of sequences of `depth` legal atomic actions from a position.
///
/// If several seats are to act, the actions of all of them count; at a chance node, every outcome
/// counts. The referee does not act. Sequences that end the match earlier do not count, and
/// repetition is ignored, since it depends on the history. With `bulk` the actions of the last step
/// are only counted, not applied, which is faster and returns the same number.
///
/// ```
/// use botwerk_engine::micro_robots::MicroRobots;
/// use botwerk_engine::{GameRules, GameType, Options, RootSeed, perft};
///
/// let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
/// let game = MicroRobots::new(2, options).unwrap();
/// let start = game.initial_state(RootSeed::from_text("7"));
/// assert_eq!(perft(&game, &start, 1, true), 36);
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, bulk: bool) -> u64 {
    let mut counter = PerftCounter {
        game,
        bulk,
        spare: Vec::new(),
    };
    counter.count(state, depth)
}

/// A first action, with the number of sequences that start with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DivideEntry<A> {
    /// The actor.
    pub actor: Actor,
    /// The action.
    pub action: A,
    /// Number of sequences that start with the action.
    pub count: u64,
}

/// Returns [`perft`] for each first action, in the order of actors and actions. Empty for depth 0.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{GameRules, GameType, Options, RootSeed, perft, perft_divide};
///
/// let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
/// let game = Netzwerk::new(2, options).unwrap();
/// let start = game.initial_state(RootSeed::from_text("7"));
/// let divide = perft_divide(&game, &start, 3, true);
/// assert_eq!(divide.len(), 6);
/// let total: u64 = divide.iter().map(|entry| entry.count).sum();
/// assert_eq!(total, 670);
/// ```
pub fn perft_divide<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    bulk: bool,
) -> Vec<DivideEntry<G::Action>> {
    let mut entries = Vec::new();
    let Some(rest) = depth.checked_sub(1) else {
        return entries;
    };
    let mut actions = Vec::new();
    for actor in actors(game, state) {
        actions.clear();
        game.legal_actions(state, actor, &mut actions);
        for action in &actions {
            let mut next = state.clone();
            game.apply_unchecked(&mut next, actor, *action);
            entries.push(DivideEntry {
                actor,
                action: *action,
                count: perft(game, &next, rest, bulk),
            });
        }
    }
    entries
}

/// A count in progress.
struct PerftCounter<'a, G: Game> {
    game: &'a G,
    bulk: bool,
    /// Reusable lists of actions, at most one per level of the tree.
    spare: Vec<Vec<G::Action>>,
}

impl<G: Game> PerftCounter<'_, G> {
    fn count(&mut self, state: &G::State, depth: u32) -> u64 {
        let Some(rest) = depth.checked_sub(1) else {
            return 1;
        };
        if rest == 0 && self.bulk {
            let counts =
                actors(self.game, state).map(|actor| self.game.count_actions(state, actor));
            return counts.sum::<usize>() as u64;
        }
        let mut actions = self.spare.pop().unwrap_or_default();
        let mut count = 0;
        for actor in actors(self.game, state) {
            actions.clear();
            self.game.legal_actions(state, actor, &mut actions);
            for action in &actions {
                let mut next = state.clone();
                self.game.apply_unchecked(&mut next, actor, *action);
                count += self.count(&next, rest);
            }
        }
        self.spare.push(actions);
        count
    }
}

/// Returns the actors that are to act, in order.
fn actors<G: Game>(game: &G, state: &G::State) -> impl Iterator<Item = Actor> + use<G> {
    let (seats, chance) = match game.turn(state) {
        Turn::Decision(decision) => (decision.seats, None),
        Turn::Chance(_) => (Seats::EMPTY, Some(Actor::Chance)),
        Turn::Over(_) => (Seats::EMPTY, None),
    };
    seats.map(Actor::Seat).chain(chance)
}
