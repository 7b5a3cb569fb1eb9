//! Bots without gRPC: one JSON object a line on standard input and output.

mod agent;
mod async_pipes;
mod blocking_pipes;
mod bot;
mod bot_failure;
mod bot_seat;
mod limits;
mod line_buffer;
mod message;
mod process;
mod receive_error;
mod session;

pub use agent::{SeatBot, check_actions, decision, read_actions};
pub use bot::{ProgramLog, bridge, stdio_session};
pub use bot_failure::BotFailure;
pub use bot_seat::{BotSeat, Rejection};
pub use limits::DECISION_TIMEOUT;
pub use message::{BotSubmission, Decision, End, MatchHello, TimeLimits, termination};
pub use session::{SeatTicket, play_stdio_seat};
