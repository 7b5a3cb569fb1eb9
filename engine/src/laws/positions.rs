//! Laws of positions: their text, their equality and their hashes.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use crate::{Game, StableRng, Viewer};

use super::violation::LawResult;

/// Hashes a value with the standard library's default hasher.
pub(super) fn std_hash<T: Hash>(value: &T) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

/// A state takes at most 2 KiB.
pub(super) fn states_are_small<G: Game>(_: &G) -> LawResult {
    let size = size_of::<G::State>();
    if size <= 2048 {
        Ok(())
    } else {
        Err(format!("a state takes {size} bytes"))
    }
}

/// Parsing a position's text returns the position, and the text determines the number of seats.
pub(super) fn texts_round_trip<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
    let text = game.format_position(state);
    match game.parse_position(&text) {
        Ok(parsed) if parsed == *state => {}
        parsed => return Err(format!("`{text}` is parsed as {parsed:?}")),
    }
    match game.id().seats_of_position(&text) {
        Some(seats) if seats == game.seats() => Ok(()),
        seats => Err(format!("the text is taken for one of {seats:?} seats")),
    }
}

/// Positions are equal exactly if their texts are, and exactly then their hashes are.
pub(super) fn equality_agrees<G: Game>(
    game: &G,
    states: &[G::State],
    generator: &mut StableRng,
) -> LawResult {
    // Positions that differ only in hidden information are the hardest to tell apart.
    let sampled = states.iter().map(|state| {
        let view = game.view(state, Viewer::Spectator);
        game.sample_hidden(&view, generator)
    });
    let sampled: Vec<_> = sampled.collect();
    let mut by_text: HashMap<String, &G::State> = HashMap::new();
    let mut by_hash: HashMap<u64, &G::State> = HashMap::new();
    let mut by_state: HashMap<&G::State, String> = HashMap::new();
    for state in states.iter().chain(&sampled) {
        let text = game.format_position(state);
        if game.hash(state) != game.hash(&state.clone()) {
            return Err(format!("the hash of `{text}` is not stable"));
        }
        let equal = by_text.entry(text.clone()).or_insert(state);
        if *equal != state || std_hash(*equal) != std_hash(state) {
            return Err(format!("two positions have the text `{text}`"));
        }
        let same_text = by_state.entry(state).or_insert(text.clone());
        if *same_text != text {
            return Err(format!(
                "equal positions have the texts `{same_text}` and `{text}`"
            ));
        }
        let hash = game.hash(state);
        let equal = by_hash.entry(hash).or_insert(state);
        if *equal != state {
            let other = game.format_position(equal);
            return Err(format!(
                "`{text}` and `{other}` have the same hash {hash:016x}"
            ));
        }
    }
    if by_hash.len() != by_text.len() {
        return Err("equal positions have different hashes".into());
    }
    Ok(())
}
