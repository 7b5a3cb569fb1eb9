//! The plot of score rates by seat.

use botwerk_client::proto;

use super::title::{heading, label};
use crate::plot::colour::{EVEN, GRID, colour};
use crate::plot::page::{GAP, TOP, names_end};
use crate::plot::svg::{Anchor, SMALL_SIZE, Svg, width};
use crate::tournament::description::seats;
use crate::tournament::number::percent;

/// Width of the longest bar, height of a bar's row, and gap between groups of bars.
const MAX_BAR_LENGTH: f64 = 480.0;
const BAR_HEIGHT: f64 = 18.0;
const GROUP_GAP: f64 = 16.0;

/// Gap between bars.
const BAR_GAP: f64 = 3.0;

/// Space for seat numbers, and for the values after the bars.
const NUMBER_SPACE: f64 = 26.0;
const VALUE_SPACE: f64 = 60.0;

/// The bars of one entrant, or of all together.
struct BarGroup {
    label: String,
    class: &'static str,
    seats: Vec<proto::SeatScore>,
}

/// Plots one group of bars per entrant, best first, and one of all together.
pub(super) fn plot(table: &proto::GetStandingsResponse) -> String {
    let count = table.tournament.as_ref().map_or(2, seats);
    let groups = groups(&table.standings, count);
    let left = names_end(groups.iter().map(|group| group.label.as_str())) + GAP + NUMBER_SPACE;
    let height = BAR_HEIGHT * count as f64 + GROUP_GAP;
    let bottom = TOP + height * groups.len() as f64;
    let mut svg = Svg::default();
    for quarter in 0..=4 {
        let score_rate = f64::from(quarter) / 4.0;
        let x = left + MAX_BAR_LENGTH * score_rate;
        let (stroke, width) = if quarter == 2 {
            (EVEN, 1.5)
        } else {
            (GRID, 1.0)
        };
        svg.line([x, TOP], [x, bottom], stroke, width);
        let text = format!("{:.0} %", score_rate * 100.0);
        svg.text([x, bottom + 16.0], Anchor::Middle, "note", &text);
    }
    for (number, group) in groups.iter().enumerate() {
        draw(&mut svg, group, [left, TOP + height * number as f64]);
    }
    // A line separates the group of all entrants.
    let line = bottom - height;
    svg.line([left, line], [left + MAX_BAR_LENGTH, line], EVEN, 1.0);
    let note = "score rate on each seat, one bar per seat, numbered from 0".into();
    let right = left + MAX_BAR_LENGTH + VALUE_SPACE;
    heading(table, "seats", note).finish(svg, [right, bottom + 22.0])
}

fn groups(standings: &[proto::Standing], count: usize) -> Vec<BarGroup> {
    let seat = |line: &proto::Standing, seat: usize| line.seats.get(seat).copied();
    let groups = standings.iter().map(|line| BarGroup {
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
    groups.push(BarGroup {
        label: "all together".into(),
        class: "strong",
        seats: (0..count).map(sum).collect(),
    });
    groups
}

fn draw(svg: &mut Svg, group: &BarGroup, [left, top]: [f64; 2]) {
    let first = top + GROUP_GAP / 2.0;
    let middle = first + BAR_HEIGHT * group.seats.len() as f64 / 2.0;
    let end = left - GAP - NUMBER_SPACE;
    svg.text([end, middle], Anchor::End, group.class, &group.label);
    for (seat, score) in group.seats.iter().enumerate() {
        let score_rate = (score.opponents > 0).then(|| score.points / score.opponents as f64);
        let value_text = score_rate.map_or_else(|| "no match".into(), percent);
        let (points, opponents) = (score.points, score.opponents);
        let title = format!(
            "{} on seat {seat}: {value_text} ({points}/{opponents})",
            group.label
        );
        let y = first + BAR_HEIGHT * seat as f64;
        svg.titled(&title, |svg| {
            let middle = y + BAR_HEIGHT / 2.0;
            svg.text(
                [left - 8.0, middle],
                Anchor::End,
                "small faint",
                &seat.to_string(),
            );
            let length = MAX_BAR_LENGTH * score_rate.unwrap_or_default();
            let corner = [left, y + BAR_GAP / 2.0];
            svg.rectangle(corner, [length, BAR_HEIGHT - BAR_GAP], colour(seat));
            // A white background hides grid lines behind the value.
            let end_of_bar = left + length;
            let background = [7.0 + width(&value_text, SMALL_SIZE), BAR_HEIGHT - BAR_GAP];
            svg.rectangle([end_of_bar + 1.0, y + BAR_GAP / 2.0], background, "#fff");
            svg.text(
                [end_of_bar + 6.0, middle],
                Anchor::Start,
                "small",
                &value_text,
            );
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::svg::tests::texts;
    use crate::tournament::samples::{IDLE, NAME, OTHER, table};

    #[test]
    fn every_entrant_has_a_bar_per_seat() {
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
    fn empty_standings_give_an_empty_plot() {
        texts(&plot(&proto::GetStandingsResponse::default()));
    }
}
