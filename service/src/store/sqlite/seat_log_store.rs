//! The logs of seats in an SQLite file.

use super::SqliteStore;
use super::seat_log_readers::read;
use crate::ids::MatchId;
use crate::store::{PendingRead, PendingWrite, SeatLog, SeatLogAppend, SeatLogStore, WriteCommand};

impl SeatLogStore for SqliteStore {
    fn append_seat_log(&self, append: SeatLogAppend) -> PendingWrite {
        self.send(|reply| WriteCommand::AppendSeatLog(append, reply))
    }

    fn seat_log(&self, id: &MatchId, seat: usize) -> PendingRead<SeatLog> {
        let id = id.clone();
        self.readers
            .read(move |connection| read(connection, &id, seat))
    }
}
