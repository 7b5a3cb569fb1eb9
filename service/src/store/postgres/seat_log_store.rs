//! The logs of seats in a PostgreSQL database.

use super::{PostgresStore, readers};
use crate::ids::MatchId;
use crate::store::{PendingRead, PendingWrite, SeatLog, SeatLogAppend, SeatLogStore, WriteCommand};

impl SeatLogStore for PostgresStore {
    fn append_seat_log(&self, append: SeatLogAppend) -> PendingWrite {
        self.send(|reply| WriteCommand::AppendSeatLog(append, reply))
    }

    fn seat_log(&self, id: &MatchId, seat: usize) -> PendingRead<SeatLog> {
        let id = id.clone();
        self.readers
            .read(move |object| readers::seat_log(object, id, seat))
    }
}
