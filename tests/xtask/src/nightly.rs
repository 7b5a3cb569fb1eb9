//! `nightly`: what is slow and rarely fails. `.ci/run` has a small form of each.

use crate::check::client_lints;
use crate::files::npm;
use crate::program::{Program, botwerk, target};
use crate::suite::{Suite, python_with_oldest_libraries};
use crate::{Failure, own_game};

/// Runs one part.
type Part = fn() -> Result<(), Failure>;

/// The parts in the order in which they are run. `simulations` and `fuzz` need what `python` installs.
const PARTS: [(&str, Part); 12] = [
    ("python", || Suite::Python.run()),
    ("oldest-libraries", python_with_oldest_libraries),
    ("client-lints", client_lints),
    ("slow-tests", slow_tests),
    ("tutorial", own_game::follow),
    ("simulations", simulations),
    ("fuzz", fuzz),
    ("legibility", legibility),
    ("frameworks", || Suite::Frameworks.run()),
    ("kills", || lab(&["chaos", "--trials", "200"])),
    ("tournament-kills", || {
        lab(&["chaos", "--tournament", "--trials", "50"])
    }),
    ("clusters", || {
        lab(&["cluster", "--trials", "50", "--network"])
    }),
];

/// Runs the named part, or without a name every part to its end, and fails with the names of the parts that have failed.
pub(crate) fn run(name: Option<&str>) -> Result<(), Failure> {
    let is_asked = |part: &str| name.is_none_or(|name| name == part);
    let parts: Vec<_> = PARTS.iter().filter(|(part, _)| is_asked(part)).collect();
    if parts.is_empty() {
        let names = PARTS.map(|(part, _)| part).join(", ");
        return Err(format!("no such part; there are {names}"));
    }
    let mut failures = Vec::new();
    for (name, part) in parts {
        println!("== {name}");
        if let Err(failure) = part() {
            println!("{name}: {failure}");
            failures.push(*name);
        }
    }
    if failures.is_empty() {
        return Ok(());
    }
    Err(format!("failed: {}", failures.join(", ")))
}

/// The tests that a run of all tests leaves out, since they take a minute each.
fn slow_tests() -> Result<(), Failure> {
    for (package, test, filter) in [
        ("botwerk-tests", "leases", ""),
        ("botwerk-agents", "ricochet_checker", ""),
        ("botwerk", "program", "upgrades::"),
    ] {
        let test = ["test", "--locked", "--package", package, "--test", test];
        Program::cargo()
            .args(test)
            .args(["--", "--ignored", filter])
            .run()?;
    }
    Ok(())
}

/// 200 random simulations of every game and value of its options; the suite `python` plays two.
fn simulations() -> Result<(), Failure> {
    let test = pytest("tests/test_simulation.py")?;
    test.env("BOTWERK_SIMULATIONS", "200").run()
}

/// Every phase of every game in all views; the suite `web` looks at some games in dark colours.
fn legibility() -> Result<(), Failure> {
    npm("clients/web")
        .args(["run", "build", "--silent"])
        .run()?;
    let test = ["--test", "dist/tests/browser/legible.test.js"];
    let test = Program::new("node").args(test).folder("clients/web");
    let test = test.env("BOTWERK", botwerk()?);
    test.env("BOTWERK_ALL_VIEWS", "1").run()
}

/// A million arbitrary calls for each part of the package for Python; the suite `python` makes 20,000.
fn fuzz() -> Result<(), Failure> {
    let test = pytest("tests/test_fuzz.py")?;
    test.env("BOTWERK_FUZZ_CALLS", "1000000").run()
}

fn pytest(file: &str) -> Result<Program, Failure> {
    let python = Program::new(target().join("python/bin/python"));
    let test = python.args(["-m", "pytest", file]).folder("clients/python");
    Ok(test.env("BOTWERK", botwerk()?))
}

fn lab(arguments: &[&str]) -> Result<(), Failure> {
    let lab = [
        "run",
        "--release",
        "--locked",
        "--package",
        "botwerk-lab",
        "--",
    ];
    Program::cargo().args(lab).args(arguments).run()
}
