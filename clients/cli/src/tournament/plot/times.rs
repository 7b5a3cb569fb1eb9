//! The plot of the times of turns.

use botwerk_client::proto;

use super::title::{heading, label};
use crate::plot::colour::{BLUE, GRID};
use crate::plot::page::{GAP, TOP, names_end};
use crate::plot::svg::{Anchor, NOTE_SIZE, Svg, widest};
use crate::tournament::number::millis;

/// Length of the axis, height of a row, and height of a bar.
const AXIS_LENGTH: f64 = 560.0;
const ROW_HEIGHT: f64 = 30.0;
const BAR_HEIGHT: f64 = 12.0;

/// Half the height of the mark at the longest time.
const MARK_SIZE: f64 = 6.0;

/// A logarithmic axis of times, between powers of ten of nanoseconds.
struct TimeAxis {
    first: i32,
    last: i32,
}

impl TimeAxis {
    /// Creates the shortest axis that contains all times.
    fn new(times: &[&proto::TurnTimes]) -> Self {
        let decade = |nanos: u64| (nanos.max(1) as f64).log10();
        let medians = times.iter().map(|times| decade(times.median_nanos));
        let max = times.iter().map(|times| decade(times.max_nanos));
        let first = medians.fold(f64::INFINITY, f64::min).floor();
        let last = max.fold(f64::NEG_INFINITY, f64::max).ceil();
        let first = if first.is_finite() { first as i32 } else { 6 };
        Self {
            first,
            last: (last as i32).max(first + 1),
        }
    }

    /// Returns the position of a time, from 0 at the start to 1 at the end.
    fn position(&self, nanos: u64) -> f64 {
        let decade = (nanos.max(1) as f64).log10() - f64::from(self.first);
        (decade / f64::from(self.last - self.first)).clamp(0.0, 1.0)
    }
}

/// Plots one row per entrant: a bar from the median to the 99th percentile, and a mark at the maximum.
pub(super) fn plot(table: &proto::GetStandingsResponse) -> String {
    let lines = table.standings.iter();
    let rows: Vec<_> = lines
        .filter_map(|line| Some((label(line), line.turn_times.as_ref()?)))
        .collect();
    let times: Vec<_> = rows.iter().map(|(_, times)| *times).collect();
    let axis = TimeAxis::new(&times);
    let left = names_end(rows.iter().map(|(name, _)| name.as_str())) + GAP;
    let bottom = TOP + ROW_HEIGHT * rows.len() as f64;
    let position = |nanos: u64| left + AXIS_LENGTH * axis.position(nanos);
    let mut svg = Svg::default();
    for decade in axis.first..=axis.last {
        let x = position(10_u64.pow(decade as u32));
        svg.line([x, TOP], [x, bottom], GRID, 1.0);
        svg.text(
            [x, bottom + 16.0],
            Anchor::Middle,
            "note",
            &decade_text(decade),
        );
    }
    let mut texts = Vec::new();
    for (number, (name, times)) in rows.iter().enumerate() {
        let y = TOP + ROW_HEIGHT * (number as f64 + 0.5);
        let [median, p99, max] = [times.median_nanos, times.p99_nanos, times.max_nanos];
        let [from, to, end] = [median, p99, max].map(position);
        let [median, p99, max] = [median, p99, max].map(|nanos| millis(nanos as f64));
        let text = format!("{median} / {p99} / {max}");
        svg.titled(&format!("{name}: {text} ms"), |svg| {
            svg.text([left - GAP, y], Anchor::End, "", name);
            svg.line([to, y], [end, y], BLUE, 2.0);
            let length = (to - from).max(2.0);
            svg.rectangle([from, y - BAR_HEIGHT / 2.0], [length, BAR_HEIGHT], BLUE);
            svg.line([end, y - MARK_SIZE], [end, y + MARK_SIZE], BLUE, 2.0);
            svg.text([left + AXIS_LENGTH + GAP, y], Anchor::Start, "note", &text);
        });
        texts.push(text);
    }
    let right = left + AXIS_LENGTH + GAP + widest(texts.iter().map(String::as_str), NOTE_SIZE);
    let note = "ms per turn: median / 99th percentile / maximum, on a logarithmic axis".into();
    heading(table, "times", note).finish(svg, [right, bottom + 22.0])
}

/// Returns the text of a power of ten of nanoseconds.
fn decade_text(decade: i32) -> String {
    let (unit, name) = match decade {
        ..3 => (0, "ns"),
        3..6 => (3, "µs"),
        6..9 => (6, "ms"),
        9.. => (9, "s"),
    };
    format!("{} {name}", 10_u64.pow((decade - unit) as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::svg::tests::texts;
    use crate::tournament::samples::{IDLE, NAME, table};

    #[test]
    fn every_entrant_that_has_played_has_a_row() {
        let svg = plot(&table());
        let texts = texts(&svg);
        assert_eq!(texts[0], "a & b: times");
        assert!(texts.contains(&NAME.to_owned()), "{texts:?}");
        assert!(
            texts.contains(&"11.0 / 30.5 / 31.0".to_owned()),
            "{texts:?}"
        );
        assert!(!texts.iter().any(|text| text.contains(IDLE)), "{texts:?}");
        assert!(
            ["10 ms", "100 ms"]
                .iter()
                .all(|tick| texts.contains(&(*tick).to_owned()))
        );
    }

    #[test]
    fn axis_is_logarithmic() {
        let times = proto::TurnTimes {
            median_nanos: 2_000,
            max_nanos: 50_000_000,
            ..Default::default()
        };
        let axis = TimeAxis::new(&[&times]);
        assert_eq!((axis.first, axis.last), (3, 8));
        assert!((axis.position(1_000_000) - 0.6).abs() < 1e-9);
        let all = [0, 2, 3, 5, 6, 8, 9, 10].map(decade_text);
        let expected = [
            "1 ns", "100 ns", "1 µs", "100 µs", "1 ms", "100 ms", "1 s", "10 s",
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn empty_standings_give_an_empty_plot() {
        texts(&plot(&proto::GetStandingsResponse::default()));
    }
}
