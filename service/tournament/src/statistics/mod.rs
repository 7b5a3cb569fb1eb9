//! Statistics on the strength of entrants.
//!
//! Two-seat games are played in pairs: two matches with the same start and the same chance outcomes,
//! with exchanged seats. The two results depend on each other, so all statistics treat the pair as
//! the independent trial, not the match.

mod anchored_ratings;
mod bootstrap;
mod elo;
mod live;
mod pentanomial;
mod plackett_luce;
mod sprt;
mod symmetric_matrix;
mod tilt;

pub use anchored_ratings::AnchoredRatings;
pub use bootstrap::plackett_luce_elo;
pub use elo::{
    Estimate, elo, elo_from_score, expected_score, likelihood_of_superiority, normalised_elo,
};
pub use live::LiveRatings;
pub use pentanomial::Pentanomial;
pub use plackett_luce::Places;
pub use sprt::{Hypotheses, Scale, Sprt, SprtError, SprtVerdict};
pub(crate) use symmetric_matrix::SymmetricMatrix;
