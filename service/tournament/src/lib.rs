//! Tournaments: who meets whom, and what the results say.
//!
//! Pure functions of configuration and results; nothing here plays, waits or stores.

pub mod statistics;
