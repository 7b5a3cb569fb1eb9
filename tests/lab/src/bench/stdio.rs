//! Benches of bots on standard input and output: what a decision over pipes costs, and what a sandbox does.

use std::path::{Path, PathBuf};
use std::process::Command;

use botwerk_command::failure::{Failure, Reason};
use serde_json::Value;

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::stopwatch::Stopwatch;
use crate::program::Program;

/// The source of the bot, which plays random legal actions as the agent `random` does.
const SOURCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../stdio/bot.c");

/// Matches whose decisions are timed, and starts of bots.
const MATCHES: &str = "40";
const STARTS: usize = 40;

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "stdio-decision",
        about: "Time of a decision of a bot in C on standard input and output beyond that of the same agent \
                in the process, median",
        figures: &[figure("stdio-decision", "µs", Some(60.0))],
        measure: Measure::Timed(decision),
    },
    Bench {
        name: "sandbox-start",
        about: "Time of the start of a bot in a sandbox beyond that of the same bot without one, median",
        figures: &[figure("sandbox-start", "ms", Some(20.0))],
        measure: Measure::Timed(start),
    },
];

const fn figure(name: &'static str, unit: &'static str, target: Option<f64>) -> Figure {
    Figure {
        name,
        unit,
        target,
        better: BetterWhen::Lower,
    }
}

fn decision(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let bot = compile(folder.path())?;
    let bot = bot.display().to_string();
    let played = play(&[&bot, "random", "--matches", MATCHES])?;
    let medians = |player| {
        played
            .iter()
            .filter_map(move |it| number(it, player, "median_micros"))
    };
    Ok(vec![median(medians(0)) - median(medians(1))])
}

fn start(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let bot = compile(folder.path())?;
    let bot = bot.display().to_string();
    let (mut plain, mut confined) = (Vec::new(), Vec::new());
    // In turn, since a machine's speed changes.
    for _ in 0..STARTS {
        for (flag, starts) in [("", &mut plain), ("--sandbox", &mut confined)] {
            let flags = [flag].into_iter().filter(|flag| !flag.is_empty());
            let single = [&bot, "random", "--matches", "1", "--option", "turn_cap=1"];
            let arguments: Vec<&str> = single.into_iter().chain(flags).collect();
            let played = play(&arguments)?;
            starts.extend(played.iter().filter_map(|it| number(it, 0, "start_millis")));
        }
    }
    Ok(vec![
        median(confined.into_iter()) - median(plain.into_iter()),
    ])
}

fn compile(folder: &Path) -> Result<PathBuf, Failure> {
    let bot = folder.join("bot");
    let built = Command::new("cc")
        .args(["-O2", "-o"])
        .arg(&bot)
        .arg(SOURCE)
        .status();
    if built.is_ok_and(|status| status.success()) {
        return Ok(bot);
    }
    let message = "cc: the bot could not be compiled; install a C compiler";
    Err(Failure::new(Reason::BadArgument, message))
}

/// Plays matches of Netzwerk from its start and returns what the program prints of each.
fn play(arguments: &[&str]) -> Result<Vec<Value>, Failure> {
    let mut command = Program::linked()?.command();
    command.args(["match", "--json", "--times", "--game", "netzwerk"]);
    command.args(["--opening-turns", "0", "--seed", "bench"]);
    let output = command.args(arguments).output()?;
    let report =
        serde_json::from_slice(&output.stdout).map(|mut report: Value| report["matches"].take());
    match report {
        Ok(Value::Array(played)) if output.status.success() => Ok(played),
        _ => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(Failure::new(Reason::BotFailed, said))
        }
    }
}

/// Returns a figure of a player, given by its number.
fn number(played: &Value, player: usize, name: &str) -> Option<f64> {
    let mut seats = played["seats"].as_array()?.iter();
    let seat = seats.position(|it| it.as_u64() == Some(player as u64))?;
    played["times"][seat][name].as_f64()
}

/// Returns the median, or infinity of nothing.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
        .get(values.len() / 2)
        .copied()
        .unwrap_or(f64::INFINITY)
}
