//! The first entrants against all others.

use super::FormatError;
use super::round_robin::choices;

/// Whether every challenger finds opponents for a table.
pub(super) fn check(challengers: u32, entrants: usize, seats: usize) -> Result<(), FormatError> {
    let others = entrants.saturating_sub(challengers as usize);
    if others + 1 < seats {
        return Err(FormatError::Challengers {
            challengers,
            entrants,
        });
    }
    Ok(())
}

/// The tables of a cycle: each challenger with every choice of others.
pub(super) fn tables(challengers: usize, entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    let others: Vec<usize> = (challengers..entrants).collect();
    let opponents = choices(&others, seats - 1);
    let table = |challenger: usize, opponents: &Vec<usize>| {
        let mut table = vec![challenger];
        table.extend(opponents);
        table
    };
    opponents
        .iter()
        .flat_map(|opponents| (0..challengers).map(move |challenger| table(challenger, opponents)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn challengers_meet_all_others_and_not_each_other() {
        let tables = tables(2, 5, 2);
        let expected: Vec<Vec<usize>> = [[0, 2], [1, 2], [0, 3], [1, 3], [0, 4], [1, 4]]
            .map(Vec::from)
            .to_vec();
        assert_eq!(tables, expected);
        assert_eq!(super::tables(1, 4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
    }

    #[test]
    fn others_must_be_left() {
        assert!(check(1, 2, 2).is_ok() && check(2, 2, 2).is_err());
        assert!(check(1, 2, 3).is_err() && check(1, 3, 3).is_ok());
        assert!(check(9, 3, 2).is_err());
    }
}
