//! Laws of turns: who can act, what a game offers to whoever conducts it, and the text of turns.

use botwerk_engine::{Actor, Game, Generator, Seats, Turn, Viewer};

use crate::Held;
use crate::actions::actors;
use crate::walk::{choose, pick};

/// `turn` names exactly those who have a legal action; after the end nobody has one.
pub(crate) fn turn_says_who_can_act<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut Generator,
) -> Held {
    let can_act = |actor| {
        let mut actions = Vec::new();
        game.legal_actions(state, actor, &mut actions);
        !actions.is_empty()
    };
    let turn = game.turn(state);
    for actor in actors(game) {
        let named = match (&turn, actor) {
            (Turn::Decision(ask), Actor::Seat(seat)) => ask.seats.contains(seat),
            (Turn::Chance(_), Actor::Chance) => true,
            (Turn::Decision(_) | Turn::Chance(_), Actor::Referee) => continue,
            _ => false,
        };
        if named != can_act(actor) {
            return Err(format!("{turn:?}, but {actor}: can act {}", can_act(actor)));
        }
    }
    match turn {
        Turn::Decision(ask) => {
            let strangers = ask.seats.difference(Seats::first(game.seats()));
            if ask.seats.is_empty() || !strangers.is_empty() || ask.stage.is_empty() {
                return Err(format!("nobody at the table is asked: {ask:?}"));
            }
        }
        Turn::Chance(key) if key.what.is_empty() => return Err("a draw has no name".into()),
        Turn::Chance(_) => {}
        Turn::Over(outcome) => {
            let places = &outcome.places;
            let ranked = |place: &u8| {
                let better = places.iter().filter(|other| *other < place).count();
                usize::from(*place) == better + 1
            };
            if places.len() != game.seats() || !places.iter().all(ranked) {
                return Err(format!("places are not 1, 2, 2, 4 and so on: {outcome:?}"));
            }
            let points = outcome.points.len();
            if points > 0 && points != game.seats() || outcome.rule.is_empty() {
                return Err(format!("points or rule are missing: {outcome:?}"));
            }
        }
    }
    Ok(())
}

/// The referee's action at a deadline is legal, and so is the silence of every seat asked.
pub(crate) fn offers_are_legal<G: Game>(game: &G, state: &G::State, _: &mut Generator) -> Held {
    let Turn::Decision(ask) = game.turn(state) else {
        return Ok(());
    };
    let legal = |actor, action: G::Action| {
        let text = game.format_action(action);
        let applied = game.apply(&mut state.clone(), actor, action);
        applied.map_err(|why| format!("`{text}` of {actor} is offered and refused: {why}"))
    };
    if let Some(deadline) = game.deadline(state) {
        legal(Actor::Referee, deadline.action)?;
    }
    for seat in ask.seats {
        legal(Actor::Referee, game.leave_action(seat))?;
        if let Some(silence) = game.pass_action(state) {
            legal(Actor::Seat(seat), silence)?;
        }
    }
    Ok(())
}

/// The text of a turn gives its actions back.
pub(crate) fn texts_round_trip<G: Game>(
    game: &G,
    state: &G::State,
    generator: &mut Generator,
) -> Held {
    let Turn::Decision(ask) = game.turn(state) else {
        return Ok(());
    };
    for _ in 0..8 {
        let seat = pick(ask.seats, generator);
        let view = game.view(state, Viewer::Seat(seat));
        let actions = random_turn(game, state, seat, generator);
        let text = game.format_turn(&view, &actions);
        match game.parse_turn(&view, &text) {
            Ok(read) if read == actions => {}
            read => return Err(format!("{actions:?} is written `{text}` and read {read:?}")),
        }
    }
    Ok(())
}

/// Some actions of one seat, one after the other as long as it is asked, and sometimes one more.
pub(crate) fn random_turn<G: Game>(
    game: &G,
    state: &G::State,
    seat: botwerk_engine::Seat,
    generator: &mut Generator,
) -> Vec<G::Action> {
    let actor = Actor::Seat(seat);
    let mut state = state.clone();
    let mut actions = Vec::new();
    while let Some(action) = choose(game, &state, actor, generator) {
        actions.push(action);
        let applied = game.apply(&mut state, actor, action);
        if applied.is_err() || generator.below(4) == 0 {
            break;
        }
    }
    if generator.below(4) == 0 {
        let more = generator.below(u64::from(game.action_count())) as u32;
        actions.extend(game.action_from_number(more));
    }
    actions
}
