//! What is on the field at the start of a scenario, and the colours out of play (DR-6, DR-10).

use super::json_cursor::JsonCursor;
use super::map::Map;
use crate::droids::side::sides_in_play;
use crate::droids::square::Squares;
use crate::droids::stone::Colour;

/// Number of obstacles in the game (DR-1).
pub(in crate::droids) const MAX_OBSTACLES: usize = 25;

/// Number of mines in the game (DR-1).
pub(in crate::droids) const MAX_MINES: usize = 24;

/// The pieces on the field at the start, and the colours out of play. Arrays are by number of players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Whether the two repair robots take part.
    pub repairers: bool,
    /// The obstacles on the field at the start.
    pub obstacles: [Squares; 5],
    /// The mines on the field at the start.
    pub mines: [Squares; 5],
    /// The colours out of play.
    pub colours_out: Vec<Colour>,
}

impl Layout {
    /// Reads the keys of a layout from an object that may have others, for the numbers of players in a
    /// bit set.
    pub(super) fn read(cursor: &JsonCursor<'_>, players: u8) -> Option<Self> {
        let repairers = cursor
            .require("repairers")
            .and_then(|repairers| read_repairers(&repairers));
        let obstacles = read_objects(cursor, "obstacles", players);
        let mines = read_objects(cursor, "mines", players);
        let colours_out = cursor
            .get("colors_out")
            .map_or_else(Vec::new, |list| read_colours(&list));
        Some(Self {
            repairers: repairers?,
            obstacles,
            mines,
            colours_out,
        })
    }

    /// Reads a layout that replaces that of its scenario.
    pub(super) fn read_variant(cursor: &JsonCursor<'_>, players: u8) -> Option<Self> {
        cursor.allow_keys(&["repairers", "obstacles", "mines", "colors_out"]);
        Self::read(cursor, players)
    }

    /// Reports objects on squares that other pieces have taken, on walls or in the river, too many
    /// objects, and objects that are not symmetric.
    pub(super) fn check(
        &self,
        cursor: &JsonCursor<'_>,
        map: &Map,
        players: usize,
        mut taken: Squares,
        max_obstacles: usize,
    ) {
        if self.repairers {
            taken = taken.union(map.repairers);
        }
        let lists = [
            ("obstacles", self.obstacles[players], max_obstacles),
            ("mines", self.mines[players], MAX_MINES),
        ];
        let reached = map.reach(map.starts[0]);
        for (key, squares, max) in lists {
            let Some(list) = cursor
                .get(key)
                .map(|lists| lists.get(&players.to_string()).unwrap_or(lists))
            else {
                continue;
            };
            if squares.len() > max {
                list.report(format!("expected at most {max}, found {}", squares.len()));
            }
            for item in list.items() {
                let Some(square) = item.square() else {
                    continue;
                };
                if taken.contains(square) {
                    item.report("another piece starts on the same square");
                }
                map.check_place(&item, square, reached);
            }
            taken = taken.union(squares);
            let seats = sides_in_play(players).iter().copied().collect();
            map.symmetry.check_objects(seats, squares, &list);
        }
    }
}

/// Reads the number of repair robots and returns `true` if there are two.
fn read_repairers(cursor: &JsonCursor<'_>) -> Option<bool> {
    let number = cursor.number(0, 2)?;
    if number == 1 {
        cursor.report("expected 0 or 2: repair robots take part together");
    }
    Some(number == 2)
}

/// Reads the objects for each number of players; a missing key means no objects.
fn read_objects(cursor: &JsonCursor<'_>, key: &str, players: u8) -> [Squares; 5] {
    let Some(lists) = cursor.get(key) else {
        return [Squares::EMPTY; 5];
    };
    lists
        .by_players(players)
        .map(|list| list.map_or(Squares::EMPTY, |list| list.squares()))
}

fn read_colours(cursor: &JsonCursor<'_>) -> Vec<Colour> {
    let names = Colour::ALL.map(Colour::name);
    let items = cursor.items();
    let indices = items.iter().filter_map(|item| item.name_index(&names));
    let colours: Vec<_> = indices.map(|index| Colour::ALL[index]).collect();
    // Four seats must be able to draw seven stones each from the other containers.
    if colours.len() > 1 {
        cursor.report(format!(
            "expected at most one colour, found {}",
            colours.len()
        ));
    }
    colours
}
