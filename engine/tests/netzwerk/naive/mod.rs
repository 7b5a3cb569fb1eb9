//! The rules of Netzwerk a second time, written from the rules page alone and as plainly as
//! possible, to hold the engine against: sets of points, plain loops, nothing in bits, nothing
//! kept that can be counted anew. It reads and writes texts, so that nothing else is shared.

mod action;
mod batteries;
mod end;
mod energy;
mod perft;
mod point;
mod position;
mod robots;
mod rules;

use std::collections::BTreeSet;

pub(crate) use action::Action;
pub(crate) use batteries::targets;
pub(crate) use end::End;
pub(crate) use energy::is_payable;
pub(crate) use perft::perft;
pub(crate) use point::Point;
pub(crate) use position::{Phase, Position, Side};
pub(crate) use rules::Rules;

/// What NW-25 compares: the side to move, the robots of both, the batteries.
type Occurrence = (Side, BTreeSet<Point>, BTreeSet<Point>, BTreeSet<Point>);

/// A match at a position, with what has occurred before.
#[derive(Debug, Clone)]
pub(crate) struct Naive {
    rules: Rules,
    position: Position,
    occurred: Vec<Occurrence>,
}

impl Naive {
    /// A match before its first action.
    pub(crate) fn start(given: &[(&str, &str)]) -> Result<Self, String> {
        let rules = Rules::new(given)?;
        let position = rules.start();
        Ok(Self::new(rules, position))
    }

    /// A match that begins at the position of a text.
    pub(crate) fn parse(given: &[(&str, &str)], text: &str) -> Result<Self, String> {
        let rules = Rules::new(given)?;
        let position = Position::parse(&rules, text)?;
        Ok(Self::new(rules, position))
    }

    /// The position's text.
    pub(crate) fn text(&self) -> String {
        self.position.text()
    }

    /// The actions of the side to move, as texts.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.actions().iter().map(Action::to_string).collect()
    }

    /// Carries out an action of the side to move.
    pub(crate) fn apply(&mut self, text: &str) -> Result<(), String> {
        let action = self
            .actions()
            .into_iter()
            .find(|action| action.to_string() == text)
            .ok_or_else(|| format!("`{text}` is not legal in `{}`", self.text()))?;
        self.position = after(&self.rules, &self.position, action);
        self.note();
        Ok(())
    }

    /// Lets a side leave (NW-30).
    pub(crate) fn leave(&mut self, side: Side) {
        self.position.left = Some(side);
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// How the match has ended, if it has.
    pub(crate) fn outcome(&self) -> Option<End> {
        let present = occurrence(&self.position);
        let times = self.occurred.iter().filter(|earlier| **earlier == present);
        end::end(&self.rules, &self.position, times.count())
    }

    fn new(rules: Rules, position: Position) -> Self {
        let occurred = Vec::new();
        let mut naive = Self {
            rules,
            position,
            occurred,
        };
        naive.note();
        naive
    }

    fn note(&mut self) {
        if self.position.is_turn_start() {
            self.occurred.push(occurrence(&self.position));
        }
    }

    fn actions(&self) -> Vec<Action> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        open_actions(&self.rules, &self.position)
    }
}

fn occurrence(position: &Position) -> Occurrence {
    (
        position.side,
        position.white.clone(),
        position.black.clone(),
        position.batteries.clone(),
    )
}

/// The actions of the side to move in a position that occurs for the first time.
pub(crate) fn actions(rules: &Rules, position: &Position) -> Vec<Action> {
    if end::end(rules, position, 1).is_some() {
        return Vec::new();
    }
    open_actions(rules, position)
}

/// The actions of the side to move while the match goes on.
fn open_actions(rules: &Rules, position: &Position) -> Vec<Action> {
    match &position.phase {
        Phase::Robots(trips) => robots::actions(rules, position, trips),
        Phase::Batteries(moved) => batteries::actions(rules, position, moved),
    }
}

/// The position after a legal action.
pub(crate) fn after(rules: &Rules, position: &Position, action: Action) -> Position {
    let mut after = position.clone();
    match (action, &position.phase) {
        (Action::Go { from, to } | Action::Capture { from, to }, Phase::Robots(trips)) => {
            let (gone, trips) = robots::gone(position, trips, from, to);
            after = gone;
            after.phase = Phase::Robots(trips);
        }
        (Action::Halt, Phase::Robots(_)) => after.phase = Phase::Batteries(BTreeSet::new()),
        (Action::Shift { from, to }, Phase::Batteries(moved)) => {
            after.batteries.remove(&from);
            after.batteries.insert(to);
            let mut moved = moved.clone();
            moved.insert(to);
            after.phase = Phase::Batteries(moved);
        }
        (Action::Done, Phase::Batteries(_)) => {
            after.side = position.side.other();
            after.phase = Phase::turn_start();
            if rules.turn_cap > 0 {
                after.turns += 1;
            }
        }
        (action, phase) => panic!("{action} is no action of {phase:?}"),
    }
    after
}
