//! The symmetries of the board.
//!
//! Mirroring left and right keeps the sides' actions. Rotating by half a turn and exchanging the
//! colours exchanges White's and Black's actions. The rules do not distinguish the colours
//! otherwise.

use botwerk_engine::netzwerk::{Board, Fields, Point, PointSet, Side, Squares};

/// One of the four symmetries of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoardSymmetry {
    /// `true` if left and right are exchanged.
    pub(super) mirrored: bool,
    /// `true` if the board is rotated by half a turn and the colours are exchanged.
    pub(super) turned: bool,
}

impl BoardSymmetry {
    pub(super) const ALL: [Self; 4] = [
        Self::new(false, false),
        Self::new(true, false),
        Self::new(false, true),
        Self::new(true, true),
    ];
    pub(super) const TURNED: Self = Self::new(false, true);

    const fn new(mirrored: bool, turned: bool) -> Self {
        Self { mirrored, turned }
    }

    /// Returns the index in [`BoardSymmetry::ALL`].
    pub(super) const fn index(self) -> usize {
        self.mirrored as usize + 2 * self.turned as usize
    }

    /// Returns this image, mirrored once more if `mirrored` is `true`.
    pub(super) const fn mirrored_if(self, mirrored: bool) -> Self {
        Self::new(self.mirrored != mirrored, self.turned)
    }

    /// Returns the image of all batteries.
    pub(super) fn map_fields(self, board: &Board, fields: Fields) -> Fields {
        self.map_points(fields, board.width(), board.ranks())
    }

    /// Returns the image of both sides' robots.
    pub(super) fn map_robots(self, board: &Board, robots: [Squares; 2]) -> [Squares; 2] {
        let [white, black] =
            robots.map(|squares| self.map_points(squares, board.width() - 1, board.ranks() - 1));
        if self.turned {
            [black, white]
        } else {
            [white, black]
        }
    }

    fn map_points<P: Point>(
        self,
        points: PointSet<P>,
        last_file: usize,
        last_rank: usize,
    ) -> PointSet<P> {
        let image = |point: P| {
            let (file, rank) = (point.file(), point.rank());
            let is_reversed = self.mirrored != self.turned;
            let file = if is_reversed { last_file - file } else { file };
            let rank = if self.turned { last_rank - rank } else { rank };
            P::at(file, rank)
        };
        Iterator::filter_map(points, image).collect()
    }
}

/// Returns the image in which this side is White.
pub(super) const fn as_white(side: Side) -> BoardSymmetry {
    match side {
        Side::White => BoardSymmetry::ALL[0],
        Side::Black => BoardSymmetry::TURNED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_position_is_symmetric() {
        let board = Board::new(3, 4).unwrap();
        let robots = Side::ALL.map(|side| board.start_rank(side));
        for (index, image) in BoardSymmetry::ALL.into_iter().enumerate() {
            assert_eq!(image.index(), index);
            assert_eq!(image.map_robots(&board, robots), robots);
            assert_eq!(
                image.map_fields(&board, board.start_fields()),
                board.start_fields()
            );
        }
    }
}
