//! A second implementation of the rules of Netzwerk, written only from the rules document and as
//! simply as possible, to compare the engine with: sets of points, plain loops, no bit sets and no
//! cached values. Its interface is text, so that it shares no code with the engine.

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

/// What NW-25 compares: the side to move, the robots of both sides, and the batteries.
type Occurrence = (Side, BTreeSet<Point>, BTreeSet<Point>, BTreeSet<Point>);

/// A match at a position, with the positions that occurred at the start of earlier turns.
#[derive(Debug, Clone)]
pub(crate) struct Naive {
    rules: Rules,
    position: Position,
    occurrences: Vec<Occurrence>,
}

impl Naive {
    /// Returns a match at the start position.
    pub(crate) fn start(given: &[(&str, &str)]) -> Result<Self, String> {
        let rules = Rules::new(given)?;
        let position = rules.start();
        Ok(Self::new(rules, position))
    }

    /// Returns a match that starts at the position of a text.
    pub(crate) fn parse(given: &[(&str, &str)], text: &str) -> Result<Self, String> {
        let rules = Rules::new(given)?;
        let position = Position::parse(&rules, text)?;
        Ok(Self::new(rules, position))
    }

    /// Returns the position's text.
    pub(crate) fn text(&self) -> String {
        self.position.text()
    }

    /// Returns the texts of the legal actions of the side to move.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.actions().iter().map(Action::to_string).collect()
    }

    /// Applies an action of the side to move.
    pub(crate) fn apply(&mut self, text: &str) -> Result<(), String> {
        let action = self
            .actions()
            .into_iter()
            .find(|action| action.to_string() == text)
            .ok_or_else(|| format!("`{text}` is not legal in `{}`", self.text()))?;
        self.position = after(&self.rules, &self.position, action);
        self.record_occurrence();
        Ok(())
    }

    /// Applies the departure of a side (NW-30).
    pub(crate) fn leave(&mut self, side: Side) {
        self.position.departed = Some(side);
    }

    /// Returns the rules.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the position.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the end of the match, or `None` if it is not over.
    pub(crate) fn outcome(&self) -> Option<End> {
        let current = occurrence(&self.position);
        let times = self
            .occurrences
            .iter()
            .filter(|earlier| **earlier == current);
        end::end(&self.rules, &self.position, times.count())
    }

    fn new(rules: Rules, position: Position) -> Self {
        let occurrences = Vec::new();
        let mut naive = Self {
            rules,
            position,
            occurrences,
        };
        naive.record_occurrence();
        naive
    }

    fn record_occurrence(&mut self) {
        if self.position.is_turn_start() {
            self.occurrences.push(occurrence(&self.position));
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

/// Returns the legal actions in a position that occurs for the first time.
pub(crate) fn actions(rules: &Rules, position: &Position) -> Vec<Action> {
    if end::end(rules, position, 1).is_some() {
        return Vec::new();
    }
    open_actions(rules, position)
}

/// Returns the actions of the side to move in a match that is not over.
fn open_actions(rules: &Rules, position: &Position) -> Vec<Action> {
    match &position.phase {
        Phase::Robots(trips) => robots::actions(rules, position, trips),
        Phase::Batteries(moved) => batteries::actions(rules, position, moved),
    }
}

/// Returns the position after a legal action.
pub(crate) fn after(rules: &Rules, position: &Position, action: Action) -> Position {
    let mut after = position.clone();
    match (action, &position.phase) {
        (Action::Go { from, to } | Action::Capture { from, to }, Phase::Robots(trips)) => {
            let (moved, trips) = robots::after_move(position, trips, from, to);
            after = moved;
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
        (action, phase) => panic!("{action} is not an action of {phase:?}"),
    }
    after
}
