//! Counting sequences of actions: how large the tree of a game is, and whether its rules agree
//! with those of another program.

use crate::game::{Actor, Game, Turn};
use crate::seat::Seats;

/// The number of sequences of `depth` legal atomic actions that can follow on a position.
///
/// Where several seats are asked, the actions of each count; where chance acts, every outcome. The
/// referee never acts. A sequence that ends the match earlier is not counted, and repetition is
/// not looked at: it would need the past. With `bulk` the actions of the last step are only
/// listed, not carried out, which counts the same and is faster.
///
/// ```
/// use botwerk_engine::micro_robots::MicroRobots;
/// use botwerk_engine::{GameRules, Options, RootSeed, perft};
///
/// let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
/// let game = MicroRobots::new(2, options).unwrap();
/// let start = game.initial_state(RootSeed::from_text("7"));
/// assert_eq!(perft(&game, &start, 1, true), 36);
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, bulk: bool) -> u64 {
    let mut tree = PerftCounter {
        game,
        bulk,
        spare: Vec::new(),
    };
    tree.count(state, depth)
}

/// One of the first actions, whose it is, and how many sequences begin with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DivideEntry<A> {
    /// Who acts.
    pub actor: Actor,
    /// The action.
    pub action: A,
    /// The sequences that begin with it.
    pub count: u64,
}

/// [`perft`] for each first action by itself, in the order of actors and actions. Nothing for a
/// depth of 0.
pub fn perft_divide<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    bulk: bool,
) -> Vec<DivideEntry<G::Action>> {
    let mut branches = Vec::new();
    let Some(rest) = depth.checked_sub(1) else {
        return branches;
    };
    let mut actions = Vec::new();
    for actor in actors(game, state) {
        actions.clear();
        game.legal_actions(state, actor, &mut actions);
        for action in &actions {
            let mut next = state.clone();
            game.apply_unchecked(&mut next, actor, *action);
            branches.push(DivideEntry {
                actor,
                action: *action,
                count: perft(game, &next, rest, bulk),
            });
        }
    }
    branches
}

/// A count on its way.
struct PerftCounter<'a, G: Game> {
    game: &'a G,
    bulk: bool,
    /// Lists that are used again: there are never more than the tree is deep.
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

/// Who may act, in order.
fn actors<G: Game>(game: &G, state: &G::State) -> impl Iterator<Item = Actor> + use<G> {
    let (seats, chance) = match game.turn(state) {
        Turn::Decision(ask) => (ask.seats, None),
        Turn::Chance(_) => (Seats::EMPTY, Some(Actor::Chance)),
        Turn::Over(_) => (Seats::EMPTY, None),
    };
    seats.map(Actor::Seat).chain(chance)
}
