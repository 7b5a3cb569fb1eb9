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

pub(crate) use agent::{SeatBot, check_first, decision, read_actions};
pub(crate) use bot::{bridge, stdio_session};
pub(crate) use bot_seat::{BotSeat, Rejection};
pub(crate) use limits::DECISION_TIMEOUT;
pub(crate) use message::{BotSubmission, Decision, End, MatchHello};
pub(crate) use session::{SeatTicket, play_stdio_seat};
