//! The statistics of a game over many matches.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::distribution::Distribution;
use super::estimate::Estimate;
use super::profile::MatchProfile;
use crate::strength::MAX_REPEAT_RATE;

/// Share of the matches that must have a turn of a number for it to be in [`GameStatistics::options_by_turn`].
const MIN_SHARE_OF_MATCHES: f64 = 0.1;

/// The statistics of a game over many matches. Figures without a value, such as those of the lead in matches of one
/// seat, are `None`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameStatistics {
    /// Number of matches.
    pub matches: u64,
    /// Number of matches with distinct start positions or actions.
    pub distinct: u64,
    /// Why there are no intervals; `None` if there are.
    pub interval_error: Option<String>,
    /// Number of seats that were removed for a crash or an illegal action.
    pub faults: u64,
    /// Turns of all seats in a match.
    pub turns: Distribution,
    /// Decisions in a match; one of several seats counts once.
    pub decisions: Distribution,
    /// Actions of all seats in a match.
    pub actions: Distribution,
    /// Chance outcomes in a match.
    pub chance_outcomes: Distribution,
    /// Mean turns of each seat in a match.
    pub turns_by_seat: Vec<Estimate>,
    /// Mean actions of each seat in a match.
    pub actions_by_seat: Vec<Estimate>,
    /// Share of all actions that were the only legal one.
    pub forced_actions: Option<Estimate>,
    /// Share of all turns all of whose actions were forced.
    pub forced_turns: Option<Estimate>,
    /// Legal actions from which an action was chosen.
    pub action_options: Option<Distribution>,
    /// Geometric mean of the legal actions from which an action was chosen.
    pub action_options_geometric: Option<Estimate>,
    /// Options of a whole turn.
    pub turn_options: Option<TurnOptionStatistics>,
    /// Decimal logarithm of the size of the game tree of a match.
    pub complexity: Distribution,
    /// Win share of each seat.
    pub wins_by_seat: Vec<Estimate>,
    /// Win share of each player, for one seat.
    pub wins_by_player: Vec<Estimate>,
    /// Share of matches in which all of several seats share the first place.
    pub draws: Estimate,
    /// Share of matches in which some but not all seats share the first place.
    pub shared_wins: Estimate,
    /// How matches ended, the most frequent ending first.
    pub endings: Vec<EndingStatistics>,
    /// Who is ahead.
    pub lead: Option<LeadStatistics>,
    /// Mean number of legal actions of an action, by the number of its turn in the match, as far as one match in
    /// ten has such a turn.
    pub options_by_turn: Vec<f64>,
}

/// The options of whole turns, in a sample of the turns of each match.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TurnOptionStatistics {
    /// Number of sampled turns.
    pub turns: u64,
    /// Geometric mean of the number of sequences of actions.
    pub sequences_geometric: Estimate,
    /// Median of the number of sequences of actions.
    pub sequences_median: f64,
    /// 90th percentile of the number of sequences of actions.
    pub sequences_percentile_90: f64,
    /// Share of the sampled turns whose results are counted.
    pub counted: Estimate,
    /// Median of the number of different results.
    pub results_median: Quantile,
    /// 90th percentile of the number of different results.
    pub results_percentile_90: Quantile,
}

/// A quantile of numbers some of which are known by a lower bound only.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Quantile {
    /// The value.
    pub value: f64,
    /// Whether it is only a lower bound.
    pub is_lower_bound: bool,
}

/// How often matches ended by a rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EndingStatistics {
    /// Rule id.
    pub rule: &'static str,
    /// Number of matches.
    pub matches: u64,
    /// Share of all matches.
    pub share: Estimate,
}

/// Who is ahead in a match.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LeadStatistics {
    /// What the lead is measured by.
    pub basis: &'static str,
    /// Changes of the lead in a match.
    pub changes: Distribution,
    /// Share of matches without a change of the lead.
    pub unchanged: Estimate,
    /// Win share of the seats that were ahead halfway through the match, if any were.
    pub halfway_wins: Option<Estimate>,
}

impl GameStatistics {
    /// Returns the statistics of matches of one series, or `None` without matches. `lead_basis` is that of the
    /// game: see [`Lead::lead_basis`](crate::Lead::lead_basis).
    ///
    /// ```
    /// use botwerk_agents::Lead;
    /// use botwerk_agents::game_statistics::{GameStatistics, MatchProfile, MatchSeries};
    /// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
    /// # let board = [("width", "3"), ("ranks", "4")];
    /// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
    /// # let game = Netzwerk::new(2, options).unwrap();
    ///
    /// let series = MatchSeries::new(game, &["random".parse().unwrap()], "7").unwrap();
    /// let profiles: Vec<_> = (0..30).map(|index| MatchProfile::play(&series, index)).collect();
    /// let statistics = GameStatistics::new(&profiles, series.game().lead_basis()).unwrap();
    /// let wins: f64 = statistics.wins_by_seat.iter().map(|seat| seat.value).sum();
    /// assert!((wins - 1.0).abs() < 1e-9);
    /// assert!(statistics.turns.interval.unwrap().contains(statistics.turns.mean));
    /// ```
    pub fn new(profiles: &[MatchProfile], lead_basis: &'static str) -> Option<Self> {
        let first = profiles.first()?;
        let matches = profiles.len() as u64;
        let per_match = |figure: &dyn Fn(&MatchProfile) -> f64| {
            Distribution::from_values(profiles.iter().map(figure))
        };
        let mean =
            |figure: &dyn Fn(&MatchProfile) -> f64| Estimate::mean(profiles.iter().map(figure));
        let seats = 0..first.places.len();
        let forced = |forced: fn(&MatchProfile) -> u64, all: fn(&MatchProfile) -> u64| {
            let pair = |p: &MatchProfile| (forced(p) as f64, all(p) as f64);
            Estimate::part(profiles.iter().map(pair))
        };
        let share = |has: fn(&MatchProfile) -> bool| {
            let count = profiles.iter().filter(|profile| has(profile)).count();
            Estimate::share(count as f64, matches)
        };
        let fingerprints: BTreeSet<_> = profiles.iter().map(|p| p.fingerprint).collect();
        let statistics = Self {
            matches,
            distinct: fingerprints.len() as u64,
            interval_error: None,
            faults: profiles.iter().map(|profile| profile.faults).sum(),
            turns: per_match(&|profile| profile.all_turns() as f64)?,
            decisions: per_match(&|profile| profile.decisions as f64)?,
            actions: per_match(&|profile| profile.all_actions() as f64)?,
            chance_outcomes: per_match(&|profile| profile.chance_outcomes as f64)?,
            turns_by_seat: { seats.clone() }
                .filter_map(|seat| mean(&|profile| profile.turns[seat] as f64))
                .collect(),
            actions_by_seat: { seats.clone() }
                .filter_map(|seat| mean(&|profile| profile.actions[seat] as f64))
                .collect(),
            forced_actions: forced(|p| p.forced_actions, MatchProfile::all_actions),
            forced_turns: forced(|p| p.forced_turns, MatchProfile::all_turns),
            action_options: action_options(profiles),
            action_options_geometric: geometric_action_options(profiles),
            turn_options: TurnOptionStatistics::new(profiles),
            complexity: per_match(&MatchProfile::complexity)?,
            wins_by_seat: seats
                .filter_map(|seat| {
                    let points = profiles.iter().map(|profile| profile.scores[seat]);
                    Estimate::share(points.sum(), matches)
                })
                .collect(),
            wins_by_player: wins_by_player(profiles),
            draws: share(MatchProfile::is_draw)?,
            shared_wins: share(MatchProfile::is_shared_win)?,
            endings: endings(profiles),
            lead: LeadStatistics::new(profiles, lead_basis),
            options_by_turn: options_by_turn(profiles),
        };
        Some(statistics.checked())
    }

    /// Returns the statistics without intervals if too many matches repeat others, so that they are not
    /// independent trials.
    fn checked(self) -> Self {
        let repeats = self.matches - self.distinct;
        if repeats as f64 <= MAX_REPEAT_RATE * self.matches as f64 {
            return self;
        }
        let error = format!(
            "{repeats} of {} matches repeat others action by action, more than 5 %, so they are not \
             independent trials; play fewer matches, longer openings or players that vary their choices",
            self.matches
        );
        let bare = |estimates: Vec<Estimate>| {
            let estimates = estimates.into_iter();
            estimates.map(Estimate::without_interval).collect()
        };
        Self {
            interval_error: Some(error),
            turns: self.turns.without_interval(),
            decisions: self.decisions.without_interval(),
            actions: self.actions.without_interval(),
            chance_outcomes: self.chance_outcomes.without_interval(),
            turns_by_seat: bare(self.turns_by_seat),
            actions_by_seat: bare(self.actions_by_seat),
            forced_actions: self.forced_actions.map(Estimate::without_interval),
            forced_turns: self.forced_turns.map(Estimate::without_interval),
            action_options: self.action_options.map(Distribution::without_interval),
            action_options_geometric: { self.action_options_geometric }
                .map(Estimate::without_interval),
            turn_options: self.turn_options.map(|options| TurnOptionStatistics {
                sequences_geometric: options.sequences_geometric.without_interval(),
                counted: options.counted.without_interval(),
                ..options
            }),
            complexity: self.complexity.without_interval(),
            wins_by_seat: bare(self.wins_by_seat),
            wins_by_player: bare(self.wins_by_player),
            draws: self.draws.without_interval(),
            shared_wins: self.shared_wins.without_interval(),
            endings: { self.endings.into_iter() }
                .map(|ending| EndingStatistics {
                    share: ending.share.without_interval(),
                    ..ending
                })
                .collect(),
            lead: self.lead.map(|lead| LeadStatistics {
                changes: lead.changes.without_interval(),
                unchanged: lead.unchanged.without_interval(),
                halfway_wins: lead.halfway_wins.map(Estimate::without_interval),
                ..lead
            }),
            ..self
        }
    }
}

impl TurnOptionStatistics {
    fn new(profiles: &[MatchProfile]) -> Option<Self> {
        let pairs = profiles.iter().map(log_turn_options);
        let logs = Estimate::ratio(pairs)?;
        let sampled = || profiles.iter().flat_map(|profile| &profile.sampled_turns);
        let counts = sampled().map(|turn| (turn.sequences, 1));
        let sequences = Distribution::from_counts(logs, counts)?;
        let counted = Estimate::part(profiles.iter().map(|profile| {
            let turns = &profile.sampled_turns;
            let counted = turns.iter().filter(|turn| turn.is_counted).count();
            (counted as f64, turns.len() as f64)
        }))?;
        let known = |is_counted| {
            let turns = sampled().filter(move |turn| turn.is_counted == is_counted);
            turns.map(|turn| turn.results as f64)
        };
        let results = Distribution::from_counts(logs, sampled().map(|t| (t.results as f64, 1)))?;
        let lowest_bound = known(false).fold(f64::INFINITY, f64::min);
        let quantile = |value| Quantile {
            value,
            is_lower_bound: lowest_bound <= value,
        };
        Some(Self {
            turns: sampled().count() as u64,
            sequences_geometric: logs.map(|log| libm::pow(10.0, log)),
            sequences_median: sequences.median,
            sequences_percentile_90: sequences.percentile_90,
            counted,
            results_median: quantile(results.median),
            results_percentile_90: quantile(results.percentile_90),
        })
    }
}

impl LeadStatistics {
    fn new(profiles: &[MatchProfile], basis: &'static str) -> Option<Self> {
        let changes: Option<Vec<_>> = profiles.iter().map(|p| p.lead_changes).collect();
        let changes = changes?;
        let unchanged = changes.iter().filter(|changes| **changes == 0).count();
        let values = changes.iter().map(|changes| *changes as f64);
        Some(Self {
            basis,
            changes: Distribution::from_values(values)?,
            unchanged: Estimate::share(unchanged as f64, changes.len() as u64)?,
            halfway_wins: halfway_wins(profiles),
        })
    }
}

/// Returns the win share of the seats that were ahead halfway, or `None` if none ever was.
fn halfway_wins(profiles: &[MatchProfile]) -> Option<Estimate> {
    let led = profiles.iter().filter(|p| !p.halfway_leaders.is_empty());
    let points = led.clone().map(|profile| {
        let leaders = profile.halfway_leaders.iter();
        leaders.map(|seat| profile.scores[*seat]).sum::<f64>()
    });
    Estimate::share(points.sum(), led.count() as u64)
}

/// Returns the sum of the legal actions of all actions of a match, and the number of actions.
pub(super) fn action_option_pair(profile: &MatchProfile) -> (f64, f64) {
    let options = profile.action_options.iter();
    let sum: u64 = options.map(|(options, actions)| options * actions).sum();
    (sum as f64, profile.all_actions() as f64)
}

/// Returns the sum of the decimal logarithms of the sequences of the sampled turns, and the number of turns.
pub(super) fn log_turn_options(profile: &MatchProfile) -> (f64, f64) {
    (
        profile.turn_logs().sum(),
        profile.sampled_turns.len() as f64,
    )
}

fn action_options(profiles: &[MatchProfile]) -> Option<Distribution> {
    let mean = Estimate::ratio(profiles.iter().map(action_option_pair))?;
    let mut counts = BTreeMap::<_, u64>::new();
    for (options, actions) in profiles.iter().flat_map(|p| &p.action_options) {
        *counts.entry(*options).or_default() += actions;
    }
    let counts = counts.into_iter();
    Distribution::from_counts(mean, counts.map(|(options, count)| (options as f64, count)))
}

fn geometric_action_options(profiles: &[MatchProfile]) -> Option<Estimate> {
    let logs = Estimate::ratio(profiles.iter().map(|profile| {
        let options = profile.action_options.iter();
        let logs = options.map(|(options, n)| libm::log10((*options as f64).max(1.0)) * *n as f64);
        (logs.sum(), profile.all_actions() as f64)
    }))?;
    Some(logs.map(|log| libm::pow(10.0, log)))
}

/// Returns the win share of each player, for each seat that it has had.
fn wins_by_player(profiles: &[MatchProfile]) -> Vec<Estimate> {
    let players = profiles.iter().flat_map(|profile| &profile.players);
    let count = players.max().map_or(0, |player| player + 1);
    let share = |player| {
        let scores = profiles
            .iter()
            .flat_map(|p| p.players.iter().zip(&p.scores));
        let own = scores.filter(|(other, _)| **other == player);
        let points: f64 = own.clone().map(|(_, score)| score).sum();
        Estimate::share(points, own.count() as u64)
    };
    (0..count).filter_map(share).collect()
}

fn endings(profiles: &[MatchProfile]) -> Vec<EndingStatistics> {
    let mut counts = BTreeMap::<_, u64>::new();
    for profile in profiles {
        *counts.entry(profile.rule).or_default() += 1;
    }
    let all = profiles.len() as u64;
    let ending = |(rule, matches): (_, u64)| {
        let share = Estimate::share(matches as f64, all)?;
        Some(EndingStatistics {
            rule,
            matches,
            share,
        })
    };
    let mut endings: Vec<_> = counts.into_iter().filter_map(ending).collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.matches));
    endings
}

fn options_by_turn(profiles: &[MatchProfile]) -> Vec<f64> {
    let mut means = Vec::new();
    let min = (MIN_SHARE_OF_MATCHES * profiles.len() as f64).max(1.0);
    loop {
        let turns = profiles
            .iter()
            .filter_map(|p| p.options_by_turn.get(means.len()));
        let (mut matches, mut actions, mut sum) = (0.0, 0, 0);
        for (own_actions, own_sum) in turns {
            matches += 1.0;
            actions += own_actions;
            sum += own_sum;
        }
        if matches < min || actions == 0 {
            return means;
        }
        means.push(sum as f64 / actions as f64);
    }
}

#[cfg(test)]
mod tests;
