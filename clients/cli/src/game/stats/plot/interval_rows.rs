//! A plot of shares, one a row, with their intervals.

use crate::plot::axis::Axis;
use crate::plot::colour::{BLUE, EVEN, GRID};
use crate::plot::page::{GAP, Heading, TOP, names_end};
use crate::plot::svg::{Anchor, Svg};

/// Length of the axis, height of a row, and radius of the dot of a value.
const AXIS_LENGTH: f64 = 480.0;
const ROW_HEIGHT: f64 = 28.0;
const DOT_RADIUS: f64 = 5.0;

/// Space for the values after the axis.
const VALUE_SPACE: f64 = 70.0;

/// The rows of a plot.
pub(super) struct IntervalRows {
    pub(super) head: String,
    pub(super) note: String,
    pub(super) rows: Vec<IntervalRow>,
}

/// A share in per cent with its interval.
pub(super) struct IntervalRow {
    pub(super) label: String,
    pub(super) percent: f64,
    pub(super) interval: Option<[f64; 2]>,
}

impl IntervalRows {
    /// Plots the rows from top to bottom.
    pub(super) fn plot(self) -> String {
        let mut svg = Svg::default();
        let left = names_end(self.rows.iter().map(|row| row.label.as_str())) + GAP;
        let bottom = TOP + ROW_HEIGHT * self.rows.len() as f64;
        let ends = |row: &IntervalRow| row.interval.unwrap_or([row.percent; 2]);
        let lows = self.rows.iter().map(|row| ends(row)[0]);
        let highs = self.rows.iter().map(|row| ends(row)[1]);
        let axis = Axis::around(lows.fold(0.0, f64::min), highs.fold(0.0, f64::max));
        let x = |percent: f64| left + AXIS_LENGTH * axis.position(percent);
        for tick in axis.ticks() {
            let (stroke, width) = if tick.abs() < 1e-9 {
                (EVEN, 1.5)
            } else {
                (GRID, 1.0)
            };
            svg.line([x(tick), TOP], [x(tick), bottom], stroke, width);
            let below = [x(tick), bottom + 16.0];
            svg.text(below, Anchor::Middle, "note", &format!("{tick} %"));
        }
        for (number, row) in self.rows.iter().enumerate() {
            let middle = TOP + ROW_HEIGHT * (number as f64 + 0.5);
            let value = format!("{:.1} %", row.percent);
            let [low, high] = ends(row);
            let title = format!(
                "{}: {value}, 95 % interval {low:.1} to {high:.1} %",
                row.label
            );
            svg.titled(&title, |svg| {
                svg.text([left - GAP, middle], Anchor::End, "", &row.label);
                svg.line([x(low), middle], [x(high), middle], BLUE, 2.0);
                svg.dot([x(row.percent), middle], DOT_RADIUS, BLUE);
                let end = [left + AXIS_LENGTH + GAP, middle];
                svg.text(end, Anchor::Start, "", &value);
            });
        }
        let right = left + AXIS_LENGTH + VALUE_SPACE;
        Heading::new(self.head, self.note).finish(svg, [right, bottom + 22.0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::svg::tests::texts;

    #[test]
    fn every_row_has_its_value_and_interval() {
        let row = |label: &str, percent, interval| IntervalRow {
            label: label.into(),
            percent,
            interval,
        };
        let rows = vec![
            row("won by seat 0", 62.5, Some([50.0, 74.0])),
            row("drawn", 0.0, None),
        ];
        let plot = IntervalRows {
            head: "head".into(),
            note: "note".into(),
            rows,
        };
        let texts = texts(&plot.plot());
        for text in [
            "won by seat 0: 62.5 %, 95 % interval 50.0 to 74.0 %",
            "drawn: 0.0 %, 95 % interval 0.0 to 0.0 %",
            "drawn",
            "80 %",
        ] {
            assert!(texts.contains(&text.to_owned()), "{text}: {texts:?}");
        }
    }
}
