//! Which unsynced changes survive a power cut.

use botwerk_engine::StableRng;

/// What remains of an unsynced change after a power cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Survival {
    Kept,
    Lost,
    /// The disk had written the first sectors of it.
    Torn {
        sectors: usize,
    },
}

/// How a disk had ordered the changes that it had not synced. A disk may write them in any order, so every
/// subset can survive; some orders are more frequent than others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LossPattern {
    /// The changes before a number survive: the disk wrote them in their order.
    InOrder { until: u64 },
    /// Each change is lost with this probability in sixteenths.
    Random { sixteenths: u64 },
}

impl LossPattern {
    /// Samples a pattern for changes with the numbers from `first` up to but excluding `end`.
    pub(super) fn sample(first: u64, end: u64, rng: &mut StableRng) -> Self {
        match rng.below(4) {
            0 => Self::InOrder {
                until: first + rng.below(end.saturating_sub(first) + 1),
            },
            1 => Self::Random { sixteenths: 16 },
            2 => Self::Random { sixteenths: 1 },
            _ => Self::Random { sixteenths: 8 },
        }
    }

    /// Returns `true` if the change with a number survives.
    pub(super) fn keeps(self, number: u64, rng: &mut StableRng) -> bool {
        match self {
            Self::InOrder { until } => number < until,
            Self::Random { sixteenths } => rng.below(16) >= sixteenths,
        }
    }
}

#[cfg(test)]
mod tests {
    use botwerk_engine::RootSeed;

    use super::*;

    #[test]
    fn every_pattern_occurs_and_loses_as_it_says() {
        let mut rng = RootSeed::from_text("loss").rng();
        let mut kept = [0; 4];
        for _ in 0..400 {
            let pattern = LossPattern::sample(100, 200, &mut rng);
            let survivors: Vec<_> = (100..200)
                .filter(|number| pattern.keeps(*number, &mut rng))
                .collect();
            let at = match pattern {
                LossPattern::InOrder { until } => {
                    assert_eq!(survivors, (100..until).collect::<Vec<_>>());
                    0
                }
                LossPattern::Random { sixteenths: 16 } => {
                    assert!(survivors.is_empty());
                    1
                }
                LossPattern::Random { sixteenths: 1 } => {
                    assert!(survivors.len() > 70, "{survivors:?}");
                    2
                }
                LossPattern::Random { .. } => {
                    assert!((20..80).contains(&survivors.len()), "{survivors:?}");
                    3
                }
            };
            kept[at] += 1;
        }
        assert!(kept.iter().all(|count| *count > 50), "{kept:?}");
    }
}
