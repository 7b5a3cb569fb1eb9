//! `game stats`: measures a game by many matches of built-in agents.

mod args;
mod figure;
mod files;
mod text;

use botwerk_command::failure::Failure;
use botwerk_command::interrupt::Interrupt;
use botwerk_command::output::Output;
use botwerk_command::progress_bar::ProgressBar;
use botwerk_lanes::{StatisticsControl, measure_game};

pub(super) use args::StatsArgs;

/// Plays the matches and prints their statistics. Ctrl-C stops after the matches in progress.
pub(super) fn run(args: &StatsArgs, output: &mut Output) -> Result<(), Failure> {
    let request = args.request()?;
    let directory = args.out.as_deref().map(files::OutputDirectory::create);
    let directory = directory.transpose()?;
    let interrupt = Interrupt::listen();
    let bar = ProgressBar::new(0, "matches");
    let control = StatisticsControl {
        should_stop: &|| interrupt.is_set(),
        on_progress: &mut |played, total| {
            bar.set_length(total);
            bar.set_position(played);
        },
    };
    let report = measure_game(&request, control);
    bar.clear();
    let report = report?;
    let files = directory.map(|directory| directory.write(&report));
    let files = files.transpose()?;
    if output.is_json() {
        return output.json(&report);
    }
    text::print(&report, output)?;
    files.map_or(Ok(()), |files| output.line(format!("\n{files}")))
}
