//! Round robins: every entrant against every other one.

/// Returns the matchups of a cycle: their rounds, from 1, and entrants.
///
/// Two-seat matches follow the circle method (T. P. Kirkman, On a problem in combinations, 1847):
/// one place is fixed while the others rotate, so that every entrant plays once in a round. If the
/// number of entrants is odd, the fixed place is empty and its opponent has the round off. With more
/// seats every combination of entrants is a matchup, all of them in round 1.
pub(super) fn matchups(entrants: usize, seats: usize) -> Vec<(u32, Vec<usize>)> {
    if seats == 2 {
        return circle(entrants);
    }
    let all: Vec<usize> = (0..entrants).collect();
    let matchup = |entrants| (1, entrants);
    combinations(&all, seats).into_iter().map(matchup).collect()
}

fn circle(entrants: usize) -> Vec<(u32, Vec<usize>)> {
    let places = entrants + entrants % 2;
    let others = places - 1;
    let mut matchups = Vec::with_capacity(entrants * (entrants - 1) / 2);
    for round in 0..others {
        let entrant = |place: usize| match place {
            0 => others,
            place => (round + place - 1) % others,
        };
        for matchup in 0..places / 2 {
            let (a, b) = (entrant(matchup), entrant(places - 1 - matchup));
            if a.max(b) < entrants {
                // The first seat alternates from round to round.
                let pair = if round.is_multiple_of(2) {
                    [a, b]
                } else {
                    [b, a]
                };
                matchups.push((round as u32 + 1, pair.to_vec()));
            }
        }
    }
    matchups
}

/// Returns all combinations of `size` items in lexicographic order of their positions.
pub(super) fn combinations(items: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, first) in items.iter().enumerate() {
        for mut rest in combinations(&items[index + 1..], size - 1) {
            rest.insert(0, *first);
            all.push(rest);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_entrants_meet_once_and_play_once_per_round() {
        for entrants in 2..10 {
            let matchups = matchups(entrants, 2);
            let mut pairs = BTreeSet::new();
            let mut playing = BTreeSet::new();
            for (round, matchup) in &matchups {
                let pair: BTreeSet<_> = matchup.iter().copied().collect();
                assert_eq!(pair.len(), 2);
                assert!(pairs.insert(pair), "{matchup:?} twice");
                for entrant in matchup {
                    assert!(*entrant < entrants);
                    assert!(
                        playing.insert((*round, *entrant)),
                        "{entrant} twice in {round}"
                    );
                }
            }
            assert_eq!(pairs.len(), entrants * (entrants - 1) / 2);
            let rounds = matchups.iter().map(|(round, _)| *round);
            assert_eq!(rounds.max(), Some((entrants - 1 + entrants % 2) as u32));
        }
    }

    /// The circle of four by hand: 3 is fixed, 0, 1 and 2 rotate, and the first seat alternates.
    #[test]
    fn four_entrants_meet_in_three_rounds() {
        let expected = [
            (1, [3, 2]),
            (1, [0, 1]),
            (2, [0, 3]),
            (2, [2, 1]),
            (3, [3, 1]),
            (3, [2, 0]),
        ];
        let expected = expected.map(|(round, pair)| (round, pair.to_vec()));
        assert_eq!(matchups(4, 2), expected);
    }

    #[test]
    fn every_combination_of_three_is_a_matchup() {
        let all = matchups(6, 3);
        assert!(all.iter().all(|(round, _)| *round == 1));
        let distinct: BTreeSet<_> = all.into_iter().collect();
        assert_eq!(distinct.len(), 20);
        for entrant in 0..6 {
            let with = distinct.iter().filter(|(_, all)| all.contains(&entrant));
            assert_eq!(with.count(), 10);
        }
        let four = combinations(&[5, 6, 7, 8], 2);
        assert_eq!(four, [[5, 6], [5, 7], [5, 8], [6, 7], [6, 8], [7, 8]]);
    }
}
