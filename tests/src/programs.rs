//! Child processes of tests: programs of this workspace, and of other languages.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use serde_json::Value;

/// Time for a program to end: one that waits for ever fails its test, and does not stop all others.
const RUN_LIMIT: Duration = Duration::from_secs(300);

/// A program of this workspace.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// Name that precedes its error messages.
    pub name: &'static str,
    /// Path of the executable.
    pub executable: &'static str,
}

impl Program {
    /// Returns a command with these arguments and pipes at all ends.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.executable);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program with these arguments and this input to its end.
    ///
    /// # Panics
    /// Panics if it cannot be started or does not end.
    pub fn run(&self, arguments: &[&str], input: &str) -> Run {
        let mut child = self.command(arguments).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // A program that needs no input may have ended before it is written.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let (sender, output) = channel();
        thread::spawn(move || sender.send(child.wait_with_output()));
        let output = output.recv_timeout(RUN_LIMIT);
        let output = output.unwrap_or_else(|_| panic!("{arguments:?} has not ended"));
        Run::new(self.name, &output.unwrap())
    }
}

/// The result of a run of a [`Program`].
#[derive(Debug)]
pub struct Run {
    program: &'static str,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Exit code.
    pub code: i32,
}

impl Run {
    fn new(program: &'static str, output: &Output) -> Self {
        Self {
            program,
            stdout: String::from_utf8(output.stdout.clone()).unwrap(),
            stderr: String::from_utf8(output.stderr.clone()).unwrap(),
            code: output.status.code().unwrap(),
        }
    }

    /// Returns the standard output of a successful run.
    ///
    /// # Panics
    /// Panics if the exit code is not 0 or anything was written to standard error.
    pub fn good(self) -> String {
        assert_eq!((self.code, &*self.stderr), (0, ""), "{}", self.stdout);
        self.stdout
    }

    /// Returns the JSON lines of a successful run.
    ///
    /// # Panics
    /// Panics as [`good`](Self::good) does, and if a line is not JSON.
    pub fn good_json(self) -> Vec<Value> {
        json_lines(&self.good())
    }

    /// Asserts that the run failed with this exit code and one line about it, and nothing else.
    ///
    /// # Panics
    /// Panics if it did not.
    pub fn failed(&self, code: i32, message: &str) {
        assert_eq!((self.code, &*self.stdout), (code, ""), "{}", self.stderr);
        let prefix = format!("{}: ", self.program);
        let line = self.stderr.strip_prefix(&prefix);
        let line = line.unwrap_or_else(|| panic!("not from the program: {}", self.stderr));
        assert!(line.contains(message), "{line}");
        // Valid values are an instruction, too, and so is the error of a file that is named.
        let has_instruction = ["; ", "expected ", "cannot access "]
            .iter()
            .any(|text| line.contains(text));
        assert!(has_instruction, "no instruction: {line}");
        assert_eq!(line.lines().count(), 1, "{line}");
    }

    /// Asserts that the run failed with this exit code and reason as one line of JSON.
    ///
    /// # Panics
    /// Panics if it did not.
    pub fn failed_json(&self, code: i32, reason: &str) {
        assert_eq!((self.code, &*self.stdout), (code, ""), "{}", self.stderr);
        let lines = json_lines(&self.stderr);
        assert_eq!(lines.len(), 1, "{}", self.stderr);
        assert_eq!(lines[0]["error"]["reason"], reason);
        assert!(lines[0]["error"]["message"].is_string());
    }
}

/// Parses lines of JSON.
///
/// # Panics
/// Panics if a line is not JSON.
pub fn json_lines(text: &str) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).unwrap();
    text.lines().map(line).collect()
}

/// Runs a program to its end.
///
/// # Panics
/// Panics with its standard error if it cannot be started or fails.
pub fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{stderr}");
    output
}
