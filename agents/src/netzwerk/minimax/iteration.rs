//! The iterations of a search.

use super::width::SearchWidth;

/// Maximum search depth in turns.
pub(super) const MAX_DEPTH: u32 = 60;

/// One iteration over the turns of the root position, with a depth and a width.
///
/// The quality of a turn shows in the opponent's answers, and a narrow search of depth two misses
/// more of them than a search without the third turn. Depth two is therefore widened before the
/// search is deepened: docs/strength.md has the measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Iteration {
    /// Search depth in turns, including the first one.
    pub(super) depth: u32,
    /// Width level; each level is four times as wide as the previous one.
    pub(super) level: u8,
    pub(super) width: SearchWidth,
    /// Width of the list of turns at the root.
    pub(super) root_width: SearchWidth,
    base_width: SearchWidth,
}

/// Level of the widest list of turns at the root: generating a longer list costs more time than it
/// gains.
const ROOT_LEVEL: u8 = 2;

/// Level at which the search is deepened beyond two turns.
const LAST_LEVEL: u8 = 3;

impl Iteration {
    /// Returns the first iteration, which selects the best safe turn among few.
    pub(super) fn first(base: SearchWidth) -> Self {
        Self::new(base, 1, 0)
    }

    /// Returns the next iteration.
    pub(super) fn next(self) -> Option<Self> {
        let (depth, level) = match (self.depth, self.level) {
            (1, level) => (2, level),
            (2, level) if level < LAST_LEVEL && self.base_width != SearchWidth::Exhaustive => {
                (2, level + 1)
            }
            (depth, level) => (depth + 1, level),
        };
        (depth <= MAX_DEPTH).then(|| Self::new(self.base_width, depth, level))
    }

    fn new(base: SearchWidth, depth: u32, level: u8) -> Self {
        Self {
            depth,
            level,
            width: base.at_level(level),
            root_width: base.at_level(level.min(ROOT_LEVEL)),
            base_width: base,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_widen_before_they_deepen() {
        let iterations = |width| {
            let first = Some(Iteration::first(width));
            let iterations = std::iter::successors(first, |iteration| iteration.next());
            iterations.map(|iteration| (iteration.depth, iteration.level))
        };
        let default: Vec<_> = iterations(SearchWidth::Percent(100)).take(7).collect();
        assert_eq!(
            default,
            [(1, 0), (2, 0), (2, 1), (2, 2), (2, 3), (3, 3), (4, 3)]
        );
        let exhaustive: Vec<_> = iterations(SearchWidth::Exhaustive).collect();
        let expected: Vec<_> = (1..=MAX_DEPTH).map(|depth| (depth, 0)).collect();
        assert_eq!(exhaustive, expected);
    }
}
