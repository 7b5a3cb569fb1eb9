//! The number of positions and the memory of a solution.

use botwerk_engine::netzwerk::Board;

use super::task::Task;

/// The size of a task.
///
/// ```
/// use botwerk_agents::netzwerk::solver::{ResourceEstimate, Task};
/// use botwerk_engine::netzwerk::{Position, Side};
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "2"), ("ranks", "3")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// let start = Position::start(&game.rules().board, Side::White);
/// let task = Task::new(game.rules(), &start).unwrap();
/// let estimate = ResourceEstimate::estimate(&task, 1);
/// assert_eq!(estimate.positions, 33_264);
/// assert!(estimate.bytes < 1 << 20);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceEstimate {
    /// Number of placements of robots that do not decide the match, with White to move; two mirror
    /// images count once.
    pub placements: u128,
    /// Number of sets of fields that the batteries can occupy.
    pub battery_sets: u128,
    /// Number of positions in the table: one for each placement and set of batteries.
    pub positions: u128,
    /// Maximum memory in bytes.
    pub bytes: u128,
}

impl ResourceEstimate {
    /// Estimates what solving a task needs with this number of threads.
    pub fn estimate(task: &Task, threads: usize) -> Self {
        let board = &task.rules().board;
        let batteries = task.batteries();
        let placements = count_placements(task);
        let battery_sets = binomial(board.fields().len(), batteries);
        let positions = placements * battery_sets;
        // A position has one byte in the table, one in the table of battery phases and, while its
        // layer is solved, one for the exits of the layer.
        let tables = 3 * positions;
        // A set has its bits, four images, and up to four moves of each battery.
        let moves = 32 * batteries as u128;
        let numbering = battery_sets * (32 + moves);
        let subsets = binomial(batteries, batteries / 2);
        let scratch = battery_sets * (8 + moves + 2 * subsets);
        Self {
            placements,
            battery_sets,
            positions,
            bytes: tables + numbering + threads as u128 * scratch,
        }
    }
}

/// Returns the binomial coefficient n choose k.
pub(super) fn binomial(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    (0..k as u128).fold(1, |product, factor| {
        product * (n as u128 - factor) / (factor + 1)
    })
}

fn count_placements(task: &Task) -> u128 {
    let board = &task.rules().board;
    let any = Rank {
        pairs: 0,
        singles: board.width(),
    };
    // A placement that is its own mirror image has robots on both squares of a pair or on none.
    let symmetric = Rank {
        pairs: board.width() / 2,
        singles: board.width() % 2,
    };
    let counts = task.robot_counts().map(|[white, black]| {
        count_undecided(board, any, white, black) + count_undecided(board, symmetric, white, black)
    });
    counts.sum::<u128>() / 2
}

/// The squares of a rank, of which pairs of mirror images can only be taken together.
#[derive(Clone, Copy)]
struct Rank {
    pairs: usize,
    singles: usize,
}

impl Rank {
    fn repeat(self, ranks: usize) -> Self {
        Self {
            pairs: self.pairs * ranks,
            singles: self.singles * ranks,
        }
    }

    /// Returns the number of ways to place these numbers of robots.
    fn ways(self, white: usize, black: usize) -> u128 {
        let mut ways = 0;
        for white_pairs in 0..=white / 2 {
            for black_pairs in 0..=black / 2 {
                let (w, b) = (white - 2 * white_pairs, black - 2 * black_pairs);
                let pairs = place_both(self.pairs, white_pairs, black_pairs);
                ways += pairs * place_both(self.singles, w, b);
            }
        }
        ways
    }
}

fn place_both(squares: usize, white: usize, black: usize) -> u128 {
    if white > squares {
        return 0;
    }
    binomial(squares, white) * binomial(squares - white, black)
}

/// Returns the number of placements of these robots in which too few are at home to decide the
/// match (NW-19).
fn count_undecided(board: &Board, rank: Rank, white: usize, black: usize) -> u128 {
    let between = rank.repeat(board.ranks() - 2);
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
    fn binomial_matches_known_values() {
        assert_eq!(
            [binomial(12, 6), binomial(5, 0), binomial(3, 4)],
            [924, 1, 0]
        );
        assert_eq!(binomial(49, 14), 675_248_872_536);
    }
}
