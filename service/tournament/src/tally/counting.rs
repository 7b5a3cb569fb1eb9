//! What results count for.

use serde::{Deserialize, Serialize};

use super::open_block::OpenBlock;

/// What the matches of a complete block count for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum BlockCounting {
    /// For points and ratings.
    Rated,
    /// For points: the block repeats an earlier one of the same entrants action by action, which counts for ratings.
    Repeated,
    /// For points: a match of the block is forfeited, voided or annulled.
    Unrated,
    /// For nothing: the sequential test was decided by earlier blocks.
    AfterVerdict,
}

/// How many results count for what. Each result is in one of these numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ResultCounts {
    /// Results that count for points and ratings.
    pub rated: u64,
    /// Results that count for points, whose block repeats an earlier one.
    pub repeated: u64,
    /// Results that count for points, in a complete block with one that is forfeited, voided or annulled.
    pub unrated: u64,
    /// Results that count for points, and for ratings once their block and all before it are complete.
    pub open: u64,
    /// Results that count for nothing, since the sequential test was decided by earlier blocks.
    pub after_verdict: u64,
    /// Results that count for nothing, since an entrant was annulled.
    pub annulled: u64,
    /// Results that count for nothing, since the match could not be played.
    pub voided: u64,
}

impl ResultCounts {
    /// Returns the number of all results.
    pub fn total(&self) -> u64 {
        let points = self.rated + self.repeated + self.unrated + self.open;
        points + self.after_verdict + self.annulled + self.voided
    }

    /// Adds the results of a block that count for nothing whatever becomes of the block.
    pub(super) fn add_uncounted(&mut self, block: &OpenBlock) {
        self.voided += block.voided;
        self.annulled += block.annulled;
    }

    /// Adds the results of a block that is complete, or follows a verdict.
    pub(super) fn add(&mut self, counting: BlockCounting, block: &OpenBlock) {
        self.add_uncounted(block);
        let sum = match counting {
            BlockCounting::Rated => &mut self.rated,
            BlockCounting::Repeated => &mut self.repeated,
            BlockCounting::Unrated => &mut self.unrated,
            BlockCounting::AfterVerdict => &mut self.after_verdict,
        };
        *sum = sum.saturating_add(block.scored());
    }
}
