//! Reading a tournament's file.

use std::fs;
use std::path::Path;

use botwerk_tournament::configuration::{self, File};
use serde_json::json;

use crate::failure::Failure;
use crate::output::Output;

/// What a file says. All its mistakes are told, a line each.
pub(super) fn read(path: &Path, output: &mut Output) -> Result<File, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| Failure::file(&name, &error))?;
    let mistakes = match configuration::read(&text) {
        Ok(file) => return Ok(file),
        Err(mistakes) => mistakes,
    };
    for mistake in &mistakes {
        if output.is_json() {
            let (line, field, message) = (mistake.line, &mistake.field, &mistake.message);
            output.json(&json!({
                "file": name, "line": line, "field": field, "message": message,
            }))?;
        } else {
            output.line(format!("{name}: {mistake}"))?;
        }
    }
    Err(Failure::SaidUnusable)
}
