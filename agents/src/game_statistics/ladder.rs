//! The strength of an agent by its budget: each budget plays against the next lower one.

use serde::Serialize;

use super::series::{MatchSeries, SeriesError};
use crate::registered::GameAgents;
use crate::spec::AgentSpec;
use crate::strength::{Interval, Score, WinDrawLoss};
use crate::with_agents::WithAgents;

/// An agent with increasing values of a setting that limits its search.
///
/// With several seats, each value plays against the next lower one, which has all other seats; both change seats
/// from match to match, over the same seed. Alone, each value plays for itself.
///
/// ```
/// use botwerk_agents::game_statistics::Ladder;
/// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
/// # let board = [("width", "3"), ("ranks", "4"), ("opening_turns", "2")];
/// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// # let game = Netzwerk::new(2, options).unwrap();
///
/// let agent = "minimax:table=1".parse().unwrap();
/// let ladder = Ladder::new(&game, &agent, "nodes=10,100", 4, "7").unwrap();
/// let matches: Vec<_> = (0..ladder.matches()).map(|index| ladder.play(index)).collect();
/// let rungs = ladder.rungs(&matches);
/// assert_eq!(rungs[0].agent, "minimax:table=1,nodes=10");
/// assert_eq!((rungs[0].score, rungs[1].matches), (None, 4));
/// ```
#[derive(Debug)]
pub struct Ladder<G: WithAgents> {
    agents: Vec<AgentSpec>,
    values: Vec<u64>,
    setting: String,
    /// One series for each step between two values; alone, one for each value.
    steps: Vec<MatchSeries<G>>,
    matches_per_step: u64,
    is_alone: bool,
}

/// Why a ladder cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LadderError {
    /// The text is no setting with values.
    #[error(
        "ladder {0}: expected a setting with two or more increasing numbers, such as nodes=100,400,1600"
    )]
    Text(String),
    /// The agent has no such setting.
    #[error("ladder {setting}: agent {agent} has no such setting; expected one of {known}")]
    Setting {
        /// Name of the setting.
        setting: String,
        /// Name of the agent.
        agent: String,
        /// Names of its settings.
        known: String,
    },
    /// The number of matches is no multiple of the seats.
    #[error(
        "ladder: expected a multiple of {seats} matches, because every seed is played once on each seat, found {found}"
    )]
    Matches {
        /// Number of matches of a step.
        found: u64,
        /// Number of seats.
        seats: usize,
    },
    /// A series cannot be played.
    #[error(transparent)]
    Series(#[from] SeriesError),
}

/// The result of one match of a ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LadderMatch {
    step: usize,
    score: Score,
}

/// One value of the setting.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LadderRung {
    /// The agent with the value.
    pub agent: String,
    /// The value.
    pub value: u64,
    /// Number of matches against the next lower value, or alone.
    pub matches: u64,
    /// Matches won; alone, those with a point.
    pub wins: u64,
    /// Matches in which the first place was shared.
    pub draws: u64,
    /// Matches lost.
    pub losses: u64,
    /// Score rate; `None` for the lowest of several values.
    pub score: Option<f64>,
    /// 95 % interval of the score rate.
    pub interval: Option<Interval>,
    /// Difference to the next lower value in Elo; `None` alone, or if all matches were won or lost.
    pub elo: Option<f64>,
    /// Interval of the difference; an end without a bound is `None`.
    pub elo_low: Option<f64>,
    /// Upper end of the interval.
    pub elo_high: Option<f64>,
    /// Difference to the lowest value; `None` above a step without a difference.
    pub total_elo: Option<f64>,
    /// Interval of the difference to the lowest value, as if the steps were independent.
    pub total_interval: Option<Interval>,
}

impl<G: WithAgents> Ladder<G> {
    /// Creates a ladder from a text such as `nodes=100,400,1600`, with this number of matches for each step.
    ///
    /// # Errors
    /// Returns an error if the text is malformed, if the agent has no such setting or another mistake, or if the
    /// number of matches does not give each player each seat equally often.
    pub fn new(
        game: &G,
        agent: &AgentSpec,
        text: &str,
        matches_per_step: u64,
        seed: &str,
    ) -> Result<Self, LadderError> {
        let (setting, values) =
            parse_ladder(text).ok_or_else(|| LadderError::Text(text.to_owned()))?;
        check_setting(game, agent, setting)?;
        let agents: Vec<_> = { values.iter() }
            .map(|value| with_setting(agent, setting, *value))
            .collect();
        let seats = game.seats();
        let is_alone = seats == 1;
        let series = |players: &[AgentSpec]| MatchSeries::new(game.clone(), players, seed);
        let steps: Result<Vec<_>, _> = if is_alone {
            agents.chunks(1).map(series).collect()
        } else {
            let pairs = agents.windows(2);
            pairs
                .map(|pair| {
                    let players = [pair[1].clone(), pair[0].clone()];
                    series(&players).map(MatchSeries::one_against_others)
                })
                .collect()
        };
        if matches_per_step == 0 || !matches_per_step.is_multiple_of(seats as u64) {
            let found = matches_per_step;
            return Err(LadderError::Matches { found, seats });
        }
        Ok(Self {
            setting: setting.to_owned(),
            steps: steps?,
            agents,
            values,
            matches_per_step,
            is_alone,
        })
    }

    /// Returns the name of the setting.
    pub fn setting(&self) -> &str {
        &self.setting
    }

    /// Returns the number of matches of all steps.
    pub fn matches(&self) -> u64 {
        self.matches_per_step * self.steps.len() as u64
    }

    /// Plays a match, counted from 0 over all steps. Its result is a function of the ladder and the index.
    pub fn play(&self, index: u64) -> LadderMatch {
        let step = (index / self.matches_per_step) as usize;
        let played = self.steps[step].play(index % self.matches_per_step);
        let outcome = &played.finished.outcome;
        let own_seat = played.players.iter().position(|player| *player == 0);
        let own_seat = own_seat.unwrap_or_default();
        let score = Score::from_outcome(&outcome.places, &outcome.points, own_seat);
        LadderMatch { step, score }
    }

    /// Returns the results by value, the lowest one first.
    pub fn rungs(&self, matches: &[LadderMatch]) -> Vec<LadderRung> {
        let mut tallies = vec![WinDrawLoss::default(); self.steps.len()];
        for played in matches {
            tallies[played.step].add(played.score);
        }
        let even = self.even_score();
        let mut total = Some((0.0, 0.0));
        let mut rungs = Vec::new();
        for (number, (agent, value)) in self.agents.iter().zip(&self.values).enumerate() {
            let step = if self.is_alone {
                Some(number)
            } else {
                number.checked_sub(1)
            };
            let none = WinDrawLoss::default();
            let tally = step.and_then(|step| tallies.get(step)).unwrap_or(&none);
            let score = tally.score_rate();
            let interval = score.and_then(|rate| Interval::wilson(rate, tally.matches()));
            let difference = |rate: f64| even.and_then(|even| elo(rate, even));
            let [elo_low, elo_high] = [interval.map(|i| i.low), interval.map(|i| i.high)]
                .map(|end| end.and_then(difference));
            let elo = score.and_then(difference);
            if number > 0 {
                total = add_step(total, elo, [elo_low, elo_high]);
            }
            let total = total.filter(|_| !self.is_alone);
            rungs.push(LadderRung {
                agent: agent.to_string(),
                value: *value,
                matches: tally.matches(),
                wins: tally.wins(),
                draws: tally.draws(),
                losses: tally.losses(),
                score,
                interval,
                elo,
                elo_low,
                elo_high,
                total_elo: total.map(|(sum, _)| sum),
                total_interval: total.filter(|_| number > 0).map(|(sum, squares)| Interval {
                    low: sum - squares.sqrt(),
                    high: sum + squares.sqrt(),
                }),
            });
        }
        rungs
    }

    /// Returns the score rate of equally strong players, or `None` alone.
    fn even_score(&self) -> Option<f64> {
        let seats = self.steps.first()?.game().seats();
        (!self.is_alone).then(|| 1.0 / seats as f64)
    }
}

/// Returns the sum of differences and the sum of squared half widths of their intervals with one more step, or
/// `None` from a step without a difference on.
fn add_step(
    total: Option<(f64, f64)>,
    elo: Option<f64>,
    [low, high]: [Option<f64>; 2],
) -> Option<(f64, f64)> {
    let (sum, squares) = total?;
    let half = (high? - low?) / 2.0;
    Some((sum + elo?, squares + half * half))
}

/// Returns the difference in Elo for a score rate, relative to that of equal strength, or `None` for 0 and 1.
fn elo(rate: f64, even: f64) -> Option<f64> {
    let log_odds = |rate: f64| libm::log10(rate / (1.0 - rate));
    let elo = 400.0 * (log_odds(rate) - log_odds(even));
    elo.is_finite().then_some(elo)
}

/// Splits a text such as `nodes=100,400,1600`. Returns `None` unless it has two or more increasing values.
fn parse_ladder(text: &str) -> Option<(&str, Vec<u64>)> {
    let (setting, values) = text.split_once('=')?;
    let values: Result<Vec<u64>, _> = values.split(',').map(str::parse).collect();
    let values = values.ok()?;
    let is_increasing = values.windows(2).all(|pair| pair[0] < pair[1]);
    (values.len() > 1 && is_increasing && !setting.is_empty()).then_some((setting, values))
}

/// Checks that the agent has the setting.
fn check_setting<G: WithAgents>(
    game: &G,
    agent: &AgentSpec,
    setting: &str,
) -> Result<(), LadderError> {
    game.agent_factory(agent).map_err(SeriesError::from)?;
    let roster = game.id().roster();
    let settings = { roster.iter().find(|info| info.name == agent.name) }
        .map_or(&[][..], |info| info.settings);
    if settings.iter().any(|known| known.name == setting) {
        return Ok(());
    }
    let known: Vec<_> = settings.iter().map(|known| known.name).collect();
    let known = if known.is_empty() {
        "none".into()
    } else {
        known.join(", ")
    };
    Err(LadderError::Setting {
        setting: setting.to_owned(),
        agent: agent.name.clone(),
        known,
    })
}

/// Returns the agent with a value of a setting, in place of the one that it has.
fn with_setting(agent: &AgentSpec, setting: &str, value: u64) -> AgentSpec {
    let mut agent = agent.clone();
    agent.settings.retain(|(name, _)| name != setting);
    agent.settings.push((setting.to_owned(), value.to_string()));
    agent
}

#[cfg(test)]
mod tests;
