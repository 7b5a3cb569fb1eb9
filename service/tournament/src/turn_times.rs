//! Times of turns.

use serde::{Deserialize, Serialize};

/// Binary digits of a time that decide its class: a class is at most a sixteenth as wide as its times.
const CLASS_BITS: u32 = 4;

/// The class of the longest time.
const LAST_CLASS: u16 =
    ((((u64::BITS - CLASS_BITS - 1) << CLASS_BITS) + (1 << (CLASS_BITS + 1))) - 1) as u16;

/// Number, sum, maximum and distribution of the times of turns.
///
/// Times are counted in classes, so that the distribution of all matches of a tournament is small and
/// can be added up.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TurnTimes {
    /// Number of completed turns.
    turns: u64,
    /// Total time of these turns, in nanoseconds.
    nanos: u64,
    /// Longest time of a turn, in nanoseconds.
    #[serde(default)]
    max_nanos: u64,
    /// Numbers of turns by class, in ascending order.
    #[serde(default)]
    classes: Vec<(u16, u64)>,
}

impl TurnTimes {
    /// Adds the time of a turn.
    pub fn add(&mut self, nanos: u64) {
        self.turns = self.turns.saturating_add(1);
        self.nanos = self.nanos.saturating_add(nanos);
        self.max_nanos = self.max_nanos.max(nanos);
        self.add_to_class(class(nanos), 1);
    }

    /// Adds the times of other turns. No sum wraps, and no class is added that no time has.
    pub fn merge(&mut self, other: &Self) {
        self.turns = self.turns.saturating_add(other.turns);
        self.nanos = self.nanos.saturating_add(other.nanos);
        self.max_nanos = self.max_nanos.max(other.max_nanos);
        for (class, turns) in &other.classes {
            self.add_to_class((*class).min(LAST_CLASS), *turns);
        }
    }

    /// Returns `true` if turns can have these times: their classes are in order, contain all of them, and end with that of
    /// the longest.
    pub fn is_consistent(&self) -> bool {
        let are_ascending = self.classes.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let mut counted = 0_u64;
        for (_, turns) in &self.classes {
            counted = counted.saturating_add(*turns);
        }
        let last = self.classes.last().map(|(class, _)| *class);
        let longest = (self.turns > 0).then(|| class(self.max_nanos));
        let most = u128::from(self.turns) * u128::from(self.max_nanos);
        let has_no_empty_class = self.classes.iter().all(|(_, turns)| *turns > 0);
        are_ascending
            && has_no_empty_class
            && counted == self.turns
            && last == longest
            && self.nanos >= self.max_nanos
            && u128::from(self.nanos) <= most
    }

    /// Returns the number of completed turns.
    pub const fn turns(&self) -> u64 {
        self.turns
    }

    /// Returns the total time of these turns, in nanoseconds.
    pub const fn nanos(&self) -> u64 {
        self.nanos
    }

    /// Returns the longest time of a turn, in nanoseconds; 0 before the first turn.
    pub const fn max_nanos(&self) -> u64 {
        self.max_nanos
    }

    /// Returns the time that this share of the turns does not exceed, in nanoseconds, rounded up by at
    /// most a sixteenth; `None` before the first turn.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let rank = (share * self.turns as f64).ceil().max(1.0) as u64;
        let mut turns = 0_u64;
        let mut classes = self.classes.iter();
        let (class, _) = classes.find(|(_, in_class)| {
            turns = turns.saturating_add(*in_class);
            turns >= rank
        })?;
        Some(last_of_class((*class).min(LAST_CLASS)).min(self.max_nanos))
    }

    fn add_to_class(&mut self, class: u16, turns: u64) {
        match self
            .classes
            .binary_search_by_key(&class, |(class, _)| *class)
        {
            Ok(index) => {
                let sum = &mut self.classes[index].1;
                *sum = sum.saturating_add(turns);
            }
            Err(index) => self.classes.insert(index, (class, turns)),
        }
    }
}

impl FromIterator<u64> for TurnTimes {
    fn from_iter<T: IntoIterator<Item = u64>>(times: T) -> Self {
        let mut all = Self::default();
        times.into_iter().for_each(|nanos| all.add(nanos));
        all
    }
}

/// Returns the class of a time: its order of magnitude and first binary digits.
fn class(nanos: u64) -> u16 {
    let shift = (u64::BITS - nanos.leading_zeros()).saturating_sub(CLASS_BITS + 1);
    ((u64::from(shift) << CLASS_BITS) + (nanos >> shift)) as u16
}

/// Returns the longest time of a class.
fn last_of_class(class: u16) -> u64 {
    let shift = (u32::from(class) >> CLASS_BITS).saturating_sub(1);
    let digits = u64::from(class) - (u64::from(shift) << CLASS_BITS);
    (digits << shift) + ((1 << shift) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_ordered_and_at_most_a_sixteenth_wide() {
        let mut nanos = 0;
        let mut previous = None;
        while nanos < u64::MAX / 2 {
            let class = class(nanos);
            let last = last_of_class(class);
            assert!(
                last >= nanos && last - nanos <= nanos / 16,
                "{nanos} {last}"
            );
            assert_eq!(super::class(last), class);
            assert_eq!(super::class(last + 1), class + 1);
            assert!(previous < Some(class));
            (previous, nanos) = (Some(class), last + 1);
        }
        assert_eq!(last_of_class(class(u64::MAX)), u64::MAX);
        assert_eq!(class(u64::MAX), LAST_CLASS);
    }

    #[test]
    fn quantiles_are_those_of_all_turns() {
        let mut times: TurnTimes = (1..=500).map(|n| n * 1000).collect();
        times.merge(&(501..=1000).map(|n| n * 1000).collect());
        assert_eq!((times.turns(), times.max_nanos()), (1000, 1_000_000));
        assert_eq!(times.nanos(), 500_500_000);
        for (share, exact) in [(0.5, 500_000), (0.9, 900_000), (0.001, 1000)] {
            let quantile = times.quantile(share).unwrap();
            let range = exact..=exact + exact / 16;
            assert!(range.contains(&quantile), "{share}: {quantile}");
        }
        assert_eq!(times.quantile(1.0), Some(1_000_000));
        assert_eq!(TurnTimes::default().quantile(0.5), None);
    }

    #[test]
    fn only_times_that_turns_can_have_are_consistent() {
        let times: TurnTimes = [5, 70, 70, 3000].into_iter().collect();
        assert!(times.is_consistent() && TurnTimes::default().is_consistent());
        let mut all = times.clone();
        all.merge(&times);
        assert!(all.is_consistent());
        let forged: [fn(&mut TurnTimes); 6] = [
            |times| times.turns = u64::MAX,
            |times| times.nanos = u64::MAX,
            |times| times.max_nanos = 0,
            |times| times.classes = (0..=u16::MAX).map(|class| (class, 1)).collect(),
            |times| times.classes.reverse(),
            |times| times.classes[0].1 = u64::MAX,
        ];
        for forge in forged {
            let mut times = times.clone();
            forge(&mut times);
            assert!(!times.is_consistent(), "{times:?}");
        }
    }

    #[test]
    fn extreme_times_never_wrap_a_sum() {
        let classes: Vec<(u16, u64)> = (0..=u16::MAX).map(|class| (class, u64::MAX)).collect();
        let text = serde_json::json!({
            "turns": u64::MAX, "nanos": u64::MAX, "max_nanos": u64::MAX, "classes": classes,
        });
        let reported: TurnTimes = serde_json::from_value(text).unwrap();
        let mut times: TurnTimes = [1000, 2000].into_iter().collect();
        for _ in 0..3 {
            times.merge(&reported);
        }
        times.add(u64::MAX);
        assert_eq!((times.turns(), times.nanos()), (u64::MAX, u64::MAX));
        assert_eq!(times.max_nanos(), u64::MAX);
        assert!(times.classes.len() <= usize::from(LAST_CLASS) + 1);
        assert!(times.classes.iter().all(|(_, turns)| *turns == u64::MAX));
        assert_eq!(times.quantile(0.5), Some(0));
        assert!(reported.quantile(1.0).is_some());
    }

    #[test]
    fn stored_sums_without_a_distribution_are_read() {
        let times: TurnTimes = serde_json::from_str(r#"{"turns":3,"nanos":12}"#).unwrap();
        assert_eq!((times.turns(), times.nanos()), (3, 12));
        assert_eq!(times.quantile(0.5), None);
    }
}
