//! Samples requests that a server must reject.

use botwerk_engine::{
    Actor, AnyAction, AnyGame, AnyState, GameEncoding, GameNotation, GameRules, GameViews, Seat,
    StableRng, Turn, Viewer,
};

use super::configuration::pick;
use super::random_match::legal_actions;
use super::vector::{RulesCall, actor_text};

/// Number of tries to find an action that is not legal.
const TRIES: usize = 40;

/// Samples faulty requests about one position.
pub(super) struct FaultSampler<'a> {
    pub(super) game: &'a AnyGame,
    pub(super) state: &'a AnyState,
    pub(super) text: &'a str,
    /// Actions that were legal for a seat elsewhere in the match.
    pub(super) actions: &'a [AnyAction],
}

impl FaultSampler<'_> {
    /// Returns an illegal action and a malformed text, and sometimes another fault.
    pub(super) fn sample(&self, rng: &mut StableRng) -> Vec<RulesCall> {
        let mut calls = Vec::new();
        let Some((actor, legal)) = legal_actions(self.game, self.state, rng) else {
            calls.push(self.apply(None, self.any_action(rng)));
            calls.push(self.malformed_position(rng));
            return calls;
        };
        let action = self.game.format_action(*pick(rng, &legal));
        calls.extend(self.illegal_action(actor, &legal, rng));
        calls.extend(match rng.below(8) {
            0 | 1 => Some(self.malformed_position(rng)),
            2 => self.malformed_action(actor, &action, rng),
            3 => self.other_actor(actor, action, rng),
            4 => self.illegal_second_action(actor, &legal, rng),
            5 => Some(RulesCall::Action {
                text: mutate(&action, rng),
            }),
            6 => Some(self.missing_seat(action, rng)),
            _ => Some(self.apply(Some(actor), String::new())),
        });
        calls
    }

    fn apply(&self, actor: Option<Actor>, text: String) -> RulesCall {
        RulesCall::Apply {
            position: self.text.to_owned(),
            actor: actor.map(actor_text),
            text,
            earlier: Vec::new(),
        }
    }

    /// Returns an action of another position, or a random one.
    fn any_action(&self, rng: &mut StableRng) -> String {
        let number = rng.below(u64::from(self.game.action_count())) as u32;
        let random = self.game.action_from_number(number);
        let action = match (self.actions, random) {
            ([], Some(action)) => action,
            (actions, Some(action)) if rng.below(4) == 0 || actions.is_empty() => action,
            (actions, _) => *pick(rng, actions),
        };
        self.game.format_action(action)
    }

    /// Returns an action that the rules forbid here, preferably one that is legal elsewhere.
    fn illegal_action(
        &self,
        actor: Actor,
        legal: &[AnyAction],
        rng: &mut StableRng,
    ) -> Option<RulesCall> {
        (0..TRIES).find_map(|_| {
            let text = self.any_action(rng);
            let action = self.game.parse_action(&text).ok()?;
            (!legal.contains(&action)).then(|| self.apply(Some(actor), text))
        })
    }

    fn malformed_action(
        &self,
        actor: Actor,
        action: &str,
        rng: &mut StableRng,
    ) -> Option<RulesCall> {
        let text = mutate(action, rng);
        (text != action).then(|| self.apply(Some(actor), text))
    }

    /// Returns a legal action in the name of an actor who is not to act.
    fn other_actor(&self, actor: Actor, action: String, rng: &mut StableRng) -> Option<RulesCall> {
        let seats = Seat::all(self.game.seats()).map(Actor::Seat);
        let others = seats.chain([Actor::Chance, Actor::Referee]);
        let is_to_act = |other: &Actor| match (other, self.game.turn(self.state)) {
            (Actor::Seat(seat), Turn::Decision(decision)) => decision.seats.contains(*seat),
            _ => *other == actor,
        };
        let others: Vec<_> = others.filter(|other| !is_to_act(other)).collect();
        (!others.is_empty()).then(|| self.apply(Some(*pick(rng, &others)), action))
    }

    /// Returns a turn whose second action is illegal.
    fn illegal_second_action(
        &self,
        actor: Actor,
        legal: &[AnyAction],
        rng: &mut StableRng,
    ) -> Option<RulesCall> {
        let Actor::Seat(seat) = actor else {
            return None;
        };
        let view = self.game.view(self.state, Viewer::Seat(seat));
        let first = *pick(rng, legal);
        let mut next = self.state.clone();
        self.game.apply_unchecked(&mut next, actor, first);
        let mut legal_next = Vec::new();
        self.game.legal_actions(&next, actor, &mut legal_next);
        let second = (0..TRIES).find_map(|_| {
            let action = self.game.parse_action(&self.any_action(rng)).ok()?;
            (!legal_next.contains(&action)).then_some(action)
        })?;
        let turn = vec![first, second];
        let text = self.game.format_turn(&view, &turn);
        (self.game.parse_turn(&view, &text) == Ok(turn)).then(|| self.apply(Some(actor), text))
    }

    /// Returns a request of a seat that the match does not have.
    fn missing_seat(&self, action: String, rng: &mut StableRng) -> RulesCall {
        let position = self.text.to_owned();
        let seat = self.game.seats().to_string();
        match rng.below(3) {
            0 => RulesCall::View {
                position,
                viewer: seat,
            },
            1 => RulesCall::Legal {
                position,
                actor: Some(seat),
            },
            _ => RulesCall::Apply {
                position,
                actor: Some(seat),
                text: action,
                earlier: Vec::new(),
            },
        }
    }

    /// Returns a text that is not a position, or another one.
    fn malformed_position(&self, rng: &mut StableRng) -> RulesCall {
        let position = mutate(self.text, rng);
        RulesCall::Position { position }
    }
}

/// Changes one place of a text.
fn mutate(text: &str, rng: &mut StableRng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.is_empty() {
        return "?".to_owned();
    }
    let at = rng.below(chars.len() as u64) as usize;
    let other = *pick(rng, &chars);
    match rng.below(7) {
        0 => {
            chars.remove(at);
        }
        1 => chars.insert(at, other),
        2 => chars[at] = other,
        3 => chars.truncate(at),
        4 => chars.insert(at, 'é'),
        5 => chars.push(' '),
        _ => {
            let next = (at + 1) % chars.len();
            chars.swap(at, next);
        }
    }
    chars.into_iter().collect()
}
