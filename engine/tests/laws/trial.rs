//! How a law is tried: once, on the positions of random walks, or on random matches.

use botwerk_engine::record::TimeKind;
use botwerk_engine::{Game, Generator, RootSeed, Seat};

use crate::Held;
use crate::matches::Match;
use crate::variant::{Variant, variants};
use crate::walk::{Company, Walk};

/// Walks of each kind for a variant.
const WALKS: u32 = 3;

/// Positions of a walk that are tried.
const STEPS: usize = 80;

/// Tries every variant of a game.
///
/// # Panics
/// If the law does not hold, with everything that is needed to see why.
pub(crate) fn everywhere<G: Game>(trial: impl Fn(&G) -> Held) {
    for Variant { game, name } in variants::<G>() {
        if let Err(why) = trial(&game) {
            panic!("{name}: {why}");
        }
    }
}

/// Tries a law of the game as a whole.
pub(crate) fn once<G: Game>(game: &G, law: impl Fn(&G) -> Held) -> Held {
    law(game)
}

/// Tries a law on single positions.
pub(crate) fn on_states<G: Game>(
    game: &G,
    law: impl Fn(&G, &G::State, &mut Generator) -> Held,
) -> Held {
    each_walk(game, |states, generator| {
        // Many seats take long; the more there are, the fewer of the positions are tried.
        let seats = game.seats().max(16) as u64;
        for (step, state) in states.iter().enumerate() {
            if step > 1 && step + 1 < states.len() && generator.below(seats) >= 4 {
                continue;
            }
            law(game, state, generator)
                .map_err(|why| format!("{why}\n  in {}", game.format_position(state)))?;
        }
        Ok(())
    })
}

/// Tries a law on all positions of a walk together.
pub(crate) fn on_walks<G: Game>(
    game: &G,
    law: impl Fn(&G, &[G::State], &mut Generator) -> Held,
) -> Held {
    each_walk(game, |states, generator| law(game, states, generator))
}

fn each_walk<G: Game>(game: &G, law: impl Fn(&[G::State], &mut Generator) -> Held) -> Held {
    for company in [Company::Seats, Company::Everybody] {
        for number in 0..WALKS {
            let seed = RootSeed::from_text(&format!("walk {number}"));
            let states: Vec<_> = Walk::new(game, seed, company).take(STEPS).collect();
            let mut generator = seed.agent(Seat::FIRST, 100 + number);
            law(&states, &mut generator)?;
        }
    }
    Ok(())
}

/// Tries a law on matches that a referee conducted.
pub(crate) fn on_matches<G: Game>(
    game: &G,
    law: impl Fn(&G, &Match<G>, &mut Generator) -> Held,
) -> Held {
    for number in 0..WALKS {
        let seed = RootSeed::from_text(&format!("match {number}"));
        let mut generator = seed.agent(Seat::FIRST, number);
        // The referee does nothing in the first match, and a little in the others.
        let every = [0, 200, 40][number as usize % 3];
        let time = [TimeKind::Virtual, TimeKind::Wall][number as usize % 2];
        let played = Match::play(game, seed, time, every, &mut generator)?;
        law(game, &played, &mut generator)?;
    }
    Ok(())
}
