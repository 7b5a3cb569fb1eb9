//! The law of counts: sequences are counted the same in every way.

use botwerk_engine::{Actor, Game, Generator, Turn, perft, perft_branches};

use crate::Held;

/// Sequences that are carried out one by one at most.
const MOST: u64 = 300;

/// Counting by lists, by actions carried out, by first actions and by hand agree.
pub(crate) fn counts_agree<G: Game>(game: &G, state: &G::State, _: &mut Generator) -> Held {
    if perft(game, state, 0, true) != 1 || !perft_branches(game, state, 0, true).is_empty() {
        return Err("the empty sequence is not counted once".into());
    }
    for depth in 1..=2 {
        let bulk = perft(game, state, depth, true);
        if bulk > MOST {
            break;
        }
        let branches = perft_branches(game, state, depth, true);
        let ways = [
            ("by hand", by_hand(game, state, depth)),
            ("one by one", perft(game, state, depth, false)),
            ("by branches", branches.iter().map(|b| b.count).sum()),
        ];
        for (way, count) in ways {
            if count != bulk {
                return Err(format!("depth {depth}: {bulk} in bulk, {count} {way}"));
            }
        }
    }
    Ok(())
}

fn by_hand<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let actors: Vec<_> = match game.turn(state) {
        Turn::Decision(ask) => ask.seats.map(Actor::Seat).collect(),
        Turn::Chance(_) => vec![Actor::Chance],
        Turn::Over(_) => Vec::new(),
    };
    let mut count = 0;
    for actor in actors {
        for number in 0..game.action_count() {
            let mut next = state.clone();
            let action = game.action_from_number(number);
            if action.is_some_and(|action| game.apply(&mut next, actor, action).is_ok()) {
                count += by_hand(game, &next, depth - 1);
            }
        }
    }
    count
}
