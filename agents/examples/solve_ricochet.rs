//! Solves Ricochet instances, one JSON line each from standard input, and prints their times.
//!
//! Run with `cargo run --release --example solve_ricochet < instances.jsonl`.

use std::io::{self, BufRead};
use std::time::Instant;

use botwerk_agents::ricochet::solver::{Answer, Budget, InstanceLine, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in io::stdin().lock().lines() {
        let line: InstanceLine = line?.parse()?;
        let instance = line.instance()?;
        let start = Instant::now();
        let answer = solve(&instance, Budget::DEFAULT, &mut |_| {});
        let millis = start.elapsed().as_secs_f64() * 1e3;
        let id = line.id.as_deref().unwrap_or("-");
        match answer {
            Answer::Solved(solution) => {
                let moves: Vec<_> = solution.moves.iter().map(ToString::to_string).collect();
                println!(
                    "{id}: {} moves (known {:?}), {} nodes, {millis:.3} ms: {}",
                    solution.cost,
                    line.moves,
                    solution.nodes,
                    moves.join(" ")
                );
            }
            Answer::NoSolution { nodes } => println!("{id}: no solution, {nodes} nodes"),
            Answer::Bounded {
                at_least, nodes, ..
            } => {
                println!("{id}: at least {at_least} moves, {nodes} nodes, {millis:.3} ms");
            }
        }
    }
    Ok(())
}
