//! Iteration over the matches of a database, and messages about them.

use std::path::Path;

use botwerk_service::Database;
use serde_json::json;

use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::server_failure::database_failure;

/// Calls `work` with the id of every match, oldest first.
pub(super) fn for_each_match(
    database: &Database,
    mut work: impl FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut last: Option<String> = None;
    loop {
        // Reading page by page does not block a server that writes at the same time.
        let ids = database.ids(last.as_deref()).map_err(database_failure)?;
        for id in &ids {
            work(id)?;
        }
        match ids.last() {
            Some(id) => last = Some(id.clone()),
            None => return Ok(()),
        }
    }
}

/// Prints a fault of a match, or of the database if `id` is `None`.
pub(super) fn print_fault(
    id: Option<&str>,
    reason: Reason,
    message: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    if output.is_json() {
        let error = json!({"reason": reason.name(), "message": message});
        return output.json(&json!({"match": id, "error": error}));
    }
    match id {
        Some(id) => output.line(format!("match {id}: {message}")),
        None => output.line(format!("database: {message}")),
    }
}

/// Returns a path as it is printed.
pub(super) fn name(path: &Path) -> String {
    path.display().to_string()
}
