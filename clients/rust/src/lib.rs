//! The client library of Botwerk: connects to a server, creates matches, plays in them, and reads
//! the records of finished ones.
//!
//! ```no_run
//! use botwerk_client::{AgentPlayer, Client, play_seat, proto};
//! use botwerk_engine::micro_robots::MicroRobots;
//!
//! # async fn example() -> Result<(), botwerk_client::ClientError> {
//! let client = Client::connect("127.0.0.1:4270").await?;
//! let request = proto::CreateMatchRequest {
//!     setup: Some(proto::GameSetup { game: "micro-robots".into(), ..Default::default() }),
//!     seats: vec![proto::SeatSetup::default(); 2],
//!     ..Default::default()
//! };
//! let made = client.matches().create_match(request).await?.into_inner();
//! let name = made.r#match.unwrap_or_default().name;
//! let [first, second] = &made.seat_tokens[..] else { unreachable!("both seats are open") };
//! let mut solver = AgentPlayer::<MicroRobots>::new("solver")?;
//! let mut human = AgentPlayer::<MicroRobots>::new("human:mean=1s")?;
//! let (over, _) = tokio::try_join!(
//!     play_seat(&client, &name, &first.token, &mut solver),
//!     play_seat(&client, &name, &second.token, &mut human),
//! )?;
//! println!("{:?}", over.outcome);
//! # Ok(())
//! # }
//! ```

mod agent_player;
mod bot;
mod client;
mod error;
mod play_stream;
mod position_history;
mod record_file;
mod seat;
mod setup;

pub use agent_player::{AgentPlayer, decide_with_time_limit};
pub use bot::{Bot, run_bot};
pub use botwerk_proto::v1 as proto;
pub use client::{AdminTokenInterceptor, AuthorizedChannel, Client, ConnectOptions};
pub use error::ClientError;
pub use play_stream::{PlaySender, PlayStream};
pub use record_file::{RecordFile, RecordFileError};
pub use seat::{Player, Reply, play_seat};
pub use setup::{agent_spec_message, game_of, setup_of};
