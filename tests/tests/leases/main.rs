//! The leases of servers and workers, checked in every state of small configurations.
//!
//! Servers share one database and own matches and tournaments by leases; workers lease chunks of
//! tournaments from them. The model has a step for everything that can interleave: the start and the
//! commit of transactions, deliveries of messages, and the expiry of leases. The number of faults is
//! bounded, so that every sequence of steps ends.

mod broken_rules;
mod configurations;
mod database;
mod directors;
mod exploration;
mod faults;
mod messages;
mod model;
mod pairings;
mod properties;
mod protocol;
mod rules;
mod servers;
mod transactions;
mod workers;
