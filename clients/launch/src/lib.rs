//! Programs of bots: how they are started, guarded and confined, what they are asked over standard input and output or
//! over gRPC, and the logs of what they print.

pub mod bot_log;
pub mod bot_output;
pub mod bot_program;
pub mod forwarded_calls;
pub mod guard;
mod inherited_descriptors;
pub mod own_command;
pub mod player_argument;
#[cfg(target_os = "linux")]
mod process_tree;
pub mod processor_log;
pub mod sandbox;
pub mod search_path;
pub mod seat_log_upload;
pub mod stdio;
