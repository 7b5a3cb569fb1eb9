//! Monte Carlo tree search over single actions.
//!
//! The search is UCT (Kocsis and Szepesvari, "Bandit based Monte-Carlo Planning", 2006) and uses
//! [`Standing`](super::standing::Standing) in three places. The value of its position counts as
//! some initial visits of a child (Gelly and Silver, "Combining online and offline knowledge in
//! UCT", 2007), playouts prefer forward moves and end after some turns, and the final position of a
//! playout is evaluated statically.
//!
//! Wins in one turn are exact for the root position. In the tree and in playouts, wins by robots
//! (NW-19, NW-20) are also found exactly at the start of every turn; a win because no robot can
//! move (NW-21) is only found once a turn has led to it.

mod agent;
mod rollout;
mod share;
mod tree;

pub(super) use agent::entry;
