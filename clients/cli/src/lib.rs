//! The program `botwerk`: plays, solves, checks and runs tournaments on the command line.
//!
//! [`program`] adds games of other crates to it. The library has the command line itself, [`run`], too, and what
//! `botwerk-lab` shares with it: embedded servers, the [audit] of a tournament, and failures of databases.

#[cfg(any(test, not(feature = "mcp")))]
mod absent_mcp;
mod accounts;
mod bot;
mod command_line;
mod db;
mod demo;
pub mod embedded_server;
mod first_page;
mod matches;
#[cfg(feature = "mcp")]
mod mcp;
mod opened_game;
mod pages;
mod player;
mod program;
mod serve;
mod server_failure;
mod signals;
mod tournament;
mod xml_element;

// What commands share, as their modules name it.
use botwerk_command::{
    agent_argument, connection, cores, failure, given, interrupt, output, progress_bar, seed,
    setting,
};
use botwerk_launch::{
    bot_log, bot_output, bot_program, guard, own_command, player_argument, sandbox, search_path,
    seat_log_upload, stdio,
};

pub use command_line::{run, run_as};
pub use db::tournaments::{Audit, audit};
pub use program::{Program, program};
pub use server_failure::database_failure;
