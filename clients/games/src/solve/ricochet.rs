//! `solve --game ricochet`: optimal solutions with their proofs, from line to line.

use std::time::{Duration, Instant};

use botwerk_agents::ricochet::solver::{
    Answer, Budget, Exhausted, Instance, InstanceLine, Optima, OptimaOutcome, Outcome,
    instance_of_game_dump, instance_of_game_id, solve, solve_all,
};
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::ricochet::{GameDump, Move, solution_hints};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use super::lines::{answer_lines, error_json, read_json};

/// Arguments for Ricochet Robots.
#[derive(Debug, Args)]
pub(super) struct InstanceArgs {
    /// Also list up to N optimal solutions, with their number, ends and the simplest one
    #[arg(long, value_name = "N")]
    optima: Option<usize>,
    /// Print only the number of moves, the robot that moves last, or the next move
    #[arg(long, value_name = "LEVEL", conflicts_with = "optima")]
    hint: Option<HintLevel>,
    /// Maximum number of visited positions of each instance
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: Option<u64>,
    /// Maximum memory of each search, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    max_memory: u32,
    /// Maximum time of each search, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    max_seconds: Option<u64>,
    /// Number of threads of each search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    search_threads: u16,
}

/// What a hint tells: the minimum number of moves, the robot that makes the last one, or the next one.
// The variants have no descriptions, which would spread the help of the whole command over more lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HintLevel {
    Moves,
    Last,
    Next,
}

/// An instance of a line, with what its answer repeats.
struct Line {
    id: Value,
    instance: Instance,
}

/// Solves the instances on standard input.
pub(super) fn run(args: &InstanceArgs, output: &mut Output) -> Result<(), Failure> {
    answer_lines(output, |line| answer_line(args, line))
}

/// Returns the answer to a line, or the error as JSON.
fn answer_line(args: &InstanceArgs, text: &[u8]) -> Result<Value, Value> {
    let Line { id, instance } = read(text)?;
    let started = Instant::now();
    let limit = args.max_seconds.map(Duration::from_secs);
    let is_late = || limit.is_some_and(|limit| started.elapsed() >= limit);
    let budget = Budget {
        nodes: args.max_nodes.unwrap_or(u64::MAX),
        bytes: (args.max_memory as usize) << 20,
        should_stop: &is_late,
        threads: args.search_threads.into(),
        ..Budget::DEFAULT
    };
    let answer = solve(&instance, budget, &mut |_| {});
    let millis = started.elapsed().as_secs_f64() * 1000.0;
    let mut fields = Map::new();
    fields.insert("id".into(), id);
    if let Some(level) = args.hint {
        hint(&mut fields, level, &answer);
        return Ok(Value::Object(fields));
    }
    put_answer(&mut fields, &answer, millis);
    if let (Some(max_listed), Outcome::Solved(_)) = (args.optima, &answer.outcome) {
        let optima = solve_all(&instance, budget, max_listed, &mut |_| {});
        put_optima(&mut fields, optima);
    }
    Ok(Value::Object(fields))
}

/// Reads a line: a JSON object, or a game id or game dump of `DriftingDroids`.
fn read(text: &[u8]) -> Result<Line, Value> {
    if !text.starts_with(b"{") {
        let text = String::from_utf8_lossy(text);
        let instance = if GameDump::is_dump(&text) {
            instance_of_game_dump(&text).map_err(|error| error.to_string())
        } else {
            instance_of_game_id(&text).map_err(|error| {
                format!(
                    "{error}; write a JSON object, a game id such as 0765+41+2E21BD0F+1C, or a game \
                     dump of DriftingDroids"
                )
            })
        };
        let instance = instance.map_err(|message| error_json(&Value::Null, &message))?;
        return Ok(Line {
            id: text.as_ref().into(),
            instance,
        });
    }
    let (id, value) = read_json(text)?;
    let line: InstanceLine = serde_json::from_value(value)
        .map_err(|error| error_json(&id, &format!("instance: {error}")))?;
    let instance = line
        .instance()
        .map_err(|error| error_json(&id, &error.to_string()))?;
    Ok(Line { id, instance })
}

/// Adds the answer: `moves` and `solution` are null without a solution; without either and without
/// `at_least`, it is proven that no solution exists.
fn put_answer(fields: &mut Map<String, Value>, answer: &Answer, millis: f64) {
    let (moves, solution) = match &answer.outcome {
        Outcome::Solved(solution) => (json!(solution.cost), texts(&solution.moves)),
        Outcome::NoSolution | Outcome::Bounded { .. } => (Value::Null, Value::Null),
    };
    fields.insert("moves".into(), moves);
    fields.insert("solution".into(), solution);
    if let Outcome::Bounded {
        at_least,
        exhausted,
    } = answer.outcome
    {
        put_bound(fields, at_least, exhausted);
    }
    fields.insert("nodes".into(), json!(answer.nodes));
    fields.insert("ms".into(), json!(millis));
    fields.insert("proof".into(), json!(answer.certificate));
}

fn put_bound(fields: &mut Map<String, Value>, at_least: u32, exhausted: Exhausted) {
    let limit = match exhausted {
        Exhausted::Nodes => "nodes",
        Exhausted::Memory => "memory",
        Exhausted::Stopped => "time",
    };
    fields.insert("at_least".into(), json!(at_least));
    fields.insert("exhausted".into(), json!(limit));
}

/// Adds all optimal solutions.
fn put_optima(fields: &mut Map<String, Value>, outcome: OptimaOutcome) {
    match outcome {
        OptimaOutcome::Found(optima) => {
            fields.insert("optima".into(), optima_json(&optima));
        }
        OptimaOutcome::NoSolution => {}
        OptimaOutcome::Bounded {
            at_least,
            exhausted,
        } => put_bound(fields, at_least, exhausted),
    }
}

fn optima_json(optima: &Optima) -> Value {
    let solutions: Vec<_> = optima.solutions.iter().map(|moves| texts(moves)).collect();
    json!({
        // The number may exceed what JSON numbers hold exactly.
        "count": optima.count.to_string(),
        "solutions": solutions,
        "ends": optima.ends,
        "simplest": texts(&optima.simplest),
        "changes": optima.changes,
    })
}

/// Adds a hint.
fn hint(fields: &mut Map<String, Value>, level: HintLevel, answer: &Answer) {
    let text = match &answer.outcome {
        Outcome::NoSolution => json!("there is no solution"),
        Outcome::Bounded { at_least, .. } => json!(format!("at least {at_least} moves")),
        Outcome::Solved(solution) => {
            let hints = solution_hints(Some(solution.cost), &solution.moves);
            // A solution without moves has only its cost.
            json!(hints.get(level as usize).or(hints.first()))
        }
    };
    fields.insert("hint".into(), text);
}

fn texts(moves: &[Move]) -> Value {
    moves.iter().map(Move::to_string).collect()
}
