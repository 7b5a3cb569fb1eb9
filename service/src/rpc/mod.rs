//! The gRPC services. Handlers only decode requests and encode responses.

mod account_callers;
mod agent_threads;
mod analysis;
mod bots;
mod catalog;
mod database;
mod envs;
mod frames;
mod hosts;
mod joins;
mod matches;
mod operator;
mod organizer;
mod owners;
mod play;
mod routes;
mod rules;
mod search_callers;
mod searches;
mod seated_clients;
mod tournament_visibility;
mod tournament_watch;
mod tournaments;
mod uploads;
mod watch;
mod workers;

pub(crate) use routes::{RpcContext, report_matches_draining, report_serving, routes};

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::error::Error;
use crate::ids::MatchId;
use crate::match_registry::MatchRegistry;
use crate::room::{Command, room_failed};

/// Sends a command to the room of the match of this name and waits for its answer.
async fn ask<T>(
    registry: &Arc<MatchRegistry>,
    name: &str,
    command: impl FnOnce(oneshot::Sender<Result<T, Error>>) -> Command,
) -> Result<T, Error> {
    let (reply, answer) = oneshot::channel();
    registry
        .send(&MatchId::from_name(name)?, command(reply))
        .await?;
    answer.await.map_err(|_| room_failed())?
}
