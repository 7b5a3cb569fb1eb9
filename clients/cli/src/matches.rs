//! `match`: plays matches between built-in agents and programs.

use std::fs;
use std::path::{Path, PathBuf};

use botwerk_agents::Roster;
use botwerk_engine::record::{Record, Replay, SeedOrigin, VerifyError};
use botwerk_engine::{Game, Viewer, with_game};
use clap::Args;
use serde::Serialize;

use super::failure::{Failure, Reason};
use super::local_match::{LocalMatch, ProgramLogs, SeatFaultReport};
use super::match_seat::MatchSeat;
use super::output::Output;
use super::sandbox::SandboxArgs;
use super::seat_times::{SeatTimes, SeatTimesSummary};
use super::seed::Seed;
use super::setting::GameArgs;

/// Arguments of `match`.
#[derive(Debug, Args)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Agent of a seat, such as `human:mean=12s`: see `botwerk game list`; or `stdio:COMMAND`, a program that
    /// speaks the line protocol. One per seat, in order
    #[arg(long = "seat", value_name = "PLAYER", required = true)]
    seats: Vec<String>,
    /// Seed for all randomness [default: random]
    #[arg(long)]
    seed: Option<String>,
    /// Number of matches; those after the first have the seeds SEED/2, SEED/3 and so on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    matches: u64,
    /// Clock that decides races
    #[arg(long, value_enum, default_value = "virtual")]
    time: Time,
    /// File to write the record to; with several matches a number precedes its extension
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print how long decisions took, which differs from run to run; not with --time wall
    #[arg(long)]
    times: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// The clock that decides races.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Time {
    /// Declared effort: reproducible, and faster than the clock
    Virtual,
    /// Wall-clock time, on an embedded server
    Wall,
}

/// Plays the matches.
pub(super) fn run(args: &MatchArgs, output: &mut Output) -> Result<(), Failure> {
    with_game!(args.game.id()?, G => play_all::<G>(args, output))
}

fn play_all<G: Roster>(args: &MatchArgs, output: &mut Output) -> Result<(), Failure> {
    let runner = MatchRunner::<G>::new(args)?;
    let seed = Seed::given_or_random(args.seed.as_deref())?;
    for number in 1..=args.matches {
        let local_match = runner.play(args, seed.of_match(number), seed.origin)?;
        let record = args
            .record
            .as_deref()
            .map(|path| numbered(path, number, args.matches));
        if let Some(path) = &record {
            fs::write(path, local_match.record.to_text())
                .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        }
        let mut result = runner.result(&local_match, record.as_deref());
        if !args.times {
            result.times.clear();
        }
        if output.is_json() {
            output.json(&result)?;
        } else {
            if args.matches == 1 {
                print_final_position::<G>(&local_match.record, output)?;
            }
            print_summary(&result, output)?;
        }
    }
    Ok(())
}

/// The game and the players of all matches.
struct MatchRunner<G: Game> {
    game: G,
    players: Vec<MatchSeat>,
}

/// The printed summary of a match.
#[derive(Serialize)]
struct MatchSummary {
    game: &'static str,
    seed: String,
    seats: Vec<String>,
    places: Vec<u8>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    points: Vec<i32>,
    rule: String,
    events: usize,
    record: Option<String>,
    /// The faults for which seats were removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<SeatFaultReport>,
    /// The times of each seat, if they are wanted and were measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    times: Vec<SeatTimesSummary>,
}

impl<G: Roster> MatchRunner<G> {
    fn new(args: &MatchArgs) -> Result<Self, Failure> {
        let game = G::new(args.seats.len(), args.game.options::<G>()?)?;
        let seats = args.seats.iter();
        let sandbox = args.sandbox.sandbox();
        let seat = |text: &String| MatchSeat::parse::<G>(text, sandbox.as_ref());
        let players: Result<_, Failure> = seats.map(seat).collect();
        Ok(Self {
            game,
            players: players?,
        })
    }

    fn play(
        &self,
        args: &MatchArgs,
        seed: String,
        origin: SeedOrigin,
    ) -> Result<LocalMatch, Failure> {
        if args.time == Time::Wall {
            let record = super::wall_clock::play(&self.game, &self.players, &seed)?;
            return Ok(LocalMatch {
                seed,
                record,
                faults: Vec::new(),
                times: Vec::new(),
                logs: Vec::new(),
            });
        }
        LocalMatch::play(
            &self.game,
            &self.players,
            seed,
            origin,
            ProgramLogs::PassedOn,
        )
    }

    fn result(&self, local_match: &LocalMatch, path: Option<&Path>) -> MatchSummary {
        let outcome = local_match.record.outcome.as_ref();
        MatchSummary {
            game: G::spec().id.name(),
            seed: local_match.seed.clone(),
            seats: self.players.iter().map(MatchSeat::to_string).collect(),
            places: outcome.map(|line| line.places.clone()).unwrap_or_default(),
            points: outcome.map(|line| line.points.clone()).unwrap_or_default(),
            rule: outcome.map(|line| line.outcome.clone()).unwrap_or_default(),
            events: local_match.record.events.len(),
            record: path.map(|path| path.display().to_string()),
            faults: local_match.faults.clone(),
            times: local_match.times.iter().map(SeatTimes::summary).collect(),
        }
    }
}

/// Prints the diagram of the final position of a record.
pub(super) fn print_final_position<G: Game>(
    record: &Record,
    output: &mut Output,
) -> Result<(), Failure> {
    let differs = |difference: VerifyError| {
        Failure::new(
            Reason::VerificationFailed,
            format!("{difference}; report this"),
        )
    };
    let mut replay = Replay::<G>::new(record).map_err(differs)?;
    while replay.step().map_err(differs)? {}
    let referee = replay.referee();
    output.diagram(&referee.game().diagram(&referee.view(Viewer::Spectator)))
}

fn print_summary(result: &MatchSummary, output: &mut Output) -> Result<(), Failure> {
    let MatchSummary {
        seed, rule, events, ..
    } = result;
    output.line(format!(
        "seed {seed}: ended by {rule} after {events} events"
    ))?;
    for (seat, player) in result.seats.iter().enumerate() {
        let place = result.places[seat];
        let points = result.points.get(seat);
        let points = points.map_or_else(String::new, |points| format!(", {points} points"));
        output.line(format!("  seat {seat}, {player}: place {place}{points}"))?;
        if let Some(times) = result.times.get(seat) {
            output.line(format!("    {times}"))?;
        }
    }
    for SeatFaultReport { seat, message } in &result.faults {
        output.line(format!("  seat {seat} was removed: {message}"))?;
    }
    if let Some(record) = &result.record {
        output.line(format!("  record: {record}"))?;
    }
    Ok(())
}

/// Returns the path of one of several records: `out.bwr`, or `out.2.bwr`.
fn numbered(path: &Path, number: u64, matches: u64) -> PathBuf {
    if matches == 1 {
        return path.to_owned();
    }
    match path.extension() {
        Some(extension) => {
            let extension = extension.to_string_lossy();
            path.with_extension(format!("{number}.{extension}"))
        }
        None => path.with_extension(number.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_several_matches_are_numbered() {
        let name =
            |path: &str, matches| numbered(Path::new(path), 2, matches).display().to_string();
        assert_eq!(name("a/out.bwr", 1), "a/out.bwr");
        assert_eq!(name("a/out.bwr", 3), "a/out.2.bwr");
        assert_eq!(name("out", 3), "out.2");
    }
}
