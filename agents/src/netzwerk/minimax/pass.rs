//! The passes of a search.

use super::width::Width;

/// The deepest search in turns.
pub(super) const MAX_DEPTH: u32 = 60;

/// One pass over the turns of the present position: so deep and so wide.
///
/// What a turn is worth shows in the opponent's answers, and more of them are missed by looking at
/// few than by not looking at what comes after them. So two turns are searched wider and wider
/// before a third one is looked at: docs/strength.md has the figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pass {
    /// Turns searched ahead, the first of them included.
    pub(super) depth: u32,
    /// How wide: each level is four times as wide as the one below it.
    pub(super) level: u8,
    pub(super) width: Width,
    /// How wide the list of the present turns is.
    pub(super) root_width: Width,
    usual: Width,
}

/// The level of the widest list of the present turns: more than it holds take longer to list than
/// looking at them brings.
const ROOT_LEVEL: u8 = 2;

/// The level at which more than two turns are searched.
const LAST_LEVEL: u8 = 3;

impl Pass {
    /// The first pass: the best safe one among few turns.
    pub(super) fn first(usual: Width) -> Self {
        Self::new(usual, 1, 0)
    }

    /// The pass after this one.
    pub(super) fn next(self) -> Option<Self> {
        let (depth, level) = match (self.depth, self.level) {
            (1, level) => (2, level),
            (2, level) if level < LAST_LEVEL && self.usual != Width::Everything => (2, level + 1),
            (depth, level) => (depth + 1, level),
        };
        (depth <= MAX_DEPTH).then(|| Self::new(self.usual, depth, level))
    }

    fn new(usual: Width, depth: u32, level: u8) -> Self {
        Self {
            depth,
            level,
            width: usual.at_level(level),
            root_width: usual.at_level(level.min(ROOT_LEVEL)),
            usual,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_grow_wider_first_and_then_deeper() {
        let passes = |width| {
            let first = Some(Pass::first(width));
            let passes = std::iter::successors(first, |pass| pass.next());
            passes.map(|pass| (pass.depth, pass.level))
        };
        let usual: Vec<_> = passes(Width::Percent(100)).take(7).collect();
        assert_eq!(
            usual,
            [(1, 0), (2, 0), (2, 1), (2, 2), (2, 3), (3, 3), (4, 3)]
        );
        let all: Vec<_> = passes(Width::Everything).collect();
        let expected: Vec<_> = (1..=MAX_DEPTH).map(|depth| (depth, 0)).collect();
        assert_eq!(all, expected);
    }
}
