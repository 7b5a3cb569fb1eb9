//! The sums of a series of matches.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use botwerk_agents::strength::{Interval, MAX_REPEAT_RATE, WinDrawLoss};
use botwerk_engine::Termination;
use botwerk_engine::record::Fingerprint;
use botwerk_tournament::statistics::{Estimate, Pentanomial, elo, expected_score};
use serde::Serialize;

use super::finished_match::FinishedMatch;
use super::pair_tally::{PAIR, PairTally};
use crate::player::Player;

/// The sums of all matches, by player.
#[derive(Debug, Serialize)]
pub(super) struct SeriesSummary {
    pub(super) players: Vec<PlayerSummary>,
    /// Of two different players: the pairs of matches in which the first one has scored 0, 0.5, 1, 1.5 and 2 points. A
    /// pair that repeats an earlier one action by action is not counted again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pentanomial: Option<[u64; 5]>,
    /// The score rate of equally strong players, where it is not one half.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expected_score: Option<f64>,
    /// Why there are no intervals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) interval_error: Option<String>,
    /// Number of matches that repeat no earlier one of the same players on the same seats.
    pub(super) distinct: u64,
}

/// The sums of a player.
#[derive(Debug, Serialize)]
pub(super) struct PlayerSummary {
    pub(super) player: String,
    #[serde(flatten)]
    pub(super) score: ScoreSummary,
    /// Number of matches that the player had to leave.
    pub(super) faults: u64,
    /// These by the reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fault_kinds: BTreeMap<Termination, u64>,
    /// The score rate in matches without a fault of a player, if there are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    regular_score_rate: Option<f64>,
    /// The 95 % interval of the score rate.
    pub(super) interval: Option<[f64; 2]>,
    /// The Elo difference to the other of two players.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<Estimate>,
    pub(super) by_seat: Vec<ScoreSummary>,
    /// By the rule that ended the match.
    pub(super) by_rule: BTreeMap<String, ScoreSummary>,
    /// Number of decisions, where it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) decisions: Option<u64>,
    /// Mean number of search nodes of a decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) effort_per_decision: Option<f64>,
    /// Mean time of a decision, if times are wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) millis_per_decision: Option<f64>,
}

/// Wins, draws and losses. A shared first place is a draw; a player alone wins if it has points.
#[derive(Debug, Serialize)]
pub(super) struct ScoreSummary {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// The points divided by the matches; `None` without a match.
    pub(super) score_rate: Option<f64>,
}

impl SeriesSummary {
    /// Adds up matches, of which `block_size` have one start.
    pub(super) fn new(players: &[Player], block_size: u64, matches: &[FinishedMatch]) -> Self {
        let are_paired = players.len() == PAIR && block_size == PAIR as u64;
        let pairs = are_paired.then(|| PairTally::of_matches(matches, None).pairs());
        let distinct = matches.iter().map(play).collect::<BTreeSet<_>>().len() as u64;
        let interval_error = match pairs {
            Some(pairs) => {
                (pairs.total() == 0).then(|| "no start was played with both on each seat".into())
            }
            None => repeat_error(matches.len() as u64, distinct),
        };
        let summary = |(player, seat): (usize, &Player)| {
            let own_pairs = pairs.map(|pairs| match player {
                0 => pairs,
                _ => pairs.reversed(),
            });
            let mut summary = PlayerSummary::new(player, seat, matches);
            if interval_error.is_none() {
                summary.add_interval(own_pairs.as_ref(), matches.len() as u64);
            }
            summary
        };
        Self {
            players: players.iter().enumerate().map(summary).collect(),
            pentanomial: pairs.map(|pairs| pairs.pairs()),
            expected_score: (players.len() > PAIR).then(|| 1.0 / players.len() as f64),
            interval_error,
            distinct,
        }
    }
}

/// Returns what was played, and by whom on which seat.
fn play(played: &FinishedMatch) -> (Fingerprint, &[usize]) {
    (played.fingerprint, &played.seats)
}

/// Returns why matches are no independent trials, or `None` if they are.
fn repeat_error(matches: u64, distinct: u64) -> Option<String> {
    let repeats = matches - distinct;
    let is_excessive = repeats as f64 > MAX_REPEAT_RATE * matches as f64;
    is_excessive.then(|| {
        format!(
            "{repeats} of {matches} matches repeat others action by action, more than 5 %, so they are not independent \
             trials; play more openings or fewer matches"
        )
    })
}

impl PlayerSummary {
    fn new(player: usize, seat: &Player, matches: &[FinishedMatch]) -> Self {
        let seats = matches.first().map_or(0, |played| played.seats.len());
        let (mut tally, mut regular) = (WinDrawLoss::default(), WinDrawLoss::default());
        let mut by_seat = vec![WinDrawLoss::default(); seats];
        let mut by_rule: BTreeMap<&str, WinDrawLoss> = BTreeMap::new();
        let mut fault_kinds = BTreeMap::new();
        for played in matches {
            let score = played.score(player);
            tally.add(score);
            by_seat[played.seat_of(player)].add(score);
            by_rule.entry(&played.rule).or_default().add(score);
            if let Some(fault) = played.fault_of(player) {
                *fault_kinds.entry(fault.kind).or_default() += 1;
            }
            if played.faults.is_empty() {
                regular.add(score);
            }
        }
        let has_faults = regular.matches() < tally.matches();
        let usage = matches
            .iter()
            .filter_map(|played| played.usage.get(played.seat_of(player)));
        let decisions: Vec<_> = usage
            .map(|usage| (usage.decisions(), usage.effort()))
            .collect();
        let count: u64 = decisions.iter().map(|(decisions, _)| decisions).sum();
        let effort: u64 = decisions.iter().map(|(_, effort)| effort).sum();
        let by_rule = by_rule.into_iter();
        Self {
            player: seat.to_string(),
            score: ScoreSummary::new(&tally),
            faults: fault_kinds.values().sum(),
            fault_kinds,
            regular_score_rate: regular.score_rate().filter(|_| has_faults),
            interval: None,
            elo: None,
            by_seat: by_seat.iter().map(ScoreSummary::new).collect(),
            by_rule: by_rule
                .map(|(rule, tally)| (rule.to_owned(), ScoreSummary::new(&tally)))
                .collect(),
            decisions: (!decisions.is_empty()).then_some(count),
            effort_per_decision: (count > 0).then(|| effort as f64 / count as f64),
            millis_per_decision: millis_per_decision(player, matches),
        }
    }

    /// Adds the interval of the score rate: by the pairs of two players, or else by matches.
    fn add_interval(&mut self, pairs: Option<&Pentanomial>, matches: u64) {
        let Some(pairs) = pairs else {
            let rate = self.score.score_rate;
            let interval = rate.and_then(|rate| Interval::wilson(rate, matches));
            self.interval = interval.map(|interval| [interval.low, interval.high]);
            return;
        };
        // An even score is 0, not -0.
        self.elo = elo(pairs).map(|elo| Estimate {
            value: elo.value + 0.0,
            ..elo
        });
        self.interval = self.elo.map(|elo| [elo.low, elo.high].map(expected_score));
    }
}

/// Returns the mean time of a decision of a player, if times are printed.
fn millis_per_decision(player: usize, matches: &[FinishedMatch]) -> Option<f64> {
    let printed = matches.iter().filter(|played| !played.times.is_empty());
    let usage = printed.map(|played| &played.usage[played.seat_of(player)]);
    let (mut decisions, mut seconds) = (0, 0.0);
    for usage in usage {
        decisions += usage.decisions();
        seconds += usage.total().as_secs_f64();
    }
    (decisions > 0).then(|| seconds * 1e3 / decisions as f64)
}

impl ScoreSummary {
    fn new(tally: &WinDrawLoss) -> Self {
        Self {
            wins: tally.wins(),
            draws: tally.draws(),
            losses: tally.losses(),
            score_rate: tally.score_rate(),
        }
    }
}

/// `minimax: +12 =0 -8, score rate 60.0 % (95 %: 40.1 to 77.3), Elo +70 (-69 to 213)`, and the faults.
impl Display for PlayerSummary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ScoreSummary {
            wins,
            draws,
            losses,
            score_rate,
        } = self.score;
        write!(f, "{}: +{wins} ={draws} -{losses}", self.player)?;
        if let Some(rate) = score_rate {
            write!(f, ", score rate {:.1} %", 100.0 * rate)?;
        }
        if let Some([low, high]) = self.interval {
            write!(f, " (95 %: {:.1} to {:.1})", 100.0 * low, 100.0 * high)?;
        }
        if let Some(elo) = self.elo {
            // Nearly nothing is 0, not -0.
            let [value, low, high] = [elo.value, elo.low, elo.high].map(|it| it.round() + 0.0);
            write!(f, ", Elo {value:+} ({low:+} to {high:+})")?;
        }
        for (kind, count) in &self.fault_kinds {
            write!(f, ", {count} lost as {kind}")?;
        }
        match self.regular_score_rate {
            Some(rate) => write!(f, ", score rate without faults {:.1} %", 100.0 * rate),
            None => Ok(()),
        }
    }
}
