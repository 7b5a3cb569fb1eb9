//! Laws of actions: their numbers and texts, and which of them are legal.

use std::collections::HashSet;

use crate::{Actor, Game, MAX_SEATS, Seat, StableRng};

use super::positions::std_hash;
use super::violation::LawResult;

/// Number of actions, apart from the listed ones, that are tried in one position.
const MAX_TRIED_ACTIONS: usize = 300;

/// Returns every actor of a match, and one seat that is not in it.
pub(super) fn actors<G: Game>(game: &G) -> impl Iterator<Item = Actor> {
    let seats = (game.seats() + 1).min(MAX_SEATS);
    [Actor::Chance, Actor::Referee]
        .into_iter()
        .chain(Seat::all(seats).map(Actor::Seat))
}

fn numbered<G: Game>(game: &G, number: u32) -> Result<G::Action, String> {
    let action = game.action_from_number(number);
    action.ok_or_else(|| format!("number {number} is not a valid action"))
}

/// Returns all actions of a game, in the order of their numbers.
pub(super) fn every_action<G: Game>(game: &G) -> Result<Vec<G::Action>, String> {
    (0..game.action_count())
        .map(|number| numbered(game, number))
        .collect()
}

/// Action numbers have no gaps and convert to an action and back.
pub(super) fn numbers_are_dense<G: Game>(game: &G) -> LawResult {
    let mut last = None;
    for number in 0..game.action_count() {
        let action = numbered(game, number)?;
        let back = game.action_number(action);
        if back != number {
            return Err(format!(
                "number {number} is {action:?}, whose number is {back}"
            ));
        }
        if last.is_some_and(|last| last >= action) {
            return Err(format!(
                "{action:?} is not greater than the action before it"
            ));
        }
        last = Some(action);
    }
    for number in [game.action_count(), u32::MAX] {
        if let Some(action) = game.action_from_number(number) {
            return Err(format!(
                "number {number} is out of range, but is {action:?}"
            ));
        }
    }
    Ok(())
}

/// Parsing an action's text returns the action, and no two actions share a text.
pub(super) fn texts_are_canonical<G: Game>(game: &G) -> LawResult {
    let mut texts = HashSet::new();
    for number in 0..game.action_count() {
        let action = numbered(game, number)?;
        let text = game.format_action(action);
        match game.parse_action(&text) {
            Ok(parsed) if parsed == action => {}
            parsed => {
                return Err(format!(
                    "{action:?} has the text `{text}`, which is parsed as {parsed:?}"
                ));
            }
        }
        if !texts.insert(text.clone()) {
            return Err(format!("two actions have the text `{text}`"));
        }
    }
    Ok(())
}

/// A legal action has the same effect with and without a legality check.
pub(super) fn unchecked_apply_agrees<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
    for actor in actors(game) {
        let mut listed = Vec::new();
        game.legal_actions(state, actor, &mut listed);
        for action in listed {
            let [mut checked, mut played] = [state.clone(), state.clone()];
            game.apply_unchecked(&mut played, actor, action);
            let applied = game.apply(&mut checked, actor, action);
            let same = applied.is_ok()
                && played == checked
                && game.turn(&played) == game.turn(&checked)
                && game.format_position(&played) == game.format_position(&checked);
            if !same {
                let text = game.format_action(action);
                return Err(format!(
                    "`{text}` of {actor} has another effect without the legality check"
                ));
            }
        }
    }
    Ok(())
}

/// `apply` accepts exactly the listed actions and leaves the position unchanged when it rejects
/// one. In games with many actions each position tries a part of them.
pub(super) fn legal_actions_are_accepted<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
    let every = every_action(game)?;
    // Other positions test other actions that are not listed.
    let stride = every.len().div_ceil(MAX_TRIED_ACTIONS).max(1);
    let first = (game.hash(state) % stride as u64) as usize;
    for actor in actors(game) {
        let mut listed = Vec::new();
        game.legal_actions(state, actor, &mut listed);
        let mut accepted = Vec::new();
        let mut probe = state.clone();
        for (index, &action) in every.iter().enumerate() {
            if index % stride != first && listed.binary_search(&action).is_err() {
                continue;
            }
            match game.apply(&mut probe, actor, action) {
                Ok(()) => {
                    accepted.push(action);
                    probe = state.clone();
                }
                Err(error) => {
                    if probe != *state {
                        let text = game.format_action(action);
                        return Err(format!("rejected `{text}` of {actor} changes the position"));
                    }
                    if error.rule.is_empty() || error.message.is_empty() {
                        return Err(format!(
                            "{action:?} is rejected without a rule or a message"
                        ));
                    }
                }
            }
        }
        let same = game.hash(&probe) == game.hash(state)
            && game.format_position(&probe) == game.format_position(state)
            && std_hash(&probe) == std_hash(state);
        if !same {
            return Err(format!(
                "rejected actions of {actor} change the hash or text"
            ));
        }
        if accepted != listed {
            let text = |actions: &[G::Action], others: &[G::Action]| {
                let other = actions.iter().find(|action| !others.contains(action));
                other.map(|action| game.format_action(*action))
            };
            return Err(format!(
                "{actor}: listed, not accepted: {:?}; accepted, not listed: {:?}",
                text(&listed, &accepted),
                text(&accepted, &listed),
            ));
        }
    }
    Ok(())
}

/// Legal actions are appended to the given list, in the order of their numbers and without
/// duplicates.
pub(super) fn legal_actions_are_sorted<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
    for actor in actors(game) {
        let mut listed = Vec::new();
        game.legal_actions(state, actor, &mut listed);
        let numbers: Vec<_> = listed.iter().map(|a| game.action_number(*a)).collect();
        if !numbers.is_sorted_by(|a, b| a < b) || !listed.is_sorted_by(|a, b| a < b) {
            return Err(format!(
                "the legal actions of {actor} are not sorted: {listed:?}"
            ));
        }
        let before = numbered(game, 0)?;
        let mut appended = vec![before];
        game.legal_actions(state, actor, &mut appended);
        if appended[0] != before || appended[1..] != listed {
            return Err(format!(
                "the legal actions of {actor} are not appended to the given list"
            ));
        }
    }
    Ok(())
}
