//! `match`: plays matches between agents and programs, and says what their results mean.

mod concurrent_matches;
mod final_position;
mod finished_match;
mod local_match;
mod match_args;
mod match_folders;
mod match_series;
mod optional_game;
mod pair_tally;
mod requirement;
mod seat_usage;
mod sequential_test;
mod series_report;
mod series_summary;
mod wall_clock;

use std::ops::ControlFlow;

use botwerk_engine::GameId;
use botwerk_tournament::statistics::{Sprt, SprtVerdict};

use super::failure::{Failure, Reason};
use super::interrupt::Interrupt;
use super::opened_game::OpenedGame;
use super::output::Output;
use super::player::Player;
use super::seed::Seed;
pub(super) use final_position::print_final_position;
use finished_match::FinishedMatch;
use local_match::ProgramLogs;
pub(super) use match_args::MatchArgs;
use match_folders::MatchFolders;
use match_series::{MatchSeries, check_matches, distinct_rotations};
use pair_tally::{PAIR, PairTally};
use sequential_test::sprt_state;
use series_report::SeriesReport;

/// Default of the maximum number of matches of a sequential test.
const DEFAULT_TEST_MATCHES: u64 = 100_000;

/// Plays the matches. Ctrl-C stops after those in progress, and the exit code is 1 then.
pub(super) fn run(args: &MatchArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.requirement.require {
        Some(file) => requirement::run(args, file, output),
        None => play(args.game.given()?.id()?, args, output),
    }
}

fn play(game: GameId, args: &MatchArgs, output: &mut Output) -> Result<(), Failure> {
    let sprt = args.sprt.test()?;
    let series = series(game, args, sprt.is_some())?;
    if sprt.is_none() && series.matches == 1 {
        return play_single(&series, args.times, output);
    }
    let concurrency = series.concurrency(args.concurrency);
    let shares_cores = series.shares_cores(concurrency)?;
    if shares_cores && !output.is_json() {
        eprintln!(
            "botwerk: {concurrency} matches at a time: agents with a time limit compete for cores; set --concurrency lower"
        );
    }
    let (mut played, tally) = play_until_decided(&series, sprt.as_ref(), concurrency)?;
    if args.times {
        played.iter_mut().for_each(FinishedMatch::print_times);
    }
    let state = sprt.map(|sprt| sprt_state(&sprt, &tally));
    let report = SeriesReport::new(&series, &played, state.as_ref(), shares_cores);
    if output.is_json() {
        output.json(&report)?;
    } else {
        report.print(output)?;
    }
    let is_positive = match sprt {
        Some(_) => tally.verdict() == Some(SprtVerdict::H1),
        None => played.len() as u64 == series.matches,
    };
    if is_positive {
        Ok(())
    } else {
        Err(Failure::ReportedNegative)
    }
}

fn series(game: GameId, args: &MatchArgs, is_test: bool) -> Result<MatchSeries, Failure> {
    let sandbox = args.sandbox.sandbox();
    let player = |text: &String| Player::parse(game, text, sandbox.as_ref());
    let players: Vec<Player> = args.players.iter().map(player).collect::<Result<_, _>>()?;
    if is_test && players.len() != PAIR {
        let message = format!("--sprt: expected 2 players, found {}", players.len());
        return Err(Failure::new(Reason::BadArgument, message));
    }
    let rotations = distinct_rotations(&players);
    let (block_size, default) = if is_test {
        (PAIR as u64, DEFAULT_TEST_MATCHES)
    } else {
        (rotations, rotations)
    };
    let matches = args.matches.unwrap_or(default);
    if matches != 1 || is_test {
        check_matches("--matches", matches, block_size)?;
    }
    // Those of many matches would be mixed.
    let program_logs = match matches {
        1 => ProgramLogs::PassedOn,
        _ => ProgramLogs::Kept,
    };
    Ok(MatchSeries {
        game: OpenedGame::new(
            game,
            args.game.given()?.given()?,
            players.len(),
            args.opening_turns,
        )?,
        seed: Seed::given_or_random(args.seed.as_deref())?,
        block_size,
        matches,
        clock: args.time,
        program_logs,
        folders: MatchFolders::create(
            args.records.clone(),
            args.logs.clone(),
            matches * players.len() as u64,
        )?,
        players,
    })
}

/// Plays the matches, at most until the sequential test is decided, after which none counts.
fn play_until_decided(
    series: &MatchSeries,
    sprt: Option<&Sprt>,
    concurrency: usize,
) -> Result<(Vec<FinishedMatch>, PairTally), Failure> {
    let mut tally = PairTally::default();
    let until_decided = |played: &FinishedMatch| {
        if sprt.is_some() {
            tally.add(played, sprt);
        }
        match tally.verdict() {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    };
    let mut played = series.play(concurrency, &Interrupt::listen(), until_decided)?;
    if tally.verdict().is_some() {
        let counted = usize::try_from(tally.counted_matches()).unwrap_or(usize::MAX);
        for uncounted in played.drain(counted..) {
            uncounted.remove_files()?;
        }
    }
    Ok((played, tally))
}

/// Plays a single match, and prints its end.
fn play_single(series: &MatchSeries, with_times: bool, output: &mut Output) -> Result<(), Failure> {
    let played = series.play_one(0)?;
    if !output.is_json() {
        print_final_position(&played.record, output)?;
    }
    let mut finished = series.finished(0, played)?;
    if with_times {
        finished.print_times();
    }
    let played = [finished];
    let report = SeriesReport::new(series, &played, None, false);
    if output.is_json() {
        return output.json(&report);
    }
    report.print_single(&played[0], output)
}
