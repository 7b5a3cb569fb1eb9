//! The plot of head-to-head score rates, as a coloured matrix.

use botwerk_client::proto;

use super::title::heading;
use crate::plot::colour::{EMPTY, score_colour};
use crate::plot::page::{GAP, TOP, names_end};
use crate::plot::svg::{Anchor, Svg};
use crate::tournament::head_to_head::{HeadToHead, HeadToHeadTable};
use crate::tournament::number::percent;

/// Size of a cell, and gap between cells.
const CELL_SIZE: [f64; 2] = [72.0, 46.0];
const CELL_GAP: f64 = 2.0;

/// Width of the row numbers, and height of the column numbers.
const NUMBER_SPACE: [f64; 2] = [28.0, 20.0];

/// Number of fields of the colour legend, and the size of a field.
const LEGEND_FIELDS: usize = 21;
const FIELD_SIZE: [f64; 2] = [12.0, 14.0];

/// Plots one row and one column per entrant, best first.
pub(super) fn plot(table: &proto::GetStandingsResponse, results: &HeadToHeadTable) -> String {
    let names = results.names();
    let left = names_end(names.iter().map(String::as_str)) + GAP + NUMBER_SPACE[0];
    let top = TOP + NUMBER_SPACE[1];
    let mut svg = Svg::default();
    for (entrant, name) in names.iter().enumerate() {
        let number = (entrant + 1).to_string();
        let x = left + CELL_SIZE[0] * (entrant as f64 + 0.5);
        let y = top + CELL_SIZE[1] * (entrant as f64 + 0.5);
        svg.titled(name, |svg| {
            svg.text([x, TOP + 4.0], Anchor::Middle, "note", &number);
        });
        svg.text([left - NUMBER_SPACE[0] - 4.0, y], Anchor::End, "", name);
        svg.text([left - 8.0, y], Anchor::End, "note", &number);
        for (opponent, other) in names.iter().enumerate().filter(|(o, _)| *o != entrant) {
            let x = left + CELL_SIZE[0] * opponent as f64;
            let corner = [x, top + CELL_SIZE[1] * entrant as f64];
            let result = results.between(entrant, opponent);
            let title = format!("{name} against {other}: {}", result_text(result));
            svg.titled(&title, |svg| cell(svg, corner, result));
        }
    }
    let bottom = top + CELL_SIZE[1] * names.len() as f64 + 18.0;
    draw_legend(&mut svg, [left, bottom]);
    let right = CELL_SIZE[0] * names.len() as f64;
    let right = left + right.max(FIELD_SIZE[0] * LEGEND_FIELDS as f64 + 40.0);
    let note = "points of the row against the column: score rate, and points of matches";
    heading(table, "scores", note.into()).finish(svg, [right, bottom + FIELD_SIZE[1] + 20.0])
}

fn result_text(result: HeadToHead) -> String {
    result.score_rate().map_or_else(
        || "no match".into(),
        |score_rate| {
            let (points, matches) = (result.points(), result.matches());
            format!("{} ({points}/{matches})", percent(score_rate))
        },
    )
}

fn cell(svg: &mut Svg, [x, y]: [f64; 2], result: HeadToHead) {
    let corner = [x + CELL_GAP / 2.0, y + CELL_GAP / 2.0];
    let size = CELL_SIZE.map(|side| side - CELL_GAP);
    let Some(score_rate) = result.score_rate() else {
        svg.rectangle(corner, size, EMPTY);
        return;
    };
    let (fill, is_dark) = score_colour(score_rate);
    svg.rectangle(corner, size, &fill);
    let light = if is_dark { " light" } else { "" };
    let middle = x + CELL_SIZE[0] / 2.0;
    let text = percent(score_rate);
    svg.text([middle, y + 17.0], Anchor::Middle, light.trim(), &text);
    let text = format!("{}/{}", result.points(), result.matches());
    let class = format!("small{light}");
    svg.text([middle, y + 33.0], Anchor::Middle, &class, &text);
}

/// Draws the colour legend.
fn draw_legend(svg: &mut Svg, [left, top]: [f64; 2]) {
    for field in 0..LEGEND_FIELDS {
        let (fill, _) = score_colour(field as f64 / (LEGEND_FIELDS - 1) as f64);
        let x = left + FIELD_SIZE[0] * field as f64;
        svg.rectangle([x, top], FIELD_SIZE, &fill);
    }
    for end in [0.0, 0.5, 1.0] {
        let x = left + FIELD_SIZE[0] * (0.5 + end * (LEGEND_FIELDS - 1) as f64);
        let text = format!("{:.0} %", end * 100.0);
        svg.text(
            [x, top + FIELD_SIZE[1] + 12.0],
            Anchor::Middle,
            "small",
            &text,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::svg::tests::texts;
    use crate::tournament::samples::{IDLE, NAME, OTHER, pairing, table};

    #[test]
    fn every_cell_has_its_values() {
        let table = table();
        let mut results = HeadToHeadTable::new(&table);
        results.add(&pairing(0, &[NAME, OTHER], &[1, 2]));
        results.add(&pairing(1, &[OTHER, NAME], &[1, 1]));
        let texts = texts(&plot(&table, &results));
        for text in [NAME, OTHER, IDLE, "75.0 %", "1.5/2", "25.0 %", "0.5/2"] {
            assert!(texts.iter().any(|other| other == text), "{text}: {texts:?}");
        }
        let titles = [
            format!("{NAME} against {OTHER}: 75.0 % (1.5/2)"),
            format!("{IDLE} against {NAME}: no match"),
        ];
        for title in titles {
            assert!(texts.contains(&title), "{title}: {texts:?}");
        }
    }

    #[test]
    fn empty_standings_give_an_empty_plot() {
        let table = proto::GetStandingsResponse::default();
        texts(&plot(&table, &HeadToHeadTable::new(&table)));
    }
}
