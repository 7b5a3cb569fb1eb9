//! What changes in a tournament beside its results.

use std::collections::BTreeSet;

use botwerk_tournament::RankingCriterion;
use serde::{Deserialize, Serialize};

/// What changes in a tournament beside its results; stored as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct TournamentStatus {
    /// Matches that are played at a time.
    pub(crate) concurrency: u32,
    /// Matches of all rounds that were opened.
    pub(crate) matches: u64,
    /// Entrants who had no opponent, as often as they had none.
    pub(crate) byes: Vec<usize>,
    /// In a knockout, rounds that each entrant has survived.
    pub(crate) rounds_survived: Option<Vec<u32>>,
    /// Whether points decide about places, instead of their share.
    pub(crate) by_points: bool,
    pub(crate) withdrawals: Vec<Withdrawal>,
}

/// An entrant who takes part no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Withdrawal {
    pub(crate) entrant: usize,
    /// The first stage that does not pair him any more.
    pub(crate) from_stage: usize,
    /// In words.
    pub(crate) why: String,
    /// Whether none of his matches counts.
    pub(crate) annulled: bool,
}

impl TournamentStatus {
    /// Whose matches bring nobody anything.
    pub(crate) fn annulled(&self) -> BTreeSet<usize> {
        let annulled = self.withdrawals.iter().filter(|out| out.annulled);
        annulled.map(|out| out.entrant).collect()
    }

    /// Whether an entrant takes part no more.
    pub(crate) fn has_withdrawn(&self, entrant: usize) -> bool {
        self.withdrawals.iter().any(|out| out.entrant == entrant)
    }

    /// What decides about places.
    pub(crate) fn ranking(&self) -> RankingCriterion {
        match &self.rounds_survived {
            Some(survived) => RankingCriterion::RoundsSurvived(survived.clone()),
            None if self.by_points => RankingCriterion::Points,
            None => RankingCriterion::ScoreRate,
        }
    }

    /// Notes what decides about places.
    pub(crate) fn set_order(&mut self, order: RankingCriterion) {
        self.by_points = order == RankingCriterion::Points;
        self.rounds_survived = match order {
            RankingCriterion::RoundsSurvived(survived) => Some(survived),
            RankingCriterion::ScoreRate | RankingCriterion::Points => None,
        };
    }
}
