//! Two players by all their matches.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::interval::Interval;
use super::match_result::MatchResult;
use super::tally::Tally;

/// The largest share of matches that may repeat others, if an interval is to be given.
pub const MOST_REPEATS: f64 = 0.05;

/// The matches of two players, counted for the first of them.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    tally: Tally,
    by_seat: [Tally; 2],
    by_rule: BTreeMap<String, Tally>,
    courses: BTreeSet<u64>,
    turns: u64,
    spent: [Spending; 2],
}

/// What a player has spent on all its turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spending {
    /// Turns that it has answered.
    pub turns: u64,
    /// Search nodes that it has declared.
    pub effort: u64,
    /// Time that it has taken.
    pub time: Duration,
    /// Matches that it was taken out of, for a crash or an illegal act.
    pub faults: u64,
}

impl Spending {
    /// Search nodes a turn.
    pub fn effort_a_turn(self) -> Option<f64> {
        (self.turns > 0).then(|| self.effort as f64 / self.turns as f64)
    }

    /// Milliseconds a turn.
    pub fn millis_a_turn(self) -> Option<f64> {
        (self.turns > 0).then(|| self.time.as_secs_f64() * 1000.0 / self.turns as f64)
    }
}

/// Why no interval is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoInterval {
    /// There is nothing to conclude from.
    #[error("no match was counted")]
    NoMatches,
    /// The matches are no independent trials.
    #[error(
        "{repeats} of {matches} matches repeat others action by action, more than 5 %, so they \
         are no independent trials; play from more openings, or fewer matches"
    )]
    Repeats {
        /// Matches that repeat another one.
        repeats: u64,
        /// All matches.
        matches: u64,
    },
}

impl Comparison {
    /// Adds a match in which the first player had this seat, and each seat took such time in all.
    pub fn add(&mut self, first_seat: usize, result: &MatchResult, times: [Duration; 2]) {
        let score = result.score(first_seat);
        self.tally.add(score);
        self.by_seat[first_seat].add(score);
        self.by_rule
            .entry(result.rule.clone())
            .or_default()
            .add(score);
        self.courses.insert(result.course);
        self.turns += result.turns.iter().sum::<u64>();
        for (player, spent) in self.spent.iter_mut().enumerate() {
            let seat = if player == 0 {
                first_seat
            } else {
                1 - first_seat
            };
            spent.turns += result.turns[seat];
            spent.effort += result.effort[seat];
            spent.time += times[seat];
            spent.faults += u64::from(!result.terminations[seat].is_empty());
        }
    }

    /// All matches.
    pub const fn tally(&self) -> Tally {
        self.tally
    }

    /// The matches in which the first player had each seat.
    pub const fn by_seat(&self) -> [Tally; 2] {
        self.by_seat
    }

    /// The matches by the rule that ended them.
    pub const fn by_rule(&self) -> &BTreeMap<String, Tally> {
        &self.by_rule
    }

    /// Matches that are no repeat of another one: in start position or actions they differ from all
    /// others that are counted.
    pub fn distinct(&self) -> u64 {
        self.courses.len() as u64
    }

    /// Turns of both players together in a match, on average.
    pub fn mean_turns(&self) -> Option<f64> {
        let matches = self.tally.matches();
        (matches > 0).then(|| self.turns as f64 / matches as f64)
    }

    /// What the first player and the other one have spent.
    pub const fn spent(&self) -> [Spending; 2] {
        self.spent
    }

    /// The 95 % interval of the first player's share of the points.
    ///
    /// # Errors
    /// If the matches are none, or not as many independent trials as they seem.
    pub fn interval(&self) -> Result<Interval, NoInterval> {
        let matches = self.tally.matches();
        let repeats = matches - self.distinct();
        if repeats as f64 > MOST_REPEATS * matches as f64 {
            return Err(NoInterval::Repeats { repeats, matches });
        }
        let share = self.tally.share().ok_or(NoInterval::NoMatches)?;
        Interval::wilson(share, matches).ok_or(NoInterval::NoMatches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(places: [u8; 2], rule: &str, course: u64) -> MatchResult {
        MatchResult::told(places, rule, course)
    }

    const TIMES: [Duration; 2] = [Duration::from_millis(30), Duration::from_millis(80)];

    #[test]
    fn matches_are_counted_for_the_first_player_wherever_it_sits() {
        let mut comparison = Comparison::default();
        comparison.add(0, &result([1, 2], "NW-19", 1), TIMES);
        comparison.add(1, &result([1, 2], "NW-20", 2), TIMES);
        comparison.add(1, &result([1, 1], "NW-25", 3), TIMES);
        let tally = |wins, draws, losses| Tally {
            wins,
            draws,
            losses,
        };
        assert_eq!(comparison.tally(), tally(1, 1, 1));
        assert_eq!(comparison.by_seat(), [tally(1, 0, 0), tally(0, 1, 1)]);
        let by_rule: Vec<_> = comparison.by_rule().iter().collect();
        assert_eq!(by_rule[1], (&"NW-20".to_owned(), &tally(0, 0, 1)));
        assert_eq!(comparison.distinct(), 3);
        // Seat 0 has three turns of 10 nodes, seat 1 two of 100 in every such match.
        let [first, other] = comparison.spent();
        assert_eq!((first.turns, first.effort), (7, 430));
        assert_eq!((other.turns, other.effort), (8, 260));
        assert_eq!(first.time, Duration::from_millis(190));
        assert_eq!(other.millis_a_turn(), Some(17.5));
        assert_eq!(comparison.mean_turns(), Some(5.0));
    }

    #[test]
    fn a_player_s_faults_are_counted() {
        let mut crashed = result([1, 2], "NW-30", 1);
        crashed.terminations[1] = "CRASHED".into();
        let mut comparison = Comparison::default();
        comparison.add(0, &crashed, TIMES);
        comparison.add(1, &crashed, TIMES);
        assert_eq!(comparison.spent().map(|spent| spent.faults), [1, 1]);
    }

    #[test]
    fn repeats_are_no_independent_trials() {
        let mut comparison = Comparison::default();
        assert_eq!(comparison.interval(), Err(NoInterval::NoMatches));
        for course in 0..95 {
            comparison.add(0, &result([1, 2], "NW-19", course), TIMES);
        }
        for _ in 0..5 {
            comparison.add(1, &result([1, 2], "NW-19", 0), TIMES);
        }
        let interval = comparison.interval().unwrap();
        assert!(interval.contains(0.95) && interval.low > 0.88);
        comparison.add(0, &result([1, 1], "NW-25", 0), TIMES);
        let refused = comparison.interval().unwrap_err();
        let expected = NoInterval::Repeats {
            repeats: 6,
            matches: 101,
        };
        assert_eq!(refused, expected);
        assert!(refused.to_string().starts_with("6 of 101 matches repeat"));
    }
}
