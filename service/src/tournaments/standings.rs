//! The standings of a tournament.

use std::sync::Arc;

use botwerk_tournament::statistics::SprtVerdict;
use botwerk_tournament::{RankingCriterion, Standing, TournamentTally, standings};

use super::command::TournamentSnapshot;
use super::result_sums::ResultSums;
use super::tournament::{StoredState, Tournament};

/// The public description of a tournament.
pub(crate) struct TournamentDescription {
    pub(crate) tournament: Arc<Tournament>,
    pub(crate) snapshot: Arc<TournamentSnapshot>,
}

/// The standings of a tournament, with the results of entrants against each other.
pub(crate) struct TournamentStandings {
    pub(crate) description: TournamentDescription,
    /// The sums that the standings are computed from.
    pub(crate) tally: Arc<TournamentTally>,
    /// The entrants in the order of their places.
    pub(crate) standings: Vec<Standing>,
    /// The state of the sequential test, if the tournament is one.
    pub(crate) sprt: Option<SprtState>,
}

/// The state of a sequential probability ratio test.
pub(crate) struct SprtState {
    /// The log-likelihood ratio.
    pub(crate) llr: f64,
    /// The lower and upper bound of the log-likelihood ratio.
    pub(crate) bounds: [f64; 2],
    pub(crate) verdict: SprtVerdict,
    /// The number of pairs of matches.
    pub(crate) pairs: u64,
}

impl TournamentDescription {
    /// Describes a tournament as a snapshot shows it.
    pub(super) fn new(snapshot: Arc<TournamentSnapshot>) -> Self {
        Self {
            tournament: Arc::clone(&snapshot.tournament),
            snapshot,
        }
    }

    /// Describes a tournament that has no director, given the sums of its results.
    pub(crate) fn from_sums(
        tournament: Arc<Tournament>,
        stored: &StoredState,
        sums: &ResultSums,
    ) -> Self {
        Self::new(Arc::new(TournamentSnapshot {
            results: sums.counted.len(),
            entrants: sums.tally.entrants.clone(),
            ..TournamentSnapshot::from_stored(tournament, stored)
        }))
    }

    /// Describes a tournament that has no director, without the sums of its results.
    pub(crate) fn from_stored(tournament: Tournament, stored: &StoredState) -> Self {
        let snapshot = TournamentSnapshot::from_stored(Arc::new(tournament), stored);
        Self::new(Arc::new(snapshot))
    }
}

impl TournamentStandings {
    /// Computes the standings. Takes seconds for many entrants.
    pub(crate) fn compute(description: TournamentDescription, tally: Arc<TournamentTally>) -> Self {
        let tournament = &description.tournament;
        let status = &description.snapshot.status;
        let root = tournament.seeds.root();
        let configuration = &tournament.configuration;
        let ranking = if configuration.format.is_league() {
            RankingCriterion::Rating(configuration.anchors())
        } else {
            status.ranking()
        };
        Self {
            standings: standings(&tally, &status.byes, &ranking, root),
            sprt: SprtState::compute(tournament, &tally),
            description,
            tally,
        }
    }
}

impl SprtState {
    fn compute(tournament: &Tournament, tally: &TournamentTally) -> Option<Self> {
        let sprt = tournament.configuration.sprt()?;
        let pairs = tally.pairs.get(&(0, 1)).copied().unwrap_or_default();
        let decision = tally.sprt_decision;
        Some(Self {
            llr: sprt.log_likelihood_ratio(&pairs),
            bounds: sprt.bounds(),
            verdict: decision.map_or(SprtVerdict::Undecided, |(_, verdict)| verdict),
            pairs: pairs.total(),
        })
    }
}
