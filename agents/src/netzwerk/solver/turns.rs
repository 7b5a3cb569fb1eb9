//! Perfect play from a table.

use std::collections::{HashMap, HashSet, VecDeque};

use botwerk_engine::netzwerk::{Action, Position};

use super::tablebase::Tablebase;
use super::value::{Score, Value};

/// A turn of perfect play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerfectTurn {
    /// Position before the turn.
    pub before: Position,
    /// Value of that position for the side to move.
    pub value: Value,
    /// Actions of the turn.
    pub actions: Vec<Action>,
    /// Position after the turn; within the turn if a robot's action decides the match.
    pub after: Position,
}

impl Tablebase {
    /// Returns a turn that keeps a position's value: the shortest win or the longest loss. Of
    /// several such turns it is the first of those with the fewest actions.
    ///
    /// Returns `None` if the match is over (NW-19 to NW-21) or the position is not in the table.
    ///
    /// ```
    /// use botwerk_agents::netzwerk::solver::{Limits, Task, solve};
    /// use botwerk_engine::RootSeed;
    /// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
    /// # let board = [("width", "2"), ("ranks", "3")];
    /// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
    /// # let game = Netzwerk::new(2, options).unwrap();
    ///
    /// let start = game.initial_state(RootSeed::from_text("7"));
    /// let task = Task::new(game.rules(), start.position()).unwrap();
    /// let limits = Limits { memory: 1 << 30, threads: 1 };
    /// let tablebase = solve(&task, &limits, &mut |_| {}).unwrap();
    /// let turn = tablebase.best_turn(start.position()).unwrap();
    /// let end = game.rules().end(&turn.after, false).unwrap();
    /// assert_eq!(end.winner, Some(start.position().side()));
    /// assert!(tablebase.best_turn(&turn.after).is_none());
    /// ```
    pub fn best_turn(&self, position: &Position) -> Option<PerfectTurn> {
        let rules = self.task().rules();
        let value = self.value(position)?;
        if rules.end(position, false).is_some() {
            return None;
        }
        let start = position.without_counters();
        let mut predecessors: HashMap<Position, (Position, Action)> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(current) = queue.pop_front() {
            let mut found = None;
            rules.each_action(&current, |action| {
                let mut next = current;
                rules.play(&mut next, action);
                let next = next.without_counters();
                if found.is_some() || predecessors.contains_key(&next) {
                    return;
                }
                predecessors.insert(next, (current, action));
                match self.value_of_turn(&start, &next) {
                    Some(reached) if reached == value => found = Some(next),
                    Some(_) => {}
                    None => queue.push_back(next),
                }
            });
            if let Some(after) = found {
                let mut actions = Vec::new();
                let mut current = after;
                while let Some((earlier, action)) = predecessors.get(&current) {
                    actions.push(*action);
                    current = *earlier;
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

    /// Returns perfect play of both sides from the task's position, up to the end of the match or,
    /// in a draw, to the first repeated position.
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

    /// Returns the value of a turn for the side that played it, or `None` while the turn is not
    /// complete.
    pub(super) fn value_of_turn(&self, start: &Position, next: &Position) -> Option<Value> {
        if let Some(end) = self.task().rules().decided(next) {
            let has_won = end.winner == Some(start.side());
            let score = if has_won {
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
        Some(Score::from_value(value).before_turn().value())
    }
}
