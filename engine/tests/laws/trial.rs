//! Trials of a law: once, on the positions of random walks, or on random matches.

use botwerk_engine::record::ClockKind;
use botwerk_engine::{GameType, RootSeed, Seat, StableRng};

use crate::LawResult;
use crate::matches::Match;
use crate::variant::{Variant, variants};

/// Number of matches of each variant.
const MATCHES: u32 = 3;

/// Runs a trial on every variant of a game.
///
/// # Panics
/// Panics if the law does not hold, with a description of the violation.
pub(crate) fn for_every_variant<G: GameType>(trial: impl Fn(&Variant<G>) -> LawResult) {
    for variant in variants::<G>().iter() {
        if let Err(violation) = trial(variant) {
            panic!("{}: {violation}", variant.name);
        }
    }
}

/// Tests a law of the game as a whole.
pub(crate) fn once<G: GameType>(variant: &Variant<G>, law: impl Fn(&G) -> LawResult) -> LawResult {
    law(&variant.game)
}

/// Tests a law on single positions of random walks.
pub(crate) fn on_states<G: GameType>(
    variant: &Variant<G>,
    law: impl Fn(&G, &G::State, &mut StableRng) -> LawResult,
) -> LawResult {
    let game = &variant.game;
    each_walk(variant, |states, generator| {
        // Laws take longer with many seats, so fewer positions are tested then.
        let seats = game.seats().max(16) as u64;
        for (step, state) in states.iter().enumerate() {
            if step > 1 && step + 1 < states.len() && generator.below(seats) >= 2 {
                continue;
            }
            law(game, state, generator).map_err(|violation| {
                format!("{violation}\n  in {}", game.format_position(state))
            })?;
        }
        Ok(())
    })
}

/// Tests a law on all positions of a walk together.
pub(crate) fn on_walks<G: GameType>(
    variant: &Variant<G>,
    law: impl Fn(&G, &[G::State], &mut StableRng) -> LawResult,
) -> LawResult {
    each_walk(variant, |states, generator| {
        law(&variant.game, states, generator)
    })
}

fn each_walk<G: GameType>(
    variant: &Variant<G>,
    law: impl Fn(&[G::State], &mut StableRng) -> LawResult,
) -> LawResult {
    for walk in variant.walks() {
        let mut generator = walk.seed.rng_for_agent(Seat::FIRST, 100);
        law(&walk.states, &mut generator)?;
    }
    Ok(())
}

/// Tests a law on random matches run by a referee.
pub(crate) fn on_matches<G: GameType>(
    variant: &Variant<G>,
    law: impl Fn(&G, &Match<G>, &mut StableRng) -> LawResult,
) -> LawResult {
    let game = &variant.game;
    for number in 0..MATCHES {
        let seed = RootSeed::from_text(&format!("match {number}"));
        let mut generator = seed.rng_for_agent(Seat::FIRST, number);
        // The referee does not act in the first match and acts rarely in the others.
        let every = [0, 200, 40][number as usize % 3];
        let time = [ClockKind::Virtual, ClockKind::Wall][number as usize % 2];
        let played = Match::play(game, seed, time, every, &mut generator)?;
        law(game, &played, &mut generator)?;
    }
    Ok(())
}
