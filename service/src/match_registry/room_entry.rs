//! The room of a match as the registry knows it.

use tokio::sync::watch;

use crate::error::{Error, Reason};
use crate::room::RoomHandle;

/// The room of a match, or the task that opens it.
pub(super) enum RoomEntry {
    Open(RoomHandle),
    Opening(OpeningRoom),
}

/// The result of the task that opens a room; `None` until it is known.
type OpeningRoom = watch::Receiver<Option<Result<RoomHandle, Error>>>;

impl RoomEntry {
    /// Returns the room of a match that is not opened, for this reason.
    pub(super) fn rejected(error: Error) -> Self {
        Self::Opening(watch::channel(Some(Err(error))).1)
    }

    /// Returns the room if it is open.
    pub(super) fn room(&self) -> Option<RoomHandle> {
        match self {
            Self::Open(room) => Some(room.clone()),
            Self::Opening(_) => None,
        }
    }

    /// Waits until the room is open.
    ///
    /// # Errors
    /// Returns the error with which it could not be opened.
    pub(super) async fn opened(self) -> Result<RoomHandle, Error> {
        let mut opening = match self {
            Self::Open(room) => return Ok(room),
            Self::Opening(opening) => opening,
        };
        let failed = || Error::new(Reason::Internal, "the room could not be opened");
        let result = opening
            .wait_for(Option::is_some)
            .await
            .map_err(|_| failed())?;
        result.clone().unwrap_or_else(|| Err(failed()))
    }
}
