//! Boards and instances for the tests, the same in every run.

use botwerk_agents::micro_robots::solver::Instance;
use botwerk_engine::micro_robots::{Board, SPACES, Side, Space};

/// A small generator of reproducible numbers.
pub(crate) struct Lcg(pub(crate) u64);

impl Lcg {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Returns a printed board after some swaps of two spaces; with many swaps any permutation is
    /// possible (MR-5).
    pub(crate) fn board(&mut self, swaps: usize) -> Board {
        let mut spaces = *Side::Black.board(self.below(6144) as u32).spaces();
        for _ in 0..swaps {
            let (a, b) = (self.below(SPACES), self.below(SPACES));
            spaces.swap(a, b);
        }
        Board::new(spaces).unwrap()
    }

    pub(crate) fn space(&mut self) -> Space {
        Space::from_index(self.below(SPACES)).unwrap()
    }

    pub(crate) fn instance(&mut self, expert: bool) -> Instance {
        loop {
            let intermediate = if expert { Some(self.space()) } else { None };
            if let Ok(instance) = Instance::new(self.space(), self.space(), intermediate) {
                return instance;
            }
        }
    }
}

/// Returns a disconnected board: within each column all spaces have the same number, and no row
/// repeats a number or a colour.
pub(crate) fn disconnected() -> Board {
    let space = |cell: usize| (cell % 6) * 6 + (cell / 6 + cell % 6) % 6;
    Board::new(std::array::from_fn(|cell| {
        Space::from_index(space(cell)).unwrap()
    }))
    .unwrap()
}

pub(crate) fn space(text: &str) -> Space {
    text.parse().unwrap()
}

/// Returns boards of every kind: printed, slightly shuffled, fully shuffled, and a disconnected
/// one.
pub(crate) fn boards(lcg: &mut Lcg) -> Vec<Board> {
    let mut boards: Vec<Board> = [0, 0, 3, 10, 200, 200, 200, 200]
        .map(|swaps| lcg.board(swaps))
        .into();
    boards.push(disconnected());
    boards
}
