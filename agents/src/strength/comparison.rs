//! The statistics of an agent over its matches.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use botwerk_engine::record::Fingerprint;

use super::interval::Interval;
use super::match_result::VerifiedResult;
use super::tally::WinDrawLoss;

/// Maximum rate of repeated matches for which an interval is computed.
pub const MAX_REPEAT_RATE: f64 = 0.05;

/// The matches of an agent, counted from its point of view. Another agent has all other seats, if
/// there are any.
///
/// ```
/// # use botwerk_agents::{Roster, arena};
/// # use botwerk_engine::record::{Record, RecordedSeat, SeedOrigin};
/// # use botwerk_engine::{GameRules, Options, RootSeed, netzwerk::Netzwerk};
/// # fn play(names: [&str; 2], seed: &str) -> Record {
/// #     let board = [("width", "2"), ("ranks", "3")];
/// #     let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
/// #     let game = Netzwerk::new(2, options).unwrap();
/// #     let agents = names.map(|name| Netzwerk::agent(&name.parse().unwrap()).unwrap());
/// #     let (seed, mut events) = (RootSeed::from_text(seed), Vec::new());
/// #     let finished = arena::play(&game, seed, &mut Vec::from(agents), &mut events);
/// #     let seats = names.map(|name| RecordedSeat { name: name.into(), agent: Some(name.into()) });
/// #     finished.record(&game, seats.into(), seed, SeedOrigin::Given, &events)
/// # }
/// use std::time::Duration;
///
/// use botwerk_agents::strength::{Comparison, NoInterval, VerifiedResult};
///
/// // Compares `greedy` with `random`; each plays first in every second match.
/// let mut comparison = Comparison::new(2);
/// assert_eq!(comparison.interval(), Err(NoInterval::NoMatches));
/// for number in 0..20 {
///     let own_seat = number % 2;
///     let mut names = ["random"; 2];
///     names[own_seat] = "greedy";
///     let record = play(names, &number.to_string());
///     let result = VerifiedResult::from_record::<Netzwerk>(&record).unwrap();
///     comparison.add(own_seat, &result, &[Duration::ZERO; 2]);
/// }
/// assert_eq!(comparison.tally().matches(), 20);
/// assert!(comparison.tally().wins() > comparison.tally().losses());
/// ```
#[derive(Debug, Clone)]
pub struct Comparison {
    tally: WinDrawLoss,
    by_seat: Vec<WinDrawLoss>,
    by_rule: BTreeMap<String, WinDrawLoss>,
    fingerprints: BTreeSet<Fingerprint>,
    turns: u64,
    usage: [ResourceUsage; 2],
}

/// The resources that an agent has used in all its turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ResourceUsage {
    /// Number of turns.
    pub turns: u64,
    /// Number of search nodes declared.
    pub effort: u64,
    /// Time used.
    pub time: Duration,
    /// Number of matches it was removed from for a crash or an illegal submission.
    pub faults: u64,
}

impl ResourceUsage {
    /// Returns the mean number of search nodes per turn, or `None` without turns.
    pub fn effort_per_turn(self) -> Option<f64> {
        (self.turns > 0).then(|| self.effort as f64 / self.turns as f64)
    }

    /// Returns the mean time per turn in milliseconds, or `None` without turns.
    pub fn millis_per_turn(self) -> Option<f64> {
        (self.turns > 0).then(|| self.time.as_secs_f64() * 1000.0 / self.turns as f64)
    }
}

/// The reason why there is no confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoInterval {
    /// No match was counted.
    #[error("no match was counted")]
    NoMatches,
    /// Too many matches repeat others, so they are not independent trials.
    #[error(
        "{repeats} of {matches} matches repeat others action by action, more than 5 %, so they \
         are not independent trials; play more openings or fewer matches"
    )]
    Repeats {
        /// Number of matches that repeat another one.
        repeats: u64,
        /// Number of all matches.
        matches: u64,
    },
}

impl Comparison {
    /// Creates a comparison without matches, for a game with this number of seats.
    pub fn new(seats: usize) -> Self {
        Self {
            tally: WinDrawLoss::default(),
            by_seat: vec![WinDrawLoss::default(); seats],
            by_rule: BTreeMap::new(),
            fingerprints: BTreeSet::new(),
            turns: 0,
            usage: <[ResourceUsage; 2]>::default(),
        }
    }

    /// Adds a match in which the agent had this seat; `times` is the total time of each seat.
    pub fn add(&mut self, own_seat: usize, result: &VerifiedResult, times: &[Duration]) {
        let score = result.score(own_seat);
        self.tally.add(score);
        self.by_seat[own_seat].add(score);
        self.by_rule
            .entry(result.rule.clone())
            .or_default()
            .add(score);
        self.fingerprints.insert(result.fingerprint);
        self.turns += result.turns.iter().sum::<u64>();
        for (seat, time) in times.iter().enumerate() {
            let usage = &mut self.usage[usize::from(seat != own_seat)];
            usage.turns += result.turns[seat];
            usage.effort += result.effort[seat];
            usage.time += *time;
            usage.faults += u64::from(result.terminations[seat].is_some());
        }
    }

    /// Returns the counts of all matches.
    pub const fn tally(&self) -> &WinDrawLoss {
        &self.tally
    }

    /// Returns the counts by the agent's seat.
    pub fn by_seat(&self) -> &[WinDrawLoss] {
        &self.by_seat
    }

    /// Returns the counts by the rule that ended the match.
    pub const fn by_rule(&self) -> &BTreeMap<String, WinDrawLoss> {
        &self.by_rule
    }

    /// Returns the number of matches with distinct start positions or actions.
    pub fn distinct(&self) -> u64 {
        self.fingerprints.len() as u64
    }

    /// Returns the mean number of turns per match, of all seats together.
    pub fn mean_turns(&self) -> Option<f64> {
        let matches = self.tally.matches();
        (matches > 0).then(|| self.turns as f64 / matches as f64)
    }

    /// Returns the usage of the agent and of the other one, which has all other seats.
    pub const fn usage(&self) -> [ResourceUsage; 2] {
        self.usage
    }

    /// Returns the 95 % interval of the agent's score rate.
    ///
    /// # Errors
    /// Returns an error without matches, or if too many matches repeat others.
    pub fn interval(&self) -> Result<Interval, NoInterval> {
        let matches = self.tally.matches();
        let repeats = matches - self.distinct();
        if repeats as f64 > MAX_REPEAT_RATE * matches as f64 {
            return Err(NoInterval::Repeats { repeats, matches });
        }
        let rate = self.tally.score_rate().ok_or(NoInterval::NoMatches)?;
        Interval::wilson(rate, matches).ok_or(NoInterval::NoMatches)
    }
}

#[cfg(test)]
mod tests {
    use botwerk_engine::Termination;

    use super::*;

    fn result(places: [u8; 2], rule: &str, fingerprint: u64) -> VerifiedResult {
        VerifiedResult::for_test(&places, rule, fingerprint)
    }

    /// Returns the numbers of wins, draws and losses.
    fn counts(tally: &WinDrawLoss) -> [u64; 3] {
        [tally.wins(), tally.draws(), tally.losses()]
    }

    const TIMES: [Duration; 2] = [Duration::from_millis(30), Duration::from_millis(80)];

    #[test]
    fn matches_are_counted_for_the_agent_in_any_seat() {
        let mut comparison = Comparison::new(2);
        comparison.add(0, &result([1, 2], "NW-19", 1), &TIMES);
        comparison.add(1, &result([1, 2], "NW-20", 2), &TIMES);
        comparison.add(1, &result([1, 1], "NW-25", 3), &TIMES);
        assert_eq!(counts(comparison.tally()), [1, 1, 1]);
        let by_seat: Vec<_> = comparison.by_seat().iter().map(counts).collect();
        assert_eq!(by_seat, [[1, 0, 0], [0, 1, 1]]);
        assert_eq!(counts(&comparison.by_rule()["NW-20"]), [0, 0, 1]);
        assert_eq!(comparison.distinct(), 3);
        // In each of these matches seat 0 has three turns of 10 nodes, seat 1 two turns of 100.
        let [own, other] = comparison.usage();
        assert_eq!((own.turns, own.effort), (7, 430));
        assert_eq!((other.turns, other.effort), (8, 260));
        assert_eq!(own.time, Duration::from_millis(190));
        assert_eq!(other.millis_per_turn(), Some(17.5));
        assert_eq!(comparison.mean_turns(), Some(5.0));
    }

    #[test]
    fn first_places_share_a_point_and_other_seats_are_one_agent() {
        let mut comparison = Comparison::new(4);
        let times: Vec<_> = [10, 20, 30, 40].map(Duration::from_millis).into();
        let mut crashed = VerifiedResult::for_test(&[1, 1, 1, 4], "DR-32", 1);
        crashed.terminations[3] = Some(Termination::Crashed);
        comparison.add(0, &crashed, &times);
        comparison.add(3, &crashed, &times);
        comparison.add(
            2,
            &VerifiedResult::for_test(&[2, 2, 1, 2], "DR-31", 2),
            &times,
        );
        comparison.add(
            1,
            &VerifiedResult::for_test(&[1, 1, 1, 1], "DR-19", 3),
            &times,
        );
        assert_eq!(counts(comparison.tally()), [1, 2, 1]);
        let by_seat = comparison.by_seat().iter();
        let rates: Vec<_> = by_seat.filter_map(WinDrawLoss::score_rate).collect();
        assert_eq!(rates, [1.0 / 3.0, 0.25, 1.0, 0.0]);
        let [own, other] = comparison.usage();
        assert_eq!((own.turns, other.turns), (9, 27));
        assert_eq!((own.effort, other.effort), (630, 1890));
        assert_eq!(own.time, Duration::from_millis(100));
        assert_eq!(other.time, Duration::from_millis(300));
        assert_eq!((own.faults, other.faults), (1, 1));
    }

    #[test]
    fn single_seat_has_no_other_usage() {
        let mut comparison = Comparison::new(1);
        comparison.add(0, &VerifiedResult::for_test(&[1], "DR-38", 1), &TIMES[..1]);
        assert_eq!(counts(comparison.tally()), [0, 0, 1]);
        let [own, other] = comparison.usage();
        assert_eq!((own.turns, other), (3, ResourceUsage::default()));
        assert!(comparison.interval().unwrap().contains(0.0));
    }

    #[test]
    fn faults_are_counted_per_agent() {
        let mut crashed = result([1, 2], "NW-30", 1);
        crashed.terminations[1] = Some(Termination::Crashed);
        let mut comparison = Comparison::new(2);
        comparison.add(0, &crashed, &TIMES);
        comparison.add(1, &crashed, &TIMES);
        assert_eq!(comparison.usage().map(|usage| usage.faults), [1, 1]);
    }

    #[test]
    fn repeated_matches_beyond_the_limit_give_no_interval() {
        let mut comparison = Comparison::new(2);
        assert_eq!(comparison.interval(), Err(NoInterval::NoMatches));
        for fingerprint in 0..95 {
            comparison.add(0, &result([1, 2], "NW-19", fingerprint), &TIMES);
        }
        for _ in 0..5 {
            comparison.add(1, &result([1, 2], "NW-19", 0), &TIMES);
        }
        let interval = comparison.interval().unwrap();
        assert!(interval.contains(0.95) && interval.low > 0.88);
        comparison.add(0, &result([1, 1], "NW-25", 0), &TIMES);
        let error = comparison.interval().unwrap_err();
        let expected = NoInterval::Repeats {
            repeats: 6,
            matches: 101,
        };
        assert_eq!(error, expected);
        assert!(error.to_string().starts_with("6 of 101 matches repeat"));
    }
}
