//! Shorter counterexamples.

use crate::{Actor, Game, History, RootSeed};

/// Maximum number of sequences of steps that are tried.
const MAX_TRIALS: u32 = 400;

/// Removes steps as long as the position that the others lead to violates the law as well. Returns those that are left,
/// and what is wrong then.
pub(super) fn shrink<G: Game>(
    game: &G,
    seed: RootSeed,
    steps: &[(Actor, G::Action)],
    message: String,
    test: impl Fn(&G::State) -> Result<(), String>,
) -> (Vec<(Actor, G::Action)>, String) {
    let (mut steps, mut message) = (steps.to_vec(), message);
    let (mut trials, mut size) = (0, steps.len());
    while size > 0 {
        let mut at = 0;
        let before = steps.len();
        while at < steps.len() && trials < MAX_TRIALS {
            trials += 1;
            let mut fewer = steps.clone();
            fewer.drain(at..(at + size).min(steps.len()));
            let (state, legal) = replay(game, seed, fewer);
            match test(&state) {
                Err(violation) => (steps, message) = (legal, violation),
                Ok(()) => at += size,
            }
        }
        if trials == MAX_TRIALS {
            break;
        }
        // Single steps are tried until none can be removed.
        if size > 1 || steps.len() == before {
            size /= 2;
        }
    }
    (steps, message)
}

/// Applies steps, without those that are illegal by then.
fn replay<G: Game>(
    game: &G,
    seed: RootSeed,
    mut steps: Vec<(Actor, G::Action)>,
) -> (G::State, Vec<(Actor, G::Action)>) {
    let mut history = History::new(game, game.initial_state(seed));
    steps.retain(|(actor, action)| {
        // A game with a fault may have changed the position that it rejects an action in.
        let before = history.clone();
        let applied = history.apply(game, *actor, *action).is_ok();
        if !applied {
            history = before;
        }
        applied
    });
    (history.state().clone(), steps)
}
