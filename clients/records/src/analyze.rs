//! `record analyze`: searches before every turn of a match, and prints the blunders.

use std::time::{Duration, Instant};

use botwerk_agents::{
    Agent, Analysis, AnalysisPosition, Budget, GameAgents, RecordSearch, TurnAnalysis,
};
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_command::progress_bar::ProgressBar;
use botwerk_command::search_args::{SearchArgs, SearchLimits};
use botwerk_command::seat_argument::seat_argument;
use botwerk_engine::record::Replay;
use botwerk_engine::{AnyAction, AnyGame, GameRules, Seat};
use clap::Args;
use serde::Serialize;

use super::file::{load_record, record_differs};

/// Search nodes for each turn if nothing limits the search.
const DEFAULT_NODES: u64 = 20_000;

/// A turn as it is printed.
#[derive(Debug, Serialize)]
struct TurnReport {
    /// Number of the first event of the turn.
    seq: u64,
    seat: usize,
    turn: u32,
    text: String,
    best: String,
    /// What the agent expected for the seat before and after the turn.
    before: Option<i64>,
    after: Option<i64>,
    /// By how much less the turn was worth than the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<i64>,
    blunder: bool,
}

impl From<TurnAnalysis> for TurnReport {
    fn from(turn: TurnAnalysis) -> Self {
        Self {
            seq: turn.seq,
            seat: turn.seat.index(),
            turn: turn.turn,
            text: turn.text,
            best: turn.best,
            before: turn.before,
            after: turn.after,
            loss: turn.loss,
            blunder: turn.is_blunder,
        }
    }
}

/// The sums of a seat.
#[derive(Debug, Serialize)]
struct SeatReport {
    seat: usize,
    player: String,
    turns: usize,
    /// Number of turns that are what the agent suggests.
    agree: usize,
    blunders: usize,
    /// Mean loss of the turns whose values before and after are known.
    mean_loss: Option<f64>,
}

/// Arguments of `record analyze`.
#[derive(Debug, Args)]
pub struct AnalyzeArgs {
    /// Record file, `-` for standard input
    file: String,
    /// Seat whose turns are searched, from 0 [default: all seats]
    #[arg(long, value_name = "N")]
    seat: Option<usize>,
    #[command(flatten)]
    search: SearchArgs,
}

/// Searches before every turn of a match and prints the blunders; as JSON all turns.
pub(super) fn run(args: &AnalyzeArgs, output: &mut Output) -> Result<(), Failure> {
    let file = load_record(&args.file)?;
    let (game, record) = (file.game(), file.record());
    let (agent, unit) = (args.search.agent(game)?, args.search.value_unit(game)?);
    let mut limits = args.search.limits()?;
    if limits.is_unlimited() && game.limits(&agent)?.time.is_none() {
        limits.nodes = Some(DEFAULT_NODES);
    }
    let differs = |difference| record_differs(&args.file, &difference);
    let replay = Replay::<AnyGame>::new(record).map_err(differs)?;
    let count = replay.referee().game().seats();
    let seats = match args.seat {
        None => Seat::all(count).collect(),
        Some(number) => [seat_argument(number, count)?].into_iter().collect(),
    };
    let progress = ProgressBar::new(record.events.len() as u64, "events");
    let turns = RecordSearch::new(replay, game.agent(&agent)?)
        .of_seats(seats)
        .run(
            &mut |position, agent| Some(search(position, agent, limits)),
            &mut |turn| progress.set_position(turn.seq),
        )
        .map_err(differs)?;
    progress.clear();
    let reports: Vec<TurnReport> = turns.into_iter().map(TurnReport::from).collect();
    for seat in seats {
        let own = reports.iter().filter(|it| it.seat == seat.index());
        let own: Vec<&TurnReport> = own.filter(|it| !it.text.is_empty()).collect();
        let player = &record.header.seats[seat.index()];
        let player = player.agent.as_ref().unwrap_or(&player.name);
        print_seat(seat, player, &own, unit, output)?;
    }
    Ok(())
}

/// Searches one position of the record.
fn search(
    position: &AnalysisPosition<AnyGame>,
    agent: &mut dyn Agent<AnyGame>,
    limits: SearchLimits,
) -> Analysis<AnyAction> {
    let time = limits.millis.map(Duration::from_millis);
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let should_stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let budget = Budget {
        nodes: limits.nodes,
        depth: limits.depth,
        is_timed: deadline.is_some(),
        should_stop: &should_stop,
        ..Budget::UNLIMITED
    };
    position.search(agent, &budget, &mut |_| {})
}

fn print_seat(
    seat: Seat,
    player: &str,
    turns: &[&TurnReport],
    unit: &str,
    output: &mut Output,
) -> Result<(), Failure> {
    let losses: Vec<i64> = turns.iter().filter_map(|turn| turn.loss).collect();
    let known = turns
        .iter()
        .filter(|turn| turn.before.is_some() && turn.after.is_some())
        .count();
    let summary = SeatReport {
        seat: seat.index(),
        player: player.to_owned(),
        turns: turns.len(),
        agree: turns.iter().filter(|turn| turn.text == turn.best).count(),
        blunders: turns.iter().filter(|turn| turn.blunder).count(),
        mean_loss: (known > 0).then(|| losses.iter().sum::<i64>() as f64 / known as f64),
    };
    if output.is_json() {
        for turn in turns {
            output.json(turn)?;
        }
        return output.json(&summary);
    }
    let SeatReport {
        turns: count,
        agree,
        blunders,
        ..
    } = summary;
    let mean = summary
        .mean_loss
        .map_or_else(String::new, |mean| format!(", mean loss {mean:.1}"));
    output.line(format!(
        "seat {seat}, {player}: {count} turns, {agree} as suggested, blunders: {blunders}{mean}"
    ))?;
    for turn in turns.iter().filter(|turn| turn.blunder) {
        let TurnReport {
            seq,
            turn: number,
            text,
            best,
            ..
        } = turn;
        let (before, after) = (turn.before.unwrap_or(0), turn.after.unwrap_or(0));
        output.line(format!("  turn {number} (event {seq}): {text}"))?;
        output.line(format!(
            "    value {before}, then {after} {unit}; better: {best}"
        ))?;
    }
    Ok(())
}
