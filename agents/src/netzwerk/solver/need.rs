//! What a solution takes: how many positions there are, and how much memory.

use botwerk_engine::netzwerk::Board;

use super::task::Task;

/// The size of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// Placements of robots that do not decide the match, of two mirror images one, White to move.
    pub placements: u128,
    /// Ways to lay the batteries.
    pub battery_sets: u128,
    /// Positions of the table: one for each of both.
    pub positions: u128,
    /// Memory at the most, in bytes.
    pub bytes: u128,
}

impl Need {
    /// What it takes to solve a task with so many threads.
    pub fn of(task: &Task, threads: usize) -> Self {
        let board = &task.rules().board;
        let batteries = task.batteries();
        let placements = placements(task);
        let battery_sets = choose(board.fields().len() as usize, batteries);
        let positions = placements * battery_sets;
        // A position has one byte in the table, one in that of battery phases and, while its layer
        // is solved, one for the exits from it.
        let tables = 3 * positions;
        // A set has its bits, four images, and up to four moves of each battery.
        let moves = 32 * batteries as u128;
        let numbering = battery_sets * (32 + moves);
        let subsets = choose(batteries, batteries / 2);
        let scratch = battery_sets * (8 + moves + 2 * subsets);
        Self {
            placements,
            battery_sets,
            positions,
            bytes: tables + numbering + threads as u128 * scratch,
        }
    }
}

/// n choose k.
pub(super) fn choose(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    (0..k as u128).fold(1, |ways, taken| ways * (n as u128 - taken) / (taken + 1))
}

fn placements(task: &Task) -> u128 {
    let board = &task.rules().board;
    let single = Rank {
        pairs: 0,
        singles: board.width(),
    };
    // A placement that is its own mirror image has robots on both squares of a pair or on none.
    let paired = Rank {
        pairs: board.width() / 2,
        singles: board.width() % 2,
    };
    let both = task.robot_counts().map(|[white, black]| {
        undecided(board, single, white, black) + undecided(board, paired, white, black)
    });
    both.sum::<u128>() / 2
}

/// A rank's squares, some of which are taken only both at once, with their mirror image.
#[derive(Clone, Copy)]
struct Rank {
    pairs: usize,
    singles: usize,
}

impl Rank {
    fn times(self, ranks: usize) -> Self {
        Self {
            pairs: self.pairs * ranks,
            singles: self.singles * ranks,
        }
    }

    /// The ways to place so many robots.
    fn ways(self, white: usize, black: usize) -> u128 {
        let mut ways = 0;
        for white_pairs in 0..=white / 2 {
            for black_pairs in 0..=black / 2 {
                let (w, b) = (white - 2 * white_pairs, black - 2 * black_pairs);
                let pairs = split(self.pairs, white_pairs, black_pairs);
                ways += pairs * split(self.singles, w, b);
            }
        }
        ways
    }
}

fn split(places: usize, white: usize, black: usize) -> u128 {
    if white > places {
        return 0;
    }
    choose(places, white) * choose(places - white, black)
}

/// The placements with so many robots of which too few are at home to decide the match (NW-19).
fn undecided(board: &Board, rank: Rank, white: usize, black: usize) -> u128 {
    let between = rank.times(board.ranks() - 2);
    let mut ways = 0;
    for white_home in (0..white).filter(|home| 2 * home < white) {
        for black_home in (0..black).filter(|home| 2 * home < black) {
            for white_start in 0..=white - white_home {
                for black_start in 0..=black - black_home {
                    let white_between = white - white_home - white_start;
                    let black_between = black - black_home - black_start;
                    ways += rank.ways(white_home, black_start)
                        * rank.ways(white_start, black_home)
                        * between.ways(white_between, black_between);
                }
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials() {
        assert_eq!([choose(12, 6), choose(5, 0), choose(3, 4)], [924, 1, 0]);
        assert_eq!(choose(49, 14), 675_248_872_536);
    }
}
