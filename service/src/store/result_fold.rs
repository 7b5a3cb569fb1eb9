//! How a store adds up the results of tournaments.

use std::collections::BTreeSet;
use std::fmt;

use botwerk_tournament::MatchResult;

/// Adds up the results of tournaments. A store calls it in the transaction that stores a result, so
/// that results and their sums always agree; it stores the sums as text.
pub(crate) trait ResultFold: fmt::Debug + Send + Sync + 'static {
    /// Returns the sums of a tournament before its first result. The matches of annulled entrants
    /// do not count.
    ///
    /// # Errors
    /// Returns an error if the configuration cannot be read.
    fn start(
        &self,
        configuration: &str,
        annulled: &BTreeSet<usize>,
    ) -> serde_json::Result<Box<dyn ResultSums>>;

    /// Continues with sums that were stored.
    ///
    /// # Errors
    /// Returns an error if the configuration or the sums cannot be read.
    fn resume(&self, configuration: &str, sums: &str) -> serde_json::Result<Box<dyn ResultSums>>;
}

/// The sums of one tournament's results.
pub(crate) trait ResultSums: fmt::Debug + Send + Sync {
    /// Adds the result of a pairing.
    fn add(&mut self, pairing: u64, result: MatchResult);

    /// Returns the sums as JSON.
    fn to_json(&self) -> String;
}
