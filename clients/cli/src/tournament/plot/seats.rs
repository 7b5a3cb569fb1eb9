//! What each seat is worth to whom.

use botwerk_client::proto;

use super::colour::{EVEN, GRID, of_seat};
use super::page::{GAP, Heading, TOP, label, names_end};
use super::svg::{Anchor, SMALL, Svg, width};
use crate::tournament::description::seats;
use crate::tournament::number::share;

/// Pixels of the longest bar, of a bar's row, and between groups of bars.
const WIDTH: f64 = 480.0;
const BAR: f64 = 18.0;
const BETWEEN: f64 = 16.0;

/// Pixels of a bar's row that stay white.
const SEAM: f64 = 3.0;

/// The room for the numbers of seats, and for the figures behind bars.
const NUMBERS: f64 = 26.0;
const FIGURES: f64 = 60.0;

/// The bars of one entrant, or of all.
struct ProcessGroup {
    label: String,
    class: &'static str,
    seats: Vec<proto::SeatScore>,
}

/// A group of bars an entrant, the best first, and one of all together.
pub(super) fn plot(table: &proto::GetStandingsResponse) -> String {
    let count = table.tournament.as_ref().map_or(2, seats);
    let groups = groups(&table.standings, count);
    let left = names_end(groups.iter().map(|group| group.label.as_str())) + GAP + NUMBERS;
    let height = BAR * count as f64 + BETWEEN;
    let bottom = TOP + height * groups.len() as f64;
    let mut svg = Svg::default();
    for quarter in 0..=4 {
        let of_all = f64::from(quarter) / 4.0;
        let x = left + WIDTH * of_all;
        let (stroke, width) = if quarter == 2 {
            (EVEN, 1.5)
        } else {
            (GRID, 1.0)
        };
        svg.line([x, TOP], [x, bottom], stroke, width);
        let text = format!("{:.0} %", of_all * 100.0);
        svg.text([x, bottom + 16.0], Anchor::Middle, "note", &text);
    }
    for (number, group) in groups.iter().enumerate() {
        draw(&mut svg, group, [left, TOP + height * number as f64]);
    }
    // What is of all stands apart.
    let line = bottom - height;
    svg.line([left, line], [left + WIDTH, line], EVEN, 1.0);
    let note = "share of points on each seat, a bar a seat, numbered from 0".into();
    let right = left + WIDTH + FIGURES;
    Heading::new(table, "seats", note).finish(svg, [right, bottom + 22.0])
}

fn groups(standings: &[proto::Standing], count: usize) -> Vec<ProcessGroup> {
    let seat = |line: &proto::Standing, seat: usize| line.seats.get(seat).copied();
    let groups = standings.iter().map(|line| ProcessGroup {
        label: label(line),
        class: if line.withdrawn { "faint" } else { "" },
        seats: (0..count)
            .map(|number| seat(line, number).unwrap_or_default())
            .collect(),
    });
    let mut groups: Vec<_> = groups.collect();
    let sum = |number| {
        let scores = standings.iter().filter_map(|line| seat(line, number));
        scores.fold(proto::SeatScore::default(), |sum, score| proto::SeatScore {
            points: sum.points + score.points,
            opponents: sum.opponents + score.opponents,
        })
    };
    groups.push(ProcessGroup {
        label: "all together".into(),
        class: "strong",
        seats: (0..count).map(sum).collect(),
    });
    groups
}

fn draw(svg: &mut Svg, group: &ProcessGroup, [left, top]: [f64; 2]) {
    let first = top + BETWEEN / 2.0;
    let middle = first + BAR * group.seats.len() as f64 / 2.0;
    let end = left - GAP - NUMBERS;
    svg.text([end, middle], Anchor::End, group.class, &group.label);
    for (seat, score) in group.seats.iter().enumerate() {
        let of_all = (score.opponents > 0).then(|| score.points / score.opponents as f64);
        let figure = of_all.map_or_else(|| "no match".into(), share);
        let (points, opponents) = (score.points, score.opponents);
        let title = format!(
            "{} on seat {seat}: {figure} ({points}/{opponents})",
            group.label
        );
        let y = first + BAR * seat as f64;
        svg.titled(&title, |svg| {
            let middle = y + BAR / 2.0;
            svg.text(
                [left - 8.0, middle],
                Anchor::End,
                "small faint",
                &seat.to_string(),
            );
            let length = WIDTH * of_all.unwrap_or_default();
            let corner = [left, y + SEAM / 2.0];
            svg.rectangle(corner, [length, BAR - SEAM], of_seat(seat));
            // No line goes through the figure.
            let behind = left + length;
            let room = [7.0 + width(&figure, SMALL), BAR - SEAM];
            svg.rectangle([behind + 1.0, y + SEAM / 2.0], room, "#fff");
            svg.text([behind + 6.0, middle], Anchor::Start, "small", &figure);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::svg::tests::texts;
    use super::*;
    use crate::tournament::samples::{IDLE, NAME, OTHER, table};

    #[test]
    fn every_seat_of_everybody_has_a_bar() {
        let texts = texts(&plot(&table()));
        let expected = [
            format!("{NAME} on seat 0: 100.0 % (4/4)"),
            format!("{NAME} on seat 1: 62.5 % (2.5/4)"),
            format!("{OTHER} on seat 1: 0.0 % (0/4)"),
            format!("{IDLE} (withdrawn) on seat 1: no match (0/0)"),
            "all together on seat 0: 68.8 % (5.5/8)".into(),
            "all together on seat 1: 31.2 % (2.5/8)".into(),
        ];
        for title in expected {
            assert!(texts.contains(&title), "{title}: {texts:?}");
        }
        assert!(texts.contains(&NAME.to_owned()), "{texts:?}");
    }

    #[test]
    fn nobody_makes_an_empty_picture() {
        texts(&plot(&proto::GetStandingsResponse::default()));
    }
}
