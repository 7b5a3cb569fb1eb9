//! A plain, slow checker of certificates of Ricochet Robots.
//!
//! It shares no code with the engine or the solver: from the instance line it visits all positions by cost,
//! without a bound, finds the minimum itself, and counts and digests the layers that the certificate lists.
//! `docs/ricochet-proofs.md` defines what it computes.
#![allow(
    clippy::unwrap_used,
    reason = "shared functions fail a test by a panic"
)]

mod board;
mod bounds;
mod certificates;
mod codes;
mod layers;
