//! The text of metrics: <https://prometheus.io/docs/specs/om/open_metrics_spec/>.

use std::fmt::{Display, Write as _};

use crate::histogram::Histogram;

/// What a metric is.
#[derive(Debug, Clone, Copy)]
pub(super) enum MetricKind {
    /// A value that goes up and down.
    Gauge,
    /// A value that only goes up.
    Counter,
    /// Counts of values by bounds.
    Histogram,
}

/// The text of metrics.
#[derive(Debug, Default)]
pub(super) struct MetricsPage {
    text: String,
}

impl MetricsPage {
    /// Adds a metric with one value.
    pub(super) fn value(&mut self, kind: MetricKind, name: &str, help: &str, value: impl Display) {
        let sample = self.describe(kind, &format!("botwerk_{name}"), help);
        self.sample(&sample, value);
    }

    /// Adds a metric whose values differ in one label.
    pub(super) fn values(
        &mut self,
        kind: MetricKind,
        name: &str,
        help: &str,
        (label, values): (&str, &[(&str, i64)]),
    ) {
        let sample = self.describe(kind, &format!("botwerk_{name}"), help);
        for (of, value) in values {
            self.sample(&format!("{sample}{{{label}=\"{of}\"}}"), value);
        }
    }

    /// Adds a metric whose values differ in two labels.
    pub(super) fn pairs<'v>(
        &mut self,
        kind: MetricKind,
        name: &str,
        help: &str,
        [first, second]: [&str; 2],
        values: impl IntoIterator<Item = ([&'v str; 2], i64)>,
    ) {
        let sample = self.describe(kind, &format!("botwerk_{name}"), help);
        for ([one, other], value) in values {
            let labels = format!("{first}=\"{one}\",{second}=\"{other}\"");
            self.sample(&format!("{sample}{{{labels}}}"), value);
        }
    }

    /// Adds a metric with a histogram for each label, such as `method="..."`. `unit` is what the text counts in, such as
    /// 1e9 for nanoseconds as seconds.
    pub(super) fn histograms<'h>(
        &mut self,
        name: &str,
        help: &str,
        unit: f64,
        histograms: impl IntoIterator<Item = (String, &'h Histogram)>,
    ) {
        let name = self.describe(MetricKind::Histogram, &format!("botwerk_{name}"), help);
        for (label, histogram) in histograms {
            let counts = histogram.cumulative_counts();
            let comma = if label.is_empty() { "" } else { "," };
            let braced = if label.is_empty() {
                String::new()
            } else {
                format!("{{{label}}}")
            };
            for (bound, count) in &counts {
                let bound = bound.map_or("+Inf".to_owned(), |at| (at as f64 / unit).to_string());
                self.sample(
                    &format!("{name}_bucket{{{label}{comma}le=\"{bound}\"}}"),
                    count,
                );
            }
            self.sample(
                &format!("{name}_sum{braced}"),
                histogram.sum() as f64 / unit,
            );
            // Counted once, so that the text agrees with itself.
            self.sample(
                &format!("{name}_count{braced}"),
                counts.last().map_or(0, |(_, count)| *count),
            );
        }
    }

    /// Describes a metric, and returns the name of its samples.
    pub(super) fn describe(&mut self, kind: MetricKind, name: &str, help: &str) -> String {
        let (kind, suffix) = match kind {
            MetricKind::Gauge => ("gauge", ""),
            MetricKind::Counter => ("counter", "_total"),
            MetricKind::Histogram => ("histogram", ""),
        };
        // Writing to a string cannot fail.
        let _ = write!(self.text, "# HELP {name} {help}.\n# TYPE {name} {kind}\n");
        for unit in ["bytes", "seconds"] {
            if name.ends_with(&format!("_{unit}")) {
                let _ = writeln!(self.text, "# UNIT {name} {unit}");
            }
        }
        format!("{name}{suffix}")
    }

    pub(super) fn sample(&mut self, name: &str, value: impl Display) {
        let _ = writeln!(self.text, "{name} {value}");
    }

    /// Returns the text.
    pub(super) fn finish(self) -> String {
        self.text + "# EOF\n"
    }
}
