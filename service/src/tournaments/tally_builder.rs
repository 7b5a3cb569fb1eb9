//! The sums of a tournament's results.

use std::collections::BTreeSet;

use botwerk_tournament::configuration::Configuration;
use botwerk_tournament::statistics::Sprt;
use botwerk_tournament::{MatchResult, TournamentTally};

use crate::store::{ResultFold, ResultSums, to_json};

/// Adds up the results of one tournament.
#[derive(Debug, Clone)]
pub(super) struct TallyBuilder {
    pub(super) tally: TournamentTally,
    sprt: Option<Sprt>,
}

impl TallyBuilder {
    /// Returns the sums before the first result. The matches of annulled entrants do not count.
    fn new(configuration: &Configuration, annulled: BTreeSet<usize>) -> Self {
        let block = configuration
            .rotation
            .matches_per_block(configuration.seats);
        Self {
            tally: TournamentTally::new(configuration.entrants.len(), block, annulled),
            sprt: configuration.sprt(),
        }
    }

    /// Continues with sums that were stored.
    pub(super) fn resume(configuration: &Configuration, tally: TournamentTally) -> Self {
        Self {
            tally,
            sprt: configuration.sprt(),
        }
    }

    /// Adds the result of a pairing.
    pub(super) fn add(&mut self, pairing: u64, result: MatchResult) {
        self.tally.add(pairing, result, self.sprt.as_ref());
    }
}

impl ResultSums for TallyBuilder {
    fn add(&mut self, pairing: u64, result: MatchResult) {
        self.add(pairing, result);
    }

    fn to_json(&self) -> String {
        to_json(&self.tally)
    }
}

/// Adds up the results of tournaments for the store.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TallyFold;

impl ResultFold for TallyFold {
    fn start(
        &self,
        configuration: &str,
        annulled: &BTreeSet<usize>,
    ) -> serde_json::Result<Box<dyn ResultSums>> {
        let configuration = serde_json::from_str(configuration)?;
        Ok(Box::new(TallyBuilder::new(
            &configuration,
            annulled.clone(),
        )))
    }

    fn resume(&self, configuration: &str, sums: &str) -> serde_json::Result<Box<dyn ResultSums>> {
        let configuration = serde_json::from_str(configuration)?;
        let tally = serde_json::from_str(sums)?;
        Ok(Box::new(TallyBuilder::resume(&configuration, tally)))
    }
}
