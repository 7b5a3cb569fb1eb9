//! The store of uploaded versions of bots.

use super::{PendingRead, ProcessorQuota, VersionCount, VersionKey, VersionRow, WriteStore};

/// A store of uploaded versions of bots and their contents.
pub(crate) trait VersionStore: WriteStore {
    /// Reads the versions of a bot that are kept, the newest first.
    fn versions(&self, bot: &str) -> PendingRead<Vec<VersionRow>>;

    /// Reads a version, or `None` if it does not exist.
    fn version(&self, key: &VersionKey) -> PendingRead<Option<VersionRow>>;

    /// Reads what building and checking a version have printed.
    fn version_log(&self, key: &VersionKey) -> PendingRead<String>;

    /// Reads the oldest version that is to be built at a time: none has built it, or the lease of its host has ended. Its owner
    /// has processor time left.
    fn version_to_build(
        &self,
        now_micros: i64,
        quota: ProcessorQuota,
    ) -> PendingRead<Option<VersionRow>>;

    /// Reads the bots that a host plays and whose owners have no processor time left.
    fn bots_out_of_time(&self, host: &str, quota: ProcessorQuota) -> PendingRead<Vec<String>>;

    /// Reads the versions that a host plays, at most `limit`.
    fn versions_played_by(&self, host: &str, limit: usize) -> PendingRead<Vec<VersionRow>>;

    /// Reads the bots that a host plays and that have a newer version to be played.
    fn bots_to_replace(&self, host: &str) -> PendingRead<Vec<String>>;

    /// Reads at most `limit` versions that a host can begin to play at a time, the oldest first: checked ones whose bot no host
    /// plays, and those whose host has lost its lease. Their owners have processor time left.
    fn versions_to_play(
        &self,
        now_micros: i64,
        quota: ProcessorQuota,
        limit: usize,
    ) -> PendingRead<Vec<VersionRow>>;

    /// Reads at most `limit` versions that hosts play or can begin to play, by bot.
    fn usable_versions(&self, limit: usize) -> PendingRead<Vec<VersionRow>>;

    /// Counts the versions in each state that has any, at a time.
    fn version_counts(&self, now_micros: i64) -> PendingRead<Vec<VersionCount>>;

    /// Reads a part of a content, or `None` if there is no such part.
    fn content_part(&self, content_sha256: &str, part: u32) -> PendingRead<Option<Vec<u8>>>;
}
