//! A round of a league that is being paired, which takes a second for many entrants: the director answers commands in the
//! meantime.

use std::future::pending;

use botwerk_tournament::format::Batch;

use crate::background::Computation;
use crate::error::Error;
use crate::store::RatingSnapshotRow;

/// A round that was paired.
pub(super) struct PairedRound {
    pub(super) round: Batch,
    /// The ratings of all entrants, if they are to be kept.
    pub(super) ratings: Option<RatingSnapshotRow>,
}

/// Waits for the round that is being paired, and takes it; forever without one.
pub(super) async fn round_paired(
    round: &mut Option<Computation<PairedRound>>,
) -> Result<PairedRound, Error> {
    let Some(computed) = round else {
        return pending().await;
    };
    let paired = computed.await;
    *round = None;
    paired
}
