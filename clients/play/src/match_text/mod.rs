//! Matches as text for people: who acts, what happened in a turn, and how a match ended.

mod ending;
mod seat_labels;
mod state_change;
mod turn_lines;

pub use ending::{ending_lines, has_won};
pub use seat_labels::SeatLabels;
pub use state_change::{state_name, state_text};
pub use turn_lines::TurnLines;
