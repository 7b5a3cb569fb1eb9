//! The statements of changes that PostgreSQL makes in the same way.

use rusqlite::{Connection, params_from_iter};

use super::command_result::{CommandResult, all_or_none, reject};
use crate::store::sql::ChangeStatement;

/// Runs the statements of a change; undoes all of them if it is rejected.
pub(super) fn change(connection: &Connection, statements: Vec<ChangeStatement>) -> CommandResult {
    all_or_none(connection, || {
        for statement in statements {
            // SQLite numbers `$2` by where it occurs, and `?2` by its number.
            let sql = statement.sql.replace('$', "?");
            let changed = connection
                .prepare_cached(&sql)?
                .execute(params_from_iter(&statement.values));
            match (changed, statement.rejection) {
                (Ok(0), Some(rejection)) => return Ok(Err(rejection)),
                (Ok(_), _) => {}
                (Err(error), _) => return reject(error),
            }
        }
        Ok(Ok(()))
    })
}
