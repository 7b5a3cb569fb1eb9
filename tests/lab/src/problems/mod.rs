//! `problems`: positions of Netzwerk with a right answer by exhaustive search, and how many of them an agent solves.

mod collection;
mod defence;

use std::time::{Duration, Instant};

use botwerk_agents::strength::Interval;
use botwerk_agents::{AgentSpec, DecisionRequest, Roster};
use botwerk_command::agent_argument::agent_argument;
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::netzwerk::{Netzwerk, State};
use botwerk_engine::{GameId, GameNotation, GameType, GameViews, Options, RootSeed, Viewer};
use botwerk_lanes::run_concurrently;
use clap::Args;
use serde_json::json;

use collection::{Kind, Problem, problems};
use defence::DefenceSearch;

/// Arguments of `problems`.
#[derive(Debug, Args)]
pub(crate) struct ProblemsArgs {
    /// The agent that solves the problems
    #[arg(long, value_name = "AGENT", default_value = "minimax:time=1s")]
    player: String,
    /// The agent from whose matches against itself the problems are
    #[arg(long, value_name = "AGENT", default_value = "minimax:nodes=2000")]
    matches_of: String,
    /// Number of problems of each kind
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    problems: u32,
    /// Number of threads that play matches and look for problems; the problems do not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    /// Seed for all randomness
    #[arg(long, default_value = "7")]
    seed: String,
    /// Print the positions of the problems that were not solved
    #[arg(long)]
    list_failures: bool,
}

/// Number of matches that are searched at a time.
const MATCHES_AT_A_TIME: u64 = 16;

/// Number of such batches without enough problems after which the search for problems ends.
const MAX_BATCHES: u64 = 1_000;

pub(super) fn run(args: &ProblemsArgs, output: &mut Output) -> Result<(), Failure> {
    let options = Options::resolve(Netzwerk::spec().options, [("opening_turns", "2")])?;
    let game = Netzwerk::new(2, options)?;
    let [player, author] =
        [&args.player, &args.matches_of].map(|text| agent_argument(GameId::NETZWERK, text));
    let (player, author) = (player?, author?);
    let problems = collect(args, &game, &author);
    for kind in Kind::ALL {
        let of_kind = problems.iter().filter(|problem| problem.kind == kind);
        let of_kind = of_kind.take(args.problems as usize);
        let mut tally = Tally::default();
        for problem in of_kind {
            let (is_solved, time) = solve(&game, &player, problem);
            tally.add(is_solved, time);
            if args.list_failures && !is_solved {
                let state = State::new(game.rules(), problem.position);
                output.line(format!("not solved: {}", game.format_position(&state)))?;
            }
        }
        tally.print(kind, output)?;
    }
    Ok(())
}

/// Returns at least the wanted number of problems of each kind, in the order of the matches.
fn collect(args: &ProblemsArgs, game: &Netzwerk, author: &AgentSpec) -> Vec<Problem> {
    let wanted = args.problems as usize;
    let mut found: Vec<Problem> = Vec::new();
    for batch in 0..MAX_BATCHES {
        let of_match = |number: u64| {
            let number = batch * MATCHES_AT_A_TIME + number;
            problems(
                game,
                author,
                RootSeed::from_text(&format!("{}/{number}", args.seed)),
            )
        };
        let threads = usize::from(args.threads);
        let batch = run_concurrently(MATCHES_AT_A_TIME, threads, &|| false, &of_match, &mut || {});
        for problem in batch.into_iter().flatten() {
            // Weak players repeat positions.
            if !found.iter().any(|known| known.position == problem.position) {
                found.push(problem);
            }
        }
        let count = |kind| found.iter().filter(|problem| problem.kind == kind).count();
        if Kind::ALL.into_iter().all(|kind| count(kind) >= wanted) {
            break;
        }
    }
    found
}

/// Lets an agent choose in the position of a problem. Returns whether its choice solves it, and its time.
fn solve(game: &Netzwerk, player: &AgentSpec, problem: &Problem) -> (bool, Duration) {
    let rules = game.rules();
    let position = problem.position;
    let seat = position.side().seat();
    let view = game.view(&State::new(rules, position), Viewer::Seat(seat));
    let request = DecisionRequest {
        game,
        view: &view,
        earlier_views: &[],
        seat,
        turn: 1,
        seed: RootSeed::from_text("7"),
    };
    let limits = Netzwerk::limits(player).expect("the settings were checked");
    let started = Instant::now();
    let should_stop = || limits.time.is_some_and(|time| started.elapsed() >= time);
    let mut agent = Netzwerk::agent(player).expect("the settings were checked");
    let choice = agent.decide(&request, &limits.budget(&should_stop), &mut |_| {});
    let time = started.elapsed();
    let mut after = position;
    for action in &choice.actions {
        if rules.check(&after, *action).is_err() {
            return (false, time);
        }
        rules.play(&mut after, *action);
    }
    let mut search = DefenceSearch::new(rules);
    let is_solved = match (rules.end(&after, false), problem.kind) {
        (Some(end), _) => end.winner == Some(position.side()),
        (None, Kind::WinInTwo) => search.has_defence(&after) == Some(false),
        (None, Kind::Defence) => !search.can_win(&after),
    };
    (is_solved, time)
}

/// How many problems of a kind were solved.
#[derive(Default)]
struct Tally {
    solved: u64,
    tried: u64,
    longest: Duration,
}

impl Tally {
    fn add(&mut self, is_solved: bool, time: Duration) {
        self.tried += 1;
        self.solved += u64::from(is_solved);
        self.longest = self.longest.max(time);
    }

    fn print(&self, kind: Kind, output: &mut Output) -> Result<(), Failure> {
        let Self {
            solved,
            tried,
            longest,
        } = *self;
        let share = solved as f64 / tried.max(1) as f64;
        let interval = Interval::wilson(share, tried);
        let [low, high] = interval.map_or([0.0, 1.0], |interval| [interval.low, interval.high]);
        if output.is_json() {
            return output.json(&json!({
                "kind": kind.name(), "solved": solved, "problems": tried, "interval": [low, high],
                "longest_ms": longest.as_millis() as u64,
            }));
        }
        let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
        output.line(format!(
            "{}: {solved} of {tried} solved, {share:.1} % ({low:.1} to {high:.1} %), at most {} ms",
            kind.name(),
            longest.as_millis()
        ))
    }
}
