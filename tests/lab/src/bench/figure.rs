//! Benches, the figures that they measure, and the targets of these.

use botwerk_cli::failure::Failure;
use serde_json::json;

use super::stopwatch::Stopwatch;

/// Something that is measured.
pub(super) struct Bench {
    /// The name on the command line.
    pub(super) name: &'static str,
    /// What is measured, in one sentence.
    pub(super) about: &'static str,
    /// The numbers that come out.
    pub(super) figures: &'static [Figure],
    /// Measures; one number for each figure.
    pub(super) measure: fn(&Stopwatch) -> Result<Vec<f64>, Failure>,
}

/// A number that comes out of a bench.
pub(super) struct Figure {
    pub(super) name: &'static str,
    pub(super) unit: &'static str,
    /// What is to be reached; `None` for a figure that is only told.
    pub(super) target: Option<f64>,
    pub(super) better: BetterWhen,
}

/// Which values of a figure are good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BetterWhen {
    Lower,
    Higher,
}

impl Figure {
    pub(super) fn json(&self) -> serde_json::Value {
        json!({"name": self.name, "unit": self.unit, "reach": self.target})
    }

    /// What is to be reached, in words.
    pub(super) fn target_text(&self) -> String {
        match (self.target, self.better) {
            (None, _) => "for information".into(),
            (Some(reach), BetterWhen::Lower) => format!("at most {reach}"),
            (Some(reach), BetterWhen::Higher) => format!("at least {reach}"),
        }
    }

    /// Whether a value is what is to be reached.
    pub(super) fn is_met(&self, value: f64) -> Option<bool> {
        self.target.map(|reach| match self.better {
            BetterWhen::Lower => value <= reach,
            BetterWhen::Higher => value >= reach,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_met_on_its_good_side() {
        let figure = |better| Figure {
            name: "f",
            unit: "ns",
            target: Some(25.0),
            better,
        };
        assert_eq!(figure(BetterWhen::Lower).is_met(24.0), Some(true));
        assert_eq!(figure(BetterWhen::Lower).is_met(26.0), Some(false));
        assert_eq!(figure(BetterWhen::Higher).is_met(26.0), Some(true));
    }
}
