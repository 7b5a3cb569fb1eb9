//! Maps: river, walls and the squares where pieces start (DR-23).

use super::json_cursor::JsonCursor;
use super::symmetry::Symmetry;
use crate::droids::side::Side;
use crate::droids::square::{Arrow, Square, Squares};

/// A map of 10 x 10 squares. Arrays with one item per side are in the order of [`Side::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    /// The name.
    pub name: String,
    /// The symmetry, which makes seats equivalent.
    pub symmetry: Symmetry,
    /// The squares with a wall.
    pub walls: Squares,
    /// The squares of the river.
    pub river: Squares,
    /// The start of each side's droid.
    pub starts: [Square; 4],
    /// The destination of each side's container (DR-38).
    pub pads: [Square; 4],
    /// The garden of each side (DR-36).
    pub gardens: [Square; 4],
    /// The start of the opposite side's container, at each side (DR-38).
    pub container_spots: [Square; 4],
    /// The starts of the repair robots.
    pub repairers: Squares,
}

impl Map {
    /// Reads a map and checks it.
    pub(super) fn read(name: &str, cursor: &JsonCursor<'_>) -> Option<Self> {
        cursor.allow_keys(&[
            "symmetry",
            "rows",
            "starts",
            "pads",
            "gardens",
            "container_spots",
            "repairers",
        ]);
        let symmetry = cursor.require("symmetry").and_then(|symmetry| {
            let index = symmetry.name_index(&Symmetry::ALL.map(Symmetry::name))?;
            Some(Symmetry::ALL[index])
        });
        let rows = cursor.require("rows").and_then(|rows| read_rows(&rows));
        let each_side = |key: &str| cursor.require(key)?.each_side(JsonCursor::square);
        let (starts, pads) = (each_side("starts"), each_side("pads"));
        let (gardens, spots) = (each_side("gardens"), each_side("container_spots"));
        let repairers = cursor.require("repairers").map(|list| list.squares());
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
        map.check(cursor);
        Some(map)
    }

    /// Returns the places of each side: their names in ruleset files, and their squares.
    pub fn places(&self) -> [(&'static str, [Square; 4]); 4] {
        [
            ("starts", self.starts),
            ("pads", self.pads),
            ("gardens", self.gardens),
            ("container_spots", self.container_spots),
        ]
    }

    /// Returns `true` if the square is land without a wall.
    pub const fn is_land(&self, square: Square) -> bool {
        !self.walls.contains(square) && !self.river.contains(square)
    }

    /// Returns the squares that orthogonal steps around walls lead to from a square.
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

    /// Reports places on walls, in the river, on the same square or out of reach, gardens that can
    /// never be closed, and a declared symmetry that the map does not have.
    fn check(&self, cursor: &JsonCursor<'_>) {
        let reached = self.reach(self.starts[0]);
        for (key, squares) in self.places() {
            let Some(place) = cursor.get(key) else {
                continue;
            };
            for (side, square) in Side::ALL.into_iter().zip(squares) {
                if let Some(place) = place.get(side.letter()) {
                    self.check_place(&place, square, reached);
                    if squares[..side.index()].contains(&square) {
                        place.report("two seats have the same square");
                    }
                }
            }
        }
        if let Some(repairers) = cursor.get("repairers") {
            for item in repairers.exactly(2, "squares of repair robots") {
                if let Some(square) = item.square() {
                    self.check_place(&item, square, reached);
                }
            }
        }
        self.check_gardens(cursor);
        self.check_symmetry(cursor);
    }

    fn check_symmetry(&self, cursor: &JsonCursor<'_>) {
        for motion in self.symmetry.motions(Side::ALL.into_iter().collect()) {
            let report = |key: &str| {
                if let Some(value) = cursor.get(key) {
                    let (name, motion) = (self.symmetry.name(), motion.name());
                    value.report(format!("not symmetric ({name}): changed by {motion}"));
                }
            };
            let has_same_walls = motion.squares(self.walls) == self.walls;
            if !has_same_walls || motion.squares(self.river) != self.river {
                report("rows");
            }
            for (key, squares) in self.places() {
                let is_mapped = |side: &Side| {
                    squares[motion.side(*side).index()] == motion.square(squares[side.index()])
                };
                if !Side::ALL.iter().all(is_mapped) {
                    report(key);
                }
            }
            if motion.squares(self.repairers) != self.repairers {
                report("repairers");
            }
        }
    }

    /// Reports a square that is a wall, river or not among those that can be reached.
    pub(super) fn check_place(&self, cursor: &JsonCursor<'_>, square: Square, reached: Squares) {
        if self.walls.contains(square) {
            cursor.report("the square is a wall");
        } else if self.river.contains(square) {
            cursor.report("the square is in the river");
        } else if !reached.contains(square) {
            cursor.report("the square cannot be reached from the start of S: walls are in the way");
        }
    }

    /// Reports gardens next to the river, where no object can be put down (DR-29).
    fn check_gardens(&self, cursor: &JsonCursor<'_>) {
        let Some(gardens) = cursor.get("gardens") else {
            return;
        };
        for (side, square) in Side::ALL.into_iter().zip(self.gardens) {
            let mut neighbours = Arrow::STRAIGHT.iter().filter_map(|a| square.step(*a));
            let is_at_river = neighbours.any(|square| self.river.contains(square));
            if let (true, Some(garden)) = (is_at_river, gardens.get(side.letter())) {
                garden.report("the garden can never be closed: a neighbour is river");
            }
        }
    }
}

/// Reads the walls and the river of ten rows, north first.
fn read_rows(cursor: &JsonCursor<'_>) -> Option<(Squares, Squares)> {
    let (mut walls, mut river) = (Squares::EMPTY, Squares::EMPTY);
    let rows = cursor.exactly(Square::SIDE, "rows");
    let mut is_valid = rows.len() == Square::SIDE;
    for (y, row) in rows.iter().enumerate() {
        let text = row.text().unwrap_or_default();
        let has_known_characters = text.chars().all(|c| "~#.".contains(c));
        if !has_known_characters || text.len() != Square::SIDE {
            row.report("expected 10 of `~` (river), `#` (wall) and `.` (land)");
            is_valid = false;
        }
        for (x, c) in text.chars().enumerate() {
            match (c, Square::at(x, y)) {
                ('#', Some(square)) => walls.insert(square),
                ('~', Some(square)) => river.insert(square),
                _ => {}
            }
        }
    }
    is_valid.then_some((walls, river))
}
