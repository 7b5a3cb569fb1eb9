//! Benches of a game of one's own: connect four of the tutorial.

use botwerk_command::failure::Failure;
use botwerk_engine::{AnyGame, GameType, Options, Plain};

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::netzwerk::plies_per_second;
use super::stopwatch::Stopwatch;

#[path = "../../../../clients/cli/examples/connect_four.rs"]
#[allow(dead_code, reason = "the program of the example")]
mod connect_four;

const fn figure(name: &'static str, target: f64) -> Figure {
    Figure {
        name,
        unit: "plies/s",
        target: Some(target),
        better: BetterWhen::Higher,
    }
}

pub(super) const BENCHES: &[Bench] = &[Bench {
    name: "own-game",
    about: "Complete matches of connect four with random actions, on one core: as its type, and behind `AnyGame`",
    figures: &[
        figure("connect-four-random-play", 4e6),
        figure("connect-four-any-game", 1.5e6),
    ],
    measure: Measure::Timed(measure),
}];

fn measure(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let game = Plain::<connect_four::ConnectFour>::new(2, Options::default())?;
    let any = AnyGame::new(game.clone());
    Ok(vec![
        plies_per_second(stopwatch, &game),
        plies_per_second(stopwatch, &any),
    ])
}
