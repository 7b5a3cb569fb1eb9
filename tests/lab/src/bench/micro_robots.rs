//! Benches of Micro Robots: the solver, and matches between two of them.

use std::hint::black_box;

use botwerk_agents::micro_robots::solver::{Distances, Solver, solve_text};
use botwerk_agents::{Agent, AgentSpec, Roster, arena};
use botwerk_command::failure::Failure;
use botwerk_engine::micro_robots::{ARRANGEMENTS, Board, MicroRobots, Side, Space};
use botwerk_engine::record::{ClockKind, EventLine, Header, OutcomeLine, Record, SeedOrigin};
use botwerk_engine::{Event, GameRules, GameType, Options, RootSeed, Seat, StableRng};

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::stopwatch::Stopwatch;

const NANOS_PER_MICRO: f64 = 1e3;
const NANOS_PER_SECOND: f64 = 1e9;

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "micro-robots-cold",
        about: "From the text of a new board, a start and a target to the text of a shortest route",
        figures: &[Figure {
            name: "micro-robots-cold",
            unit: "µs",
            target: Some(0.8),
            better: BetterWhen::Lower,
        }],
        measure: Measure::Timed(|stopwatch| Ok(vec![cold(stopwatch)])),
    },
    Bench {
        name: "micro-robots-distance",
        about: "Minimum moves between two spaces of a prepared board",
        figures: &[Figure {
            name: "micro-robots-distance",
            unit: "ns",
            target: Some(25.0),
            better: BetterWhen::Lower,
        }],
        measure: Measure::Timed(|stopwatch| Ok(vec![distance(stopwatch)])),
    },
    Bench {
        name: "micro-robots-all-distances",
        about: "Minimum moves between all 36x36 pairs of spaces of a board",
        figures: &[Figure {
            name: "micro-robots-all-distances",
            unit: "µs",
            target: Some(1.5),
            better: BetterWhen::Lower,
        }],
        measure: Measure::Timed(|stopwatch| Ok(vec![all_distances(stopwatch)])),
    },
    Bench {
        name: "micro-robots-match",
        about: "Complete matches of two solvers in virtual time, events kept, on one core",
        figures: &[Figure {
            name: "micro-robots-match",
            unit: "matches/s",
            target: Some(60_000.0),
            better: BetterWhen::Higher,
        }],
        measure: Measure::Timed(|stopwatch| matches(stopwatch, false)),
    },
    Bench {
        name: "micro-robots-match-recorded",
        about: "The same, with each match's record written as text",
        figures: &[Figure {
            name: "micro-robots-match-recorded",
            unit: "matches/s",
            target: None,
            better: BetterWhen::Higher,
        }],
        measure: Measure::Timed(|stopwatch| matches(stopwatch, true)),
    },
];

/// Returns the rng of the benches' tasks, which are the same in every run.
fn task_rng() -> StableRng {
    RootSeed::from_text("bench").rng_for_agent(Seat::FIRST, 1)
}

fn board(rng: &mut StableRng) -> Board {
    let side = [Side::Black, Side::Copper][rng.below(2) as usize];
    side.board(rng.below(u64::from(ARRANGEMENTS)) as u32)
}

/// Returns two different spaces.
fn pair(rng: &mut StableRng) -> [Space; 2] {
    let mut spaces: Vec<_> = Space::all().collect();
    rng.shuffle(&mut spaces);
    [spaces[0], spaces[1]]
}

fn cold(stopwatch: &Stopwatch) -> f64 {
    let mut rng = task_rng();
    let tasks: Vec<_> = (0..2048)
        .map(|_| {
            let [start, target] = pair(&mut rng).map(|space| space.to_string());
            (board(&mut rng).to_string(), start, target)
        })
        .collect();
    let nanos = stopwatch.nanos_per_item(tasks.len(), || {
        for (board, start, target) in &tasks {
            let route = solve_text(black_box(board), black_box(start), black_box(target), None);
            black_box(route).expect("the tasks are valid notation");
        }
    });
    nanos / NANOS_PER_MICRO
}

fn distance(stopwatch: &Stopwatch) -> f64 {
    let mut rng = task_rng();
    let boards: Vec<_> = (0..64)
        .map(|_| {
            let solver = Solver::new(&board(&mut rng));
            let pairs: Vec<_> = (0..256).map(|_| pair(&mut rng)).collect();
            (solver, pairs)
        })
        .collect();
    stopwatch.nanos_per_item(64 * 256, || {
        for (solver, pairs) in &boards {
            for [from, to] in pairs {
                black_box(solver.distance(black_box(*from), black_box(*to)));
            }
        }
    })
}

fn all_distances(stopwatch: &Stopwatch) -> f64 {
    let mut rng = task_rng();
    let boards: Vec<_> = (0..1024).map(|_| board(&mut rng)).collect();
    let nanos = stopwatch.nanos_per_item(boards.len(), || {
        for board in &boards {
            black_box(Distances::from_board(black_box(board)));
        }
    });
    nanos / NANOS_PER_MICRO
}

/// Returns matches per second.
fn matches(stopwatch: &Stopwatch, is_recorded: bool) -> Result<Vec<f64>, Failure> {
    const SEEDS: u64 = 256;
    let options: [(&str, &str); 0] = [];
    let game = MicroRobots::new(2, Options::resolve(MicroRobots::spec().options, options)?)?;
    let solver = AgentSpec {
        name: "solver".into(),
        settings: Vec::new(),
    };
    let mut agents = [MicroRobots::agent(&solver)?, MicroRobots::agent(&solver)?];
    let mut number = 0;
    let nanos = stopwatch.nanos_per_item(SEEDS as usize, || {
        for _ in 0..SEEDS {
            number += 1;
            let seed = numbered_seed(number);
            if is_recorded {
                black_box(record(&game, seed, &mut agents).to_text());
            } else {
                black_box(play_match(&game, seed, &mut agents));
            }
        }
    });
    Ok(vec![NANOS_PER_SECOND / nanos])
}

fn numbered_seed(number: u64) -> RootSeed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    RootSeed::new(bytes)
}

type Events = Vec<Event<<MicroRobots as GameRules>::Action>>;

fn play_match(
    game: &MicroRobots,
    seed: RootSeed,
    agents: &mut [Box<dyn Agent<MicroRobots>>],
) -> (Events, OutcomeLine) {
    let mut events = Vec::new();
    let played = arena::play(game, seed, agents, &mut events);
    (events, played.outcome_line())
}

fn record(
    game: &MicroRobots,
    seed: RootSeed,
    agents: &mut [Box<dyn Agent<MicroRobots>>],
) -> Record {
    let (events, outcome) = play_match(game, seed, agents);
    let events = (1..).zip(&events);
    Record {
        header: Header::new(game, vec![], seed, SeedOrigin::Given, ClockKind::Virtual),
        events: events
            .map(|(seq, event)| EventLine::new(game, seq, event))
            .collect(),
        outcome: Some(outcome),
    }
}
