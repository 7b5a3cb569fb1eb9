//! The standings of a tournament.

use std::sync::Arc;

use botwerk_tournament::format::PairingTable;
use botwerk_tournament::statistics::SprtVerdict;
use botwerk_tournament::{RankingCriterion, Standing, TournamentTally, standings};

use tokio::sync::OnceCell;

use super::command::{LiveStats, TournamentSnapshot};
use super::result_sums::ResultSums;
use super::tournament::{StoredState, Tournament};
use crate::encoded_message::SharedMessages;

/// The public description of a tournament.
pub(crate) struct TournamentDescription {
    pub(crate) tournament: Arc<Tournament>,
    pub(crate) snapshot: Arc<TournamentSnapshot>,
    /// The pairings of a tournament without a director, once they were read.
    pub(super) pairings: OnceCell<Arc<PairingTable>>,
    /// The messages that show the whole tournament.
    pub(crate) messages: SharedMessages,
    /// The first messages of streams that watch it.
    pub(crate) first_updates: SharedMessages,
}

/// The standings of a tournament, with the results of entrants against each other.
pub(crate) struct TournamentStandings {
    pub(crate) description: Arc<TournamentDescription>,
    /// The sums that the standings are computed from.
    pub(crate) tally: Arc<TournamentTally>,
    /// The entrants in the order of their places.
    pub(crate) standings: Vec<Standing>,
    /// The state of the sequential test, if the tournament is one.
    pub(crate) sprt: Option<SprtState>,
    /// The messages that show the standings.
    pub(crate) messages: SharedMessages,
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
            pairings: OnceCell::new(),
            messages: SharedMessages::default(),
            first_updates: SharedMessages::default(),
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
            entrants: sums
                .tally
                .entrants
                .iter()
                .map(|stats| LiveStats::new(stats, [0.0; 2]))
                .collect(),
            ..TournamentSnapshot::from_stored(tournament, stored)
        }))
    }
}

impl TournamentStandings {
    /// Computes the standings. Takes seconds for many entrants.
    pub(crate) fn compute(
        description: impl Into<Arc<TournamentDescription>>,
        tally: Arc<TournamentTally>,
    ) -> Self {
        let description = description.into();
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
            standings: standings(&tally, &tournament.unplayed(status), &ranking, root),
            sprt: SprtState::compute(tournament, &tally),
            description,
            tally,
            messages: SharedMessages::default(),
        }
    }
}

impl SprtState {
    fn compute(tournament: &Tournament, tally: &TournamentTally) -> Option<Self> {
        let sprt = tournament.configuration.sprt()?;
        let pairs = tally.pairs.get(&(0, 1)).copied().unwrap_or_default();
        Some(Self {
            llr: sprt.log_likelihood_ratio(&pairs),
            bounds: sprt.bounds(),
            verdict: tally.sprt_verdict.unwrap_or(SprtVerdict::Undecided),
            pairs: pairs.total(),
        })
    }
}
