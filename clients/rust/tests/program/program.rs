//! Running the program.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// What a run of the program has left.
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

/// Runs the program with these arguments and no input.
pub(crate) fn run(arguments: &[&str]) -> Run {
    run_with(arguments, "")
}

/// Runs the program with these arguments and this input.
pub(crate) fn run_with(arguments: &[&str], input: &str) -> Run {
    let mut child = command(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that needs no input may be gone before it is written.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    Run::of(&child.wait_with_output().unwrap())
}

/// The program, ready to run with pipes at all ends.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_botwerk"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Run {
    fn of(output: &Output) -> Self {
        Self {
            stdout: String::from_utf8(output.stdout.clone()).unwrap(),
            stderr: String::from_utf8(output.stderr.clone()).unwrap(),
            code: output.status.code().unwrap(),
        }
    }

    /// The output of a run that must have gone well.
    pub(crate) fn good(self) -> String {
        assert_eq!((self.code, &*self.stderr), (0, ""), "{}", self.stdout);
        self.stdout
    }

    /// The lines of JSON of a run that must have gone well.
    pub(crate) fn good_json(self) -> Vec<Value> {
        json_lines(&self.good())
    }

    /// Checks that the run has failed with this code and one line about it, and nothing else.
    pub(crate) fn failed(&self, code: i32, message: &str) {
        assert_eq!((self.code, &*self.stdout), (code, ""), "{}", self.stderr);
        let line = self.stderr.strip_prefix("botwerk: ");
        let line = line.unwrap_or_else(|| panic!("not the program's words: {}", self.stderr));
        assert!(line.contains(message), "{line}");
        assert!(line.contains("; "), "says not what to do: {line}");
        assert_eq!(line.lines().count(), 1, "{line}");
    }

    /// Checks that the run has failed with a named reason in JSON.
    pub(crate) fn failed_json(&self, code: i32, reason: &str) {
        assert_eq!((self.code, &*self.stdout), (code, ""), "{}", self.stderr);
        let lines = json_lines(&self.stderr);
        assert_eq!(lines.len(), 1, "{}", self.stderr);
        assert_eq!(lines[0]["error"]["reason"], reason);
        assert!(lines[0]["error"]["message"].is_string());
    }
}

/// Reads lines of JSON.
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).unwrap();
    text.lines().map(line).collect()
}
