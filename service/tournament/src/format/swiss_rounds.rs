//! The number of rounds and entrants of Swiss tournaments.

use super::error::FormatError;

/// Maximum number of entrants, so that the costs of all pairs can be added without overflow.
const MAX_ENTRANTS: usize = 4096;

/// Checks that no rematch can become necessary.
pub(super) fn validate(rounds: u32, entrants: usize) -> Result<(), FormatError> {
    if entrants > MAX_ENTRANTS {
        return Err(FormatError::TooManyEntrants {
            format: "swiss",
            entrants,
            max: MAX_ENTRANTS,
            remedy: "use a round-robin or several tournaments",
        });
    }
    let max = max_rounds(entrants);
    if rounds as usize > max {
        return Err(FormatError::TooManyRounds {
            rounds,
            entrants,
            max,
        });
    }
    Ok(())
}

/// Returns the number of rounds that can be paired without a rematch, whatever the results.
///
/// A bye counts as an opponent, so that there are *n* opponents, an even number. After *r* rounds each can
/// still meet *n* - 1 - *r*: the pairs that have not met form a regular graph. The next round exists if
/// this graph has a perfect matching.
pub(super) fn max_rounds(entrants: usize) -> usize {
    let places = entrants + entrants % 2;
    let left = (1..places).rev();
    left.take_while(|left| has_perfect_matching(places, *left))
        .count()
}

/// Returns `true` if every graph of this even number of vertices, each with the same degree, has a perfect
/// matching.
///
/// If the degree is even, the smallest one without consists of two complete graphs of an odd number of
/// vertices; if it is odd, the smallest one without has 3 *d* + 7 vertices (W. D. Wallis, The smallest regular
/// graphs without one-factors, 1981).
fn has_perfect_matching(vertices: usize, degree: usize) -> bool {
    match degree {
        1 => true,
        _ if degree.is_multiple_of(2) => vertices < 2 * (degree + 1),
        _ => vertices < 3 * degree + 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_of_rounds_is_limited_by_what_can_be_paired_in_any_case() {
        let max = [
            (2, 1),
            (3, 3),
            (4, 3),
            (5, 3),
            (6, 3),
            (8, 5),
            (10, 5),
            (12, 7),
        ];
        for (entrants, max) in max {
            assert_eq!(max_rounds(entrants), max, "{entrants}");
        }
        assert_eq!(validate(5, 8), Ok(()));
        let error = FormatError::TooManyRounds {
            rounds: 6,
            entrants: 8,
            max: 5,
        };
        assert_eq!(validate(6, 8), Err(error));
    }
}
