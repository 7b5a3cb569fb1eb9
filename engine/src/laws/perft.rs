//! The law of perft: every method of counting action sequences returns the same count.

use crate::{Actor, Game, StableRng, Turn, perft, perft_divide};

use super::actions::every_action;
use super::violation::LawResult;

/// Maximum number of sequences to apply one by one.
const MAX_SEQUENCES: u64 = 100;

/// Counts from lists, from applied actions, from the divide and from `apply` agree.
pub(super) fn counts_agree<G: Game>(game: &G, state: &G::State, _: &mut StableRng) -> LawResult {
    if perft(game, state, 0, true) != 1 || !perft_divide(game, state, 0, true).is_empty() {
        return Err("the count at depth 0 is not 1".into());
    }
    let every = every_action(game)?;
    for depth in 1..=2 {
        let bulk = perft(game, state, depth, true);
        if bulk > MAX_SEQUENCES {
            break;
        }
        let branches = perft_divide(game, state, depth, true);
        let counts = [
            ("with `apply`", count_with_apply(game, state, &every, depth)),
            ("one by one", perft(game, state, depth, false)),
            ("by divide", branches.iter().map(|b| b.count).sum()),
        ];
        for (method, count) in counts {
            if count != bulk {
                return Err(format!("depth {depth}: {bulk} in bulk, {count} {method}"));
            }
        }
    }
    Ok(())
}

fn count_with_apply<G: Game>(game: &G, state: &G::State, every: &[G::Action], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let actors: Vec<_> = match game.turn(state) {
        Turn::Decision(decision) => decision.seats.map(Actor::Seat).collect(),
        Turn::Chance(_) => vec![Actor::Chance],
        Turn::Over(_) => Vec::new(),
    };
    let mut count = 0;
    for actor in actors {
        let mut next = state.clone();
        for &action in every {
            // A rejected action leaves the position unchanged.
            if game.apply(&mut next, actor, action).is_ok() {
                count += count_with_apply(game, &next, every, depth - 1);
                next = state.clone();
            }
        }
    }
    count
}
