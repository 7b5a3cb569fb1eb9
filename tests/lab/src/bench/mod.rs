//! The command `bench`: measured figures next to their targets.

mod arena;
mod clocks;
pub(crate) mod cluster;
mod droids;
pub(crate) mod echo;
mod envs;
pub(crate) mod figure;
mod flag_args;
pub(crate) mod flood;
mod league;
pub(crate) mod load;
mod micro_robots;
mod netzwerk;
mod own_game;
pub(crate) mod reopen;
pub(crate) mod report;
mod ricochet;
pub(crate) mod server;
pub(crate) mod service;
mod stdio;
mod stopwatch;
pub(crate) mod tournament;

use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::progress_bar::ProgressBar;
use clap::Args;
use serde_json::json;

use figure::{Bench, Figure, Measure};
use flag_args::FlagArgs;
use report::FigureReport;
use stopwatch::Stopwatch;

/// Selection of benches.
#[derive(Debug, Args)]
pub(super) struct BenchArgs {
    /// Benches to run (see --list)
    #[arg(value_name = "NAME", required_unless_present_any = ["all", "list"])]
    names: Vec<String>,
    /// Run all benches
    #[arg(long, conflicts_with_all = ["names", "list"])]
    all: bool,
    /// List the benches with their targets
    #[arg(long, conflicts_with = "names")]
    list: bool,
    /// Duration of each measurement
    #[arg(long, value_name = "SECONDS", default_value_t = 2.5)]
    seconds: f64,
    #[command(flatten)]
    flags: FlagArgs,
}

/// All benches, by module.
const BENCHES: &[&[Bench]] = &[
    micro_robots::BENCHES,
    netzwerk::BENCHES,
    droids::BENCHES,
    ricochet::BENCHES,
    own_game::BENCHES,
    service::BENCHES,
    envs::BENCHES,
    load::BENCHES,
    reopen::BENCHES,
    flood::BENCHES,
    clocks::BENCHES,
    tournament::BENCHES,
    league::BENCHES,
    stdio::BENCHES,
    cluster::BENCHES,
    arena::BENCHES,
];

/// Lists or runs benches.
pub(super) fn run(args: &BenchArgs, output: &mut Output) -> Result<(), Failure> {
    if args.list {
        return list(output);
    }
    let seconds = Some(args.seconds).filter(|seconds| (0.001..=3600.0).contains(seconds));
    let stopwatch = Stopwatch::new(seconds.ok_or_else(|| {
        let message = format!("--seconds: expected 0.001 to 3600, found {}", args.seconds);
        Failure::new(Reason::BadArgument, message)
    })?);
    let selected = selected(args)?;
    if cfg!(debug_assertions) && !output.is_json() {
        eprintln!("botwerk: figures of a debug build are meaningless; build with --release");
    }
    let mut report = FigureReport::default();
    let progress = ProgressBar::new(selected.len() as u64, "benches");
    for bench in selected {
        progress.set_message(bench.name);
        let values = match bench.measure {
            Measure::Timed(measure) => measure(&stopwatch)?,
            Measure::Flags(measure) => measure(&args.flags)?,
        };
        progress.inc(1);
        for (figure, value) in bench.figures.iter().zip(values) {
            report.add(figure, value, output)?;
        }
    }
    progress.clear();
    report.end(output)
}

fn all() -> impl Iterator<Item = &'static Bench> {
    BENCHES.iter().copied().flatten()
}

fn selected(args: &BenchArgs) -> Result<Vec<&'static Bench>, Failure> {
    if args.all {
        return Ok(all().collect());
    }
    let find = |name: &String| {
        all().find(|bench| bench.name == name).ok_or_else(|| {
            let names: Vec<_> = all().map(|bench| bench.name).collect();
            let names = names.join(", ");
            let message = format!("unknown bench `{name}`; expected one of {names}");
            Failure::new(Reason::BadArgument, message)
        })
    };
    args.names.iter().map(find).collect()
}

fn list(output: &mut Output) -> Result<(), Failure> {
    for bench in all() {
        if output.is_json() {
            let figures: Vec<_> = bench.figures.iter().map(Figure::json).collect();
            let (name, about) = (bench.name, bench.about);
            output.json(&json!({"name": name, "about": about, "figures": figures}))?;
            continue;
        }
        output.line(format!("{}: {}", bench.name, bench.about))?;
        for figure in bench.figures {
            output.line(format!(
                "    {} in {}, {}",
                figure.name,
                figure.unit,
                figure.target_text()
            ))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_benches_and_figures_are_unique() {
        let mut names: Vec<_> = all().map(|bench| bench.name).collect();
        let mut figures: Vec<_> = all().flat_map(|b| b.figures).map(|f| f.name).collect();
        for list in [&mut names, &mut figures] {
            let before = list.len();
            list.sort_unstable();
            list.dedup();
            assert_eq!(list.len(), before);
        }
    }
}
