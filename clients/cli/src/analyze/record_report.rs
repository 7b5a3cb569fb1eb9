//! `analyze --record`: the turns of a match, and the blunders among them.

use std::time::{Duration, Instant};

use botwerk_agents::{
    Agent, AgentSpec, Analysis, AnalysisPosition, Budget, RecordSearch, Roster, TurnAnalysis,
    TurnValue,
};
use botwerk_engine::record::{Record, Replay};
use botwerk_engine::{Game, Seat};
use serde::Serialize;

use super::search::SearchLimits;
use crate::failure::Failure;
use crate::output::{Output, progress_bar};
use crate::seat_argument::seat_argument;
use crate::verify::record_differs;

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

/// What is wanted of a record.
#[derive(Debug)]
pub(super) struct RecordRequest<'a> {
    /// The file, as it is named in messages.
    pub(super) name: &'a str,
    /// The agent that searches, and the unit of its values.
    pub(super) agent: AgentSpec,
    pub(super) unit: &'static str,
    pub(super) limits: SearchLimits,
    /// The seat whose turns are printed. `None`: those of all seats.
    pub(super) seat: Option<u32>,
}

/// Searches before every turn of a match and prints the blunders; as JSON all turns.
pub(super) fn run<G: Roster + TurnValue>(
    request: &RecordRequest<'_>,
    record: &Record,
    output: &mut Output,
) -> Result<(), Failure> {
    let RecordRequest { name, agent, .. } = request;
    let mut limits = request.limits;
    if limits.is_unlimited() && G::limits(agent)?.time.is_none() {
        limits.nodes = Some(DEFAULT_NODES);
    }
    let differs = |difference| record_differs(name, &difference);
    let replay = Replay::<G>::new(record).map_err(differs)?;
    let count = replay.referee().game().seats();
    let seats = match request.seat {
        None => Seat::all(count).collect(),
        Some(number) => [seat_argument(number as usize, count)?]
            .into_iter()
            .collect(),
    };
    let progress = progress_bar(record.events.len() as u64, "events");
    let turns = RecordSearch::new(replay, G::agent(agent)?)
        .of_seats(seats)
        .run(
            &mut |position, agent| Some(search(position, agent, limits)),
            &mut |turn| progress.set_position(turn.seq),
        )
        .map_err(differs)?;
    progress.finish_and_clear();
    let reports: Vec<TurnReport> = turns.into_iter().map(TurnReport::from).collect();
    for seat in seats {
        let own = reports.iter().filter(|it| it.seat == seat.index());
        let own: Vec<&TurnReport> = own.filter(|it| !it.text.is_empty()).collect();
        let player = &record.header.seats[seat.index()];
        let player = player.agent.as_ref().unwrap_or(&player.name);
        print_seat(seat, player, &own, request.unit, output)?;
    }
    Ok(())
}

/// Searches one position of the record.
fn search<G: Game>(
    position: &AnalysisPosition<G>,
    agent: &mut dyn Agent<G>,
    limits: SearchLimits,
) -> Analysis<G::Action> {
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

impl SearchLimits {
    const fn is_unlimited(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.millis.is_none()
    }
}
