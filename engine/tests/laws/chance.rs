//! Laws of chance: what can be drawn, and how it is drawn.

use botwerk_engine::{Actor, Game, Generator, RootSeed, Turn};

use crate::Held;

/// Something can be drawn, everything listed has a weight, and `draw` takes one number below the
/// sum of weights, which picks from the list in order.
pub(crate) fn draws_follow_the_weights<G: Game>(
    game: &G,
    state: &G::State,
    generator: &mut Generator,
) -> Held {
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
        let (mut theirs, mut ours) = (seed.draw(key), seed.draw(key));
        let drawn = game.sample_outcome(state, &mut theirs);
        let mut left = ours.below(weights.iter().sum());
        let picked = weights.iter().position(|weight| {
            let here = left < *weight;
            left = left.wrapping_sub(*weight);
            here
        });
        let expected = picked.map(|picked| outcomes[picked]);
        if expected != Some(drawn) {
            return Err(format!("`{key}` draws {drawn:?}, the weights {expected:?}"));
        }
        if theirs.next_u64() != ours.next_u64() {
            return Err(format!("`{key}` takes more than one number"));
        }
    }
    Ok(())
}
