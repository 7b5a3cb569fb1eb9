//! The differences between two series of matches from the same seeds.

use std::collections::BTreeSet;

use serde::Serialize;

use super::estimate::Estimate;
use super::profile::MatchProfile;
use super::summary::{action_option_pair, log_turn_options};

/// What a compared figure is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureKind {
    /// A mean of numbers.
    Mean,
    /// A share from 0 to 1.
    Share,
}

/// A figure of two series of matches, and the difference.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedFigure {
    /// Name, such as `turns`, `wins of seat 0` or `ended by NW-19`.
    pub name: String,
    /// Mean or share.
    pub kind: FigureKind,
    /// Value in the first series.
    pub first: f64,
    /// Value in the second series.
    pub second: f64,
    /// The second value minus the first one, with the interval for pairs of matches from the same seed.
    pub difference: Estimate,
}

impl ComparedFigure {
    /// Returns `true` if the interval of the difference does not contain 0.
    pub fn is_significant(&self) -> bool {
        let interval = self.difference.interval;
        interval.is_some_and(|interval| !interval.contains(0.0))
    }
}

/// Compares two series with the same number of seats, match by match from the same seeds. Matches without a
/// counterpart are left out; without any match the comparison is empty.
///
/// ```
/// use botwerk_agents::game_statistics::{MatchProfile, MatchSeries, compare};
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
///
/// let profiles = |turn_cap: &str| -> Vec<MatchProfile> {
///     let options = [("width", "3"), ("ranks", "4"), ("turn_cap", turn_cap)];
///     let options = Options::resolve(Netzwerk::spec().options, options).unwrap();
///     let game = Netzwerk::new(2, options).unwrap();
///     let series = MatchSeries::new(game, &["random".parse().unwrap()], "7").unwrap();
///     (0..20).map(|index| MatchProfile::play(&series, index)).collect()
/// };
/// let figures = compare(&profiles("0"), &profiles("4"));
/// assert_eq!(figures[0].name, "turns");
/// assert!(figures[0].difference.value < 0.0);
/// ```
pub fn compare(first: &[MatchProfile], second: &[MatchProfile]) -> Vec<ComparedFigure> {
    let matches = first.len().min(second.len());
    let (first, second) = (&first[..matches], &second[..matches]);
    let pairs = ProfilePairs { first, second };
    let mut figures = Vec::new();
    figures.extend(pairs.mean("turns", |profile| (profile.all_turns() as f64, 1.0)));
    figures.extend(pairs.mean("decisions", |profile| (profile.decisions as f64, 1.0)));
    figures.extend(pairs.mean("actions", |profile| (profile.all_actions() as f64, 1.0)));
    figures.extend(pairs.mean("legal actions", action_option_pair));
    figures.extend(pairs.mean("options of a turn (log10)", log_turn_options));
    figures.extend(pairs.mean("game tree (log10)", |profile| (profile.complexity(), 1.0)));
    figures.extend(
        pairs.mean("lead changes", |profile| match profile.lead_changes {
            Some(changes) => (changes as f64, 1.0),
            None => (0.0, 0.0),
        }),
    );
    let seats = first.first().map_or(0, |profile| profile.scores.len());
    figures.extend((0..seats).filter_map(|seat| {
        let name = format!("wins of seat {seat}");
        pairs.share(&name, |profile| profile.scores[seat])
    }));
    if seats > 1 {
        figures.extend(pairs.share("draws", |profile| f64::from(u8::from(profile.is_draw()))));
    }
    let all = first.iter().chain(second);
    let rules: BTreeSet<_> = all.map(|profile| profile.rule).collect();
    figures.extend(rules.into_iter().filter_map(|rule| {
        let name = format!("ended by {rule}");
        pairs.share(&name, |profile| f64::from(u8::from(profile.rule == rule)))
    }));
    figures
}

/// The matches of both series, of equal number.
struct ProfilePairs<'a> {
    first: &'a [MatchProfile],
    second: &'a [MatchProfile],
}

impl ProfilePairs<'_> {
    /// Compares a mean, given as number and divisor of each match.
    fn mean(
        &self,
        name: &str,
        figure: impl Fn(&MatchProfile) -> (f64, f64),
    ) -> Option<ComparedFigure> {
        let [first, second] = [self.first, self.second].map(|profiles| {
            let pairs = profiles.iter().map(&figure);
            pairs.collect::<Vec<_>>()
        });
        Some(ComparedFigure {
            name: name.to_owned(),
            kind: FigureKind::Mean,
            difference: Estimate::ratio_difference(&first, &second)?,
            first: Estimate::ratio(first)?.value,
            second: Estimate::ratio(second)?.value,
        })
    }

    /// Compares a share, given as a number from 0 to 1 for each match.
    fn share(&self, name: &str, figure: impl Fn(&MatchProfile) -> f64) -> Option<ComparedFigure> {
        let [first, second] = [self.first, self.second].map(|profiles| {
            let values = profiles.iter().map(&figure);
            values.collect::<Vec<_>>()
        });
        let pairs = first.iter().zip(&second);
        let differences: Vec<_> = pairs.map(|(first, second)| second - first).collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        Some(ComparedFigure {
            name: name.to_owned(),
            kind: FigureKind::Share,
            difference: Estimate::share_difference(&differences)?,
            first: mean(&first),
            second: mean(&second),
        })
    }
}

#[cfg(test)]
mod tests;
