//! Bench of the rules of Droids: random play.

use std::hint::black_box;

use botwerk_engine::droids::Droids;
use botwerk_engine::{Actor, GameRules, GameType, Options, RootSeed, Seat, Turn};

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::stopwatch::Stopwatch;

const NANOS_PER_SECOND: f64 = 1e9;

pub(super) const BENCHES: &[Bench] = &[Bench {
    name: "droids-random-play",
    about: "Complete matches of two seats with random decisions, including legal actions, stones \
            drawn and dice, on one core",
    figures: &[Figure {
        name: "droids-random-play",
        unit: "decisions/s",
        target: Some(1.5e6),
        better: BetterWhen::Higher,
    }],
    measure: Measure::Timed(|stopwatch| Ok(vec![random_decisions(stopwatch)])),
}];

/// Returns decisions per second in random matches.
fn random_decisions(stopwatch: &Stopwatch) -> f64 {
    const MATCHES: u64 = 64;
    let options = Options::resolve(Droids::spec().options, [("scenario", "1")]);
    let game = options.and_then(|options| Droids::new(2, options));
    let game = game.expect("the options are valid");
    let play = || {
        (0..MATCHES)
            .map(|number| play_randomly(&game, number))
            .sum()
    };
    let decisions: usize = play();
    let nanos = stopwatch.nanos_per_item(decisions, || {
        black_box(play());
    });
    NANOS_PER_SECOND / nanos
}

/// Plays a match of random decisions and returns their number.
fn play_randomly(game: &Droids, number: u64) -> usize {
    let seed = RootSeed::from_text(&number.to_string());
    let mut rng = seed.rng_for_agent(Seat::FIRST, 1);
    let mut state = game.initial_state(seed);
    let mut actions = Vec::new();
    let mut decisions = 0;
    loop {
        let actor = match game.turn(&state) {
            Turn::Over(_) => return decisions,
            Turn::Decision(mut decision) => {
                decision.seats.next().map_or(Actor::Chance, Actor::Seat)
            }
            Turn::Chance(_) => Actor::Chance,
        };
        let action = if actor == Actor::Chance {
            game.sample_outcome(&state, &mut rng)
        } else {
            decisions += 1;
            actions.clear();
            game.legal_actions(&state, actor, &mut actions);
            actions[rng.below(actions.len() as u64) as usize]
        };
        game.apply_unchecked(&mut state, actor, action);
    }
}
