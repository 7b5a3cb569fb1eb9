//! What a seat can expect of a position, as far as its view shows it.

use botwerk_engine::{Actor, Game, Outcome, Seat, StableRng, Turn, Viewer};

/// Maximum number of actions of a playout; a match that is longer counts as undecided.
const MAX_PLAYOUT: u32 = 2_000;

/// Returns what an outcome is worth to each seat: 1 if it is better than all others, 0 if it is worse.
pub(super) fn rewards(outcome: &Outcome) -> Vec<f32> {
    let places = &outcome.places;
    let [_] = places[..] else {
        let others = (places.len() - 1) as f32;
        let reward = |place: &u8| {
            let worse = places.iter().filter(|other| *other > place).count() as f32;
            let not_better = places.iter().filter(|other| *other >= place).count() as f32;
            let equal = not_better - worse - 1.0;
            (worse + equal / 2.0) / others
        };
        return places.iter().map(reward).collect();
    };
    // Who plays alone wins as many points as possible.
    let points = outcome.points.first().copied().unwrap_or(0) as f32;
    vec![0.5 + points / (1.0 + points.abs()) / 2.0]
}

/// Plays random actions to the end of the match; returns what that is worth to each seat.
pub(super) fn playout<G: Game>(game: &G, mut state: G::State, rng: &mut StableRng) -> Vec<f32> {
    let mut actions = Vec::new();
    for _ in 0..MAX_PLAYOUT {
        let actor = match game.turn(&state) {
            Turn::Over(outcome) => return rewards(&outcome),
            Turn::Chance(_) => {
                let outcome = game.sample_outcome(&state, rng);
                game.apply_unchecked(&mut state, Actor::Chance, outcome);
                continue;
            }
            Turn::Decision(decision) => decision.seats.first(),
        };
        let Some(seat) = actor else { break };
        actions.clear();
        game.legal_actions(&state, Actor::Seat(seat), &mut actions);
        let Some(action) = pick(&actions, rng) else {
            break;
        };
        game.apply_unchecked(&mut state, Actor::Seat(seat), action);
    }
    vec![0.5; game.seats()]
}

/// Returns a random element.
pub(super) fn pick<T: Copy>(all: &[T], rng: &mut StableRng) -> Option<T> {
    if all.is_empty() {
        return None;
    }
    all.get(rng.below(all.len() as u64) as usize).copied()
}

/// Returns a position that a seat considers possible in a position.
pub(super) fn imagined<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    rng: &mut StableRng,
) -> G::State {
    let view = game.view(state, Viewer::Seat(seat));
    game.sample_hidden(&view, rng)
}
