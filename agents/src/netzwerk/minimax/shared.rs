//! The data that all threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64};

use botwerk_engine::netzwerk::Rules;

use super::busy_turns::ActiveTurns;
use super::table::TranspositionTable;
use super::weights::Weights;
use super::width::SearchWidth;

/// The settings, tables and counters that all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) rules: &'a Rules,
    pub(super) weights: &'a Weights,
    pub(super) table: &'a TranspositionTable,
    pub(super) width: SearchWidth,
    /// Keys of the positions that have occurred in the match, with the number of occurrences.
    pub(super) earlier: &'a [(u64, u32)],
    /// Called from time to time; the search ends once it returns `true`.
    pub(super) should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Maximum number of nodes of all threads together.
    pub(super) node_limit: u64,
    pub(super) nodes: AtomicU64,
    pub(super) stopped: AtomicBool,
    pub(super) busy: ActiveTurns,
}
