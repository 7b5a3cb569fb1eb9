//! An agent that imitates the thinking time and the errors of a person.
//!
//! A person's times for problems of one difficulty are log-normal, and the logarithm of the mean is linear in skill and
//! difficulty (P. Jarušek and R. Pelánek, "Analysis of Problem Solving Times", 2012). Difficulty here is the number of
//! moves of a shortest route.

use std::marker::PhantomData;

use botwerk_engine::{OptionKind, OptionSpec, Options, StableRng};

use super::decision::{NodeLimit, PlannedAnnouncement, SearcherCache, decide, show_exactly};
use super::route_search::RouteSearch;
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::level::{LEVELS, level, level_setting};
use crate::node_meter::NodeMeter;
use crate::roster::{AgentEntry, AgentInfo};

/// The distribution of thinking times. All distributions have the same mean.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Distribution {
    /// Log-normal with this sigma: many quick finds, a few long searches.
    Lognormal { sigma: f64 },
    /// Exponential: independent of the time spent so far.
    Exponential,
    /// Uniform, from zero to twice the mean.
    Uniform,
    /// Always the mean.
    Fixed,
}

/// The agent `human`: thinks for a random time, announces the length of a shortest route, and
/// miscounts from time to time.
#[derive(Debug)]
pub(crate) struct Human<G> {
    distribution: Distribution,
    pace: Pace,
    error_percent: u64,
    game: PhantomData<fn() -> G>,
}

/// The mean time to find a route.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Pace {
    /// The same for every route.
    Constant { micros: f64 },
    /// The mean for a route of [`PACE_MOVES`] moves; each move more takes [`GROWTH`] times as long.
    ByMoves { micros: f64 },
}

/// Number of moves of the routes for which a level's time is given.
const PACE_MOVES: u8 = 4;

/// Factor of the mean time for each further move.
const GROWTH: f64 = 1.35;

impl Pace {
    fn mean_micros(self, moves: u8) -> f64 {
        match self {
            Self::Constant { micros } => micros,
            Self::ByMoves { micros } => {
                let steps = f64::from(moves) - f64::from(PACE_MOVES);
                micros * libm::pow(GROWTH, steps)
            }
        }
    }
}

/// Mean time for a route of [`PACE_MOVES`] moves in seconds, and percent of wrong announcements, by level.
static SKILLS: [(f64, u64); LEVELS] = [
    (150.0, 20),
    (100.0, 17),
    (65.0, 14),
    (42.0, 12),
    (27.0, 10),
    (18.0, 8),
    (12.0, 6),
    (8.0, 4),
    (5.0, 3),
    (3.5, 2),
];

impl Distribution {
    /// Samples a number with mean 1. Functions of `libm` give the same bits on every machine.
    fn sample(self, rng: &mut StableRng) -> f64 {
        match self {
            Self::Fixed => 1.0,
            Self::Uniform => 2.0 * rng.next_f64(),
            Self::Exponential => -libm::log(1.0 - rng.next_f64()),
            Self::Lognormal { sigma } => {
                // The Box-Muller transform.
                let radius = libm::sqrt(-2.0 * libm::log(1.0 - rng.next_f64()));
                let normal = radius * libm::cos(std::f64::consts::TAU * rng.next_f64());
                libm::exp(sigma * normal - sigma * sigma / 2.0)
            }
        }
    }
}

impl<G: RouteSearch> Human<G> {
    const SETTINGS: [OptionSpec; 5] = [
        level_setting(G::SEARCH_RULE),
        OptionSpec {
            name: "distribution",
            rule: G::SEARCH_RULE,
            kind: OptionKind::Choice(&["lognormal", "exponential", "uniform", "fixed"]),
            default: "lognormal",
            help: "How the time to find a route is distributed.",
        },
        OptionSpec {
            name: "mean",
            rule: G::SEARCH_RULE,
            kind: OptionKind::Time {
                min: 0,
                max: 3_600_000,
            },
            default: "12s",
            help: "The mean time to find a route, without a level.",
        },
        OptionSpec {
            name: "spread",
            rule: G::SEARCH_RULE,
            kind: OptionKind::Number { min: 0, max: 300 },
            default: "60",
            help: "Percent; the lognormal distribution's sigma times 100.",
        },
        OptionSpec {
            name: "error",
            rule: G::WRONG_ROUTE_RULE,
            kind: OptionKind::Number { min: 0, max: 100 },
            default: "10",
            help: "Percent of announcements that are wrong, without a level.",
        },
    ];

    /// Returns the roster entry of the agent.
    pub(crate) const fn entry() -> AgentEntry<G> {
        AgentEntry {
            info: AgentInfo {
                name: "human",
                version: 1,
                description: "thinks for a random time and announces a wrong number now and then",
                value_unit: "",
                settings: &Self::SETTINGS,
            },
            make: |settings| Box::new(Self::new(settings)),
        }
    }

    fn new(settings: &Options) -> Self {
        let distribution = match settings.text("distribution") {
            "exponential" => Distribution::Exponential,
            "uniform" => Distribution::Uniform,
            "fixed" => Distribution::Fixed,
            _ => Distribution::Lognormal {
                sigma: settings.number("spread") as f64 / 100.0,
            },
        };
        let (pace, error_percent) = match level(settings, &SKILLS) {
            Some((seconds, error_percent)) => {
                let micros = seconds * 1e6;
                (Pace::ByMoves { micros }, error_percent)
            }
            None => {
                let micros = settings.millis("mean") as f64 * 1000.0;
                (Pace::Constant { micros }, settings.number("error"))
            }
        };
        Self {
            distribution,
            pace,
            error_percent,
            game: PhantomData,
        }
    }

    fn thinking_time(&self, moves: u8, rng: &mut StableRng) -> u64 {
        (self.pace.mean_micros(moves) * self.distribution.sample(rng)) as u64
    }

    fn announce(
        &self,
        request: &DecisionRequest<'_, G>,
        searcher: &G::Searcher,
        task: &G::Task,
        meter: &mut NodeMeter<'_>,
    ) -> Option<PlannedAnnouncement<G::Action>> {
        let mut rng = request.generator();
        let found = G::shortest(searcher, task, G::HUMAN_PATIENCE, meter)?;
        let shortest = G::length(&found.route);
        let mut length = shortest;
        if rng.below(100) < self.error_percent {
            length = miscounted::<G>(searcher, task, length, meter);
        }
        let mut announcement = PlannedAnnouncement::new::<G>(length, found.nodes);
        announcement.choice.delay_micros = self.thinking_time(shortest, &mut rng);
        Some(announcement)
    }
}

impl<G: RouteSearch> Agent<G> for Human<G> {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, G>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<G::Action>),
    ) -> Choice<G::Action> {
        decide(
            &mut SearcherCache::default(),
            request,
            NodeLimit::NONE.meter(budget),
            |searcher, task, meter| self.announce(request, searcher, task, meter),
            |searcher, task, length, meter| {
                show_exactly::<G>(searcher, task, length, G::HUMAN_PATIENCE, meter)
            },
        )
    }
}

/// Returns a number close to the minimum for which there is no route, so that the show must fail.
fn miscounted<G: RouteSearch>(
    searcher: &G::Searcher,
    task: &G::Task,
    shortest: u8,
    meter: &mut NodeMeter<'_>,
) -> u8 {
    if shortest > 1 {
        return shortest - 1;
    }
    (2..9)
        .find(|length| {
            let found = G::exact(searcher, task, *length, G::HUMAN_PATIENCE, meter);
            found.is_none()
        })
        .unwrap_or(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use botwerk_engine::{RootSeed, Seat};

    #[test]
    fn longer_routes_take_longer_and_higher_levels_less() {
        let times = SKILLS.map(|(seconds, _)| Pace::ByMoves {
            micros: seconds * 1e6,
        });
        assert!((times[0].mean_micros(PACE_MOVES) - 150e6).abs() < 1.0);
        assert!((times[0].mean_micros(PACE_MOVES + 1) - 150e6 * GROWTH).abs() < 1.0);
        for moves in [1, 4, 12] {
            let means = times.map(|pace| pace.mean_micros(moves));
            assert!(means.is_sorted_by(|slower, faster| slower > faster));
        }
    }

    #[test]
    fn every_distribution_has_mean_one() {
        let mut rng = RootSeed::from_text("human").rng_for_agent(Seat::FIRST, 0);
        for distribution in [
            Distribution::Lognormal { sigma: 0.6 },
            Distribution::Exponential,
            Distribution::Uniform,
            Distribution::Fixed,
        ] {
            let sum: f64 = (0..40_000).map(|_| distribution.sample(&mut rng)).sum();
            assert!(
                (sum / 40_000.0 - 1.0).abs() < 0.02,
                "{distribution:?}: {}",
                sum / 40_000.0
            );
        }
    }
}
