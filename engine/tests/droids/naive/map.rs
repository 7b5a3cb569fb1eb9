//! The printed field (DR-23).

use std::collections::BTreeMap;

use serde_json::Value;

use super::json;
use super::point::Point;
use super::seat::Seat;

/// The map: terrain, starts and marked squares.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Map {
    /// The rows from north to south: `~` river, `#` wall, `.` land.
    rows: Vec<Vec<char>>,
    pub(crate) starts: BTreeMap<Seat, Point>,
    pub(crate) repairers: Vec<Point>,
    pub(crate) pads: BTreeMap<Seat, Point>,
    pub(crate) gardens: BTreeMap<Seat, Point>,
    pub(crate) container_spots: BTreeMap<Seat, Point>,
}

impl Map {
    pub(crate) fn read(board: &Value) -> Result<Self, String> {
        let rows = json::texts(json::get(board, "rows")?)?;
        Ok(Self {
            rows: rows.iter().map(|row| row.chars().collect()).collect(),
            starts: squares(board, "starts")?,
            repairers: json::points(json::get(board, "repairers")?)?,
            pads: squares(board, "pads")?,
            gardens: squares(board, "gardens")?,
            container_spots: squares(board, "container_spots")?,
        })
    }

    pub(crate) fn is_river(&self, at: Point) -> bool {
        self.terrain(at) == Some('~')
    }

    pub(crate) fn is_wall(&self, at: Point) -> bool {
        self.terrain(at) == Some('#')
    }

    pub(crate) fn is_land(&self, at: Point) -> bool {
        self.terrain(at) == Some('.')
    }

    /// Returns the terrain of a square, or `None` outside the field.
    fn terrain(&self, at: Point) -> Option<char> {
        let y = usize::try_from(at.y).ok()?;
        let x = usize::try_from(at.x).ok()?;
        self.rows.get(y)?.get(x).copied()
    }
}

/// Returns one square for each seat.
fn squares(board: &Value, name: &str) -> Result<BTreeMap<Seat, Point>, String> {
    let squares = json::get(board, name)?;
    let mut by_seat = BTreeMap::new();
    for seat in Seat::ALL {
        let square = json::get(squares, &seat.letter().to_string())?;
        by_seat.insert(seat, json::point(square)?);
    }
    Ok(by_seat)
}
