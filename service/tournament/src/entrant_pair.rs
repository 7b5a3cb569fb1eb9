//! Two entrants as a key, whichever of them comes first.

/// Returns two entrants, the smaller number first.
pub(crate) fn entrant_pair(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}
