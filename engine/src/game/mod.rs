//! The traits that a game implements, and the types they share.
//!
//! A game implements one trait for each purpose: [`GameRules`] for positions and actions,
//! [`GameViews`] for what each viewer sees, [`GameNotation`] for text, [`GameDrawing`] for
//! diagrams and pictures,
//! [`GameEncoding`] for numbers and bytes, and [`GameRace`] for simultaneous decisions. [`Game`]
//! unites them and is what other code takes as its bound.

mod notation;
mod observation;
mod race;
mod rules;
mod turn;
mod views;

pub use notation::GameNotation;
pub use observation::{
    Dimension, NumberType, ObservationField, observation_fields, observation_table,
};
pub use race::GameRace;
pub use rules::{GameRules, GameSpec, IllegalAction};
pub use turn::{Actor, Deadline, Decision, Outcome, Turn, Viewer};
pub use views::{GameEncoding, GameViews};

use crate::drawing::GameDrawing;

/// A game with its options and number of seats: pure functions of position and action.
///
/// The value holds what stays the same throughout a match; the position is a
/// [`State`](GameRules::State). Every function is deterministic, reads no clock and never panics
/// on a state that comes from [`GameRules::initial_state`], [`GameNotation::parse_position`] or
/// [`GameRules::apply`]. Every type that implements the other traits implements this one.
pub trait Game: GameNotation + GameDrawing + GameEncoding + GameRace {}

impl<G: GameNotation + GameDrawing + GameEncoding + GameRace> Game for G {}
