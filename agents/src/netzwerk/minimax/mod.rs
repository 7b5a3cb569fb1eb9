//! Alpha-beta search over complete turns.
//!
//! A turn has up to 10^8 results, so not all of them are searched. The boards that the robot phase
//! can lead to are enumerated. The best of them by the evaluation are combined with plans for the
//! batteries (no move, energy for the own leaders, no energy for the enemies, both) and with
//! battery moves from a beam search, which is exhaustive if there are few. A search of depth two is
//! widened repeatedly before it is deepened to three turns and more. Further turns are tried before
//! a position counts as lost. Before the search a win in one turn is looked for, and after a short one a
//! turn that leaves the opponent no such win by robots. Both are found if there are any, within 65,536
//! states of a robot phase, or as many as a larger node limit allows.

mod abdada;
mod agent;
mod battery_phases;
mod battery_plans;
mod escape;
mod evaluator;
mod generation;
mod iteration;
mod keys;
mod misjudgement;
mod root;
mod score;
mod search;
mod search_context;
pub mod self_play;
mod skill;
mod soon;
#[cfg(test)]
mod tests;
mod transposition_table;
mod turn;
mod turn_order;
mod width;

pub use agent::agent_with_net;
pub(super) use agent::entry;
pub use evaluator::Net;
