//! The store of matches.

use super::{
    EventPage, MatchFilter, MatchPage, MatchRow, PendingRead, StoreActivity, StoreError,
    StoredMatch, WriteStore,
};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::server_secret::ServerSecret;

/// A store of matches. No method blocks: the results of reads are awaited.
pub(crate) trait Store: WriteStore {
    /// Returns the secret of the server, which is stored with its matches.
    fn secret(&self) -> &ServerSecret;

    /// Checks that what is stored will be found again after a restart. Reads and writes nothing.
    ///
    /// # Errors
    /// Returns an error if the store's files were deleted or replaced.
    fn check_files(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Returns how busy the store is.
    fn activity(&self) -> StoreActivity {
        StoreActivity::default()
    }

    /// Reads the matches that have not ended and that this server owns, the newest first.
    fn unfinished(&self) -> PendingRead<Vec<(MatchId, MatchState)>>;

    /// Reads a match without its events; fails if it does not exist.
    fn row(&self, id: &MatchId) -> PendingRead<MatchRow>;

    /// Reads the events of a match after [`EventPage::START`] or the `next` of another page.
    fn events(&self, id: &MatchId, after: i64) -> PendingRead<EventPage>;

    /// Reads the comments of a match, as lines of a record, after [`EventPage::START`] or the `next` of another page.
    fn comments(&self, id: &MatchId, after: i64) -> PendingRead<EventPage>;

    /// Reads everything that is stored of a match; fails if it does not exist.
    fn load(&self, id: &MatchId) -> PendingRead<StoredMatch>;

    /// Reads the match that a request created, or `None` if it created none.
    fn match_by_request_id(&self, request_id: &str) -> PendingRead<Option<MatchRow>>;

    /// Reads at most `limit` matches, the newest first.
    fn list(&self, filter: &MatchFilter, limit: usize) -> PendingRead<MatchPage>;
}
