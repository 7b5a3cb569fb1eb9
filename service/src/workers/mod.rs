//! The workers that play matches of tournaments for this server, as far as it knows them.

mod registry;
mod worker_stats;

pub(crate) use registry::WorkerRegistry;
pub(crate) use worker_stats::{WorkerInfo, WorkerSummary};
