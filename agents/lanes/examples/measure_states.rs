//! Measures what `clients/python/benches/steps.py` measures from Python: a copy of a match, an applied action and the
//! list of legal actions, each in nanoseconds, at the start of Netzwerk.
//!
//! ```sh
//! cargo run --release -p botwerk-lanes --example measure_states
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use botwerk_engine::{GameId, RootSeed, Seat};
use botwerk_lanes::{Effort, GameSetup, MatchState, NumberedActError};

/// Number of measurements, of which the best counts: other programs only make them slower.
const REPEATS: usize = 5;

/// Time that each measurement takes at least.
const LIMIT: Duration = Duration::from_millis(200);

/// The actions of the first turn that are applied.
const TURN: [&str; 3] = ["b2-b4", "/", "."];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = GameSetup {
        game: GameId::Netzwerk,
        seats: 2,
        options: Vec::new(),
    };
    let state = setup.start(RootSeed::from_text("7"))?;
    let turn: Result<Vec<u32>, _> = TURN.iter().map(|text| state.action_number(text)).collect();
    let turn = turn?;
    let clone = nanoseconds(|| {
        black_box(state.clone_boxed());
    });
    let mut rejected = None;
    let played = nanoseconds(|| {
        let mut copy = state.clone_boxed();
        if let Err(error) = play(&mut *copy, &turn) {
            rejected = Some(error);
        }
        black_box(copy);
    });
    if let Some(error) = rejected {
        return Err(error.into());
    }
    let legal = nanoseconds(|| {
        black_box(state.legal_actions(Seat::FIRST));
    });
    println!("clone {clone:.0}");
    println!("apply_action {:.0}", (played - clone) / turn.len() as f64);
    println!("legal_actions {legal:.0}");
    Ok(())
}

/// Applies the actions of the first seat.
fn play(state: &mut dyn MatchState, turn: &[u32]) -> Result<(), NumberedActError> {
    for action in turn {
        state.act(Seat::FIRST, black_box(*action), Effort::default())?;
    }
    Ok(())
}

/// Returns the time of a call in nanoseconds.
fn nanoseconds(mut call: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..REPEATS {
        let (mut calls, start) = (0_u32, Instant::now());
        while start.elapsed() < LIMIT {
            for _ in 0..1000 {
                call();
            }
            calls += 1000;
        }
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(calls));
    }
    best
}
