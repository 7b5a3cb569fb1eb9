//! A recount of all results, page by page.

use std::future::pending;
use std::ops::Range;

use botwerk_tournament::statistics::Sprt;
use botwerk_tournament::{MatchResult, PairingRanges, TournamentTally};

use crate::store::{PendingRead, ResultRow, StoreError};
use crate::tournaments::command::CommandReply;

/// A recount of all results. Until it has ended, the published sums are those before it.
pub(super) struct Recount {
    pub(super) tally: TournamentTally,
    /// The pairings that are counted again.
    pub(super) counted: PairingRanges,
    /// The first pairing that no page has contained so far.
    pub(super) next: u64,
    pub(super) page: Option<PageInFlight>,
    /// The commands that are answered with the new sums.
    pub(super) replies: Vec<CommandReply>,
}

/// A page of results that is being read.
pub(super) struct PageInFlight {
    pub(super) pairings: Range<u64>,
    pub(super) rows: PendingRead<Vec<ResultRow>>,
    /// Results that the director has received since, which the page may lack.
    pub(super) later: Vec<(u64, MatchResult)>,
}

impl Recount {
    /// Counts a result that the director counts for the first time. One that no page has contained is found on its page.
    pub(super) fn count_new(&mut self, index: u64, result: &MatchResult, sprt: Option<&Sprt>) {
        if index < self.next {
            self.count(index, result, sprt);
        } else if let Some(page) = &mut self.page
            && page.pairings.contains(&index)
        {
            page.later.push((index, result.clone()));
        }
    }

    /// Counts a result, unless it is counted.
    pub(super) fn count(&mut self, index: u64, result: &MatchResult, sprt: Option<&Sprt>) {
        if self.counted.insert(index) {
            self.tally.add(index, result, sprt);
        }
    }

    /// Adds entrants, up to this number of all.
    pub(super) fn extend(&mut self, entrants: usize) {
        self.tally.extend(entrants);
    }

    /// Answers a command when the recount has ended.
    pub(super) fn answer_at_end(&mut self, reply: CommandReply) {
        self.replies.push(reply);
    }
}

/// Waits for the page that a recount reads; forever without one.
pub(super) async fn next_page(recount: &mut Option<Recount>) -> Result<Vec<ResultRow>, StoreError> {
    match recount.as_mut().and_then(|recount| recount.page.as_mut()) {
        Some(page) => (&mut page.rows).await,
        None => pending().await,
    }
}
