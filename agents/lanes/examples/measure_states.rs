//! Measures what `clients/python/benches/steps.py` measures from Python: a copy of a match, an applied action and the
//! list of legal actions, each in nanoseconds, at the start of Netzwerk.
//!
//! ```sh
//! cargo run --release -p botwerk-lanes --example measure_states
//! ```

// States read no clock; what they take is measured from outside.
#![allow(clippy::disallowed_methods)]

use std::hint::black_box;
use std::time::Instant;

use botwerk_engine::{GameId, RootSeed, Seat};
use botwerk_lanes::{Effort, GameSetup, MatchState, NumberedActError};

/// Number of calls that are timed together, so few that other programs seldom interrupt them.
const CALLS: u32 = 200;

/// Number of such measurements, of which the quickest counts: other programs only make them slower.
const REPEATS: usize = 4000;

/// The actions of the first turn that are applied.
const TURN: [&str; 3] = ["b2-b4", "/", "."];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let setup = GameSetup {
        game: GameId::NETZWERK,
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
    let timed = (0..REPEATS).map(|_| {
        let start = Instant::now();
        for _ in 0..CALLS {
            call();
        }
        start.elapsed()
    });
    let quickest = timed.min().unwrap_or_default();
    quickest.as_nanos() as f64 / f64::from(CALLS)
}
