//! What only a game with a race defines.

use super::rules::GameRules;
use super::turn::Decision;
use crate::chance::ChanceKey;
use crate::notation::MAX_EXACT_NUMBER;
use crate::race::{Overtime, tie_break_key};

/// The race of a game: a simultaneous decision that the earliest announcement wins.
///
/// Every function has a default for a game without a race, which implements this trait with an
/// empty block.
pub trait GameRace: GameRules {
    /// Returns `true` if the action competes in a race: it is held until no other seat can be
    /// found earlier.
    fn is_contested(&self, state: &Self::State, action: Self::Action) -> bool {
        let _ = (state, action);
        false
    }

    /// Returns the action with which a seat declines to announce in a race, or `None` if the
    /// position is not in a race.
    fn pass_action(&self, state: &Self::State) -> Option<Self::Action> {
        let _ = state;
        None
    }

    /// Returns the overtime of a race in which further announcements count after the first one, or
    /// `None` before the first announcement, outside of a race, and in a race that the first
    /// announcement ends.
    ///
    /// The announcements of one race are applied in order of their times while it remains the same
    /// decision. [`GameRules::deadline`] returns `None` for a race in overtime.
    fn overtime(&self, state: &Self::State) -> Option<Overtime<Self::Action>> {
        let _ = state;
        None
    }

    /// Returns `true` if this action is ignored, rather than rejected, when a seat lists it after
    /// an action that has ended its turn.
    fn ignores_trailing(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// Returns the virtual time, in nanoseconds, of a choice that took this number of search nodes
    /// and a pause of this number of microseconds, or `None` if it comes too late to count.
    fn virtual_time(&self, nodes: u64, pause_micros: u64) -> Option<u64> {
        default_virtual_time(nodes, pause_micros)
    }

    /// Returns the key of the chance outcome that decides between announcements with equal times. The
    /// index of the key is increased by one for each announcement of the race that was applied before.
    fn tie_break_key(&self, decision: &Decision) -> ChanceKey {
        tie_break_key(decision.number)
    }
}

/// Returns the virtual time of a choice in a game that sets no rate of its own: one microsecond per node.
pub(crate) fn default_virtual_time(nodes: u64, pause_micros: u64) -> Option<u64> {
    let time = nodes.checked_add(pause_micros)?.checked_mul(1000);
    time.filter(|time| *time <= MAX_EXACT_NUMBER)
}
