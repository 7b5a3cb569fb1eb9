//! Games of plain data: a game of one's own in one file.

mod flat;
mod game;
mod grid;
mod notation;
mod plain_game;
mod spec;
mod state;
pub(crate) mod text;
mod views;

pub use game::Plain;
pub use grid::{Grid, GridCell};
pub use plain_game::{Next, PlainGame};
pub use spec::{plain_observation, plain_spec};
pub use state::{PlainAction, PlainState, PlainView};
