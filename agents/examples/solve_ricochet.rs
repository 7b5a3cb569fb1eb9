//! Solves Ricochet instances, one JSON line each from standard input, and prints their times.
//!
//! Run with `cargo run --release -p botwerk-agents --example solve_ricochet -- 2 < instances.jsonl`; the
//! argument is the number of threads.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use botwerk_agents::ricochet::solver::{Budget, InstanceLine, Outcome, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let threads = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let budget = Budget {
        threads,
        ..Budget::DEFAULT
    };
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line: InstanceLine = line?.parse()?;
        let instance = line.instance()?;
        let start = Instant::now();
        let answer = solve(&instance, budget, &mut |_| {});
        let millis = start.elapsed().as_secs_f64() * 1e3;
        let id = line.id.as_deref().unwrap_or("-");
        let found = match answer.outcome {
            Outcome::Solved(solution) => {
                let moves: Vec<_> = solution.moves.iter().map(ToString::to_string).collect();
                format!("{} moves, {}", solution.cost, moves.join(" "))
            }
            Outcome::NoSolution => "no solution".to_owned(),
            Outcome::Bounded { at_least, .. } => format!("at least {at_least} moves"),
        };
        writeln!(out, "{id}: {found}; {} nodes, {millis:.3} ms", answer.nodes)?;
    }
    Ok(())
}
