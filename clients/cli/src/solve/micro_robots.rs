//! Tasks of Micro Robots: from texts to a text, timed.

use std::io::{self, BufRead, BufReader};
use std::time::{Duration, Instant};

use botwerk_agents::micro_robots::solver::{
    Certificate, Instance, Leg, SolveError, Solver, certify,
};
use botwerk_engine::micro_robots::{Board, Route, Space};
use clap::Args;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::failure::{Failure, Reason};
use crate::output::Output;

/// Which tasks, and what is wanted beside a route.
#[derive(Debug, Args, PartialEq, Eq, Default)]
pub(super) struct TaskArgs {
    /// Count the shortest routes
    #[arg(long)]
    count: bool,
    /// One task instead of standard input: its board
    #[arg(long, value_name = "TEXT", requires_all = ["start", "target"])]
    board: Option<String>,
    /// Where the robot stands
    #[arg(long, value_name = "SPACE", requires = "board")]
    start: Option<String>,
    /// Where the last move has to end
    #[arg(long, value_name = "SPACE", requires = "board")]
    target: Option<String>,
    /// Where an earlier move has to end
    #[arg(long, value_name = "SPACE", requires = "board")]
    intermediate: Option<String>,
    /// Exactly so many moves instead of the fewest
    #[arg(long, value_name = "N", requires = "board")]
    length: Option<u64>,
}

impl TaskArgs {
    /// Whether any of them is given.
    pub(super) fn is_given(&self) -> bool {
        *self != Self::default()
    }
}

/// What an answer says beside a route.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    /// The number of shortest routes.
    count: bool,
    /// The proof of the shortest length.
    certificate: bool,
}

/// What is to be solved, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    /// Anything; the answer has it too.
    #[serde(default)]
    id: Value,
    board: String,
    start: String,
    target: String,
    #[serde(default)]
    intermediate: Option<String>,
    #[serde(default)]
    length: Option<u64>,
}

/// A task's answer.
struct Answer {
    board: Board,
    instance: Instance,
    found: Option<Found>,
    /// From texts to text.
    time: Duration,
}

/// A route and what it took.
struct Found {
    moves: usize,
    route: String,
    /// Not known of routes of a given length.
    nodes: Option<u64>,
}

/// Solves the one task of the command line, or those on standard input.
pub(super) fn run(args: &TaskArgs, certificate: bool, output: &mut Output) -> Result<(), Failure> {
    let wanted = Wanted {
        count: args.count,
        certificate,
    };
    match Task::of_arguments(args) {
        Some(task) => one(wanted, &task, output),
        None => many(wanted, output),
    }
}

fn one(wanted: Wanted, task: &Task, output: &mut Output) -> Result<(), Failure> {
    let answer = solve(task).map_err(|error| {
        let message = format!("{error}; `botwerk games micro-robots` shows the notation");
        Failure::new(Reason::BadPosition, message)
    })?;
    if output.is_json() {
        return output.json(&answer.json(wanted, &task.id));
    }
    output.line(answer.text())?;
    if wanted.count {
        output.line(format!("shortest routes: {}", answer.count()))?;
    }
    if wanted.certificate {
        for line in certificate_text(&answer.certificate()) {
            output.line(line)?;
        }
    }
    Ok(())
}

fn many(wanted: Wanted, output: &mut Output) -> Result<(), Failure> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut line = Vec::new();
    let mut all_good = true;
    loop {
        // Whoever writes task by task waits for the answers before going on.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::file("standard input", &error))? == 0 {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = answer_line(wanted, &line);
        all_good &= answer.is_ok();
        output.json(&answer.unwrap_or_else(|error| error))?;
    }
    if all_good {
        Ok(())
    } else {
        Err(Failure::ReportedNegative)
    }
}

/// The answer to a line, or what is wrong with it; both as JSON.
fn answer_line(wanted: Wanted, line: &[u8]) -> Result<Value, Value> {
    let wrong = |id: &Value, message: String| {
        let reason = Reason::BadPosition.name();
        json!({"id": id, "error": {"reason": reason, "message": message}})
    };
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| wrong(&Value::Null, format!("the line is no JSON: {error}")))?;
    let id = value.get("id").cloned().unwrap_or_default();
    let task: Task =
        serde_json::from_value(value).map_err(|error| wrong(&id, format!("task: {error}")))?;
    let answer = solve(&task).map_err(|error| wrong(&id, error.to_string()))?;
    Ok(answer.json(wanted, &id))
}

/// Goes from the task's texts to the route's text.
fn solve(task: &Task) -> Result<Answer, SolveError> {
    let begin = Instant::now();
    let board: Board = task.board.parse()?;
    let start = space("start", &task.start)?;
    let target = space("target", &task.target)?;
    let intermediate = task.intermediate.as_deref();
    let intermediate = intermediate
        .map(|text| space("intermediate target", text))
        .transpose()?;
    let instance = Instance::new(start, target, intermediate)?;
    let solver = Solver::new(&board);
    let found = match task.length {
        None => solver
            .shortest(&instance)
            .map(|solution| Found::new(&solution.route, Some(solution.nodes))),
        Some(length) => solver
            .route_of_length(&instance, usize::try_from(length).unwrap_or(usize::MAX))
            .map(|route| Found::new(&route, None)),
    };
    Ok(Answer {
        board,
        instance,
        found,
        time: begin.elapsed(),
    })
}

fn space(role: &'static str, text: &str) -> Result<Space, SolveError> {
    text.parse()
        .map_err(|error| SolveError::Space { role, error })
}

impl Task {
    fn of_arguments(args: &TaskArgs) -> Option<Self> {
        Some(Self {
            id: Value::Null,
            board: args.board.clone()?,
            start: args.start.clone()?,
            target: args.target.clone()?,
            intermediate: args.intermediate.clone(),
            length: args.length,
        })
    }
}

impl Found {
    fn new(route: &Route, nodes: Option<u64>) -> Self {
        Self {
            moves: route.moves(),
            route: route.to_string(),
            nodes,
        }
    }
}

impl Answer {
    fn text(&self) -> String {
        match &self.found {
            Some(Found {
                moves: 1, route, ..
            }) => format!("1 move: {route}"),
            Some(Found { moves, route, .. }) => format!("{moves} moves: {route}"),
            None => "no route".into(),
        }
    }

    fn json(&self, wanted: Wanted, id: &Value) -> Value {
        let found = self.found.as_ref();
        let mut answer = Map::new();
        let mut put = |name: &str, value: Value| answer.insert(name.into(), value);
        put("id", id.clone());
        put("moves", json!(found.map(|found| found.moves)));
        put("route", json!(found.map(|found| &found.route)));
        put("nodes", json!(found.and_then(|found| found.nodes)));
        put("micros", json!(self.time.as_nanos() as f64 / 1000.0));
        if wanted.count {
            put("count", json!(self.count()));
        }
        if wanted.certificate {
            put("certificate", certificate_json(&self.certificate()));
        }
        Value::Object(answer)
    }

    /// The number of shortest routes, whatever length was asked for.
    fn count(&self) -> u64 {
        Solver::new(&self.board).count_shortest(&self.instance)
    }

    /// The proof of the shortest length, whatever length was asked for.
    fn certificate(&self) -> Certificate {
        certify(&self.board, &self.instance)
    }
}

fn certificate_json(certificate: &Certificate) -> Value {
    let leg = |leg: &Leg| {
        let route = leg.route.as_ref().map(Route::to_string);
        let layers: Vec<_> = leg.layers.iter().map(|layer| texts(layer)).collect();
        json!({"route": route, "layers": layers})
    };
    json!({"legs": certificate.legs.iter().map(leg).collect::<Vec<_>>()})
}

fn certificate_text(certificate: &Certificate) -> Vec<String> {
    let mut lines = Vec::new();
    for leg in &certificate.legs {
        lines.push(match &leg.route {
            Some(route) => format!("certificate of {route}"),
            None => "certificate that there is no route".into(),
        });
        for (distance, layer) in leg.layers.iter().enumerate() {
            lines.push(format!("  {distance}: {}", texts(layer).join(" ")));
        }
    }
    lines
}

fn texts(spaces: &[Space]) -> Vec<String> {
    spaces.iter().map(Space::to_string).collect()
}
