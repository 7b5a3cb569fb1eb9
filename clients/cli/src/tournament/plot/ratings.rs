//! The plot of Elo estimates with their intervals.

use botwerk_client::proto;

use super::title::{heading, label};
use crate::plot::axis::Axis;
use crate::plot::colour::{BLUE, EVEN, GRID};
use crate::plot::page::{GAP, TOP, names_end};
use crate::plot::svg::{Anchor, NOTE_SIZE, Svg, widest};
use crate::tournament::description::seats;
use crate::tournament::number::estimate;

/// Length of the axis, and height of a row.
const AXIS_LENGTH: f64 = 560.0;
const ROW_HEIGHT: f64 = 30.0;

/// Maximum distance of an interval's end from the estimates, in Elo. Wider intervals would hide the
/// differences between the estimates.
const MAX_INTERVAL_DISTANCE: f64 = 600.0;

/// Half the height of the marks at the ends of intervals, and of arrows.
const MARK_SIZE: f64 = 5.0;

/// A row of the plot.
struct Row<'a> {
    line: &'a proto::Standing,
    label: String,
    /// The estimate, or `None` without counted blocks.
    elo: Option<&'a proto::Estimate>,
    /// The estimate as text.
    value_text: String,
}

/// Plots one row per entrant, highest estimate first.
pub(super) fn plot(table: &proto::GetStandingsResponse) -> String {
    let rows = rows(&table.standings);
    let axis = axis(&rows);
    let left = names_end(rows.iter().map(|row| row.label.as_str())) + GAP;
    let bottom = TOP + ROW_HEIGHT * rows.len() as f64;
    let position = |value: f64| left + AXIS_LENGTH * axis.position(value);
    let mut svg = Svg::default();
    for tick in axis.ticks() {
        let is_even = tick.abs() < f64::EPSILON;
        let (stroke, width) = if is_even { (EVEN, 1.5) } else { (GRID, 1.0) };
        let x = position(tick);
        svg.line([x, TOP], [x, bottom], stroke, width);
        let text = if is_even {
            "0".into()
        } else {
            format!("{tick:+}")
        };
        svg.text([x, bottom + 16.0], Anchor::Middle, "note", &text);
    }
    for (number, row) in rows.iter().enumerate() {
        let y = TOP + ROW_HEIGHT * (number as f64 + 0.5);
        svg.titled(&format!("{}: {}", row.label, row.value_text), |svg| {
            let class = if row.line.withdrawn { "faint" } else { "" };
            svg.text([left - GAP, y], Anchor::End, class, &row.label);
            if let Some(elo) = row.elo {
                draw(svg, elo, y, [left, left + AXIS_LENGTH], position);
            }
            let class = if row.elo.is_some() {
                "note"
            } else {
                "note faint"
            };
            svg.text(
                [left + AXIS_LENGTH + GAP, y],
                Anchor::Start,
                class,
                &row.value_text,
            );
        });
    }
    let reference = reference(table);
    let middle = left + AXIS_LENGTH / 2.0;
    svg.text(
        [middle, bottom + 42.0],
        Anchor::Middle,
        "note",
        &format!("Elo {reference}"),
    );
    let value_texts = widest(rows.iter().map(|row| row.value_text.as_str()), NOTE_SIZE);
    let note = format!(
        "Elo {reference} with 95 % intervals, from {} complete blocks",
        table.counted_blocks
    );
    let right = left + AXIS_LENGTH + GAP + value_texts;
    heading(table, "ratings", note).finish(svg, [right, bottom + 48.0])
}

/// Returns the reference of the estimates.
fn reference(table: &proto::GetStandingsResponse) -> &'static str {
    if table.tournament.as_ref().map_or(2, seats) == 2 {
        "against opponents met"
    } else {
        "against the mean of all"
    }
}

/// Returns the rows, highest estimate first; entrants without an estimate come last.
fn rows(standings: &[proto::Standing]) -> Vec<Row<'_>> {
    let rows = standings.iter().map(|line| {
        let elo = line.elo.as_ref().filter(|elo| elo.value.is_finite());
        Row {
            line,
            label: label(line),
            elo,
            value_text: elo.map_or_else(|| "no estimate".into(), estimate),
        }
    });
    let mut rows: Vec<_> = rows.collect();
    let value = |row: &Row<'_>| row.elo.map_or(f64::NEG_INFINITY, |elo| elo.value);
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
    rows
}

/// Returns an axis for all estimates and their intervals, up to `MAX_INTERVAL_DISTANCE`.
fn axis(rows: &[Row<'_>]) -> Axis {
    let estimates: Vec<_> = rows.iter().filter_map(|row| row.elo).collect();
    let values = || estimates.iter().map(|elo| elo.value);
    let min = values().fold(0.0, f64::min) - MAX_INTERVAL_DISTANCE;
    let max = values().fold(0.0, f64::max) + MAX_INTERVAL_DISTANCE;
    let ends = || {
        let ends = estimates.iter().flat_map(|elo| [elo.low, elo.high]);
        ends.flatten().map(|end| end.clamp(min, max))
    };
    Axis::around(
        values().chain(ends()).fold(0.0, f64::min),
        values().chain(ends()).fold(0.0, f64::max),
    )
}

/// Draws a dot and its interval; an arrow marks an interval that extends beyond the edge.
fn draw(
    svg: &mut Svg,
    elo: &proto::Estimate,
    y: f64,
    [left, right]: [f64; 2],
    position: impl Fn(f64) -> f64,
) {
    let low = elo.low.map(&position).filter(|x| *x >= left);
    let high = elo.high.map(&position).filter(|x| *x <= right);
    let from = low.unwrap_or(left + MARK_SIZE);
    let to = high.unwrap_or(right - MARK_SIZE);
    svg.line([from, y], [to, y], BLUE, 2.0);
    for (bound, edge, direction) in [(low, left, MARK_SIZE), (high, right, -MARK_SIZE)] {
        match bound {
            Some(x) => svg.line([x, y - MARK_SIZE], [x, y + MARK_SIZE], BLUE, 2.0),
            None => {
                let back = edge + 2.0 * direction;
                svg.triangle(
                    [[edge, y], [back, y - MARK_SIZE], [back, y + MARK_SIZE]],
                    BLUE,
                );
            }
        }
    }
    svg.dot([position(elo.value), y], 5.5, BLUE);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::page::MARGIN;
    use crate::plot::svg::tests::texts;
    use crate::tournament::samples::{IDLE, NAME, OTHER, table};

    #[test]
    fn every_entrant_has_a_row_and_every_estimate_a_dot() {
        let svg = plot(&table());
        let texts = texts(&svg);
        let position = |text: &str| texts.iter().position(|other| other == text);
        assert!(
            position(NAME) < position(OTHER) && position(NAME).is_some(),
            "{texts:?}"
        );
        let idle = format!("{IDLE} (withdrawn)");
        assert!(position(OTHER) < position(&idle), "{texts:?}");
        assert!(position("+254.5 [-12.3, inf]").is_some(), "{texts:?}");
        assert!(position("no estimate").is_some(), "{texts:?}");
        assert_eq!(texts[0], "a & b: ratings");
        assert_eq!(svg.matches("<circle").count(), 2);
        // Each has one infinite bound.
        assert_eq!(svg.matches("<polygon").count(), 2);
    }

    #[test]
    fn rows_are_ordered_by_estimate() {
        let mut table = table();
        table.standings.reverse();
        let rows = rows(&table.standings);
        let order: Vec<_> = rows.iter().map(|row| row.line.entrant.as_str()).collect();
        assert_eq!(order, [NAME, OTHER, IDLE]);
    }

    #[test]
    fn wide_interval_extends_beyond_the_edge() {
        let mut table = table();
        table.standings[0].elo.as_mut().unwrap().low = Some(-5000.0);
        let svg = plot(&table);
        assert_eq!(svg.matches("<polygon").count(), 3);
        assert!(!texts(&svg).contains(&"-5000".to_owned()));
    }

    #[test]
    fn empty_standings_give_an_empty_plot() {
        texts(&plot(&proto::GetStandingsResponse::default()));
    }

    #[test]
    fn longer_names_get_more_space() {
        let left = |name: &str| {
            let mut table = table();
            table.standings[0].entrant = name.into();
            names_end(rows(&table.standings).iter().map(|row| row.label.as_str()))
        };
        assert!(left(&"long".repeat(20)) > left("short") + 300.0);
        assert!(left("short") > MARGIN);
    }
}
