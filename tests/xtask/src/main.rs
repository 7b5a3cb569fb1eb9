//! `cargo xtask`: what developers of Botwerk run. Without dependencies, so that a fresh clone compiles it in a moment.

mod budget;
mod changed;
mod check;
mod crates;
mod dist;
mod files;
mod nightly;
mod own_game;
mod program;
mod release;
mod source_lines;
mod suite;
mod weigh;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use dist::Artifact;
use program::Program;
use suite::Suite;

const USAGE: &str = "\
usage: cargo xtask TASK

  lint                format and lints
  check               format, lints, unit tests of the engine, the agents and the service: before every commit
  test SUITE          the tests of rust, web, python, go, java, cpp, postgres or frameworks, or own-game: the project of
                      docs/adding-a-game.md
  generate [--check]  the code of the clients from the API; with --check they are compared
  pages [--check]     the web pages with their modules; with --check they are compared
  pages --with CRATE  the web pages with a game of one's own, into target/pages-with-game
  book                the book of the documents in target/book, and a check of its links
  changed COMMIT      the suites that a change since a commit concerns, as JSON
  dist FILE           a file to install, in target/dist-files: FILE is a target of rustc for the program's archive,
                      `wheel TARGET`, `sdist`, `deb`, `image`, `crates`, `npm`, `maven` or `sbom`
  dist --check FILE   installs the file into an empty folder or root, and tries there what users do
  release VERSION     writes a version to every manifest and to the changelog
  nightly [PART]      what is slow and rarely fails, or one part of it
  weigh [--release]   crates, lines, commands and sizes against tests/budgets.txt; with --release also the program
                      and the processor time of its build, for which everything is compiled again";

/// Why a task has failed, in one line.
type Failure = String;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("cargo xtask {}: {failure}", words.join(" "));
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), Failure> {
    match words {
        ["changed", since] => {
            changed::print(since);
            Ok(())
        }
        ["lint"] => check::lints(),
        ["check"] => check::run(),
        ["test", suite] => suite.parse::<Suite>()?.run(),
        ["generate", flags @ ..] => {
            let generate = Program::new("python3").arg("clients/generate.py");
            generate.args(check_flag(flags)?).run()
        }
        ["pages", "--with", game] => files::pages_with(game),
        ["pages", flags @ ..] => files::pages(check_flag(flags)?),
        ["dist", "--check", file @ ..] => Artifact::parse(file)?.check(),
        ["dist", file @ ..] => Artifact::parse(file)?.build(),
        ["release", version] => release::prepare(version),
        ["book"] => Program::new("python3").arg("tests/book/build.py").run(),
        ["nightly"] => nightly::run(None),
        ["nightly", part] => nightly::run(Some(part)),
        ["weigh"] => weigh::run(false),
        ["weigh", "--release"] => weigh::run(true),
        _ => Err(USAGE.into()),
    }
}

/// Accepts the flag `--check` or none.
fn check_flag<'a>(flags: &'a [&'a str]) -> Result<&'a [&'a str], Failure> {
    match flags {
        [] | ["--check"] => Ok(flags),
        _ => Err(USAGE.into()),
    }
}

/// Returns the folder of the workspace.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.ancestors().nth(2);
    root.expect("this crate is in tests/xtask").to_path_buf()
}
