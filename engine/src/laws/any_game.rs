//! The law of games behind one type: each does the same as without it.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::{
    AnyAction, AnyGame, AnyState, Game, GameDrawing, GameEncoding, GameNotation, GameRace,
    GameRules, GameViews, Seat, StableRng, Viewer,
};

use super::actions::actors;
use super::violation::LawResult;

fn hash_of<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn agree<T: PartialEq + std::fmt::Debug>(what: &str, typed: T, any: T) -> LawResult {
    if typed == any {
        return Ok(());
    }
    Err(format!(
        "{what}: the game says {typed:?}, the same game as any game {any:?}"
    ))
}

/// Every function of a game behind [`AnyGame`] returns what that of the game returns.
pub(super) fn any_game_agrees<G: Game>(
    game: &G,
    state: &G::State,
    generator: &mut StableRng,
) -> LawResult {
    let any = AnyGame::new(game.clone());
    let any_state = AnyState::new(state.clone());
    agree("turn", game.turn(state), any.turn(&any_state))?;
    agree("hash", game.hash(state), any.hash(&any_state))?;
    agree("Hash", hash_of(state), hash_of(&any_state))?;
    let text = game.format_position(state);
    agree("text", &text, &any.format_position(&any_state))?;
    agree("parsed", Ok(any_state.clone()), any.parse_position(&text))?;
    let key = game.repetition_key(state).map(AnyState::new);
    agree("repetition key", key, any.repetition_key(&any_state))?;
    let number = |action| game.action_number(action);
    let deadline = game.deadline(state);
    let of_deadline = deadline.map(|it| (it.milliseconds, number(it.action)));
    let any_deadline = any.deadline(&any_state);
    let of_any_deadline = any_deadline.map(|it| (it.milliseconds, it.action.number()));
    agree("deadline", of_deadline, of_any_deadline)?;
    let pass = game.pass_action(state).map(number);
    let any_pass = any.pass_action(&any_state).map(AnyAction::number);
    agree("pass", pass, any_pass)?;
    for actor in actors(game) {
        let (mut actions, mut any_actions) = (Vec::new(), Vec::new());
        game.legal_actions(state, actor, &mut actions);
        any.legal_actions(&any_state, actor, &mut any_actions);
        let numbers: Vec<_> = actions.iter().copied().map(number).collect();
        let any_numbers = any_actions.iter().map(|action| action.number()).collect();
        agree("legal actions", numbers, any_numbers)?;
        if actions.is_empty() {
            continue;
        }
        let chosen = generator.below(actions.len() as u64) as usize;
        let (action, any_action) = (actions[chosen], any_actions[chosen]);
        let name = game.format_action(action);
        agree("action", &name, &any.format_action(any_action))?;
        let (mut next, mut any_next) = (state.clone(), any_state.clone());
        agree(
            "apply",
            game.apply(&mut next, actor, action),
            any.apply(&mut any_next, actor, any_action),
        )?;
        agree("next position", AnyState::new(next), any_next)?;
    }
    let seats = Seat::all(game.seats()).map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Spectator]) {
        let (view, any_view) = (game.view(state, viewer), any.view(&any_state, viewer));
        agree("view", game.format_view(&view), any.format_view(&any_view))?;
        agree("view hash", game.view_hash(&view), any.view_hash(&any_view))?;
        let drawn = game.diagram(&view).to_string();
        agree("diagram", drawn, any.diagram(&any_view).to_string())?;
        let mut bytes = vec![0; game.observation_len()];
        let mut any_bytes = vec![0; any.observation_len()];
        game.write_observation(&view, &mut bytes);
        any.write_observation(&any_view, &mut any_bytes);
        agree("observation", bytes, any_bytes)?;
    }
    Ok(())
}
