//! The writer's statement about bots.

use rusqlite::{Connection, params};

use super::columns::to_json_column;
use super::command_result::{CommandResult, reject};
use crate::store::{BotClaim, BotRow, StoreError};

/// Stores a bot if `claim` gives the right to its name.
pub(super) fn register_bot(
    connection: &Connection,
    row: &BotRow,
    claim: &BotClaim,
) -> CommandResult {
    let sql = match claim {
        BotClaim::Unused => {
            "INSERT INTO bots (name, created_micros, token_sha256, games, max_concurrent_matches)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO NOTHING"
        }
        BotClaim::Rotation => {
            "INSERT INTO bots (name, created_micros, token_sha256, games, max_concurrent_matches)
             VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (name) DO UPDATE SET token_sha256 = $3, games = $4, max_concurrent_matches = $5"
        }
        BotClaim::Holder(_) => {
            // SQLite numbers parameters as they appear.
            "UPDATE bots SET token_sha256 = $1, games = $2, max_concurrent_matches = $3
             WHERE name = $4 AND token_sha256 = $5"
        }
    };
    let games = to_json_column(&row.games)?;
    let (token, limit) = (&row.token_sha256, row.max_concurrent_matches);
    let mut statement = connection.prepare_cached(sql)?;
    let written = match claim {
        BotClaim::Holder(held) => statement.execute(params![token, games, limit, row.name, held]),
        BotClaim::Unused | BotClaim::Rotation => {
            statement.execute(params![row.name, row.created_micros, token, games, limit])
        }
    };
    match written {
        Ok(0) => Ok(Err(StoreError::bot_exists(&row.name))),
        Ok(_) => Ok(Ok(())),
        Err(error) => reject(error),
    }
}
