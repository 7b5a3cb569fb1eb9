//! `db vacuum`: a file without the room that it does not need.

use std::path::Path;

use botwerk_service::{Vacuumed, vacuum};
use serde_json::json;

use super::super::failure::Failure;
use super::super::output::Output;
use super::name;

/// Vacuums the file and tells its sizes.
pub(super) fn run(file: &Path, output: &mut Output) -> Result<(), Failure> {
    let Vacuumed { before, after } = vacuum(file)?;
    let file = name(file);
    if output.is_json() {
        return output.json(&json!({"file": file, "bytes_before": before, "bytes": after}));
    }
    output.line(format!("{file}: {before} bytes before, {after} now"))
}
