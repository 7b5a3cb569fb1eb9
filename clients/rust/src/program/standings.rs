//! Who has scored how much.

use comfy_table::{CellAlignment, Table, presets};
use serde_json::json;

use super::failure::Failure;
use super::output::Output;

/// Scores of players who met in matches of two.
pub(super) struct Standings {
    rows: Vec<Row>,
}

#[derive(Clone)]
struct Row {
    name: &'static str,
    wins: u32,
    ties: u32,
    losses: u32,
}

impl Row {
    fn score(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.ties) / 2.0
    }
}

impl Standings {
    /// Standings before the first match.
    pub(super) fn new(names: &[&'static str]) -> Self {
        let row = |name: &&'static str| Row {
            name,
            wins: 0,
            ties: 0,
            losses: 0,
        };
        Self {
            rows: names.iter().map(row).collect(),
        }
    }

    /// Adds a match: who sat where, and the place of each seat.
    pub(super) fn add(&mut self, entrants: &[usize], places: &[u8]) {
        for (seat, entrant) in entrants.iter().enumerate() {
            let Some(own) = places.get(seat) else {
                continue;
            };
            let row = &mut self.rows[*entrant];
            for (other, place) in places
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != seat)
            {
                debug_assert_ne!(entrants[other], *entrant, "nobody meets himself");
                match own.cmp(place) {
                    std::cmp::Ordering::Less => row.wins += 1,
                    std::cmp::Ordering::Equal => row.ties += 1,
                    std::cmp::Ordering::Greater => row.losses += 1,
                }
            }
        }
    }

    fn sorted(&self) -> Vec<Row> {
        let mut rows = self.rows.clone();
        rows.sort_by(|a, b| b.score().total_cmp(&a.score()));
        rows
    }

    /// A table, the best first.
    pub(super) fn table(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["player", "score", "wins", "ties", "losses"]);
        for row in self.sorted() {
            let score = format!("{:.1}", row.score());
            let [wins, ties, losses] = [row.wins, row.ties, row.losses].map(|n| n.to_string());
            table.add_row([row.name.to_owned(), score, wins, ties, losses]);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.trim_fmt()
    }

    /// One object for each player, the best first.
    pub(super) fn json_lines(&self, game: &str, output: &mut Output) -> Result<(), Failure> {
        for row in self.sorted() {
            output.json(&json!({
                "game": game, "player": row.name, "score": row.score(),
                "wins": row.wins, "ties": row.ties, "losses": row.losses,
            }))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_and_ties_make_the_score() {
        let mut standings = Standings::new(&["a", "b", "c"]);
        standings.add(&[0, 1], &[2, 1]);
        standings.add(&[1, 2], &[1, 1]);
        let scores: Vec<_> = standings
            .sorted()
            .iter()
            .map(|row| (row.name, row.score()))
            .collect();
        assert_eq!(scores, [("b", 1.5), ("c", 0.5), ("a", 0.0)]);
    }
}
