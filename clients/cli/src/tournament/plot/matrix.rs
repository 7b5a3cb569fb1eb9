//! Points of everybody against everybody, as a map of colours.

use botwerk_client::proto;

use super::colour::{EMPTY, of_share};
use super::page::{GAP, Heading, TOP, names_end};
use super::svg::{Anchor, Svg};
use crate::tournament::head_to_head::{HeadToHead, HeadToHeadTable};
use crate::tournament::number::share;

/// Pixels of a cell, and between cells.
const CELL: [f64; 2] = [72.0, 46.0];
const SEAM: f64 = 2.0;

/// The line of numbers over the columns, and the room for those of rows.
const NUMBERS: [f64; 2] = [28.0, 20.0];

/// Fields of the key to the colours, and pixels of each.
const KEY: usize = 21;
const FIELD: [f64; 2] = [12.0, 14.0];

/// A row and a column an entrant, the best first.
pub(super) fn plot(table: &proto::GetStandingsResponse, meetings: &HeadToHeadTable) -> String {
    let names = meetings.names();
    let left = names_end(names.iter().map(String::as_str)) + GAP + NUMBERS[0];
    let top = TOP + NUMBERS[1];
    let mut svg = Svg::default();
    for (entrant, name) in names.iter().enumerate() {
        let number = (entrant + 1).to_string();
        let x = left + CELL[0] * (entrant as f64 + 0.5);
        let y = top + CELL[1] * (entrant as f64 + 0.5);
        svg.titled(name, |svg| {
            svg.text([x, TOP + 4.0], Anchor::Middle, "note", &number);
        });
        svg.text([left - NUMBERS[0] - 4.0, y], Anchor::End, "", name);
        svg.text([left - 8.0, y], Anchor::End, "note", &number);
        for (opponent, other) in names.iter().enumerate().filter(|(o, _)| *o != entrant) {
            let x = left + CELL[0] * opponent as f64;
            let corner = [x, top + CELL[1] * entrant as f64];
            let meeting = meetings.of(entrant, opponent);
            let title = format!("{name} against {other}: {}", words(meeting));
            svg.titled(&title, |svg| cell(svg, corner, meeting));
        }
    }
    let bottom = top + CELL[1] * names.len() as f64 + 18.0;
    key(&mut svg, [left, bottom]);
    let right = CELL[0] * names.len() as f64;
    let right = left + right.max(FIELD[0] * KEY as f64 + 40.0);
    let note = "points of the row against the column: the share of all, and of how many matches";
    Heading::new(table, "scores", note.into()).finish(svg, [right, bottom + FIELD[1] + 20.0])
}

fn words(meeting: HeadToHead) -> String {
    meeting.share().map_or_else(
        || "never met".into(),
        |of_all| {
            let (points, matches) = (meeting.points(), meeting.matches());
            format!("{} ({points}/{matches})", share(of_all))
        },
    )
}

fn cell(svg: &mut Svg, [x, y]: [f64; 2], meeting: HeadToHead) {
    let corner = [x + SEAM / 2.0, y + SEAM / 2.0];
    let size = CELL.map(|side| side - SEAM);
    let Some(of_all) = meeting.share() else {
        svg.rectangle(corner, size, EMPTY);
        return;
    };
    let (fill, is_dark) = of_share(of_all);
    svg.rectangle(corner, size, &fill);
    let light = if is_dark { " light" } else { "" };
    let middle = x + CELL[0] / 2.0;
    let text = share(of_all);
    svg.text([middle, y + 17.0], Anchor::Middle, light.trim(), &text);
    let text = format!("{}/{}", meeting.points(), meeting.matches());
    let class = format!("small{light}");
    svg.text([middle, y + 33.0], Anchor::Middle, &class, &text);
}

/// Which colour is which share.
fn key(svg: &mut Svg, [left, top]: [f64; 2]) {
    for field in 0..KEY {
        let (fill, _) = of_share(field as f64 / (KEY - 1) as f64);
        let x = left + FIELD[0] * field as f64;
        svg.rectangle([x, top], FIELD, &fill);
    }
    for end in [0.0, 0.5, 1.0] {
        let x = left + FIELD[0] * (0.5 + end * (KEY - 1) as f64);
        let text = format!("{:.0} %", end * 100.0);
        svg.text([x, top + FIELD[1] + 12.0], Anchor::Middle, "small", &text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::svg::tests::texts;
    use super::*;
    use crate::tournament::samples::{IDLE, NAME, OTHER, pairing, table};

    #[test]
    fn every_cell_has_its_figure() {
        let table = table();
        let mut meetings = HeadToHeadTable::new(&table);
        meetings.add(&pairing(0, &[NAME, OTHER], &[1, 2]));
        meetings.add(&pairing(1, &[OTHER, NAME], &[1, 1]));
        let texts = texts(&plot(&table, &meetings));
        for text in [NAME, OTHER, IDLE, "75.0 %", "1.5/2", "25.0 %", "0.5/2"] {
            assert!(texts.iter().any(|other| other == text), "{text}: {texts:?}");
        }
        let titles = [
            format!("{NAME} against {OTHER}: 75.0 % (1.5/2)"),
            format!("{IDLE} against {NAME}: never met"),
        ];
        for title in titles {
            assert!(texts.contains(&title), "{title}: {texts:?}");
        }
    }

    #[test]
    fn nobody_makes_an_empty_picture() {
        let table = proto::GetStandingsResponse::default();
        texts(&plot(&table, &HeadToHeadTable::new(&table)));
    }
}
