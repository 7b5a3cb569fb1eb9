//! Agents for any game: a game without others has an opponent on its first day.

mod greedy;
mod mcts;
mod outlook;
mod tree;

use botwerk_engine::Game;

use crate::random::Random;
use crate::roster::AgentEntry;

/// Returns the agents that every game can have, the strongest first.
pub(crate) fn roster<G: Game>() -> [AgentEntry<G>; 3] {
    [mcts::entry(), greedy::entry(), Random::entry()]
}
