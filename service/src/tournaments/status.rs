//! What changes in a tournament in addition to its results.

use std::collections::BTreeSet;

use botwerk_tournament::format::{Extent, LeagueCalendar};
use botwerk_tournament::{Absence, RankingCriterion};
use serde::{Deserialize, Serialize};

/// What changes in a tournament in addition to its results; stored as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct TournamentStatus {
    /// Maximum number of matches that are played at a time.
    pub(crate) concurrency: u32,
    /// The number of matches of all rounds that have been opened.
    pub(crate) matches: u64,
    /// The entrants that had a bye, once for each bye.
    pub(crate) byes: Vec<usize>,
    /// In a knockout, the number of rounds that each entrant has survived.
    pub(crate) rounds_survived: Option<Vec<u32>>,
    /// Whether entrants are ranked by points instead of score rate.
    pub(crate) by_points: bool,
    pub(crate) withdrawals: Vec<Withdrawal>,
    /// The sizes of the tournament before each extension, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) earlier_extents: Vec<Extent>,
    /// In a league, its season and day; `None` before the first round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) league: Option<LeagueCalendar>,
    /// How often all results were to be counted again, since the matches of an entrant no longer count or count again.
    #[serde(default)]
    pub(crate) recounts: u64,
    /// Readmitted entrants whose forfeits are being removed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) readmissions: Vec<Readmission>,
    /// Why the server has paused the tournament, as human-readable text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) failure: Option<String>,
}

/// The withdrawal of an entrant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Withdrawal {
    pub(crate) entrant: usize,
    /// The first batch in which the entrant is not paired.
    pub(crate) from_batch: usize,
    /// The first batch in which it is paired again; `None` until it is readmitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) until_batch: Option<usize>,
    /// The human-readable reason.
    pub(crate) message: String,
    /// Whether none of the entrant's matches counts.
    pub(crate) annulled: bool,
}

/// A readmitted entrant whose forfeits are being removed, so that their matches are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Readmission {
    pub(crate) entrant: usize,
    /// The first pairing of the batch that was in progress: forfeits of earlier ones stay.
    pub(crate) from: u64,
}

impl Withdrawal {
    /// Returns `true` if the entrant is this one and has not been readmitted.
    fn is_open(&self, entrant: usize) -> bool {
        self.entrant == entrant && self.until_batch.is_none()
    }
}

impl TournamentStatus {
    /// Returns the entrants whose matches do not count.
    pub(crate) fn annulled(&self) -> BTreeSet<usize> {
        let annulled = self
            .withdrawals
            .iter()
            .filter(|withdrawal| withdrawal.annulled);
        annulled.map(|withdrawal| withdrawal.entrant).collect()
    }

    /// Returns `true` if no match of an entrant counts.
    pub(crate) fn is_annulled(&self, entrant: usize) -> bool {
        let mut withdrawals = self.withdrawals.iter();
        withdrawals.any(|withdrawal| withdrawal.entrant == entrant && withdrawal.annulled)
    }

    /// Returns `true` if an entrant has been withdrawn and not readmitted.
    pub(crate) fn has_withdrawn(&self, entrant: usize) -> bool {
        let mut withdrawals = self.withdrawals.iter();
        withdrawals.any(|withdrawal| withdrawal.is_open(entrant))
    }

    /// Readmits an entrant, which is paired from a batch on. All its matches count again, and its forfeits from a pairing
    /// on are to be removed.
    pub(crate) fn readmit(&mut self, entrant: usize, until_batch: usize, from: u64) {
        self.recounts += 1;
        self.readmissions.push(Readmission { entrant, from });
        for withdrawal in &mut self.withdrawals {
            if withdrawal.is_open(entrant) {
                withdrawal.until_batch = Some(until_batch);
                withdrawal.annulled = false;
            }
        }
    }

    /// Returns the batches that do not pair an entrant.
    pub(crate) fn absences(&self) -> Vec<Absence> {
        let absence = |withdrawal: &Withdrawal| Absence {
            entrant: withdrawal.entrant,
            from_batch: withdrawal.from_batch,
            until_batch: withdrawal.until_batch,
        };
        self.withdrawals.iter().map(absence).collect()
    }

    /// Returns the criterion by which entrants are ranked.
    pub(crate) fn ranking(&self) -> RankingCriterion {
        match &self.rounds_survived {
            Some(survived) => RankingCriterion::RoundsSurvived(survived.clone()),
            None if self.by_points => RankingCriterion::Points,
            None => RankingCriterion::ScoreRate,
        }
    }

    /// Sets the criterion by which entrants are ranked.
    pub(crate) fn set_ranking(&mut self, ranking: RankingCriterion) {
        self.by_points = ranking == RankingCriterion::Points;
        self.rounds_survived = match ranking {
            RankingCriterion::RoundsSurvived(survived) => Some(survived),
            RankingCriterion::ScoreRate
            | RankingCriterion::Points
            | RankingCriterion::Rating(_) => None,
        };
    }
}
