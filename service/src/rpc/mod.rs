//! The services of the contract. Handlers are thin: they read the request, ask whoever knows, and
//! write the answer.

mod analysis;
mod bots;
mod catalog;
mod frames;
mod matches;
mod pings;
mod play;
mod rules;
mod searches;
mod tournaments;
mod watch;

pub(crate) use analysis::Analysis;
pub(crate) use bots::BotCalls;
pub(crate) use catalog::Catalog;
pub(crate) use matches::Matches;
pub(crate) use rules::Rules;
pub(crate) use searches::SearchQueue;
pub(crate) use tournaments::TournamentRpc;

use std::sync::Arc;

use botwerk_engine::GameId;
use botwerk_proto::v1 as proto;
use tokio::sync::oneshot;

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_registry::MatchRegistry;
use crate::room::Command;

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

/// The answer to whoever waited for a room that has failed.
fn room_failed() -> Error {
    let message = "the match's room failed, which is a fault of the server; join again";
    Error::new(Reason::Internal, message)
}

/// The set-up of a request and which game it is of.
fn game_of(setup: Option<&proto::GameSetup>) -> Result<(&proto::GameSetup, GameId), Error> {
    let setup = required(setup, "setup")?;
    Ok((setup, setup.game.parse()?))
}

/// The message of a field that must be set.
fn required<'a, T>(field: Option<&'a T>, name: &str) -> Result<&'a T, Error> {
    field.ok_or_else(|| Error::new(Reason::BadRequest, format!("{name}: it is missing")))
}
