//! The plot of Elo estimates in the course of a tournament.

use botwerk_client::proto;

use super::title::{heading, label};
use crate::plot::axis::Axis;
use crate::plot::colour::{EVEN, GRID, colour};
use crate::plot::page::{GAP, MARGIN, TOP};
use crate::plot::svg::{Anchor, NOTE_SIZE, Svg, TEXT_SIZE, widest};
/// Size of the area with the lines.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;

/// Maximum number of entrants, the best ones.
const MAX_ENTRANTS: usize = 14;

/// Minimum vertical distance of two names.
const NAME_DISTANCE: f64 = 16.0;

/// A line of the plot.
struct Curve<'a> {
    name: String,
    colour: &'static str,
    estimates: &'a [(u64, f64)],
}

/// Plots one line per entrant, given the numbers of blocks and the estimates after them in the order of the
/// standings.
pub(super) fn plot(table: &proto::GetStandingsResponse, estimates: &[Vec<(u64, f64)>]) -> String {
    let curves = curves(table, estimates);
    let values = || curves.iter().flat_map(|curve| curve.estimates);
    let elo = Axis::around(
        values().map(|(_, elo)| *elo).fold(0.0, f64::min),
        values().map(|(_, elo)| *elo).fold(0.0, f64::max),
    );
    let blocks = values().map(|(blocks, _)| *blocks).max().unwrap_or(1) as f64;
    let ticks: Vec<String> = elo.ticks().map(|tick| format!("{tick:+}")).collect();
    let left = MARGIN + widest(ticks.iter().map(String::as_str), NOTE_SIZE) + GAP;
    let bottom = TOP + HEIGHT;
    let x = |value: f64| left + WIDTH * value / blocks;
    let y = |value: f64| bottom - HEIGHT * elo.position(value);
    let mut svg = Svg::default();
    for (tick, text) in elo.ticks().zip(&ticks) {
        let is_even = tick.abs() < f64::EPSILON;
        let (stroke, width) = if is_even { (EVEN, 1.5) } else { (GRID, 1.0) };
        svg.line([left, y(tick)], [left + WIDTH, y(tick)], stroke, width);
        svg.text([left - GAP, y(tick)], Anchor::End, "note", text);
    }
    for quarter in 0..=4 {
        let tick = (blocks * f64::from(quarter) / 4.0).round();
        svg.text(
            [x(tick), bottom + 16.0],
            Anchor::Middle,
            "note",
            &tick.to_string(),
        );
    }
    for curve in &curves {
        let points = curve.estimates.iter();
        let points: Vec<_> = points
            .map(|(blocks, elo)| [x(*blocks as f64), y(*elo)])
            .collect();
        svg.titled(&curve.name, |svg| svg.polyline(&points, curve.colour, 2.0));
    }
    let ends = curves
        .iter()
        .filter_map(|curve| Some((y(curve.estimates.last()?.1), curve)));
    for (y, curve) in spread(ends.collect()) {
        let at = left + WIDTH + GAP;
        svg.line([at - GAP / 2.0, y], [at, y], curve.colour, 4.0);
        svg.text([at + 4.0, y], Anchor::Start, "", &curve.name);
    }
    let middle = left + WIDTH / 2.0;
    svg.text(
        [middle, bottom + 42.0],
        Anchor::Middle,
        "note",
        "complete blocks",
    );
    let names = widest(curves.iter().map(|curve| &*curve.name), TEXT_SIZE);
    let note = match table.standings.len().saturating_sub(MAX_ENTRANTS) {
        0 => "Elo against opponents met, after every number of complete blocks".into(),
        omitted => format!("Elo against opponents met; without the {omitted} last entrants"),
    };
    let right = left + WIDTH + GAP + names + 4.0;
    heading(table, "rating history", note).finish(svg, [right, bottom + 48.0])
}

/// Returns the curves of the best entrants.
fn curves<'a>(
    table: &proto::GetStandingsResponse,
    estimates: &'a [Vec<(u64, f64)>],
) -> Vec<Curve<'a>> {
    let lines = table.standings.iter().zip(estimates).take(MAX_ENTRANTS);
    let curves = lines.enumerate().map(|(number, (line, estimates))| Curve {
        name: label(line),
        colour: colour(number),
        estimates,
    });
    curves.collect()
}

/// Moves names apart that would overlap, downwards.
fn spread<'a, 'b>(mut ends: Vec<(f64, &'a Curve<'b>)>) -> Vec<(f64, &'a Curve<'b>)> {
    ends.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    for index in 1..ends.len() {
        ends[index].0 = ends[index].0.max(ends[index - 1].0 + NAME_DISTANCE);
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::svg::tests::texts;
    use crate::tournament::samples::{NAME, OTHER, table};

    #[test]
    fn every_entrant_with_estimates_has_a_line_and_a_name() {
        let estimates = [
            vec![(1, 80.0), (2, 120.0)],
            vec![(1, -80.0), (2, -120.0)],
            vec![],
        ];
        let svg = plot(&table(), &estimates);
        let texts = texts(&svg);
        assert_eq!(texts[0], "a & b: rating history");
        let position = |text: &str| texts.iter().rposition(|other| other == text);
        // Higher estimates are further up.
        assert!(position(NAME) < position(OTHER), "{texts:?}");
        assert_eq!(svg.matches("<polyline").count(), 3);
        assert!(texts.contains(&"+100".to_owned()), "{texts:?}");
    }

    #[test]
    fn names_do_not_overlap() {
        let estimates = [vec![(1, 1.0)], vec![(1, 1.1)], vec![(1, 1.2)]];
        let table = table();
        let curves = curves(&table, &estimates);
        let ends = curves.iter().map(|curve| (curve.estimates[0].1, curve));
        let spread: Vec<f64> = spread(ends.collect()).iter().map(|(y, _)| *y).collect();
        assert_eq!(spread, [1.0, 17.0, 33.0]);
    }

    #[test]
    fn empty_standings_give_an_empty_plot() {
        texts(&plot(&proto::GetStandingsResponse::default(), &[]));
    }
}
