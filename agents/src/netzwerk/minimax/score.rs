//! Scores of positions: values of the evaluation, and wins counted in turns.

/// A win on the spot; one in so many turns is worth so much less.
pub(super) const WIN: i32 = 30_000;

/// Nobody wins.
pub(super) const DRAW: i32 = 0;

/// The largest value that is no win.
pub(super) const MOST: i32 = WIN - 1_000;

/// A value that is taken for neither win nor loss.
pub(super) fn clamped(value: i32) -> i32 {
    value.clamp(-MOST, MOST)
}

/// Whether a score says that somebody wins.
pub(super) const fn is_decided(score: i32) -> bool {
    score.abs() > MOST
}

/// Whether a score says that the other side wins.
pub(super) const fn is_lost(score: i32) -> bool {
    score < -MOST
}

/// A score counted from the root, of a position so many turns away, as one counted from that
/// position; back with the negative number of turns.
pub(super) const fn shifted(score: i32, turns: i32) -> i32 {
    if score > MOST {
        score + turns
    } else if score < -MOST {
        score - turns
    } else {
        score
    }
}
