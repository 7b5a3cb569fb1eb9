//! The writer's statements about who may use the server.

use rusqlite::{Connection, params_from_iter};

use super::command_result::{CommandResult, all_or_none, reject};
use crate::store::sql::account_statements;
use crate::store::{AccountChange, AuditRow};

/// Stores a change and its entry in the audit log.
pub(super) fn change(
    connection: &Connection,
    change: &AccountChange,
    entry: &AuditRow,
) -> CommandResult {
    all_or_none(connection, || {
        for statement in account_statements(change, entry) {
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
