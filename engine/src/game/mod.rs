//! The traits that a game implements, and the types they share.
//!
//! A game implements one trait for each purpose: [`GameRules`] for positions and actions,
//! [`GameViews`] for what each viewer sees, [`GameNotation`] for text, [`GameDrawing`] for
//! diagrams and pictures,
//! [`GameEncoding`] for numbers and bytes, and [`GameRace`] for simultaneous decisions. [`Game`]
//! unites them and is what other code takes as its bound.

mod game_type;
mod notation;
mod observation;
mod race;
mod rules;
mod turn;
mod views;

pub use game_type::{Game, GameType};
pub use notation::GameNotation;
pub use observation::{
    Dimension, NumberType, ObservationField, observation_fields, observation_table,
};
pub use race::GameRace;
pub(crate) use race::default_virtual_time;
pub(crate) use rules::sample_by_weight;
pub use rules::{GameRules, IllegalAction};
pub use turn::{Actor, Deadline, Decision, Outcome, Turn, Viewer};
pub use views::{GameEncoding, GameViews};
