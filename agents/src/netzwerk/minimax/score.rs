//! Scores of positions: values of the evaluation, and wins by the number of turns to them.

/// Score of an immediate win; each turn until the win subtracts 1.
pub(super) const WIN: i32 = 30_000;

/// Score of a draw.
pub(super) const DRAW: i32 = 0;

/// Maximum score that is not a win.
pub(super) const MAX_STATIC: i32 = WIN - 1_000;

/// Limits a static value so that it is neither a win nor a loss.
pub(super) fn clamp_static(value: i32) -> i32 {
    value.clamp(-MAX_STATIC, MAX_STATIC)
}

/// Returns `true` if the score is a win of either side.
pub(super) const fn is_decided(score: i32) -> bool {
    score.abs() > MAX_STATIC
}

/// Returns `true` if the score is a win of the other side.
pub(super) const fn is_lost(score: i32) -> bool {
    score < -MAX_STATIC
}

/// Converts a score counted from the root into one counted from a position `turns` turns away; a
/// negative number converts back.
pub(super) const fn shift_win(score: i32, turns: i32) -> i32 {
    if score > MAX_STATIC {
        score + turns
    } else if score < -MAX_STATIC {
        score - turns
    } else {
        score
    }
}
