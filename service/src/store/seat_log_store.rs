//! The logs of seats in a store.

use super::{PendingRead, SeatLog, WriteStore};
use crate::ids::MatchId;

/// A store of the logs of seats.
pub(crate) trait SeatLogStore: WriteStore {
    /// Reads the log of a seat, which is empty unless something was appended.
    fn seat_log(&self, id: &MatchId, seat: usize) -> PendingRead<SeatLog>;
}
