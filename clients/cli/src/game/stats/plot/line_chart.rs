//! A chart of values in order, joined by a line.

use crate::plot::axis::Axis;
use crate::plot::colour::{BLUE, GRID};
use crate::plot::page::{GAP, Heading, MARGIN, TOP};
use crate::plot::svg::{Anchor, Svg};

/// Size of the chart, and space for numbers on its left.
const SIZE: [f64; 2] = [640.0, 280.0];
const NUMBER_SPACE: f64 = 44.0;

/// Maximum number of labels below the chart.
const MAX_LABELS: usize = 12;

/// Radius of the dot of a value.
const DOT_RADIUS: f64 = 4.5;

/// The values of a chart.
pub(super) struct LineChart {
    pub(super) head: String,
    pub(super) note: String,
    pub(super) points: Vec<LinePoint>,
    /// Whether each value has a dot with its interval.
    pub(super) has_marks: bool,
}

/// A value with its label and interval.
pub(super) struct LinePoint {
    pub(super) label: String,
    pub(super) value: f64,
    pub(super) interval: Option<[f64; 2]>,
}

impl LineChart {
    /// Plots the values from left to right.
    pub(super) fn plot(self) -> String {
        let mut svg = Svg::default();
        let left = MARGIN + NUMBER_SPACE + GAP;
        let [width, height] = SIZE;
        let bottom = TOP + height;
        let ends = |point: &LinePoint| point.interval.unwrap_or([point.value; 2]);
        let lows = self.points.iter().map(|point| ends(point)[0]);
        let highs = self.points.iter().map(|point| ends(point)[1]);
        // Shorter axes would extend below 0.
        let axis = Axis::around(lows.fold(0.0, f64::min), highs.fold(10.0, f64::max));
        let y = |value: f64| bottom - height * axis.position(value);
        for tick in axis.ticks() {
            svg.line([left, y(tick)], [left + width, y(tick)], GRID, 1.0);
            svg.text(
                [left - GAP, y(tick)],
                Anchor::End,
                "note",
                &tick.to_string(),
            );
        }
        let slot = width / self.points.len().max(1) as f64;
        let x = |number: usize| left + slot * (number as f64 + 0.5);
        let numbered = || self.points.iter().enumerate();
        let line: Vec<_> = numbered()
            .map(|(n, point)| [x(n), y(point.value)])
            .collect();
        svg.polyline(&line, BLUE, 2.0);
        let labelled = self.points.len().div_ceil(MAX_LABELS).max(1);
        for (number, point) in numbered() {
            if self.has_marks {
                mark(&mut svg, point, x(number), &y);
            }
            if number % labelled == 0 {
                let below = [x(number), bottom + 16.0];
                svg.text(below, Anchor::Middle, "note", &point.label);
            }
        }
        Heading::new(self.head, self.note).finish(svg, [left + width, bottom + 22.0])
    }
}

/// Draws the dot of a value with its interval.
fn mark(svg: &mut Svg, point: &LinePoint, x: f64, y: &dyn Fn(f64) -> f64) {
    let interval = point.interval.map_or_else(String::new, |[low, high]| {
        format!(", 95 % interval {low:.1} to {high:.1}")
    });
    let title = format!("{}: {:.1}{interval}", point.label, point.value);
    svg.titled(&title, |svg| {
        if let Some([low, high]) = point.interval {
            svg.line([x, y(low)], [x, y(high)], BLUE, 2.0);
        }
        svg.dot([x, y(point.value)], DOT_RADIUS, BLUE);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::svg::tests::texts;

    fn chart(count: usize) -> LineChart {
        let point = |number: usize| LinePoint {
            label: format!("n{number}"),
            value: 10.0 * number as f64,
            interval: (number > 0).then_some([5.0, 30.0]),
        };
        LineChart {
            head: "head".into(),
            note: "note".into(),
            points: (0..count).map(point).collect(),
            has_marks: true,
        }
    }

    #[test]
    fn every_value_has_a_dot() {
        let texts = texts(&chart(3).plot());
        for title in ["n0: 0.0", "n2: 20.0, 95 % interval 5.0 to 30.0", "n1"] {
            assert!(texts.contains(&title.to_owned()), "{title}: {texts:?}");
        }
    }

    #[test]
    fn many_values_have_few_labels_and_none_are_an_empty_chart() {
        let labels = texts(&chart(100).plot());
        let labels = labels
            .iter()
            .filter(|text| text.starts_with('n') && !text.contains(':'));
        assert!(labels.count() <= MAX_LABELS + 1);
        texts(&chart(0).plot());
    }
}
