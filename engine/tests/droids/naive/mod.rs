//! A second implementation of the rules of Droids, written only from the rules document and as
//! simply as possible, to compare the engine with: maps, lists, plain loops and no cached values.
//! Its interface is text, so that it shares no code with the engine.

mod arrow;
mod chance;
mod colour;
mod draw;
mod end;
mod entry;
mod goal;
mod json;
mod kind;
mod mad;
mod map;
mod object;
mod order;
mod parse;
mod point;
mod position;
mod referee;
mod repair;
mod robot;
mod round;
mod rules;
mod scenario;
mod seat;
mod send;
mod set;
mod setup;
mod shot;
mod stone;
mod take;
mod text;
mod tie_break;
mod values;
mod walk;

use entry::Entry;
use position::{Phase, Position};
use rules::Rules;
use seat::Seat;

/// A match at a position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Naive {
    rules: Rules,
    position: Position,
}

impl Naive {
    /// Returns a match at the start position, for a ruleset file's text and options by name and
    /// value (DR-42).
    pub(crate) fn start(
        ruleset: &str,
        players: usize,
        options: &[(&str, &str)],
    ) -> Result<Self, String> {
        let rules = Rules::new(ruleset, players, options)?;
        let position = setup::position(&rules);
        Ok(Self { rules, position })
    }

    /// Returns a match that continues from the position of a canonical text.
    pub(crate) fn parse(
        ruleset: &str,
        players: usize,
        options: &[(&str, &str)],
        text: &str,
    ) -> Result<Self, String> {
        let rules = Rules::new(ruleset, players, options)?;
        let position = parse::parse(&rules, text)?;
        Ok(Self { rules, position })
    }

    /// Returns the position's text.
    pub(crate) fn text(&self) -> String {
        text::text(&self.position)
    }

    /// Returns the actor to act: `chance` or a seat's letter, or `None` after the end.
    pub(crate) fn actor(&self) -> Option<String> {
        match self.position.pending.first() {
            None => self.position.seat.map(|seat| seat.letter().to_string()),
            Some(Entry::Lift(seat)) => Some(seat.letter().to_string()),
            Some(Entry::Start(..) | Entry::Stone(..) | Entry::Die(_) | Entry::Shift) => {
                Some("chance".to_owned())
            }
            Some(Entry::Mad | Entry::Won(_) | Entry::Lost) => None,
        }
    }

    /// Returns the legal actions of `chance`, `referee` or a seat's letter, sorted.
    pub(crate) fn legal(&self, actor: &str) -> Vec<String> {
        let mut actions = match actor {
            "chance" => chance::outcomes(&self.rules, &self.position),
            "referee" => referee::actions(&self.position),
            _ if self.actor().as_deref() == Some(actor) => self.seat_actions(),
            _ => Vec::new(),
        };
        actions.sort();
        actions
    }

    /// Returns the relative weight of a chance outcome.
    pub(crate) fn weight(&self, outcome: &str) -> u32 {
        let weight = chance::weight(&self.rules, &self.position, outcome);
        u32::try_from(weight).unwrap()
    }

    /// Applies a legal action.
    pub(crate) fn act(&mut self, actor: &str, action: &str) {
        let rules = &self.rules;
        let position = &mut self.position;
        if actor == "chance" {
            chance::act(rules, position, action);
            return;
        }
        match action.split_once(' ').unwrap_or((action, "")) {
            ("leave", seat) => referee::leave(rules, position, Seat::parse(seat).unwrap()),
            ("lift", argument) => repair::lift(rules, position, argument),
            ("draw", argument) => draw::act(position, argument),
            ("set", argument) => set::act(rules, position, argument),
            ("stop", _) => set::stop(rules, position),
            ("send", argument) => send::act(rules, position, argument),
            _ => panic!("`{action}` is not a valid action"),
        }
    }

    /// Returns the letters of the winners and the rule that ended the match, or `None` if it is not
    /// over.
    pub(crate) fn end(&self) -> Option<(Vec<char>, &'static str)> {
        let (winners, rule) = end::end(&self.rules, &self.position)?;
        let letters = winners.into_iter().map(Seat::letter).collect();
        Some((letters, rule))
    }

    /// Returns the actions of the seat to act.
    fn seat_actions(&self) -> Vec<String> {
        let position = &self.position;
        if let Some(Entry::Lift(seat)) = position.pending.first() {
            return repair::actions(position, *seat);
        }
        match position.phase {
            Phase::Draw => draw::actions(&self.rules, position),
            Phase::Set => set::actions(position),
            Phase::Send => send::actions(&self.rules, position),
            Phase::Over => Vec::new(),
        }
    }
}
