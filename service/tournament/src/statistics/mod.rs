//! What results say about strength.
//!
//! Two-seat games are played in pairs: the same start and the same draws, with seats changed. The
//! two matches of a pair depend on each other, so everything here takes the pair for the trial,
//! not the match.

mod bootstrap;
mod elo;
mod live;
mod pentanomial;
mod plackett_luce;
mod sprt;
mod tilt;

pub use bootstrap::plackett_luce_elo;
pub use elo::{
    Estimate, elo, elo_from_score, expected_score, likelihood_of_superiority, normalised_elo,
};
pub use live::LiveRatings;
pub use pentanomial::Pentanomial;
pub use plackett_luce::Places;
pub use sprt::{Hypotheses, Scale, Sprt, SprtError, SprtVerdict};
