//! Lines of standard input that are answered one by one in JSON.

use std::io::{self, BufRead, BufReader};

use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use serde_json::{Value, json};

/// Answers every line that is not empty; `answer` returns the answer or the error.
///
/// # Errors
/// Returns an error if a line cannot be read or an answer cannot be written, and after the last line if one of
/// the answers is an error.
pub(super) fn answer_lines(
    output: &mut Output,
    mut answer: impl FnMut(&[u8]) -> Result<Value, Value>,
) -> Result<(), Failure> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut line = Vec::new();
    let mut is_all_answered = true;
    loop {
        // A program that sends one line at a time waits for each answer.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::file("standard input", &error))? == 0 {
            break;
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let answer = answer(text);
        is_all_answered &= answer.is_ok();
        output.json(&answer.unwrap_or_else(|error| error))?;
    }
    if is_all_answered {
        Ok(())
    } else {
        Err(Failure::ReportedNegative)
    }
}

/// Returns the answer to a line with an error.
pub(super) fn error_json(id: &Value, message: &str) -> Value {
    let reason = Reason::BadPosition.name();
    json!({"id": id, "error": {"reason": reason, "message": message}})
}

/// Reads a line as JSON; returns its `id` and the whole value.
///
/// # Errors
/// Returns the answer to a line that is not JSON.
pub(super) fn read_json(line: &[u8]) -> Result<(Value, Value), Value> {
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| error_json(&Value::Null, &format!("the line is not JSON: {error}")))?;
    let id = value.get("id").cloned().unwrap_or_default();
    Ok((id, value))
}
