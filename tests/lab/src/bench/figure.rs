//! Benches, their figures and targets.

use botwerk_command::failure::Failure;
use serde_json::json;

use super::flag_args::FlagArgs;
use super::stopwatch::Stopwatch;

/// One bench.
pub(super) struct Bench {
    /// The name on the command line.
    pub(super) name: &'static str,
    /// What is measured, as one line.
    pub(super) about: &'static str,
    /// The figures, in the order in which `measure` returns their values.
    pub(super) figures: &'static [Figure],
    /// Runs the bench and returns one value for each figure.
    pub(super) measure: Measure,
}

/// How a bench is run.
#[derive(Debug, Clone, Copy)]
pub(super) enum Measure {
    /// For a duration, or until a fixed amount of work is done.
    Timed(fn(&Stopwatch) -> Result<Vec<f64>, Failure>),
    /// For a number of matches on a disk of a given speed.
    Flags(fn(&FlagArgs) -> Result<Vec<f64>, Failure>),
}

/// A number that a bench measures.
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    pub(crate) unit: &'static str,
    /// The target, or `None` for a figure that is only reported.
    pub(crate) target: Option<f64>,
    pub(crate) better: BetterWhen,
}

/// Which values of a figure are better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BetterWhen {
    Lower,
    Higher,
    /// Only 0 is right: with any other value the command fails after it has printed all figures.
    Zero,
}

impl Figure {
    pub(crate) fn json(&self) -> serde_json::Value {
        json!({"name": self.name, "unit": self.unit, "target": self.target})
    }

    /// Returns the target as text.
    pub(crate) fn target_text(&self) -> String {
        match (self.target, self.better) {
            (None, _) => "for information".into(),
            (Some(target), BetterWhen::Lower) => format!("at most {target}"),
            (Some(target), BetterWhen::Zero) => format!("exactly {target}"),
            (Some(target), BetterWhen::Higher) => format!("at least {target}"),
        }
    }

    /// Returns `true` if the value is a defect of the program, and not of its speed.
    pub(crate) fn is_defect(&self, value: f64) -> bool {
        self.better == BetterWhen::Zero && self.is_met(value) == Some(false)
    }

    /// Returns `true` if the value meets the target, or `None` without a target.
    pub(crate) fn is_met(&self, value: f64) -> Option<bool> {
        self.target.map(|target| match self.better {
            BetterWhen::Lower | BetterWhen::Zero => value <= target,
            BetterWhen::Higher => value >= target,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_is_met_on_the_better_side() {
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

    #[test]
    fn only_a_figure_that_must_be_zero_is_a_defect() {
        let figure = |better| Figure {
            name: "f",
            unit: "flags",
            target: Some(0.0),
            better,
        };
        assert!(figure(BetterWhen::Zero).is_defect(1.0));
        assert!(!figure(BetterWhen::Zero).is_defect(0.0));
        assert!(!figure(BetterWhen::Lower).is_defect(1.0));
    }
}
