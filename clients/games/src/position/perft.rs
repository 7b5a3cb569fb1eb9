//! `position perft`: counts the action sequences from a position.

use std::time::{Duration, Instant};

use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_engine::{
    Actor, AnyAction, AnyGame, DivideEntry, GameNotation, Referee, perft, perft_divide,
};
use clap::Args;
use serde_json::{Value, json};

use super::args::PositionArgs;

/// Arguments of `position perft`.
#[derive(Debug, Args)]
pub struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Count the sequences of 1 to N actions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=255))]
    depth: u32,
    /// Apply the last action of every sequence instead of only counting it
    #[arg(long)]
    no_bulk: bool,
    /// Also count the longest sequences after each first action
    #[arg(long)]
    divide: bool,
}

/// Counts and prints depth by depth.
pub(super) fn run(args: &PerftArgs, output: &mut Output) -> Result<(), Failure> {
    count(args, output)
}

fn count(args: &PerftArgs, output: &mut Output) -> Result<(), Failure> {
    let referee = args.position.referee()?;
    let (game, state) = (referee.game(), referee.state());
    let bulk = !args.no_bulk;
    let mut counts = Vec::new();
    let mut branches = Vec::new();
    for depth in 1..=args.depth {
        let started = Instant::now();
        let leaves = if args.divide && depth == args.depth {
            branches = perft_divide(game, state, depth, bulk);
            branches.iter().map(|branch| branch.count).sum()
        } else {
            perft(game, state, depth, bulk)
        };
        if !output.is_json() {
            output.line(line(depth, leaves, started.elapsed()))?;
            output.flush()?;
        }
        counts.push(leaves);
    }
    if output.is_json() {
        let mut answer = json!({"counts": counts});
        if args.divide {
            let branches = branches.iter().map(|branch| branch_json(game, branch));
            answer["divide"] = branches.collect();
        }
        return output.json(&answer);
    }
    for branch in &branches {
        output.line(branch_text(&referee, branch))?;
    }
    Ok(())
}

fn line(depth: u32, leaves: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let rate = leaves as f64 / seconds.max(1e-9);
    format!("depth {depth}: {leaves} leaves in {seconds:.3} s, {rate:.0} per second")
}

fn branch_json(game: &AnyGame, branch: &DivideEntry<AnyAction>) -> Value {
    json!({
        "actor": branch.actor.to_string(),
        "action": game.format_action(branch.action),
        "count": branch.count,
    })
}

/// Formats a first action and its count, with its seat if several must act.
fn branch_text(referee: &Referee<AnyGame>, branch: &DivideEntry<AnyAction>) -> String {
    let text = referee.game().format_action(branch.action);
    let several = referee
        .decision()
        .is_some_and(|decision| decision.seats.len() > 1);
    match branch.actor {
        Actor::Seat(_) if several => format!("{}: {text}: {}", branch.actor, branch.count),
        _ => format!("{text}: {}", branch.count),
    }
}
