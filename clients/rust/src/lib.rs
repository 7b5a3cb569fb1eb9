//! Client library for Botwerk servers: connects, creates matches, plays seats, runs bots, and reads
//! and verifies match records.
//!
//! Implement [`Player`] to decide for one seat and pass it to [`play_seat`]; implement [`Bot`] and
//! call [`run_bot`] to accept invitations to tournaments. [`AgentPlayer`] is a player that runs a
//! built-in agent. All other calls of the API are methods of the gRPC clients that [`Client`]
//! returns, and its messages are in [`proto`].
//!
//! This example plays a match between two built-in agents:
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
//! let mut solver = AgentPlayer::new(GameId::MICRO_ROBOTS, "solver")?;
//! let mut human = AgentPlayer::new(GameId::MICRO_ROBOTS, "human:mean=100ms")?;
//! let (over, _) = tokio::try_join!(
//!     play_seat(&client, &name, &first.token, &mut solver),
//!     play_seat(&client, &name, &second.token, &mut human),
//! )?;
//! assert_eq!(over.state(), proto::MatchState::Over);
//! println!("{:?}", over.outcome);
//! # Ok(())
//! # }
//! ```

mod agent_player;
mod bot;
mod bot_log;
mod client;
mod error;
mod frame_position;
mod play_stream;
mod position_history;
mod proxy;
mod reconnects;
mod record_file;
mod rejection;
mod seat;
mod setup;
mod tls_error;
mod watched_tournament;

pub use agent_player::{AgentPlayer, decide_with_time_limit};
pub use bot::{Bot, SeatSession, play_session, run_bot};
pub use botwerk_proto::v1 as proto;
pub use botwerk_proto::worker as worker_proto;
pub use client::{AuthorizedChannel, Client, ConnectOptions, TokenInterceptor, bearer_token};
pub use error::ClientError;
pub use frame_position::FramePosition;
pub use play_stream::{PlaySender, PlayStream};
pub use reconnects::Reconnects;
pub use record_file::{RecordFile, RecordFileError, SignatureError};
pub use rejection::RejectionEffect;
pub use seat::{Player, Reply, play_seat};
pub use setup::{GameError, agent_spec_message, game_from_setup, game_setup};
pub use watched_tournament::WatchedTournament;

/// The programs in the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
