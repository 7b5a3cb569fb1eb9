//! The statistics of a game, from matches on several threads.

use std::collections::BTreeMap;

use botwerk_agents::game_statistics::{
    ComparedFigure, GameStatistics, Ladder, LadderError, LadderRung, MatchProfile, MatchSeries,
    SeriesError, add_opening, compare, default_player, default_seats,
};
use botwerk_agents::{AgentSpec, Lead};
use botwerk_engine::{AnyGame, GameId, GameRules, OptionError, Options};
use serde::Serialize;

use crate::concurrent::run_concurrently;

/// Default number of matches, rounded up to a multiple of the seats where each player has every seat.
const DEFAULT_MATCHES: u64 = 200;

/// What is to be measured.
#[derive(Debug, Clone)]
pub struct StatisticsRequest {
    /// The game.
    pub game: GameId,
    /// Given options. Two opening turns are sampled unless the options set another number, in games that have them.
    pub options: Vec<(String, String)>,
    /// Given options of the game that is compared with it; `None` for no comparison.
    pub compared_options: Option<Vec<(String, String)>>,
    /// Number of seats; `None` for two, or the fewest that are possible.
    pub seats: Option<usize>,
    /// The players: one for all seats, or several that take turns on them. Empty for a default player.
    pub players: Vec<AgentSpec>,
    /// Number of matches; `None` for 200, or the next multiple of the seats.
    pub matches: Option<u64>,
    /// Seed of all randomness.
    pub seed: String,
    /// Ladder of the first player, such as `nodes=100,400`; `None` for no ladder.
    pub ladder: Option<String>,
    /// Maximum number of matches in progress, at least 1. It does not change the result.
    pub concurrency: usize,
}

/// How a run is followed and stopped.
pub struct StatisticsControl<'a> {
    /// Polled between matches; no further match starts once it returns `true`.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Called before the first match with the number of all matches, and after each match with the number of those
    /// played.
    pub on_progress: &'a mut dyn FnMut(u64, u64),
}

impl std::fmt::Debug for StatisticsControl<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StatisticsControl").finish_non_exhaustive()
    }
}

/// Why there are no statistics.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StatisticsError {
    /// An option or the number of seats is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The players are unusable.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// The ladder is unusable.
    #[error(transparent)]
    Ladder(#[from] LadderError),
    /// The number of matches is 0, or does not give each player each seat equally often.
    #[error("matches: expected a multiple of {block}, at least {block}, found {found}")]
    Matches {
        /// Number of matches.
        found: u64,
        /// Number of matches from one seed.
        block: u64,
    },
    /// The compared options are for another number of seats.
    #[error("comparison: {0}; compare options that allow the same number of seats")]
    Compared(OptionError),
    /// The run was stopped.
    #[error("stopped before the first match ended")]
    Stopped,
}

/// The statistics of a game, with everything that they depend on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StatisticsReport {
    /// Name of the game.
    pub game: &'static str,
    /// Options that are not left to their defaults.
    pub options: BTreeMap<String, String>,
    /// Number of seats.
    pub seats: usize,
    /// The players.
    pub players: Vec<String>,
    /// Seed of all randomness.
    pub seed: String,
    /// Number of matches that were to be played. A run that is stopped has fewer.
    pub planned: u64,
    /// The statistics.
    pub statistics: GameStatistics,
    /// The comparison with other options.
    pub comparison: Option<ComparisonReport>,
    /// The strength by budget.
    pub ladder: Option<LadderReport>,
    /// The figures of each match.
    #[serde(skip)]
    pub profiles: Vec<MatchProfile>,
}

/// The same matches under other options.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparisonReport {
    /// Options that are not left to their defaults.
    pub options: BTreeMap<String, String>,
    /// The statistics.
    pub statistics: GameStatistics,
    /// The differences, match by match.
    pub figures: Vec<ComparedFigure>,
    /// The figures of each match.
    #[serde(skip)]
    pub profiles: Vec<MatchProfile>,
}

/// The strength of an agent by its budget.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LadderReport {
    /// Name of the setting.
    pub setting: String,
    /// Results by value, the lowest first.
    pub rungs: Vec<LadderRung>,
}

/// Plays the matches of a request and returns their statistics, which depend on nothing but the request.
///
/// # Errors
/// Returns an error if an option, the number of seats or matches, a player or the ladder is invalid, or if the run was
/// stopped before the first match ended.
///
/// ```
/// use botwerk_engine::GameId;
/// use botwerk_lanes::{StatisticsControl, StatisticsRequest, measure_game};
///
/// let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
/// let request = StatisticsRequest {
///     game: GameId::NETZWERK,
///     options: vec![option("width", "3"), option("ranks", "4")],
///     compared_options: None,
///     seats: None,
///     players: vec!["random".parse().unwrap()],
///     matches: Some(20),
///     seed: "7".into(),
///     ladder: None,
///     concurrency: 2,
/// };
/// let control = StatisticsControl { should_stop: &|| false, on_progress: &mut |_, _| {} };
/// let report = measure_game(&request, control).unwrap();
/// assert_eq!((report.statistics.matches, report.profiles.len()), (20, 20));
/// ```
pub fn measure_game(
    request: &StatisticsRequest,
    control: StatisticsControl<'_>,
) -> Result<StatisticsReport, StatisticsError> {
    measure(request, control)
}

fn measure(
    request: &StatisticsRequest,
    control: StatisticsControl<'_>,
) -> Result<StatisticsReport, StatisticsError> {
    let plan = StatisticsPlan::new(request)?;
    let mut runner = MatchRunner {
        should_stop: control.should_stop,
        on_progress: control.on_progress,
        concurrency: request.concurrency,
        played: 0,
        total: plan.total_matches(),
    };
    (runner.on_progress)(0, runner.total);
    let profiles = runner.profiles(&plan.series, plan.matches);
    let comparison = plan.compared.as_ref().map(|(options, series)| {
        let profiles_of_both = runner.profiles(series, plan.matches);
        (options, profiles_of_both)
    });
    let ladder = plan.ladder.as_ref().map(|ladder| {
        let matches = runner.run(ladder.matches(), &|index| ladder.play(index));
        LadderReport {
            setting: ladder.setting().to_owned(),
            rungs: ladder.rungs(&matches),
        }
    });
    let summary = |profiles: &[MatchProfile]| {
        let statistics = GameStatistics::new(profiles, plan.series.game().lead_basis());
        statistics.ok_or(StatisticsError::Stopped)
    };
    let comparison = match comparison {
        // A run that is stopped has nothing to compare.
        None => None,
        Some((_, compared)) if compared.is_empty() => None,
        Some((options, compared)) => Some(ComparisonReport {
            options: options.clone(),
            statistics: summary(&compared)?,
            figures: compare(&profiles, &compared),
            profiles: compared,
        }),
    };
    Ok(StatisticsReport {
        game: request.game.name(),
        options: plan.options,
        seats: plan.series.game().seats(),
        players: plan.players.iter().map(AgentSpec::to_string).collect(),
        seed: request.seed.clone(),
        planned: plan.matches,
        statistics: summary(&profiles)?,
        comparison,
        ladder,
        profiles,
    })
}

/// A checked request.
struct StatisticsPlan {
    options: BTreeMap<String, String>,
    players: Vec<AgentSpec>,
    matches: u64,
    series: MatchSeries<AnyGame>,
    compared: Option<(BTreeMap<String, String>, MatchSeries<AnyGame>)>,
    ladder: Option<Ladder<AnyGame>>,
}

impl StatisticsPlan {
    fn new(request: &StatisticsRequest) -> Result<Self, StatisticsError> {
        let (given, options) = resolved(request.game, &request.options)?;
        let seats = { request.seats }.unwrap_or_else(|| default_seats(request.game, &options));
        let game = request.game.game(seats, options)?;
        let players = if request.players.is_empty() {
            vec![default_player(request.game)]
        } else {
            request.players.clone()
        };
        let seed = &request.seed;
        let series = MatchSeries::new(game.clone(), &players, seed)?;
        let compared = match &request.compared_options {
            None => None,
            Some(options) => {
                let (given, options) = resolved(request.game, options)?;
                let game = request
                    .game
                    .game(seats, options)
                    .map_err(|error| match error {
                        OptionError::SeatCount { .. } => StatisticsError::Compared(error),
                        error => error.into(),
                    })?;
                Some((given, MatchSeries::new(game, &players, seed)?))
            }
        };
        // Each step of a ladder has two players, which need whole blocks.
        let block = match &request.ladder {
            Some(_) => seats as u64,
            None => series.matches_per_seed(),
        };
        let matches =
            { request.matches }.unwrap_or_else(|| DEFAULT_MATCHES.next_multiple_of(block));
        if matches == 0 || !matches.is_multiple_of(block) {
            let found = matches;
            return Err(StatisticsError::Matches { found, block });
        }
        let ladder = { request.ladder.as_ref() }
            .map(|text| Ladder::new(&game, &players[0], text, matches, seed));
        Ok(Self {
            options: given,
            ladder: ladder.transpose()?,
            players,
            matches,
            series,
            compared,
        })
    }

    /// Returns the number of matches of all parts.
    fn total_matches(&self) -> u64 {
        let series = 1 + u64::from(self.compared.is_some());
        series * self.matches + self.ladder.as_ref().map_or(0, Ladder::matches)
    }
}

/// Returns the given options with those of sampled openings, and all options.
fn resolved(
    game: GameId,
    given: &[(String, String)],
) -> Result<(BTreeMap<String, String>, Options), OptionError> {
    let mut given = given.to_vec();
    add_opening(game, &mut given);
    let options = Options::resolve(game.spec().options, given.iter().map(|(n, v)| (n, v)))?;
    Ok((given.into_iter().collect(), options))
}

/// Plays matches and reports progress.
struct MatchRunner<'a> {
    should_stop: &'a (dyn Fn() -> bool + Sync),
    on_progress: &'a mut dyn FnMut(u64, u64),
    concurrency: usize,
    played: u64,
    total: u64,
}

impl MatchRunner<'_> {
    fn profiles(&mut self, series: &MatchSeries<AnyGame>, matches: u64) -> Vec<MatchProfile> {
        self.run(matches, &|index| MatchProfile::play(series, index))
    }

    fn run<T: Send>(&mut self, matches: u64, play: &(dyn Fn(u64) -> T + Sync)) -> Vec<T> {
        let Self {
            on_progress,
            played,
            total,
            ..
        } = self;
        let mut on_done = || {
            *played += 1;
            on_progress(*played, *total);
        };
        run_concurrently(
            matches,
            self.concurrency,
            self.should_stop,
            play,
            &mut on_done,
        )
    }
}

#[cfg(test)]
mod tests;
