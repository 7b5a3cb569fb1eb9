//! Benches of Ricochet Robots: the optimal solver.

use std::time::Instant;

use botwerk_agents::ricochet::PuzzleOptions;
use botwerk_agents::ricochet::solver::{Budget, Instance, InstanceLine, Outcome, solve};
use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::RootSeed;
use botwerk_engine::ricochet::Robot;

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::stopwatch::Stopwatch;

/// The instances with known optima.
const KNOWN: &str = include_str!("../../../../agents/tests/ricochet_solver/instances.jsonl");

/// Maximum memory of a search in bytes.
const MAX_MEMORY: usize = 256 << 20;

/// Number of random instances.
const RANDOM: usize = 2_000;

const fn figure(name: &'static str, target: Option<f64>) -> Figure {
    Figure {
        name,
        unit: "ms",
        target,
        better: BetterWhen::Lower,
    }
}

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "ricochet-random",
        about: "Optimal solution of a random position with four robots on a board of sides A to C",
        figures: &[
            figure("ricochet-random-mean", Some(0.3)),
            figure("ricochet-random-median", None),
            figure("ricochet-random-worst", None),
        ],
        measure: Measure::Timed(|_| solve_all(&random_instances("ABC", &Robot::COLOURED))),
    },
    Bench {
        name: "ricochet-diagonals",
        about: "The same with five robots on a board of sides D, which has eight diagonals",
        figures: &[
            figure("ricochet-diagonals-mean", Some(0.8)),
            figure("ricochet-diagonals-median", None),
            figure("ricochet-diagonals-worst", None),
        ],
        measure: Measure::Timed(|_| solve_all(&random_instances("D", &Robot::ALL[..5]))),
    },
    Bench {
        name: "ricochet-hard",
        about: "Optimal solutions of 15 to 18 moves",
        figures: &[
            figure("ricochet-hard-mean", Some(100.0)),
            figure("ricochet-hard-median", None),
            figure("ricochet-hard-worst", None),
        ],
        measure: Measure::Timed(|_| solve_all(&known_instances("\"h0")?)),
    },
    Bench {
        name: "ricochet-24-moves",
        about: "An optimal solution of 24 moves within 256 MiB, and how much faster two threads are",
        figures: &[
            figure("ricochet-24-moves", Some(800.0)),
            Figure {
                name: "ricochet-two-threads",
                unit: "times",
                target: Some(1.6),
                better: BetterWhen::Higher,
            },
        ],
        measure: Measure::Timed(hardest),
    },
];

/// Returns random positions, the same in every run.
fn random_instances(sides: &str, robots: &[Robot]) -> Vec<Instance> {
    let mut rng = RootSeed::from_text("bench ricochet").rng();
    let options = PuzzleOptions {
        moves: 1..=u32::MAX,
        sides: sides.to_owned(),
        robots: robots.to_vec(),
        ricochet_rule: false,
        is_unique: false,
    };
    let sampled = std::iter::repeat_with(|| options.sample(&mut rng)).flatten();
    sampled.map(|(_, instance)| instance).take(RANDOM).collect()
}

/// Returns the known instances in whose lines this text occurs.
fn known_instances(text: &str) -> Result<Vec<Instance>, Failure> {
    let invalid =
        |error: String| Failure::new(Reason::BadPosition, format!("{error}; report this"));
    let lines = KNOWN.lines().filter(|line| line.contains(text));
    let read = |line: &str| {
        let line: InstanceLine = line
            .parse()
            .map_err(|error: serde_json::Error| invalid(error.to_string()))?;
        line.instance().map_err(|error| invalid(error.to_string()))
    };
    lines.map(read).collect()
}

/// Returns the milliseconds of one search.
fn solve_millis(instance: &Instance, threads: usize) -> Result<f64, Failure> {
    let budget = Budget {
        bytes: MAX_MEMORY,
        threads,
        ..Budget::DEFAULT
    };
    let started = Instant::now();
    let answer = solve(instance, budget, &mut |_| {});
    let millis = started.elapsed().as_secs_f64() * 1e3;
    match answer.outcome {
        Outcome::Solved(_) | Outcome::NoSolution => Ok(millis),
        Outcome::Bounded { .. } => {
            let message = "an instance needs more than 256 MiB; report this";
            Err(Failure::new(Reason::BadPosition, message))
        }
    }
}

/// Returns the mean, the median and the maximum of the milliseconds of the searches.
fn solve_all(instances: &[Instance]) -> Result<Vec<f64>, Failure> {
    // The first search only warms up.
    for instance in instances.iter().take(1) {
        solve_millis(instance, 1)?;
    }
    let times = instances.iter().map(|instance| solve_millis(instance, 1));
    let mut times: Vec<f64> = times.collect::<Result<_, _>>()?;
    times.sort_unstable_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let worst = times.last().copied().unwrap_or_default();
    Ok(vec![mean, times[times.len() / 2], worst])
}

/// Returns the milliseconds of the instance of 24 moves, and how much faster two threads are.
fn hardest(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let instances = known_instances("f24_")?;
    let instance = instances
        .first()
        .ok_or_else(|| Failure::new(Reason::BadPosition, "no such instance; report this"))?;
    let (mut one, mut two) = (Vec::new(), Vec::new());
    let started = Instant::now();
    while one.len() < 3 || started.elapsed() < stopwatch.limit() {
        one.push(solve_millis(instance, 1)?);
        two.push(solve_millis(instance, 2)?);
    }
    let median = |times: &mut Vec<f64>| {
        times.sort_unstable_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let (one, two) = (median(&mut one), median(&mut two));
    Ok(vec![one, one / two])
}
