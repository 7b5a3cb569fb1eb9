//! Gauntlets: the first entrants against all others.

use super::error::FormatError;
use super::round_robin::combinations;

/// Checks that every challenger has enough opponents for a match.
pub(super) fn validate(challengers: u32, entrants: usize, seats: usize) -> Result<(), FormatError> {
    let others = entrants.checked_sub(challengers as usize);
    if others.is_none_or(|others| others + 1 < seats) {
        return Err(FormatError::Challengers {
            challengers,
            entrants,
        });
    }
    Ok(())
}

/// Returns the entrants of every matchup of a cycle: each challenger with every combination of
/// entrants that are no challengers.
pub(super) fn matchups(challengers: usize, entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    let others: Vec<usize> = (challengers..entrants).collect();
    let mut matchups = Vec::new();
    for opponents in combinations(&others, seats - 1) {
        for challenger in 0..challengers {
            matchups.push([&[challenger], &opponents[..]].concat());
        }
    }
    matchups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challengers_meet_all_others_but_not_each_other() {
        let expected = [[0, 2], [1, 2], [0, 3], [1, 3], [0, 4], [1, 4]];
        assert_eq!(matchups(2, 5, 2), expected);
        assert_eq!(matchups(1, 4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
    }

    #[test]
    fn challengers_need_enough_opponents() {
        assert!(validate(1, 2, 2).is_ok() && validate(2, 2, 2).is_err());
        assert!(validate(1, 2, 3).is_err() && validate(1, 3, 3).is_ok());
        assert!(validate(9, 3, 2).is_err());
        // One seat needs no opponent, but the challengers must be entrants.
        assert!(validate(9, 3, 1).is_err() && validate(3, 3, 1).is_ok());
    }
}
