//! A histogram of whole numbers.

use crate::plot::axis::Axis;
use crate::plot::colour::{BLUE, GRID};
use crate::plot::page::{GAP, Heading, MARGIN, TOP};
use crate::plot::svg::{Anchor, Svg};

/// Size of the plot, and space for numbers on its left.
const SIZE: [f64; 2] = [640.0, 280.0];
const NUMBER_SPACE: f64 = 44.0;

/// Maximum number of bars.
const MAX_BARS: u64 = 40;

/// Plots how often values occur in ranges of equal length.
pub(super) fn plot(values: &[u64], head: String, note: String) -> String {
    let mut svg = Svg::default();
    let left = MARGIN + NUMBER_SPACE + GAP;
    let [width, height] = SIZE;
    let bottom = TOP + height;
    let (min, max) = (
        values.iter().copied().min().unwrap_or_default(),
        values.iter().copied().max().unwrap_or_default(),
    );
    let step = step(max - min);
    let first = min / step;
    let mut counts = vec![0u32; (max / step - first + 1) as usize];
    for value in values {
        counts[(value / step - first) as usize] += 1;
    }
    let max_count = counts.iter().copied().max().unwrap_or_default();
    // Shorter axes would extend below 0.
    let axis = Axis::around(0.0, f64::from(max_count.max(10)));
    let y = |count: f64| bottom - height * axis.position(count);
    for tick in axis.ticks().filter(|tick| *tick >= 0.0) {
        svg.line([left, y(tick)], [left + width, y(tick)], GRID, 1.0);
        let end = [left - GAP, y(tick)];
        svg.text(end, Anchor::End, "note", &tick.to_string());
    }
    let bar = width / counts.len() as f64;
    let labelled = counts.len().div_ceil(10);
    for (number, count) in counts.iter().enumerate() {
        let from = (first + number as u64) * step;
        let range = if step == 1 {
            from.to_string()
        } else {
            format!("{from} to {}", from + step - 1)
        };
        let x = left + bar * number as f64;
        let top = y(f64::from(*count));
        svg.titled(&format!("{range}: {count}"), |svg| {
            let size = [(bar - 1.0).max(1.0), y(0.0) - top];
            svg.rectangle([x + 0.5, top], size, BLUE);
        });
        if number % labelled == 0 {
            let middle = [x + bar / 2.0, bottom + 16.0];
            svg.text(middle, Anchor::Middle, "note", &from.to_string());
        }
    }
    Heading::new(head, note).finish(svg, [left + width, bottom + 22.0])
}

/// Returns the shortest length of 1, 2, 5, 10, ... with which the range needs few enough bars.
fn step(range: u64) -> u64 {
    let mut step = 1;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if range / step < MAX_BARS {
            break;
        }
        step = (step as f64 * factor) as u64;
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::svg::tests::texts;

    #[test]
    fn every_value_is_in_a_bar() {
        let texts = texts(&plot(&[3, 4, 4, 9], "head".into(), "note".into()));
        for title in ["3: 1", "4: 2", "5: 0", "9: 1"] {
            assert!(texts.contains(&title.to_owned()), "{title}: {texts:?}");
        }
    }

    #[test]
    fn bar_of_several_values_names_the_first_and_the_last() {
        let texts = texts(&plot(&[0, 399], String::new(), String::new()));
        assert!(texts.contains(&"390 to 399: 1".to_owned()), "{texts:?}");
    }

    #[test]
    fn bars_have_round_lengths() {
        assert_eq!([0, 39, 40, 100, 399, 4000].map(step), [1, 1, 2, 5, 10, 200]);
    }

    #[test]
    fn no_values_give_an_empty_plot() {
        texts(&plot(&[], "head".into(), "note".into()));
    }
}
