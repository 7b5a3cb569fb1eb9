//! The command `strangers`: attacks of unknown callers on a built server, and what they do to others.

mod attack;
mod bystander;
mod flooded_submissions;
mod forged_results;
mod held_lease;
mod hints;
mod own_worker;
mod raw_call;
mod reads;
mod recounts;
mod source_lines;
mod stored_tournament;
mod stranger;
mod takeover;
mod tournament_state;
mod two_servers;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::progress_bar::ProgressBar;
use clap::Args;
use serde_json::json;

use crate::bench::figure::{BetterWhen, Figure};
use crate::bench::report::FigureReport;
use crate::program::Program;
use attack::{Attack, AttackContext};

/// Options of the command.
#[derive(Debug, Args)]
pub(super) struct StrangersArgs {
    /// Attacks to run (see --list) [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// List the attacks with the figures to reach
    #[arg(long, conflicts_with = "names")]
    list: bool,
    /// Share of the results, matches and callers of every attack; the figures to reach are for 1
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    scale: f64,
    /// Duration of a lease that is held; other attacks take a part of it for each kind of call
    #[arg(long, value_name = "SECONDS", default_value_t = 14.0)]
    seconds: f64,
    /// Seed for all randomness
    #[arg(long, default_value = "strangers")]
    seed: String,
    /// Executable of `botwerk` [default: the one that is linked into this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// All attacks, in the order in which they run.
const ATTACKS: &[Attack] = &[
    reads::ATTACK,
    recounts::ATTACK,
    held_lease::ATTACK,
    two_servers::ATTACK,
    takeover::ATTACK,
    flooded_submissions::ATTACK,
    hints::ATTACK,
    forged_results::ATTACK,
    source_lines::ATTACK,
];

/// The time of all attacks together.
const DURATION: Figure = Figure {
    name: "strangers-duration",
    unit: "s",
    target: Some(180.0),
    better: BetterWhen::Lower,
};

/// Lists or runs attacks.
pub(super) fn run(args: &StrangersArgs, output: &mut Output) -> Result<(), Failure> {
    if args.list {
        return list(output);
    }
    let context = AttackContext {
        program: Program::file_or_linked(args.program.as_deref())?,
        scale: in_range("scale", args.scale, 0.0001..=10.0)?,
        duration: Duration::from_secs_f64(in_range("seconds", args.seconds, 0.1..=3600.0)?),
        seed: args.seed.clone(),
    };
    let selected = selected(&args.names)?;
    if cfg!(debug_assertions) && args.program.is_none() && !output.is_json() {
        eprintln!("botwerk: figures of a debug build are meaningless; build with --release");
    }
    let started = Instant::now();
    let mut report = FigureReport::default();
    let progress = ProgressBar::new(selected.len() as u64, "attacks");
    for attack in selected {
        progress.set_message(attack.name);
        let values = (attack.run)(&context)?;
        progress.inc(1);
        for (figure, value) in attack.figures.iter().zip(values) {
            report.add(figure, value, output)?;
        }
    }
    progress.clear();
    report.add(&DURATION, started.elapsed().as_secs_f64(), output)?;
    report.end(output)
}

fn in_range(name: &str, value: f64, range: std::ops::RangeInclusive<f64>) -> Result<f64, Failure> {
    if range.contains(&value) {
        return Ok(value);
    }
    let (min, max) = (range.start(), range.end());
    let message = format!("--{name}: expected {min} to {max}, found {value}");
    Err(Failure::new(Reason::BadArgument, message))
}

/// Returns the attacks with these names, or all without names.
fn selected(names: &[String]) -> Result<Vec<&'static Attack>, Failure> {
    if names.is_empty() {
        return Ok(ATTACKS.iter().collect());
    }
    let find = |name: &String| {
        let found = ATTACKS.iter().find(|attack| attack.name == name);
        found.ok_or_else(|| {
            let names: Vec<_> = ATTACKS.iter().map(|attack| attack.name).collect();
            let names = names.join(", ");
            let message = format!("unknown attack `{name}`; expected one of {names}");
            Failure::new(Reason::BadArgument, message)
        })
    };
    names.iter().map(find).collect()
}

fn list(output: &mut Output) -> Result<(), Failure> {
    for Attack {
        name,
        about,
        figures,
        ..
    } in ATTACKS
    {
        if output.is_json() {
            let figures: Vec<_> = figures.iter().map(Figure::json).collect();
            output.json(&json!({"name": name, "about": about, "figures": figures}))?;
            continue;
        }
        output.line(format!("{name}: {about}"))?;
        for figure in *figures {
            let target = figure.target_text();
            output.line(format!("    {} in {}, {target}", figure.name, figure.unit))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_of_attacks_and_figures_are_unique() {
        let names: BTreeSet<_> = ATTACKS.iter().map(|attack| attack.name).collect();
        assert_eq!(names.len(), ATTACKS.len());
        let figures = ATTACKS.iter().flat_map(|attack| attack.figures);
        let figures: Vec<_> = figures.map(|figure| figure.name).collect();
        let distinct: BTreeSet<_> = figures.iter().collect();
        assert_eq!(distinct.len(), figures.len());
    }

    #[test]
    fn values_outside_their_range_are_rejected() {
        assert!(in_range("scale", 1.0, 0.0001..=10.0).is_ok());
        for value in [0.0, 11.0, f64::NAN] {
            assert!(in_range("scale", value, 0.0001..=10.0).is_err(), "{value}");
        }
    }
}
