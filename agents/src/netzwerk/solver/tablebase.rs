//! The solution of a task: the value of every position.

use botwerk_engine::StableRng;
use botwerk_engine::netzwerk::{Position, Side};

use super::battery_sets::BatterySets;
use super::placements::{Placement, Placements};
#[cfg(test)]
use super::symmetry::BoardSymmetry;
use super::task::Task;
use super::value::{Score, Value};

/// The value of every position of a task, one byte each.
///
/// The table contains positions with White to move in which neither side has won; of two mirror
/// images it contains one. Positions with Black to move are images of those with exchanged colours.
#[derive(Debug)]
pub struct Tablebase {
    task: Task,
    placements: Placements,
    sets: BatterySets,
    scores: Vec<u8>,
}

/// The numbers of positions by value, and the longest distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TablebaseStats {
    /// Number of positions in the table.
    pub positions: u64,
    /// Number of positions that the side to move wins.
    pub wins: u64,
    /// Number of positions that the side to move loses.
    pub losses: u64,
    /// Number of drawn positions.
    pub draws: u64,
    /// Longest win, in turns.
    pub longest_win: u8,
    /// Longest loss, in turns.
    pub longest_loss: u8,
}

impl Tablebase {
    pub(super) const fn new(
        task: Task,
        placements: Placements,
        sets: BatterySets,
        scores: Vec<u8>,
    ) -> Self {
        Self {
            task,
            placements,
            sets,
            scores,
        }
    }

    /// Returns the solved task.
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// Returns the value of a position for the side to move, ignoring its quiet count; `None`
    /// within a turn and for positions that the task does not lead to.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if !position.is_start_of_turn() {
            return None;
        }
        if let Some(end) = self.task.rules().decided(position) {
            let has_won = end.winner == Some(position.side());
            return Some(if has_won {
                Value::Win(0)
            } else {
                Value::Loss(0)
            });
        }
        let robots = Side::ALL.map(|side| position.robots(side));
        let (placement, image) = self.placements.find_for(robots, position.side())?;
        let set = self.sets.number(position.batteries())?;
        let set = self.sets.images(image)[set] as usize;
        Some(Score(self.scores[placement * self.sets.len() + set]).value())
    }

    /// Returns the value of the task's position for the side to move.
    pub fn start_value(&self) -> Value {
        // A task's own position is always in the table or decided.
        self.value(self.task.start()).unwrap_or(Value::Draw)
    }

    /// Samples a position of the table uniformly.
    pub(super) fn sample_position(&self, rng: &mut StableRng) -> Position {
        let (placements, sets) = (self.placements.as_slice(), self.sets.as_slice());
        let placement = placements[rng.below(placements.len() as u64) as usize];
        let set = sets[rng.below(sets.len() as u64) as usize];
        Position::at_start_of_turn(placement, set, Side::White)
    }

    /// Counts positions by value.
    pub fn stats(&self) -> TablebaseStats {
        let mut counts = [0u64; 256];
        for score in &self.scores {
            counts[usize::from(*score)] += 1;
        }
        let mut stats = TablebaseStats::default();
        for (byte, count) in (0..=u8::MAX).zip(counts).filter(|(_, count)| *count > 0) {
            stats.positions += count;
            match Score(byte).value() {
                Value::Win(turns) => {
                    stats.wins += count;
                    stats.longest_win = stats.longest_win.max(turns);
                }
                Value::Draw => stats.draws += count,
                Value::Loss(turns) => {
                    stats.losses += count;
                    stats.longest_loss = stats.longest_loss.max(turns);
                }
            }
        }
        stats
    }

    /// Returns the scores of every placement in the order of the squares' bits, White's first; for
    /// each placement, the scores of all sets of batteries in the order of the fields' bits.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (Placement, &[u8])> + Clone {
        let mut order: Vec<_> = (0..self.placements.as_slice().len()).collect();
        order.sort_unstable_by_key(|index| self.placements.as_slice()[*index]);
        let width = self.sets.len();
        order.into_iter().map(move |index| {
            let scores = &self.scores[index * width..][..width];
            (self.placements.as_slice()[index], scores)
        })
    }

    /// Returns the position's image, which has the same value and corresponding turns.
    #[cfg(test)]
    pub(super) fn image_of(&self, position: &Position, image: BoardSymmetry) -> Position {
        let board = &self.task.rules().board;
        let robots = Side::ALL.map(|side| position.robots(side));
        let side = if image.turned {
            position.side().other()
        } else {
            position.side()
        };
        Position::at_start_of_turn(
            image.map_robots(board, robots),
            image.map_fields(board, position.batteries()),
            side,
        )
    }

    /// Returns all positions of the table.
    #[cfg(test)]
    pub(super) fn positions(&self) -> impl Iterator<Item = Position> {
        let sets = self.sets.as_slice();
        self.placements
            .as_slice()
            .iter()
            .flat_map(move |placement| {
                sets.iter()
                    .map(|set| Position::at_start_of_turn(*placement, *set, Side::White))
            })
    }
}
