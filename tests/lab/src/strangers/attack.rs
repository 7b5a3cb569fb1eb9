//! An attack, its figures and what all attacks share.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use botwerk_command::failure::Failure;
use botwerk_service::Durability;

use crate::bench::figure::{BetterWhen, Figure};
use crate::child_server::{ChildServer, Launch};
use crate::program::Program;

/// One attack.
pub(super) struct Attack {
    /// The name on the command line.
    pub(super) name: &'static str,
    /// What is done and measured, as one line.
    pub(super) about: &'static str,
    /// The figures, in the order in which `run` returns their values.
    pub(super) figures: &'static [Figure],
    /// Runs the attack and returns one value for each figure: infinite if something has not ended within its limit, no
    /// number if it could not be measured.
    pub(super) run: fn(&AttackContext) -> Result<Vec<f64>, Failure>,
}

/// What all attacks share.
#[derive(Debug)]
pub(super) struct AttackContext {
    /// The program under attack.
    pub(super) program: Program,
    /// Share of all numbers.
    pub(super) scale: f64,
    /// How long a lease is held.
    pub(super) duration: Duration,
    /// The seed of all randomness.
    pub(super) seed: String,
}

impl AttackContext {
    /// Returns a number for the scale, at least `min`.
    pub(super) fn scaled(&self, number: u64, min: u64) -> u64 {
        ((number as f64 * self.scale) as u64).max(min)
    }

    /// Starts a server; dropping it kills it.
    pub(super) fn start_server(&self, db: &Path, flags: &[&str]) -> Result<ChildServer, Failure> {
        ChildServer::start(Launch {
            program: &self.program,
            db,
            listen: "127.0.0.1:0",
            durability: Durability::default(),
            flags,
            log: Stdio::null(),
        })
    }
}

/// Returns a figure whose lower values are better.
pub(super) const fn at_most(name: &'static str, unit: &'static str, target: f64) -> Figure {
    Figure {
        name,
        unit,
        target: Some(target),
        better: BetterWhen::Lower,
    }
}

/// Returns a figure whose higher values are better.
pub(super) const fn at_least(name: &'static str, unit: &'static str, target: f64) -> Figure {
    Figure {
        name,
        unit,
        target: Some(target),
        better: BetterWhen::Higher,
    }
}

/// Returns a figure without a target.
pub(super) const fn information(name: &'static str, unit: &'static str) -> Figure {
    Figure {
        name,
        unit,
        target: None,
        better: BetterWhen::Lower,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaled_number_is_at_least_the_minimum() {
        let context = AttackContext {
            program: Program::linked().unwrap(),
            scale: 0.01,
            duration: Duration::ZERO,
            seed: String::new(),
        };
        assert_eq!(context.scaled(5000, 10), 50);
        assert_eq!(context.scaled(500, 10), 10);
    }
}
