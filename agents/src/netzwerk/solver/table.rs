//! The solution: the value of every position of a task.

use botwerk_engine::Generator;
use botwerk_engine::netzwerk::{Position, Side};

use super::battery_sets::BatterySets;
#[cfg(test)]
use super::image::Image;
use super::placements::{Placement, Placements};
use super::task::Task;
use super::value::{Score, Value};

/// The value of every position of a task, one byte each.
///
/// The table holds positions with White to move of which neither side has won; of two mirror
/// images it holds one. Those with Black to move are their images with exchanged colours.
#[derive(Debug)]
pub struct Table {
    task: Task,
    placements: Placements,
    sets: BatterySets,
    scores: Vec<u8>,
}

/// How many positions of a table are worth what, and the longest ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Census {
    /// All positions of the table.
    pub positions: u64,
    /// Those that the side to move wins.
    pub wins: u64,
    /// Those that it loses.
    pub losses: u64,
    /// Those that neither side wins.
    pub draws: u64,
    /// The longest win, in turns.
    pub longest_win: u8,
    /// The longest loss, in turns.
    pub longest_loss: u8,
}

impl Table {
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

    /// What was solved.
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// What a position is worth to the side to move, its quiet count left aside; `None` inside of
    /// a turn and of positions that the task does not lead to.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if !position.is_start_of_turn() {
            return None;
        }
        if let Some(end) = self.task.rules().decided(position) {
            let won = end.winner == Some(position.side());
            return Some(if won { Value::Win(0) } else { Value::Loss(0) });
        }
        let robots = Side::ALL.map(|side| position.robots(side));
        let (placement, image) = self.placements.find_for(robots, position.side())?;
        let set = self.sets.number(position.batteries())?;
        let set = self.sets.images(image)[set] as usize;
        Some(Score(self.scores[placement * self.sets.len() + set]).value())
    }

    /// What the position asked for is worth to the side to move.
    pub fn start_value(&self) -> Value {
        // A task's own position is always in the table or decided.
        self.value(self.task.start()).unwrap_or(Value::Draw)
    }

    /// A position of the table, each as likely as any other.
    pub(super) fn drawn_position(&self, generator: &mut Generator) -> Position {
        let (placements, sets) = (self.placements.as_slice(), self.sets.as_slice());
        let placement = placements[generator.below(placements.len() as u64) as usize];
        let set = sets[generator.below(sets.len() as u64) as usize];
        Position::at_start_of_turn(placement, set, Side::White)
    }

    /// Counts the values.
    pub fn census(&self) -> Census {
        let mut counts = [0u64; 256];
        for score in &self.scores {
            counts[usize::from(*score)] += 1;
        }
        let mut census = Census::default();
        for (byte, count) in (0..=u8::MAX).zip(counts).filter(|(_, count)| *count > 0) {
            census.positions += count;
            match Score(byte).value() {
                Value::Win(turns) => {
                    census.wins += count;
                    census.longest_win = census.longest_win.max(turns);
                }
                Value::Draw => census.draws += count,
                Value::Loss(turns) => {
                    census.losses += count;
                    census.longest_loss = census.longest_loss.max(turns);
                }
            }
        }
        census
    }

    /// The scores of every placement in the order of the squares' bits, White's first; for each,
    /// those of all sets of batteries in the order of the fields' bits.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (Placement, &[u8])> + Clone {
        let mut order: Vec<_> = (0..self.placements.as_slice().len()).collect();
        order.sort_unstable_by_key(|number| self.placements.as_slice()[*number]);
        let width = self.sets.len();
        order.into_iter().map(move |number| {
            let scores = &self.scores[number * width..][..width];
            (self.placements.as_slice()[number], scores)
        })
    }

    /// A position of the table that is worth as much and has the same turns, in the image.
    #[cfg(test)]
    pub(super) fn image_of(&self, position: &Position, image: Image) -> Position {
        let board = &self.task.rules().board;
        let robots = Side::ALL.map(|side| position.robots(side));
        let side = if image.turned {
            position.side().other()
        } else {
            position.side()
        };
        Position::at_start_of_turn(
            image.of_robots(board, robots),
            image.of_fields(board, position.batteries()),
            side,
        )
    }

    /// All positions of the table.
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
