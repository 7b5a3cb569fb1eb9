//! The server: rooms with their clocks, the store, tournaments and the gRPC API.
//!
//! [`serve`] runs everything on a listener. Each match is a task, its room, which alone owns the
//! position, the clocks and the subscribers; handlers send it commands. Every change is stored
//! before a frame about it is sent, so a server that was killed at any moment resumes where it was.

mod account_changes;
mod accounts;
mod background;
mod bot_reports;
mod bots;
mod comments;
mod config;
mod database;
mod draining;
mod edge;
mod embedded_server;
mod encoded_message;
mod ended_match;
mod envs;
mod fair_pool;
mod fair_queue;
mod histogram;
mod identities;
mod ids;
mod lasting_task;
pub mod logging;
mod match_description;
mod match_registry;
mod match_state;
mod membership;
mod metric_sources;
mod metrics;
mod new_match;
mod open_leagues;
mod owners;
mod plain_log;
mod pool;
mod process_clock;
mod process_memory;
mod record_deletions;
mod record_packing;
mod request_origin;
mod requester;
mod room;
mod rpc;
mod seat_logs;
mod seat_readers;
mod seat_result;
mod secret;
mod serve_error;
mod server;
mod server_secret;
mod services;
mod store;
mod stores;
#[cfg(test)]
mod test_polling;
mod token;
mod tournament_state;
mod tournaments;
pub mod traces;
mod tracked_store;
mod uploads;
mod weighted_cache;
mod wire;
mod work_guard;
mod workers;

use botwerk_wire::error;

pub use accounts::{SearchPolicy, SignUpPolicy};
pub use config::layers::ConfigFlags;
pub use config::{Config, ConfigError, DatabaseLocation, IN_MEMORY};
pub use database::backup::{BackupReport, backup as backup_database};
pub use database::copy::{CopyReport, copy as copy_database, migrate as migrate_database};
pub use database::{Database, DatabaseError, Snapshot, StoredRecord, VacuumReport, vacuum};
pub use edge::{Certificates, CertificatesError, HostRules, PageCalls, PageFile};
pub use embedded_server::EmbeddedServer;
pub use error::{DOMAIN, Error, Reason};
pub use match_state::MatchState;
pub use serve_error::ServeError;
pub use server::{Server, serve};
pub use store::{Durability, InvalidPostgresUrl, PostgresUrl, decompress_text};
pub use token::{AdminToken, InvalidAdminToken};
pub use tournaments::{InjectedResult, Injection, LeagueInjector};
pub use wire::{WorkerTournament, worker_id};
