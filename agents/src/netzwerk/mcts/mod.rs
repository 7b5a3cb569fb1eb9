//! The player that judges by roll-outs: Monte-Carlo tree search over atomic actions.
//!
//! UCT (Kocsis and Szepesvari, "Bandit based Monte-Carlo Planning", 2006) with the knowledge of
//! [`Standing`](super::standing::Standing) in three places: a child begins as if it had been
//! visited a few times with the worth of its position (Gelly and Silver, "Combining online and
//! offline knowledge in UCT", 2007), roll-outs prefer to go forward and end after some turns, and
//! the position where they end is judged by it.
//!
//! Wins in one turn are exact for the present position. In the tree and in roll-outs, the start of
//! every turn is looked at for wins by robots (NW-19, NW-20), exactly too; that no robot can move
//! (NW-21) is seen once a turn has led to it.

mod agent;
mod rollout;
mod share;
mod tree;

pub(super) use agent::entry;
