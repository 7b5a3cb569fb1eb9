//! `weigh`: what the repository and the program weigh, against the budgets.

use std::fs;
use std::path::Path;

use crate::budget::Budgets;
use crate::program::{Program, botwerk, target};
use crate::source_lines::{Kind, SourceLines};
use crate::{Failure, crates, root};

/// Prints all figures and fails if one is above its budget.
pub(crate) fn run(with_release: bool) -> Result<(), Failure> {
    let file = "tests/budgets.txt";
    let text = fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
    let budgets = Budgets::parse(&text).map_err(|error| format!("{file}: {error}"))?;
    let lines = SourceLines::count()?;
    lines.print();
    println!();
    let program = Program::new(botwerk()?);
    let mut figures = vec![
        (
            "crates of the default program",
            crates::count("botwerk", "default")?,
        ),
        (
            "crates of the program with all features",
            crates::count("botwerk", "full")?,
        ),
        (
            "crates of a bot in Rust",
            crates::count("botwerk-client", "default")?,
        ),
        ("lines of the repository", lines.of(None, None)),
        (
            "lines of hand-written Rust without tests",
            lines.of(None, Some(Kind::Rust)),
        ),
        (
            "lines of clients/cli without tests",
            lines.of(Some("clients/cli"), Some(Kind::Rust)),
        ),
        (
            "lines of service without tests",
            lines.of(Some("service"), Some(Kind::Rust)),
        ),
        (
            "lines of generated files",
            lines.of(None, Some(Kind::Generated)),
        ),
        (
            "commands on the first page of help",
            commands(&program.arg("--help").output()?),
        ),
        (
            "bytes of the rules' module of the pages",
            size("clients/web/pages/site/botwerk_rules.wasm")?,
        ),
        (
            "bytes of the players' module of the pages",
            size("clients/web/pages/site/botwerk_players.wasm")?,
        ),
    ];
    if with_release {
        let (bytes, seconds) = release()?;
        figures.push(("bytes of the default program", bytes));
        figures.push(("seconds of processor time of its build", seconds));
    }
    budgets.compare(&figures)
}

/// Counts the commands of a help page: indented lines that begin with a lowercase word, and no options.
fn commands(help: &str) -> u64 {
    let is_command = |line: &&str| {
        let rest = line.strip_prefix("  ").unwrap_or_default();
        rest.starts_with(|first: char| first.is_ascii_lowercase())
    };
    help.lines().filter(is_command).count() as u64
}

fn size(file: &str) -> Result<u64, Failure> {
    let metadata = fs::metadata(root().join(file));
    let metadata = metadata.map_err(|error| format!("{file}: {error}"))?;
    Ok(metadata.len())
}

/// Builds the default program from nothing. Returns its bytes and the seconds of processor time.
fn release() -> Result<(u64, u64), Failure> {
    let folder = target().join("weigh");
    let absent = fs::remove_dir_all(&folder);
    drop(absent);
    let before = children_seconds()?;
    let build = ["build", "--release", "--locked", "-p", "botwerk"];
    Program::cargo()
        .args(build)
        .env("CARGO_TARGET_DIR", &folder)
        .run()?;
    let seconds = children_seconds()? - before;
    let program = folder.join("release/botwerk");
    let metadata = fs::metadata(&program);
    let metadata = metadata.map_err(|error| format!("{}: {error}", program.display()))?;
    Ok((metadata.len(), seconds))
}

/// Returns the processor time of all programs that this one has waited for.
fn children_seconds() -> Result<u64, Failure> {
    /// Linux reports hundredths of a second on every architecture.
    const TICKS_PER_SECOND: u64 = 100;
    let file = Path::new("/proc/self/stat");
    let text = fs::read_to_string(file).map_err(|error| {
        format!(
            "{}: {error}; processor time is measured on Linux",
            file.display()
        )
    })?;
    // The name of the program, in brackets, may have blanks. The 16th and 17th fields are the 14th and 15th behind it.
    let fields = text.rsplit(')').next().unwrap_or_default();
    let ticks: Vec<u64> = fields
        .split_whitespace()
        .skip(13)
        .take(2)
        .filter_map(|field| field.parse().ok())
        .collect();
    Ok(ticks.iter().sum::<u64>() / TICKS_PER_SECOND)
}

#[cfg(test)]
mod tests {
    #[test]
    fn commands_are_told_from_options_and_titles() {
        let help = "Plays games\n\nPlay:\n  match  Play matches\n  play   Play\n\nOptions:\n      --json  Print\n  -h, --help\n";
        assert_eq!(super::commands(help), 2);
    }
}
