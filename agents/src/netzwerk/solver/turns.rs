//! Perfect play from a table.

use std::collections::{HashMap, HashSet, VecDeque};

use botwerk_engine::netzwerk::{Action, Position};

use super::table::Table;
use super::value::{Score, Value};

/// A turn of perfect play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerfectTurn {
    /// What it begins with.
    pub before: Position,
    /// What that is worth to the side to move.
    pub value: Value,
    /// Its actions.
    pub actions: Vec<Action>,
    /// What it leads to; inside of the turn, if a robot's action decides the match.
    pub after: Position,
}

impl Table {
    /// A turn that keeps a position's value: the shortest way to win, the longest way to lose. Of
    /// several it is the first of those with the fewest actions.
    ///
    /// `None` if the match is over there (NW-19 to NW-21), or the position is not in the table.
    pub fn best_turn(&self, position: &Position) -> Option<PerfectTurn> {
        let rules = self.task().rules();
        let value = self.value(position)?;
        if rules.end(position, false).is_some() {
            return None;
        }
        let start = position.as_repeated();
        let mut before: HashMap<Position, (Position, Action)> = HashMap::new();
        let mut open = VecDeque::from([start]);
        while let Some(current) = open.pop_front() {
            let mut found = None;
            rules.each_action(&current, |action| {
                let mut next = current;
                rules.play(&mut next, action);
                let next = next.as_repeated();
                if found.is_some() || before.contains_key(&next) {
                    return;
                }
                before.insert(next, (current, action));
                match self.value_of_turn(&start, &next) {
                    Some(kept) if kept == value => found = Some(next),
                    Some(_) => {}
                    None => open.push_back(next),
                }
            });
            if let Some(after) = found {
                let mut actions = Vec::new();
                let mut at = after;
                while let Some((earlier, action)) = before.get(&at) {
                    actions.push(*action);
                    at = *earlier;
                }
                actions.reverse();
                return Some(PerfectTurn {
                    before: start,
                    value,
                    actions,
                    after,
                });
            }
        }
        None
    }

    /// Perfect play of both sides from the position asked for, up to the end of the match or, in
    /// a draw, to the first position that occurs again.
    pub fn principal_variation(&self) -> Vec<PerfectTurn> {
        let mut turns = Vec::new();
        let mut seen = HashSet::new();
        let mut position = *self.task().start();
        while seen.insert(position) {
            let Some(turn) = self.best_turn(&position) else {
                break;
            };
            position = turn.after;
            turns.push(turn);
        }
        turns
    }

    /// What a turn is worth to the side whose turn it was; `None` while it is not over.
    pub(super) fn value_of_turn(&self, start: &Position, next: &Position) -> Option<Value> {
        if let Some(end) = self.task().rules().decided(next) {
            let won = end.winner == Some(start.side());
            let score = if won {
                Score::WINS_NOW
            } else {
                Score::LOSES_NOW
            };
            return Some(score.value());
        }
        if !next.is_start_of_turn() {
            return None;
        }
        let value = self.value(next)?;
        Some(Score::of(value).before().value())
    }
}
