//! Laws of turns: who can act, the actions that a game offers to the server, and the text of turns.

use crate::{Actor, Game, Seats, StableRng, Turn, Viewer};

use super::actions::actors;
use super::violation::LawResult;
use super::walk::{choose, pick};

/// `turn` names exactly the actors that have a legal action; after the end no actor has one.
pub(super) fn turn_names_the_actors<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
    let can_act = |actor| {
        let mut actions = Vec::new();
        game.legal_actions(state, actor, &mut actions);
        !actions.is_empty()
    };
    let turn = game.turn(state);
    for actor in actors(game) {
        let named = match (&turn, actor) {
            (Turn::Decision(decision), Actor::Seat(seat)) => decision.seats.contains(seat),
            (Turn::Chance(_), Actor::Chance) => true,
            (Turn::Decision(_) | Turn::Chance(_), Actor::Referee) => continue,
            _ => false,
        };
        if named != can_act(actor) {
            return Err(format!(
                "{turn:?}, but {actor} has legal actions: {}",
                can_act(actor)
            ));
        }
    }
    match turn {
        Turn::Decision(decision) => {
            let unknown = decision.seats.difference(Seats::all(game.seats()));
            if decision.seats.is_empty() || !unknown.is_empty() || decision.stage.is_empty() {
                return Err(format!(
                    "the decision has no valid seats or no stage: {decision:?}"
                ));
            }
        }
        Turn::Chance(key) if key.kind.is_empty() => return Err("a chance key has no kind".into()),
        Turn::Chance(_) => {}
        Turn::Over(outcome) => {
            let places = &outcome.places;
            let is_valid_place = |place: &u8| {
                let better = places.iter().filter(|other| *other < place).count();
                usize::from(*place) == better + 1
            };
            if places.len() != game.seats() || !places.iter().all(is_valid_place) {
                return Err(format!(
                    "the places are not a ranking such as 1, 2, 2, 4: {outcome:?}"
                ));
            }
            let points = outcome.points.len();
            if points > 0 && points != game.seats() || outcome.rule.is_empty() {
                return Err(format!(
                    "the points are incomplete or the rule is missing: {outcome:?}"
                ));
            }
        }
    }
    Ok(())
}

/// The referee's actions at a deadline, at the end of overtime and for a seat that leaves are legal, and so
/// is the pass of every seat that must act. A race in overtime has no other deadline.
pub(super) fn offered_actions_are_legal<G: Game>(
    game: &G,
    state: &G::State,
    _: &mut StableRng,
) -> LawResult {
    let Turn::Decision(decision) = game.turn(state) else {
        return Ok(());
    };
    let expect_legal = |actor, action: G::Action| {
        let text = game.format_action(action);
        let applied = game.apply(&mut state.clone(), actor, action);
        applied.map_err(|error| format!("`{text}` of {actor} is offered but illegal: {error}"))
    };
    if let Some(deadline) = game.deadline(state) {
        expect_legal(Actor::Referee, deadline.action)?;
    }
    if let Some(overtime) = game.overtime(state) {
        expect_legal(Actor::Referee, overtime.close)?;
        if game.deadline(state).is_some() || !decision.simultaneous {
            return Err("overtime is offered with a deadline or outside of a race".into());
        }
    }
    for seat in decision.seats {
        expect_legal(Actor::Referee, game.leave_action(seat))?;
        if let Some(pass) = game.pass_action(state) {
            expect_legal(Actor::Seat(seat), pass)?;
        }
    }
    Ok(())
}

/// Parsing a turn's text returns its actions.
pub(super) fn texts_round_trip<G: Game>(
    game: &G,
    state: &G::State,
    generator: &mut StableRng,
) -> LawResult {
    let Turn::Decision(decision) = game.turn(state) else {
        return Ok(());
    };
    for _ in 0..8 {
        let seat = pick(decision.seats, generator);
        let view = game.view(state, Viewer::Seat(seat));
        let actions = random_turn(game, state, seat, generator);
        let text = game.format_turn(&view, &actions);
        match game.parse_turn(&view, &text) {
            Ok(parsed) if parsed == actions => {}
            parsed => {
                return Err(format!(
                    "{actions:?} has the text `{text}`, which is parsed as {parsed:?}"
                ));
            }
        }
    }
    Ok(())
}

/// Returns consecutive random actions of one seat while it must act, sometimes followed by an
/// arbitrary action.
pub(super) fn random_turn<G: Game>(
    game: &G,
    state: &G::State,
    seat: crate::Seat,
    generator: &mut StableRng,
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
        let number = generator.below(u64::from(game.action_count())) as u32;
        actions.extend(game.action_from_number(number));
    }
    actions
}
