//! Measures for how long agents act after a stop, in random positions and in those whose search takes
//! longest.
//!
//! Run it with `cargo run --release -p botwerk-agents --example measure_limits -- [MILLISECONDS]`, where the number
//! is the time after which an agent is stopped (50).

// Agents read no clock; what they take is measured from outside.
#![allow(clippy::disallowed_methods)]

use std::error::Error;
use std::time::{Duration, Instant};

use botwerk_agents::Budget;
use botwerk_engine::{GameId, with_game};

mod positions;

use positions::{LimitGame, positions};

/// Number of random positions of each variant.
const RANDOM: usize = 6;

/// The limit that agents must keep.
const LIMIT: Duration = Duration::from_millis(20);

fn main() -> Result<(), Box<dyn Error>> {
    let millis = std::env::args()
        .nth(1)
        .map_or(Ok(50), |text| text.parse())?;
    let time = Duration::from_millis(millis);
    println!(
        "time from a stop after {millis} ms to the choice, in ms, and the most nodes beyond a limit of 2000"
    );
    println!(
        "{:<45} {:>9} {:>8} {:>8} {:>7}",
        "agent", "choices", "mean", "max", "nodes"
    );
    let mut is_late = false;
    for id in GameId::BUILT_IN {
        with_game!(*id, G => is_late |= measure::<G>(time)?);
    }
    println!("peak memory: {} MB", peak_memory_mb().unwrap_or(0));
    if is_late {
        return Err(format!("an agent acted later than {} ms", LIMIT.as_millis()).into());
    }
    Ok(())
}

/// Prints the figures of all agents of a game; returns `true` if one was late.
fn measure<G: LimitGame>(time: Duration) -> Result<bool, Box<dyn Error>> {
    let all = positions::<G>(RANDOM);
    let mut is_late = false;
    for name in G::AGENTS {
        let (mut sum, mut max, mut choices) = (Duration::ZERO, Duration::ZERO, 0);
        let mut worst = String::new();
        let mut excess = 0;
        for position in &all {
            let mut agent = G::agent(&name.parse()?)?;
            let started = Instant::now();
            let should_stop = || started.elapsed() >= time;
            let budget = Budget {
                is_timed: true,
                should_stop: &should_stop,
                ..Budget::UNLIMITED
            };
            let (_, is_legal) = position.choose(&mut *agent, &budget);
            let late = started.elapsed().saturating_sub(time);
            if !is_legal {
                return Err(format!("{name} in {}: an illegal choice", position.name).into());
            }
            sum += late;
            choices += 1;
            if late > max {
                max = late;
                worst.clone_from(&position.name);
            }
            let limited = Budget {
                nodes: Some(2_000),
                ..Budget::UNLIMITED
            };
            let mut agent = G::agent(&name.parse()?)?;
            let (choice, _) = position.choose(&mut *agent, &limited);
            excess = excess.max(choice.effort.saturating_sub(2_000));
        }
        let mean = sum / choices.max(1);
        let place = if max > LIMIT { worst.as_str() } else { "" };
        println!(
            "{:<45} {choices:>9} {:>8.2} {:>8.2} {excess:>7}  {place}",
            format!("{} {name}", G::ID),
            mean.as_secs_f64() * 1e3,
            max.as_secs_f64() * 1e3,
        );
        is_late |= max > LIMIT;
    }
    Ok(is_late)
}

/// Returns the peak memory of this process, where the system tells it.
fn peak_memory_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024)
}
