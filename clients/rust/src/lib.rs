//! Bots in Rust for Botwerk servers, and the client library of the program `botwerk`.
//!
//! Implement [`Bot`], which has one method, and pass it to [`run`]: that accepts invitations to matches, plays
//! several at the same time and rejoins them after a failed connection. [`play_seat`] plays a single match.
//!
//! All other calls of the API are methods of the gRPC clients that [`Client`] returns, and its messages are in
//! [`proto`]. [`PlayStream`] and [`invitations`] are the parts of which [`play_seat`] and [`run`] consist.
//!
//! The feature `engine` adds the rules of the games, with which a [`View`] becomes a position to search in; the
//! feature `agents` adds the built-in agents as bots (`AgentPlayer`), and match records that are verified
//! (`RecordFile`). With it, this example plays a match between two built-in agents:
//!
//! ```
//! use botwerk_client::{AgentPlayer, Client, play_seat, proto};
//! use botwerk_engine::GameId;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), botwerk_client::ClientError> {
//! # let server = botwerk_tests::TestServer::in_memory().await;
//! # let address = server.address();
//! let client = Client::connect(&address).await?; // such as "127.0.0.1:4270"
//! let request = proto::CreateMatchRequest {
//!     setup: Some(proto::GameSetup {
//!         game: "micro-robots".into(),
//!         options: vec![proto::GameOption { name: "chips_to_win".into(), value: "1".into() }],
//!         ..Default::default()
//!     }),
//!     seats: vec![proto::SeatSetup::default(); 2],
//!     ..Default::default()
//! };
//! let created = client.matches().create_match(request).await?.into_inner();
//! let name = created.r#match.unwrap_or_default().name;
//! let [first, second] = &created.seat_tokens[..] else { unreachable!("both seats are open") };
//! let solver = AgentPlayer::new(GameId::MICRO_ROBOTS, "solver")?;
//! let human = AgentPlayer::new(GameId::MICRO_ROBOTS, "human:mean=100ms")?;
//! let (over, _) = tokio::try_join!(
//!     play_seat(&client, &name, &first.token, solver),
//!     play_seat(&client, &name, &second.token, human),
//! )?;
//! assert_eq!(over.state(), proto::MatchState::Over);
//! println!("{:?}", over.outcome);
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "agents")]
mod agent_player;
mod bot;
mod bot_log;
mod bot_thread;
mod client;
mod error;
mod frame_position;
pub mod invitations;
mod play_stream;
#[cfg(feature = "agents")]
mod position_history;
mod proxy;
mod reconnects;
#[cfg(feature = "agents")]
mod record_file;
mod rejection;
mod run;
mod seat;
#[cfg(feature = "engine")]
mod setup;
mod tls_error;
mod view;
mod watched_tournament;

#[cfg(feature = "agents")]
pub use agent_player::{AgentPlayer, decide_with_time_limit};
pub use bot::{Bot, BotError, Choice};
pub use botwerk_proto::v1 as proto;
pub use botwerk_proto::worker as worker_proto;
pub use client::{AuthorizedChannel, Client, ConnectOptions, TokenInterceptor, bearer_token};
pub use error::ClientError;
pub use frame_position::FramePosition;
pub use play_stream::{PlaySender, PlayStream};
pub use reconnects::Reconnects;
#[cfg(feature = "agents")]
pub use record_file::{RecordFile, RecordFileError, SignatureError};
pub use rejection::RejectionEffect;
pub use run::{Options, run};
pub use seat::play_seat;
#[cfg(feature = "agents")]
pub use setup::agent_spec_message;
#[cfg(feature = "engine")]
pub use setup::{GameError, game_from_setup, game_setup};
pub use view::{Match, View};
pub use watched_tournament::WatchedTournament;

/// The programs in the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
