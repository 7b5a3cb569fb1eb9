//! The rules of Droids a second time, written from the rules page alone and as plainly as
//! possible, to hold the engine against: maps, lists, plain loops, nothing kept that can be counted
//! anew. It reads and writes texts, so that nothing else is shared.

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
    /// A match before its first action, of a ruleset file's text and options by name and value
    /// (DR-42).
    pub(crate) fn start(
        ruleset: &str,
        players: usize,
        options: &[(&str, &str)],
    ) -> Result<Self, String> {
        let rules = Rules::new(ruleset, players, options)?;
        let position = setup::position(&rules);
        Ok(Self { rules, position })
    }

    /// A match that goes on from the position of a canonical text.
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

    /// The position's text.
    pub(crate) fn text(&self) -> String {
        text::text(&self.position)
    }

    /// Who acts now: `chance` or a seat's letter; nobody after the end.
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

    /// The actions of `chance`, `referee` or a seat's letter, sorted.
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

    /// How likely an outcome is in proportion to the others.
    pub(crate) fn weight(&self, outcome: &str) -> u32 {
        let weight = chance::weight(&self.rules, &self.position, outcome);
        u32::try_from(weight).unwrap()
    }

    /// Carries out a legal action.
    pub(crate) fn act(&mut self, actor: &str, action: &str) {
        let rules = &self.rules;
        let position = &mut self.position;
        if actor == "chance" {
            chance::act(rules, position, action);
            return;
        }
        match action.split_once(' ').unwrap_or((action, "")) {
            ("leave", seat) => referee::leave(rules, position, Seat::parse(seat).unwrap()),
            ("lift", what) => repair::lift(rules, position, what),
            ("draw", what) => draw::act(position, what),
            ("set", what) => set::act(rules, position, what),
            ("stop", _) => set::stop(rules, position),
            ("send", what) => send::act(rules, position, what),
            _ => panic!("`{action}` is no action"),
        }
    }

    /// After the end: the letters of the winners, and the rule that ended the match.
    pub(crate) fn end(&self) -> Option<(Vec<char>, &'static str)> {
        let (winners, rule) = end::end(&self.rules, &self.position)?;
        let letters = winners.into_iter().map(Seat::letter).collect();
        Some((letters, rule))
    }

    /// The actions of the seat that acts now.
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
