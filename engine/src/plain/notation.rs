//! Texts of a [`PlainGame`]: positions as JSON, actions as words.

use std::borrow::Cow;

use super::game::{LEFT, Plain};
use super::plain_game::{Next, PlainGame, State};
use super::state::{PlainAction, PlainView};
use crate::chance::RootSeed;
use crate::game::{Actor, GameNotation, GameViews, Viewer};
use crate::notation::ParseError;
use crate::seat::Seat;

/// The separator of the actions of a turn.
const NEXT_ACTION: &str = ", ";

impl<G: PlainGame> Plain<G> {
    /// Finds the longest action at the start of a text; returns it with what follows, or the number of bytes that an
    /// action may start with.
    fn find_action<'t>(&self, text: &'t str) -> Result<(PlainAction<G::Action>, &'t str), usize> {
        let leave = Seat::all(self.leave_numbers()).map(PlainAction::Leave);
        let leave = leave.map(|action| (action, Cow::Owned(self.format_action(action))));
        let texts = self.action_texts().iter().map(Cow::Borrowed);
        let own = self.sorted_actions().iter().copied().map(PlainAction::Game);
        let mut longest = None;
        let mut agreeing = 0;
        for (action, known) in own.zip(texts).chain(leave) {
            if text.starts_with(&**known) {
                longest = longest.max(Some((known.len(), action)));
            }
            let same = known.chars().zip(text.chars()).take_while(|(a, b)| a == b);
            agreeing = agreeing.max(same.map(|(known, _)| known.len_utf8()).sum());
        }
        match longest {
            Some((len, action)) => Ok((action, &text[len..])),
            None => Err(agreeing),
        }
    }

    fn no_action(&self, kind: &'static str, text: &str, offset: usize) -> ParseError {
        let known = self.action_texts().first().map_or("", String::as_str);
        ParseError::new(kind, text, offset, format!("an action such as `{known}`"))
    }

    /// Reads the text of a position or a view.
    fn read(&self, kind: &'static str, text: &str) -> Result<State<G>, ParseError> {
        let state = self.game.read_position(text)?;
        let canonical = self.game.position_text(&state);
        if canonical != text {
            return Err(ParseError::not_canonical(kind, text, &canonical));
        }
        Ok(state)
    }

    /// Checks a position that was read.
    fn check(&self, state: &State<G>) -> Result<(), String> {
        let is_unknown = |bits: u64| bits >> (self.seats - 1) > 1;
        if usize::from(state.seats) != self.seats || is_unknown(state.left) {
            return Err(format!("{} seats", self.seats));
        }
        self.game.check(&state.state)?;
        if self.are_choices_open(state) {
            Ok(())
        } else {
            Err("choices of seats in an open decision".into())
        }
    }

    /// Returns `true` if what seats have chosen is legal, and another seat is still to choose.
    fn are_choices_open(&self, state: &State<G>) -> bool {
        if state.chosen.is_empty() {
            return true;
        }
        let Next::Seats(seats) = self.game.next(&state.state) else {
            return false;
        };
        let is_legal = |(seat, action): &(u8, G::Action)| {
            let seat = Seat::new((*seat).into()).filter(|seat| seats.contains(*seat));
            seat.is_some_and(|seat| {
                let mut legal = Vec::new();
                self.game
                    .legal_actions(&state.state, Actor::Seat(seat), &mut legal);
                legal.contains(action)
            })
        };
        state.chosen.is_sorted_by(|a, b| a.0 < b.0)
            && state.chosen.iter().all(is_legal)
            && !state.awaited(seats).is_empty()
    }
}

impl<G: PlainGame> GameNotation for Plain<G> {
    fn format_position(&self, state: &Self::State) -> String {
        self.game.position_text(state)
    }

    fn parse_position(&self, text: &str) -> Result<Self::State, ParseError> {
        let state = self.read("position", text)?;
        match self.check(&state) {
            Ok(()) => Ok(state),
            Err(expected) => Err(ParseError::new("position", text, 0, expected)),
        }
    }

    fn format_view(&self, view: &Self::View) -> String {
        self.game.position_text(&view.visible)
    }

    fn parse_view(&self, viewer: Viewer, text: &str) -> Result<Self::View, ParseError> {
        let visible = self.read("view", text)?;
        let view = PlainView { viewer, visible };
        // A view is what a viewer may know of some position.
        let mut rng = RootSeed::from_text(text).rng();
        let possible = self.sample_hidden(&view, &mut rng);
        if let Err(expected) = self.check(&possible) {
            return Err(ParseError::new("view", text, 0, expected));
        }
        let canonical = self.view(&possible, viewer);
        if canonical != view {
            let canonical = self.format_view(&canonical);
            return Err(ParseError::not_canonical("view", text, &canonical));
        }
        Ok(view)
    }

    fn format_action(&self, action: Self::Action) -> String {
        match action {
            PlainAction::Game(action) => self.game.action_text(action),
            PlainAction::Leave(seat) => format!("leave {seat}"),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Self::Action, ParseError> {
        if let Some(action) = self.game.read_action(text)? {
            return Ok(PlainAction::Game(action));
        }
        match self.find_action(text) {
            Ok((action, "")) => Ok(action),
            Ok((_, rest)) => {
                let offset = text.len() - rest.len();
                Err(ParseError::new("action", text, offset, "the end"))
            }
            Err(offset) => Err(self.no_action("action", text, offset)),
        }
    }

    fn format_turn(&self, view: &Self::View, actions: &[Self::Action]) -> String {
        let own = actions.iter().map(|action| action.of_game());
        let own: Option<Vec<_>> = own.collect();
        if let Some(text) = own.and_then(|own| self.game.turn_text(view.state(), &own)) {
            return text;
        }
        let texts = actions.iter().map(|action| self.format_action(*action));
        texts.collect::<Vec<_>>().join(NEXT_ACTION)
    }

    fn parse_turn(&self, view: &Self::View, text: &str) -> Result<Vec<Self::Action>, ParseError> {
        if let Some(actions) = self.game.read_turn(view.state(), text)? {
            let actions: Vec<_> = actions.into_iter().map(PlainAction::Game).collect();
            let canonical = self.format_turn(view, &actions);
            if canonical != text {
                return Err(ParseError::not_canonical("turn", text, &canonical));
            }
            return Ok(actions);
        }
        let mut actions = Vec::new();
        let mut rest = text;
        loop {
            let offset = text.len() - rest.len();
            let read = self.find_action(rest);
            let (action, after) =
                read.map_err(|read| self.no_action("turn", text, offset + read))?;
            actions.push(action);
            if after.is_empty() {
                return Ok(actions);
            }
            rest = after.strip_prefix(NEXT_ACTION).ok_or_else(|| {
                let offset = text.len() - after.len();
                ParseError::new("turn", text, offset, "`, ` and the next action, or the end")
            })?;
        }
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn ending(&self, rule: &str, places: &[u8], _points: &[i32]) -> Option<String> {
        if rule != LEFT {
            return self.game.ending(rule, places);
        }
        let gone = places
            .iter()
            .position(|place| *place > 1)
            .and_then(Seat::new);
        let gone = gone.map_or_else(|| "a seat".to_owned(), |seat| self.game.seat_name(seat));
        Some(format!("{gone} has left"))
    }

    fn route_hints(&self, turns: &[Vec<Self::Action>]) -> Option<Vec<String>> {
        let own = |turn: &Vec<Self::Action>| turn.iter().map(|action| action.of_game()).collect();
        let turns: Option<Vec<Vec<_>>> = turns.iter().map(own).collect();
        self.game.route_hints(&turns?)
    }
}
