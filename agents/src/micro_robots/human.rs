//! A player that takes as long as a person and errs like one.

use botwerk_engine::micro_robots::{Action, MicroRobots};
use botwerk_engine::{Generator, OptionKind, OptionSpec, Options};

use super::solve::{Prepared, answer, show_exactly};
use super::solver::{Instance, Solver};
use crate::agent::{Agent, Budget, Choice, Request};
use crate::roster::{AgentInfo, Entry};

static SETTINGS: [OptionSpec; 4] = [
    OptionSpec {
        name: "distribution",
        rule: "MR-12",
        kind: OptionKind::Choice(&["lognormal", "exponential", "uniform", "fixed"]),
        default: "lognormal",
        help: "How the time to find a route is distributed.",
    },
    OptionSpec {
        name: "mean",
        rule: "MR-12",
        kind: OptionKind::Time {
            min: 0,
            max: 3_600_000,
        },
        default: "12s",
        help: "The mean time to find a route.",
    },
    OptionSpec {
        name: "spread",
        rule: "MR-12",
        kind: OptionKind::Number { min: 0, max: 300 },
        default: "60",
        help: "Percent; the lognormal distribution's sigma times 100.",
    },
    OptionSpec {
        name: "error",
        rule: "MR-17",
        kind: OptionKind::Number { min: 0, max: 100 },
        default: "10",
        help: "Percent of announcements that are wrong.",
    },
];

/// How thinking times are distributed; all have the same mean.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Distribution {
    /// Its logarithm is normal with this sigma: many quick finds, a few long searches.
    Lognormal { sigma: f64 },
    /// No memory of the search so far.
    Exponential,
    /// From nothing to twice the mean.
    Uniform,
    /// Always the mean.
    Fixed,
}

/// Thinks for a random time, announces a shortest route, and miscounts now and then.
#[derive(Debug)]
struct Human {
    distribution: Distribution,
    mean_micros: f64,
    error_percent: u64,
}

pub(super) const ENTRY: Entry<MicroRobots> = Entry {
    info: AgentInfo {
        name: "human",
        about: "thinks for a random time and announces a wrong number now and then",
        settings: &SETTINGS,
    },
    make: |settings| Box::new(Human::new(settings)),
};

impl Human {
    fn new(settings: &Options) -> Self {
        let distribution = match settings.text("distribution") {
            "exponential" => Distribution::Exponential,
            "uniform" => Distribution::Uniform,
            "fixed" => Distribution::Fixed,
            _ => Distribution::Lognormal {
                sigma: settings.number("spread") as f64 / 100.0,
            },
        };
        Self {
            distribution,
            mean_micros: settings.milliseconds("mean") as f64 * 1000.0,
            error_percent: settings.number("error"),
        }
    }

    fn thinking_time(&self, generator: &mut Generator) -> u64 {
        (self.mean_micros * self.distribution.sample(generator)) as u64
    }
}

impl Distribution {
    /// A random number with mean 1. Functions of `libm` give the same bits on every machine.
    fn sample(self, generator: &mut Generator) -> f64 {
        match self {
            Self::Fixed => 1.0,
            Self::Uniform => 2.0 * generator.unit(),
            Self::Exponential => -libm::log(1.0 - generator.unit()),
            Self::Lognormal { sigma } => {
                // Box and Muller's method.
                let radius = libm::sqrt(-2.0 * libm::log(1.0 - generator.unit()));
                let normal = radius * libm::cos(std::f64::consts::TAU * generator.unit());
                libm::exp(sigma * normal - sigma * sigma / 2.0)
            }
        }
    }
}

impl Agent<MicroRobots> for Human {
    fn decide(
        &mut self,
        request: &Request<'_, MicroRobots>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        answer(
            &mut Prepared::default(),
            request,
            |solver, instance| self.announce(request, solver, instance),
            show_exactly,
        )
    }
}

impl Human {
    fn announce(
        &self,
        request: &Request<'_, MicroRobots>,
        solver: &Solver,
        instance: &Instance,
    ) -> Choice<Action> {
        let mut generator = request.generator();
        let Some(solution) = solver.shortest(instance) else {
            return Choice::new(vec![Action::Pass], 0);
        };
        let mut number = solution.route.moves() as u8;
        if generator.below(100) < self.error_percent {
            number = miscounted(solver, instance, number);
        }
        let mut choice = Choice::new(vec![Action::Say(number)], solution.nodes);
        choice.pause_micros = self.thinking_time(&mut generator);
        choice
    }
}

/// A number near the true one for which there is no route, so that the show must fail.
fn miscounted(solver: &Solver, instance: &Instance, shortest: u8) -> u8 {
    if shortest > 1 {
        return shortest - 1;
    }
    (2..9)
        .find(|length| solver.exact(instance, usize::from(*length)).is_none())
        .unwrap_or(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use botwerk_engine::{RootSeed, Seat};

    #[test]
    fn every_distribution_has_the_mean_that_is_set() {
        let mut generator = RootSeed::from_text("human").agent(Seat::FIRST, 0);
        for distribution in [
            Distribution::Lognormal { sigma: 0.6 },
            Distribution::Exponential,
            Distribution::Uniform,
            Distribution::Fixed,
        ] {
            let sum: f64 = (0..40_000)
                .map(|_| distribution.sample(&mut generator))
                .sum();
            assert!(
                (sum / 40_000.0 - 1.0).abs() < 0.02,
                "{distribution:?}: {}",
                sum / 40_000.0
            );
        }
    }
}
