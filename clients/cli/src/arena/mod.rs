//! `arena`: plays matches between programs and agents, for programs that read the results.

mod arena_folders;
mod arena_match;
mod arena_summary;
mod series;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use botwerk_agents::Roster;
use botwerk_engine::with_game;
use clap::Args;
use serde::Serialize;

use super::failure::Failure;
use super::interrupt::Interrupt;
use super::match_seat::MatchSeat;
use super::opened_game::OpenedGame;
use super::output::Output;
use super::sandbox::SandboxArgs;
use super::seed::Seed;
use super::setting::GameArgs;
pub(super) use arena_folders::ArenaFolders;
pub(super) use arena_match::{ArenaLog, ArenaMatch};
pub(super) use arena_summary::{ArenaSummary, PlayerSummary};
pub(super) use series::{ArenaSeries, check_matches};

/// Default number of blocks: each is one start, played once with every player on every seat.
const DEFAULT_BLOCKS: u64 = 5;

/// Arguments of `arena`.
#[derive(Debug, Args)]
pub(super) struct ArenaArgs {
    /// Players, one per seat: a program such as `./bot` or `"stdio:python3 bot.py"`, which speaks the line protocol,
    /// or an agent such as `minimax:nodes=20000`
    #[arg(value_name = "PLAYER", num_args = 2..=8, required = true)]
    players: Vec<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Number of matches, a multiple of the players: every start is played with each player on each seat
    /// [default: 5 starts]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    matches: Option<u64>,
    /// Seed of all randomness; starts after the first have the seeds SEED/2, SEED/3 and so on [default: random]
    #[arg(long)]
    seed: Option<String>,
    /// Number of turns sampled before each match, in games with sampled openings [default: 2]
    #[arg(long, value_name = "N")]
    opening_turns: Option<u32>,
    /// Number of matches at a time [default: number of cores]
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Directory to write the records to
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Directory to write what programs print to standard error to, instead of printing it with --json
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// Everything that is printed with `--json`.
#[derive(Serialize)]
struct ArenaReport<'a> {
    game: &'static str,
    seed: &'a str,
    #[serde(flatten)]
    summary: ArenaSummary,
    matches: &'a [ArenaMatch],
}

/// Plays the matches. Ctrl-C stops after those in progress, and the exit code is 1 then.
pub(super) fn run(args: &ArenaArgs, output: &mut Output) -> Result<(), Failure> {
    with_game!(args.game.id()?, G => play::<G>(args, output))
}

fn play<G: Roster>(args: &ArenaArgs, output: &mut Output) -> Result<(), Failure> {
    let sandbox = args.sandbox.sandbox();
    let player = |text: &String| MatchSeat::parse_player::<G>(text, sandbox.as_ref());
    let players: Result<Vec<_>, Failure> = args.players.iter().map(player).collect();
    let players = players?;
    let matches = args
        .matches
        .unwrap_or(DEFAULT_BLOCKS * players.len() as u64);
    check_matches("--matches", matches, players.len())?;
    let series = ArenaSeries {
        game: OpenedGame::<G>::new(args.game.given()?, players.len(), args.opening_turns)?,
        seed: Seed::given_or_random(args.seed.as_deref())?,
        matches,
        folders: ArenaFolders::create(
            args.records.clone(),
            args.logs.clone(),
            matches * players.len() as u64,
        )?,
        players,
    };
    let go_on = |_: &ArenaMatch| ControlFlow::Continue(());
    let played = series.play(args.concurrency, &Interrupt::listen(), go_on)?;
    let is_complete = played.len() as u64 == matches;
    let report = ArenaReport {
        game: G::spec().id.name(),
        seed: series.seed.text(),
        summary: ArenaSummary::new(&series.players, &played),
        matches: &played,
    };
    if output.is_json() {
        output.json(&report)?;
    } else {
        report.print(output)?;
    }
    if is_complete {
        Ok(())
    } else {
        Err(Failure::ReportedNegative)
    }
}

impl ArenaReport<'_> {
    fn print(&self, output: &mut Output) -> Result<(), Failure> {
        let (game, seed, count) = (self.game, self.seed, self.matches.len());
        let distinct = match self.summary.distinct {
            distinct if distinct < count as u64 => {
                format!(", {distinct} of them distinct: repeats count once for intervals")
            }
            _ => String::new(),
        };
        output.line(format!("{game}, seed {seed}, {count} matches{distinct}"))?;
        for player in &self.summary.players {
            output.line(format!("  {player}"))?;
        }
        for played in self.matches {
            for fault in &played.faults {
                let player = &self.summary.players[played.seats[fault.seat]].player;
                let (number, message) = (played.r#match, &fault.message);
                output.line(format!("match {number}: {player} lost: {message}"))?;
            }
        }
        Ok(())
    }
}
