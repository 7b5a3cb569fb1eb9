//! What the commands of the program share: arguments, connections to a server, output, and failures with their exit
//! codes. It knows no server: the program, which does, starts the [embedded ones](embedded_server).

pub mod agent_argument;
pub mod connection;
pub mod cores;
pub mod embedded_server;
pub mod failure;
pub mod given;
pub mod interrupt;
pub mod output;
mod paint;
pub mod progress_bar;
pub mod resignation;
pub mod search_args;
pub mod seat_argument;
pub mod seed;
pub mod setting;
