//! Benches of Netzwerk: its rules in perft and random play, and the search.

use std::hint::black_box;
use std::time::{Duration, Instant};

use botwerk_agents::{Agent, AgentSpec, AnalysisPosition, Budget, Roster};
use botwerk_command::failure::Failure;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{
    Actor, Game, GameRules, GameType, History, Options, Referee, RootSeed, Seat, StableRng, Turn,
    perft,
};

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::stopwatch::Stopwatch;

const NANOS_PER_SECOND: f64 = 1e9;

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "netzwerk-perft",
        about: "Perft 7 from the start on one thread, the last ply counted in bulk or applied",
        figures: &[
            Figure {
                name: "netzwerk-perft-bulk",
                unit: "leaves/s",
                target: Some(150e6),
                better: BetterWhen::Higher,
            },
            Figure {
                name: "netzwerk-perft",
                unit: "leaves/s",
                target: Some(40e6),
                better: BetterWhen::Higher,
            },
        ],
        measure: Measure::Timed(|stopwatch| {
            Ok([true, false]
                .map(|is_bulk| leaves(stopwatch, is_bulk))
                .into())
        }),
    },
    Bench {
        name: "netzwerk-random-play",
        about: "Complete matches of random actions with their history, including legal actions, \
                repetition and quiet turns, on one core",
        figures: &[Figure {
            name: "netzwerk-random-play",
            unit: "plies/s",
            target: Some(8e6),
            better: BetterWhen::Higher,
        }],
        measure: Measure::Timed(|stopwatch| Ok(vec![random_plies(stopwatch)])),
    },
    Bench {
        name: "netzwerk-minimax",
        about: "Search nodes of minimax in sampled openings, on one thread",
        figures: &[Figure {
            name: "netzwerk-minimax",
            unit: "nodes/s",
            target: None,
            better: BetterWhen::Higher,
        }],
        measure: Measure::Timed(|stopwatch| Ok(vec![nodes(stopwatch)?])),
    },
    Bench {
        name: "netzwerk-threads",
        about: "Time to depth in sampled openings with one thread relative to that with two",
        figures: &[
            Figure {
                name: "netzwerk-threads",
                unit: "times, sum of all positions",
                target: Some(1.6),
                better: BetterWhen::Higher,
            },
            Figure {
                name: "netzwerk-threads-median",
                unit: "times, median position",
                target: None,
                better: BetterWhen::Higher,
            },
        ],
        measure: Measure::Timed(two_threads),
    },
];

/// Returns the game with the given options.
fn game(options: &[(&str, &str)]) -> Netzwerk {
    let options = Options::resolve(Netzwerk::spec().options, options.iter().copied());
    let game = options.and_then(|options| Netzwerk::new(2, options));
    game.expect("the options are valid")
}

/// Returns leaves per second.
fn leaves(stopwatch: &Stopwatch, is_bulk: bool) -> f64 {
    const DEPTH: u32 = 7;
    /// Perft 7 of the start position, from the known numbers of RULES.md.
    const LEAVES: u64 = 13_037_636;
    let game = game(&[]);
    let start = game.initial_state(seed(0));
    let nanos = stopwatch.nanos_per_item(LEAVES as usize, || {
        let count = perft(black_box(&game), black_box(&start), DEPTH, is_bulk);
        assert_eq!(count, LEAVES, "perft differs from the known number");
    });
    NANOS_PER_SECOND / nanos
}

/// Returns plies per second in random matches.
fn random_plies(stopwatch: &Stopwatch) -> f64 {
    plies_per_second(stopwatch, &game(&[]))
}

/// Returns how many actions of random matches are played in a second on one core.
pub(super) fn plies_per_second<G: Game>(stopwatch: &Stopwatch, game: &G) -> f64 {
    const MATCHES: u64 = 64;
    let play = || (0..MATCHES).map(|number| play_randomly(game, number)).sum();
    let plies: usize = play();
    let nanos = stopwatch.nanos_per_item(plies, || {
        black_box(play());
    });
    NANOS_PER_SECOND / nanos
}

/// Plays a match of random actions and returns their number.
fn play_randomly<G: Game>(game: &G, number: u64) -> usize {
    let mut rng: StableRng = seed(number).rng_for_agent(Seat::FIRST, 1);
    let mut history = History::new(game, game.initial_state(seed(number)));
    let mut actions = Vec::new();
    let mut plies = 0;
    while let Turn::Decision(mut decision) = game.turn(history.state()) {
        let Some(seat) = decision.seats.next() else {
            break;
        };
        actions.clear();
        game.legal_actions(history.state(), Actor::Seat(seat), &mut actions);
        let action = actions[rng.below(actions.len() as u64) as usize];
        history.apply_unchecked(game, Actor::Seat(seat), action);
        plies += 1;
    }
    plies
}

/// Number of positions that are searched, the same in every run.
const POSITIONS: u64 = 8;

/// Samples an opening of two to eight turns.
fn opening(number: u64) -> Result<AnalysisPosition<Netzwerk>, Failure> {
    let turns = (2 + number % 4 * 2).to_string();
    let game = game(&[("opening_turns", &turns)]);
    let mut referee = Referee::new(game, seed(number));
    referee.resolve_chance(&mut Vec::new());
    Ok(AnalysisPosition::new(&referee, None, seed(number))?)
}

fn seed(number: u64) -> RootSeed {
    RootSeed::from_text(&format!("bench/{number}"))
}

fn minimax(settings: &str) -> Result<Box<dyn Agent<Netzwerk>>, Failure> {
    let spec: Result<AgentSpec, _> = format!("minimax:table=16,{settings}").parse();
    Ok(Netzwerk::agent(
        &spec.map_err(botwerk_agents::AgentError::from)?,
    )?)
}

/// Returns search nodes per second.
fn nodes(stopwatch: &Stopwatch) -> Result<f64, Failure> {
    let openings: Result<Vec<_>, _> = (0..POSITIONS).map(opening).collect();
    let openings = openings?;
    let mut agent = minimax("nodes=50000")?;
    let mut search = || {
        let node_counts = openings.iter().map(|opening| {
            let analysis = opening.search(&mut *agent, &Budget::UNLIMITED, &mut |_| {});
            analysis.nodes as usize
        });
        node_counts.sum()
    };
    let nodes: usize = search();
    let nanos = stopwatch.nanos_per_item(nodes, || {
        black_box(search());
    });
    Ok(NANOS_PER_SECOND / nanos)
}

/// Returns the speed-up of two threads, over all positions and in the median one.
///
/// A position is searched to the first depth at which one thread takes a tenth of the duration of a
/// measurement.
fn two_threads(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let min_time = stopwatch.limit() / 10;
    let mut sums = [Duration::ZERO; 2];
    let mut ratios = Vec::new();
    for number in 0..POSITIONS {
        let opening = opening(number)?;
        let mut depth = 2;
        let mut one = time_to_depth(&opening, depth, 1)?;
        while one < min_time && depth < MAX_DEPTH {
            depth += 1;
            one = time_to_depth(&opening, depth, 1)?;
        }
        let two = time_to_depth(&opening, depth, 2)?;
        sums[0] += one;
        sums[1] += two;
        ratios.push(one.as_secs_f64() / two.as_secs_f64());
    }
    ratios.sort_unstable_by(f64::total_cmp);
    let middle = ratios.len() / 2;
    let median = f64::midpoint(ratios[middle - 1], ratios[middle]);
    let ratio = sums[0].as_secs_f64() / sums[1].as_secs_f64();
    Ok(vec![ratio, median])
}

/// Maximum depth of a search.
const MAX_DEPTH: u32 = 12;

fn time_to_depth(
    opening: &AnalysisPosition<Netzwerk>,
    depth: u32,
    threads: u32,
) -> Result<Duration, Failure> {
    let mut agent = minimax(&format!("depth={depth},threads={threads}"))?;
    let started = Instant::now();
    black_box(opening.search(&mut *agent, &Budget::UNLIMITED, &mut |_| {}));
    Ok(started.elapsed())
}
