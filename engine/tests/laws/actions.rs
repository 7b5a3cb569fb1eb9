//! Laws of actions: their numbers and texts, and which of them are legal.

use std::collections::HashSet;

use botwerk_engine::{Actor, Game, Generator, MAX_SEATS, Seat};

use crate::Held;
use crate::positions::std_hash;

/// Everybody who could act, and one seat that is not at the table.
pub(crate) fn actors<G: Game>(game: &G) -> impl Iterator<Item = Actor> {
    let seats = (game.seats() + 1).min(MAX_SEATS);
    [Actor::Chance, Actor::Referee]
        .into_iter()
        .chain(Seat::all(seats).map(Actor::Seat))
}

fn numbered<G: Game>(game: &G, number: u32) -> Result<G::Action, String> {
    let action = game.action_from_number(number);
    action.ok_or_else(|| format!("number {number} is no action"))
}

/// Numbers run without a gap, and an action gives the number back that gave it.
pub(crate) fn numbers_are_dense<G: Game>(game: &G) -> Held {
    let mut last = None;
    for number in 0..game.action_count() {
        let action = numbered(game, number)?;
        let back = game.action_number(action);
        if back != number {
            return Err(format!(
                "number {number} gives {action:?}, of number {back}"
            ));
        }
        if last.is_some_and(|last| last >= action) {
            return Err(format!("{action:?} does not stand after the one before"));
        }
        last = Some(action);
    }
    for number in [game.action_count(), u32::MAX] {
        if let Some(action) = game.action_from_number(number) {
            return Err(format!("number {number} gives {action:?}"));
        }
    }
    Ok(())
}

/// An action is read as it is written, and no two are written alike.
pub(crate) fn texts_are_canonical<G: Game>(game: &G) -> Held {
    let mut texts = HashSet::new();
    for number in 0..game.action_count() {
        let action = numbered(game, number)?;
        let text = game.format_action(action);
        match game.parse_action(&text) {
            Ok(read) if read == action => {}
            read => return Err(format!("{action:?} is written `{text}` and read {read:?}")),
        }
        if !texts.insert(text.clone()) {
            return Err(format!("two actions are written `{text}`"));
        }
    }
    Ok(())
}

/// A listed action does the same whether it is checked again or not.
pub(crate) fn listed_are_played<G: Game>(game: &G, state: &G::State, _: &mut Generator) -> Held {
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
                    "`{text}` of {actor} is not played as it is applied"
                ));
            }
        }
    }
    Ok(())
}

/// Of all actions there are, `apply` accepts those that are listed; where it refuses one, the
/// position stays as it was.
pub(crate) fn listed_are_accepted<G: Game>(game: &G, state: &G::State, _: &mut Generator) -> Held {
    for actor in actors(game) {
        let mut listed = Vec::new();
        game.legal_actions(state, actor, &mut listed);
        let mut accepted = Vec::new();
        let mut probe = state.clone();
        for number in 0..game.action_count() {
            let action = numbered(game, number)?;
            match game.apply(&mut probe, actor, action) {
                Ok(()) => {
                    accepted.push(action);
                    probe = state.clone();
                }
                Err(refusal) => {
                    if probe != *state {
                        let text = game.format_action(action);
                        return Err(format!("`{text}` of {actor} is refused and changes it"));
                    }
                    if refusal.rule.is_empty() || refusal.message.is_empty() {
                        return Err(format!("{action:?} is refused without a reason"));
                    }
                }
            }
        }
        let same = game.hash(&probe) == game.hash(state)
            && game.format_position(&probe) == game.format_position(state)
            && std_hash(&probe) == std_hash(state);
        if !same {
            return Err(format!("refused actions of {actor} change hash or text"));
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

/// A list is appended to what is there, in the order of numbers and without duplicates.
pub(crate) fn lists_are_sorted<G: Game>(game: &G, state: &G::State, _: &mut Generator) -> Held {
    for actor in actors(game) {
        let mut listed = Vec::new();
        game.legal_actions(state, actor, &mut listed);
        let numbers: Vec<_> = listed.iter().map(|a| game.action_number(*a)).collect();
        if !numbers.is_sorted_by(|a, b| a < b) || !listed.is_sorted_by(|a, b| a < b) {
            return Err(format!("the list of {actor} is not in order: {listed:?}"));
        }
        let before = numbered(game, 0)?;
        let mut appended = vec![before];
        game.legal_actions(state, actor, &mut appended);
        if appended[0] != before || appended[1..] != listed {
            return Err(format!("the list of {actor} is not appended"));
        }
    }
    Ok(())
}
