//! A match of random legal actions, from which positions are sampled.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_engine::{
    Actor, AnyAction, AnyGame, AnyState, GameRules, RootSeed, Seat, StableRng, Turn,
};

use super::configuration::pick;

/// Maximum number of actions of a match.
const MAX_PLIES: usize = 300;

/// Maximum number of legal actions whose effects are looked at before one is chosen.
const MAX_LOOKED_AT: usize = 64;

/// Number of first legal actions that are chosen more often.
const FIRST_ACTIONS: usize = 4;

/// In one of how many matches that have not ended by then all seats leave.
const DEPARTURES: u64 = 3;

/// The positions and actions of a match.
pub(super) struct RandomMatch {
    pub(super) positions: Vec<AnyState>,
    /// All actions that were legal for a seat somewhere in the match, in order.
    pub(super) actions: Vec<AnyAction>,
}

impl RandomMatch {
    /// Plays a match to its end, or up to a maximum number of actions.
    pub(super) fn play(game: &AnyGame, seed: RootSeed, rng: &mut StableRng) -> Self {
        let mut state = game.initial_state(seed);
        let mut positions = vec![state.clone()];
        let mut actions = BTreeSet::new();
        for _ in 0..MAX_PLIES {
            let Some((actor, legal)) = legal_actions(game, &state, rng) else {
                break;
            };
            let action = match game.turn(&state) {
                Turn::Chance(key) => game.sample_outcome(&state, &mut seed.rng_for_chance(key)),
                _ => choose(game, &state, actor, &legal, rng),
            };
            if matches!(actor, Actor::Seat(_)) {
                actions.extend(legal);
            }
            game.apply_unchecked(&mut state, actor, action);
            positions.push(state.clone());
        }
        if rng.below(DEPARTURES) == 0 {
            for seat in Seat::all(game.seats()) {
                let leave = game.leave_action(seat);
                if game.apply(&mut state, Actor::Referee, leave).is_ok() {
                    positions.push(state.clone());
                }
            }
        }
        Self {
            positions,
            actions: actions.into_iter().collect(),
        }
    }

    /// Samples positions: of every kind, before the second of any.
    pub(super) fn sample(
        &self,
        game: &AnyGame,
        count: usize,
        rng: &mut StableRng,
    ) -> Vec<AnyState> {
        let mut by_kind: BTreeMap<&str, Vec<&AnyState>> = BTreeMap::new();
        for state in &self.positions {
            let kind = match game.turn(state) {
                Turn::Decision(decision) => decision.stage,
                // The kind may name what is drawn, too: `stone/blue`.
                Turn::Chance(key) => key.kind.split('/').next().unwrap_or(key.kind),
                Turn::Over(_) => "",
            };
            by_kind.entry(kind).or_default().push(state);
        }
        let mut by_kind: Vec<Vec<&AnyState>> = by_kind.into_values().collect();
        let mut sampled = Vec::new();
        while sampled.len() < count && !by_kind.is_empty() {
            let first = rng.below(by_kind.len() as u64) as usize;
            by_kind.rotate_left(first);
            for states in by_kind.iter_mut().take(count - sampled.len()) {
                let index = rng.below(states.len() as u64) as usize;
                sampled.push(states.swap_remove(index).clone());
            }
            by_kind.retain(|states| !states.is_empty());
        }
        sampled
    }
}

/// What an action does to the open decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    Continues,
    /// Completes the turn; with the hash of the position after it.
    Completes(u64),
    Ends,
}

/// Returns a legal action at random, but prefers what random play seldom finds: the end of the match, further
/// actions of a turn, and the few that complete a turn in another way than most, such as the last move of a
/// correct route.
pub(super) fn choose(
    game: &AnyGame,
    state: &AnyState,
    actor: Actor,
    legal: &[AnyAction],
    rng: &mut StableRng,
) -> AnyAction {
    let looked_at = legal.iter().take(MAX_LOOKED_AT);
    let effects: Vec<_> = looked_at
        .map(|action| (*action, effect(game, state, actor, *action)))
        .collect();
    if rng.below(8) == 0 {
        return *pick(rng, legal);
    }
    let mut ending = effects.iter().filter(|(_, effect)| *effect == Effect::Ends);
    if let (Some((action, _)), 0) = (ending.next(), rng.below(2)) {
        return *action;
    }
    if let Some(action) = rare_completion(&effects) {
        return action;
    }
    let continues =
        |(action, effect): &(_, Effect)| (*effect == Effect::Continues).then_some(*action);
    let continuing: Vec<_> = effects.iter().filter_map(continues).collect();
    match (&continuing[..], rng.below(2)) {
        // Low numbers are announced more often, so that some routes are as long as announced.
        ([], 0) => *pick(rng, &legal[..legal.len().min(FIRST_ACTIONS)]),
        ([], _) => *pick(rng, legal),
        (continuing, _) => *pick(rng, continuing),
    }
}

fn effect(game: &AnyGame, state: &AnyState, actor: Actor, action: AnyAction) -> Effect {
    let mut next = state.clone();
    game.apply_unchecked(&mut next, actor, action);
    match (game.turn(state), game.turn(&next)) {
        (_, Turn::Over(_)) => Effect::Ends,
        (Turn::Decision(before), Turn::Decision(after))
            if before.stage == after.stage && before.seats == after.seats =>
        {
            Effect::Continues
        }
        _ => Effect::Completes(game.hash(&next)),
    }
}

/// Returns the action whose result is the rarest, if most actions have the same one.
fn rare_completion<A: Copy>(effects: &[(A, Effect)]) -> Option<A> {
    let mut results: BTreeMap<u64, Vec<A>> = BTreeMap::new();
    for (action, effect) in effects {
        if let Effect::Completes(hash) = effect {
            results.entry(*hash).or_default().push(*action);
        }
    }
    let most = results.values().map(Vec::len).max()?;
    let rarest = results.values().min_by_key(|actions| actions.len())?;
    (rarest.len() * 2 < most).then(|| rarest[0])
}

/// Returns one of those who are to act, with their legal actions, or `None` after the end.
pub(super) fn legal_actions(
    game: &AnyGame,
    state: &AnyState,
    rng: &mut StableRng,
) -> Option<(Actor, Vec<AnyAction>)> {
    let actor = match game.turn(state) {
        Turn::Decision(decision) => {
            let seats: Vec<_> = decision.seats.collect();
            Actor::Seat(*pick(rng, &seats))
        }
        Turn::Chance(_) => Actor::Chance,
        Turn::Over(_) => return None,
    };
    let mut legal = Vec::new();
    game.legal_actions(state, actor, &mut legal);
    Some((actor, legal))
}
