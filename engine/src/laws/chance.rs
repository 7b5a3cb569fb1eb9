//! Laws of chance: the possible outcomes and how they are sampled.

use crate::{Actor, Game, RootSeed, StableRng, Turn};

use super::violation::LawResult;

/// A chance node has outcomes, all with a positive weight, and sampling takes one random number
/// below the sum of the weights, which selects from the outcomes in order.
pub(super) fn outcomes_follow_the_weights<G: Game>(
    game: &G,
    state: &G::State,
    generator: &mut StableRng,
) -> LawResult {
    let Turn::Chance(key) = game.turn(state) else {
        return Ok(());
    };
    let mut outcomes = Vec::new();
    game.legal_actions(state, Actor::Chance, &mut outcomes);
    let weights: Vec<_> = outcomes
        .iter()
        .map(|outcome| u64::from(game.outcome_weight(state, *outcome)))
        .collect();
    if weights.is_empty() || weights.contains(&0) {
        return Err(format!("`{key}` has the weights {weights:?}"));
    }
    for _ in 0..16 {
        let seed = RootSeed::from_text(&generator.next_u64().to_string());
        let (mut game_rng, mut law_rng) = (seed.rng_for_chance(key), seed.rng_for_chance(key));
        let sampled = game.sample_outcome(state, &mut game_rng);
        let mut remaining = law_rng.below(weights.iter().sum());
        let picked = weights.iter().position(|weight| {
            let is_selected = remaining < *weight;
            remaining = remaining.wrapping_sub(*weight);
            is_selected
        });
        let expected = picked.map(|picked| outcomes[picked]);
        if expected != Some(sampled) {
            return Err(format!(
                "`{key}`: expected {expected:?} by weight, sampled {sampled:?}"
            ));
        }
        if game_rng.next_u64() != law_rng.next_u64() {
            return Err(format!(
                "`{key}`: sampling takes more than one random number"
            ));
        }
    }
    Ok(())
}
