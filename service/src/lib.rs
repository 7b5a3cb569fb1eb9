//! The server: match rooms, clocks, store. The only place that awaits.
//!
//! [`serve`] runs everything on a listener. Each match is a task, its room, which alone owns
//! position, clocks and viewers; handlers send it commands. Whatever happens is stored before
//! anybody is told of it, so that a server killed at any moment goes on where it stood.

mod analysis_job;
mod bots;
mod config;
mod edge;
mod error;
mod ids;
pub mod logging;
mod match_description;
mod match_registry;
mod match_state;
mod metrics;
mod new_match;
mod pool;
mod room;
mod rpc;
mod server;
mod store;
mod token;
mod tournament_state;
mod tournaments;
mod tracked_store;
mod wire;

pub use config::layers::ConfigFlags;
pub use config::{Config, ConfigError, IN_MEMORY};
pub use edge::{Certificates, CertificatesError};
pub use error::{DOMAIN, Error, Reason};
pub use match_state::MatchState;
pub use server::{ServeError, Server, serve};
pub use store::{Database, DatabaseError, Durability, StoredRecord, VacuumReport, vacuum};
pub use token::{AdminToken, InvalidAdminToken};
