//! Maps: river, walls, and where things stand (DR-23).

use super::json_cursor::JsonCursor;
use super::symmetry::Symmetry;
use crate::droids::side::Side;
use crate::droids::square::{Arrow, Square, Squares};

/// A map of 10 x 10 squares. What stands in lists for each side is in the order of [`Side::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    /// The name.
    pub name: String,
    /// In which ways the seats are equivalent.
    pub symmetry: Symmetry,
    /// Squares with a wall.
    pub walls: Squares,
    /// Squares of the river.
    pub river: Squares,
    /// Where the droid of each side starts.
    pub starts: [Square; 4],
    /// The square where each side's container is to go (DR-38).
    pub pads: [Square; 4],
    /// Each side's garden (DR-36).
    pub gardens: [Square; 4],
    /// Where a container of the opposite side starts (DR-38).
    pub container_spots: [Square; 4],
    /// Where repair robots start.
    pub repairers: Squares,
}

impl Map {
    pub(super) fn read(name: &str, node: &JsonCursor<'_>) -> Option<Self> {
        node.allow_keys(&[
            "symmetry",
            "rows",
            "starts",
            "pads",
            "gardens",
            "container_spots",
            "repairers",
        ]);
        let symmetry = node.require("symmetry").and_then(|node| {
            let at = node.word(&Symmetry::ALL.map(Symmetry::name))?;
            Some(Symmetry::ALL[at])
        });
        let rows = node.require("rows").and_then(|node| read_rows(&node));
        let each = |key: &str| {
            let node = node.require(key)?;
            node.each_side(JsonCursor::square)
        };
        let (starts, pads) = (each("starts"), each("pads"));
        let (gardens, spots) = (each("gardens"), each("container_spots"));
        let repairers = node.require("repairers").map(|node| node.squares());
        let (walls, river) = rows?;
        let map = Self {
            name: name.to_owned(),
            symmetry: symmetry?,
            walls,
            river,
            starts: starts?,
            pads: pads?,
            gardens: gardens?,
            container_spots: spots?,
            repairers: repairers?,
        };
        map.check(node);
        Some(map)
    }

    /// The named places of each side: what they are called and where they are.
    pub fn places(&self) -> [(&'static str, [Square; 4]); 4] {
        [
            ("starts", self.starts),
            ("pads", self.pads),
            ("gardens", self.gardens),
            ("container_spots", self.container_spots),
        ]
    }

    /// Land without a wall.
    pub const fn is_land(&self, square: Square) -> bool {
        !self.walls.contains(square) && !self.river.contains(square)
    }

    /// Squares that can be reached from a square by orthogonal steps round walls.
    pub fn reach(&self, from: Square) -> Squares {
        let mut reached = Squares::one(from);
        let mut open = vec![from];
        while let Some(square) = open.pop() {
            for next in Arrow::STRAIGHT
                .iter()
                .filter_map(|arrow| square.step(*arrow))
            {
                if !self.walls.contains(next) && !reached.contains(next) {
                    reached.insert(next);
                    open.push(next);
                }
            }
        }
        reached
    }

    /// Notes places on walls or in the river, twice the same place, what cannot be reached, gardens
    /// that can never be closed, and a symmetry that is not there.
    fn check(&self, node: &JsonCursor<'_>) {
        let reached = self.reach(self.starts[0]);
        for (key, squares) in self.places() {
            let Some(node) = node.get(key) else { continue };
            for (side, square) in Side::ALL.into_iter().zip(squares) {
                if let Some(node) = node.get(side.letter()) {
                    self.check_place(&node, square, reached);
                    let before = &squares[..side.index()];
                    if before.contains(&square) {
                        node.report("two seats have the same square");
                    }
                }
            }
        }
        if let Some(node) = node.get("repairers") {
            for (item, square) in node
                .items()
                .iter()
                .filter_map(|item| Some((item, item.square()?)))
            {
                self.check_place(item, square, reached);
            }
            if self.repairers.len() != 2 {
                node.report("expected the squares of two repair robots");
            }
        }
        self.check_gardens(node);
        self.check_symmetry(node);
    }

    fn check_symmetry(&self, node: &JsonCursor<'_>) {
        for motion in self.symmetry.motions(Side::ALL.len()) {
            let wrong = |key: &str| {
                if let Some(node) = node.get(key) {
                    let (name, how) = (self.symmetry.name(), motion.name());
                    node.report(format!("not symmetric ({name}): differs {how}"));
                }
            };
            let same = motion.squares(self.walls) == self.walls;
            if !same || motion.squares(self.river) != self.river {
                wrong("rows");
            }
            for (key, squares) in self.places() {
                let moved = |side: Side| squares[motion.side(side).index()];
                let turned = |side: Side| motion.square(squares[side.index()]);
                if Side::ALL.iter().any(|side| moved(*side) != turned(*side)) {
                    wrong(key);
                }
            }
            if motion.squares(self.repairers) != self.repairers {
                wrong("repairers");
            }
        }
    }

    pub(super) fn check_place(&self, node: &JsonCursor<'_>, square: Square, reached: Squares) {
        if self.walls.contains(square) {
            node.report("the square is a wall");
        } else if self.river.contains(square) {
            node.report("the square is in the river");
        } else if !reached.contains(square) {
            node.report("the square cannot be reached from the start of S: walls are in the way");
        }
    }

    /// No neighbour of a garden is river, where nothing can be put down (DR-29).
    fn check_gardens(&self, node: &JsonCursor<'_>) {
        let Some(node) = node.get("gardens") else {
            return;
        };
        for (side, garden) in Side::ALL.into_iter().zip(self.gardens) {
            let neighbours = Arrow::STRAIGHT.iter().filter_map(|a| garden.step(*a));
            let river = neighbours.filter(|square| self.river.contains(*square));
            if let (1.., Some(node)) = (river.count(), node.get(side.letter())) {
                node.report("the garden can never be closed: a neighbour is river");
            }
        }
    }
}

/// Walls and river of ten rows, north first.
fn read_rows(node: &JsonCursor<'_>) -> Option<(Squares, Squares)> {
    let (mut walls, mut river) = (Squares::EMPTY, Squares::EMPTY);
    let rows = node.items();
    let mut is_right = rows.len() == Square::SIDE;
    if !is_right {
        node.report("expected 10 rows");
    }
    for (y, row) in rows.iter().enumerate() {
        let text = row.text().unwrap_or_default();
        let known = text.chars().all(|c| "~#.".contains(c));
        if !known || text.len() != Square::SIDE {
            row.report("expected 10 of `~` (river), `#` (wall) and `.` (land)");
            is_right = false;
        }
        for (x, c) in text.chars().enumerate() {
            match (c, Square::at(x, y)) {
                ('#', Some(square)) => walls.insert(square),
                ('~', Some(square)) => river.insert(square),
                _ => {}
            }
        }
    }
    is_right.then_some((walls, river))
}
