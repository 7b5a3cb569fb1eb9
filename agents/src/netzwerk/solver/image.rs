//! The board's symmetries.
//!
//! Mirrored left to right, every action stays one of the same side. Turned by half a turn, with
//! the colours exchanged, White's actions become Black's. No rule tells the colours apart otherwise.

use botwerk_engine::netzwerk::{Board, Fields, Point, PointSet, Side, Squares};

/// One of the four images of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Image {
    /// Left and right are exchanged.
    pub(super) mirrored: bool,
    /// Near and far, left and right and the colours are exchanged.
    pub(super) turned: bool,
}

impl Image {
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

    /// Its place in [`Image::ALL`].
    pub(super) const fn index(self) -> usize {
        self.mirrored as usize + 2 * self.turned as usize
    }

    /// This image, mirrored once more if asked for.
    pub(super) const fn mirrored_if(self, mirrored: bool) -> Self {
        Self::new(self.mirrored != mirrored, self.turned)
    }

    /// The image of all batteries.
    pub(super) fn of_fields(self, board: &Board, fields: Fields) -> Fields {
        self.of_points(fields, board.width(), board.ranks())
    }

    /// The image of both sides' robots.
    pub(super) fn of_robots(self, board: &Board, robots: [Squares; 2]) -> [Squares; 2] {
        let [white, black] =
            robots.map(|squares| self.of_points(squares, board.width() - 1, board.ranks() - 1));
        if self.turned {
            [black, white]
        } else {
            [white, black]
        }
    }

    fn of_points<P: Point>(
        self,
        points: PointSet<P>,
        last_file: usize,
        last_rank: usize,
    ) -> PointSet<P> {
        let place = |point: P| {
            let (file, rank) = (point.file(), point.rank());
            let reversed = self.mirrored != self.turned;
            let file = if reversed { last_file - file } else { file };
            let rank = if self.turned { last_rank - rank } else { rank };
            P::at(file, rank)
        };
        Iterator::filter_map(points, place).collect()
    }
}

/// The image in which this side is White.
pub(super) const fn as_white(side: Side) -> Image {
    match side {
        Side::White => Image::ALL[0],
        Side::Black => Image::TURNED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_its_own_image() {
        let board = Board::new(3, 4).unwrap();
        let robots = Side::ALL.map(|side| board.start_rank(side));
        for (index, image) in Image::ALL.into_iter().enumerate() {
            assert_eq!(image.index(), index);
            assert_eq!(image.of_robots(&board, robots), robots);
            assert_eq!(
                image.of_fields(&board, board.start_fields()),
                board.start_fields()
            );
        }
    }
}
