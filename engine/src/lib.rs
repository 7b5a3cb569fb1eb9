//! The rules of Botwerk's games as pure functions of position and action.
//!
//! The crate uses no clocks, threads, files, sockets or network messages. A [`Game`] defines
//! whose turn it is, which actions are legal and what they do. A [`Referee`] runs a match of it. A
//! [`record`] contains every event of a match, so that anyone can replay and verify it.
//!
//! ```
//! use botwerk_engine::micro_robots::MicroRobots;
//! use botwerk_engine::{GameRules, GameType, Options, RootSeed, Turn};
//!
//! let options = Options::resolve(MicroRobots::spec().options, [("side", "copper")]).unwrap();
//! let game = MicroRobots::new(2, options).unwrap();
//! let start = game.initial_state(RootSeed::from_text("7"));
//! assert!(matches!(game.turn(&start), Turn::Chance(key) if key.kind == "start"));
//! ```

mod adjudication;
mod any_game;
mod bit_set;
mod chance;
pub mod clock;
mod drawing;
pub mod droids;
mod game;
mod game_id;
mod game_spec;
mod games;
mod hash;
mod history;
pub mod laws;
pub mod micro_robots;
pub mod netzwerk;
pub mod notation;
mod options;
mod perft;
mod plain;
mod plain_text;
pub mod race;
pub mod record;
mod referee;
mod registered;
pub mod ricochet;
mod seat;
mod seed_salt;
mod setup;
mod spelling;
mod termination;

pub use adjudication::{ADJUDICATED, Adjudication, AdjudicationError, DrawRule, ResignRule};
pub use any_game::{AnyAction, AnyGame, AnyState, AnyView};
pub use chance::{ChanceKey, RootSeed, StableRng, hex, parse_hex};
pub use drawing::{Diagram, DiagramColour, GameDrawing, Picture, Place, Span, strip};
pub use game::{
    Actor, Deadline, Decision, Dimension, Game, GameEncoding, GameNotation, GameRace, GameRules,
    GameType, GameViews, IllegalAction, NumberType, ObservationField, Outcome, Turn, Viewer,
    observation_fields, observation_table,
};
pub use game_id::GameId;
pub use game_spec::GameSpec;
pub use games::{GameEntry, NameTaken, UnknownGame};
pub use hash::StableHasher;
pub use history::History;
pub use notation::{MAX_EXACT_NUMBER, ParseError};
pub use options::{OptionError, OptionKind, OptionSpec, Options, format_millis, parse_millis};
pub use perft::{DivideEntry, perft, perft_divide};
pub use plain::{
    Grid, GridCell, Next, Plain, PlainAction, PlainGame, PlainState, PlainView, plain_observation,
    plain_spec,
};
pub use plain_text::{is_hidden, plain_json, plain_line, plain_lines};
pub use referee::{
    Acceptance, Event, Referee, Removal, Submission, SubmissionError, SubmissionInfo,
    is_same_decision,
};
pub use registered::Registered;
pub use seat::{MAX_SEATS, Seat, Seats};
pub use seed_salt::SeedSalt;
pub use setup::{FromSetup, SetupError};
pub use spelling::{MAX_LENIENT_BYTES, is_spelling_of, read_turn, trim_ends};
pub use termination::Termination;
