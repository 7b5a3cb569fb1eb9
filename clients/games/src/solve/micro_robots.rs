//! `solve --game micro-robots`: shortest routes, from text to text, with timing.

use std::time::{Duration, Instant};

use botwerk_agents::micro_robots::solver::{
    Certificate, Instance, Leg, SolveError, Solver, certify,
};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_engine::micro_robots::{Board, Route, Space};
use clap::Args;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::lines::{answer_lines, error_json, read_json};

/// Arguments for Micro Robots.
#[derive(Debug, Args)]
pub(super) struct TaskArgs {
    /// Count the shortest routes
    #[arg(long)]
    count: bool,
    /// Board of a single task; without it tasks are read from standard input
    #[arg(long, value_name = "TEXT", requires_all = ["start", "target"])]
    board: Option<String>,
    /// Start space of the robot
    #[arg(long, value_name = "SPACE", requires = "board")]
    start: Option<String>,
    /// Space on which the last move must end
    #[arg(long, value_name = "SPACE", requires = "board")]
    target: Option<String>,
    /// Space on which an earlier move must end
    #[arg(long, value_name = "SPACE", requires = "board")]
    intermediate: Option<String>,
    /// Exact number of moves [default: the minimum]
    #[arg(long, value_name = "N", requires = "board")]
    length: Option<u64>,
}

/// Optional parts of an answer.
#[derive(Debug, Clone, Copy)]
struct AnswerParts {
    /// The number of shortest routes.
    count: bool,
    /// The proof that the length is minimal.
    certificate: bool,
}

/// A task as it is written in JSON.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    /// Any value; it is copied to the answer.
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

/// The answer to a task.
struct Answer {
    board: Board,
    instance: Instance,
    found: Option<RouteInfo>,
    /// Time from the text of the task to the text of the answer.
    time: Duration,
}

/// A route and its cost.
struct RouteInfo {
    moves: usize,
    route: String,
    /// `None` for routes of a given length.
    nodes: Option<u64>,
}

/// Solves the task of the command line, or those on standard input.
pub(super) fn run(args: &TaskArgs, certificate: bool, output: &mut Output) -> Result<(), Failure> {
    let parts = AnswerParts {
        count: args.count,
        certificate,
    };
    match Task::from_args(args) {
        Some(task) => solve_one(parts, &task, output),
        None => answer_lines(output, |line| answer_line(parts, line)),
    }
}

fn solve_one(parts: AnswerParts, task: &Task, output: &mut Output) -> Result<(), Failure> {
    let answer = solve(task).map_err(|error| {
        let message = format!("{error}; `botwerk game show micro-robots` shows the notation");
        Failure::new(Reason::BadPosition, message)
    })?;
    if output.is_json() {
        return output.json(&answer.json(parts, &task.id));
    }
    output.line(answer.text())?;
    if parts.count {
        output.line(format!("shortest routes: {}", answer.count()))?;
    }
    if parts.certificate {
        for line in certificate_text(&answer.certificate()) {
            output.line(line)?;
        }
    }
    Ok(())
}

/// Returns the answer to a line, or the error as JSON.
fn answer_line(parts: AnswerParts, line: &[u8]) -> Result<Value, Value> {
    let (id, value) = read_json(line)?;
    let task: Task = serde_json::from_value(value)
        .map_err(|error| error_json(&id, &format!("task: {error}")))?;
    let answer = solve(&task).map_err(|error| error_json(&id, &error.to_string()))?;
    Ok(answer.json(parts, &id))
}

/// Solves a task.
fn solve(task: &Task) -> Result<Answer, SolveError> {
    let started = Instant::now();
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
            .map(|solution| RouteInfo::new(&solution.route, Some(solution.nodes))),
        Some(length) => solver
            .route_of_length(&instance, usize::try_from(length).unwrap_or(usize::MAX))
            .map(|route| RouteInfo::new(&route, None)),
    };
    Ok(Answer {
        board,
        instance,
        found,
        time: started.elapsed(),
    })
}

fn space(role: &'static str, text: &str) -> Result<Space, SolveError> {
    text.parse()
        .map_err(|error| SolveError::Space { role, error })
}

impl Task {
    fn from_args(args: &TaskArgs) -> Option<Self> {
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

impl RouteInfo {
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
            Some(RouteInfo {
                moves: 1, route, ..
            }) => format!("1 move: {route}"),
            Some(RouteInfo { moves, route, .. }) => format!("{moves} moves: {route}"),
            None => "no route".into(),
        }
    }

    fn json(&self, parts: AnswerParts, id: &Value) -> Value {
        let found = self.found.as_ref();
        let mut answer = Map::new();
        let mut put = |name: &str, value: Value| answer.insert(name.into(), value);
        put("id", id.clone());
        put("moves", json!(found.map(|found| found.moves)));
        put("route", json!(found.map(|found| &found.route)));
        put("nodes", json!(found.and_then(|found| found.nodes)));
        put("micros", json!(self.time.as_nanos() as f64 / 1000.0));
        if parts.count {
            put("count", json!(self.count()));
        }
        if parts.certificate {
            put("certificate", certificate_json(&self.certificate()));
        }
        Value::Object(answer)
    }

    /// Returns the number of shortest routes, independent of the requested length.
    fn count(&self) -> u64 {
        Solver::new(&self.board).count_shortest(&self.instance)
    }

    /// Returns the proof of the minimal length, independent of the requested one.
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
            None => "certificate that no route exists".into(),
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
