//! The program `botwerk`: plays, solves, checks and runs tournaments on the command line.
//!
//! The library consists of the command line itself, [`run`], of what `botwerk-lab` shares with it: output, failures,
//! connections to a server, and an embedded server, and of the check of every request in every state of a match,
//! [`MatchStates`], for servers that a test controls.

#[cfg(any(test, not(feature = "mcp")))]
mod absent_mcp;
mod agent_argument;
mod bot;
mod bot_log;
mod bot_output;
mod bot_program;
mod command_line;
mod command_words;
mod conformance;
pub mod connection;
mod cores;
mod db;
mod demo;
pub mod embedded_server;
pub mod failure;
mod first_page;
mod forwarded_calls;
mod game;
mod given;
mod guard;
mod inherited_descriptors;
mod interrupt;
mod match_text;
mod matches;
#[cfg(feature = "mcp")]
mod mcp;
mod opened_game;
pub mod output;
mod own_command;
mod pages;
mod paint;
mod plain_text;
mod play;
mod player;
mod position;
#[cfg(target_os = "linux")]
mod process_tree;
mod record;
mod resignation;
mod rules_text;
mod sandbox;
mod search_args;
mod search_path;
mod seat_argument;
mod seat_log_upload;
mod seed;
mod serve;
mod setting;
mod solve;
mod spectator_view;
mod stdio;
mod tournament;
mod turn_draft;
mod watch;
mod worker;
mod xml_element;

pub use command_line::{run, run_as};
pub use conformance::{
    CheckedState, Difference, MatchStates, NoShowMatches, ServerControl, StateProgress,
};
pub use db::tournaments::{Audit, audit};
