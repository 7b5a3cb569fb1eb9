//! Everybody meets everybody.

/// The tables of a cycle, with their rounds from 1.
///
/// Of two seats by the circle method (T. P. Kirkman, On a problem in combinations, 1847): entrant 0
/// stays, the others go round, so that in a round everybody plays once, or is free once if they are
/// odd in number. Of more seats every choice of entrants is a table, all in round 1.
pub(super) fn tables(entrants: usize, seats: usize) -> Vec<(u32, Vec<usize>)> {
    if seats == 2 {
        return circle(entrants);
    }
    let everybody: Vec<usize> = (0..entrants).collect();
    choices(&everybody, seats)
        .into_iter()
        .map(|table| (1, table))
        .collect()
}

fn circle(entrants: usize) -> Vec<(u32, Vec<usize>)> {
    // With an odd number one place stays empty.
    let places = entrants + entrants % 2;
    let others = places - 1;
    let mut tables = Vec::with_capacity(entrants * (entrants - 1) / 2);
    for round in 0..others {
        let entrant = |place: usize| match place {
            0 => others,
            place => (round + place - 1) % others,
        };
        for table in 0..places / 2 {
            let (a, b) = (entrant(table), entrant(places - 1 - table));
            if a.max(b) < entrants {
                // Who plays first changes from round to round.
                let pair = if round.is_multiple_of(2) {
                    [a, b]
                } else {
                    [b, a]
                };
                tables.push((round as u32 + 1, pair.to_vec()));
            }
        }
    }
    tables
}

/// Every choice of so many of them, in their order.
pub(super) fn choices(from: &[usize], many: usize) -> Vec<Vec<usize>> {
    if many == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, first) in from.iter().enumerate() {
        for mut rest in choices(&from[index + 1..], many - 1) {
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
    fn everybody_meets_everybody_once_and_plays_once_a_round() {
        for entrants in 2..10 {
            let tables = tables(entrants, 2);
            let mut met = BTreeSet::new();
            let mut playing = BTreeSet::new();
            for (round, table) in &tables {
                let pair: BTreeSet<_> = table.iter().copied().collect();
                assert_eq!(pair.len(), 2);
                assert!(met.insert(pair), "{table:?} twice");
                for entrant in table {
                    assert!(*entrant < entrants);
                    assert!(
                        playing.insert((*round, *entrant)),
                        "{entrant} twice in {round}"
                    );
                }
            }
            assert_eq!(met.len(), entrants * (entrants - 1) / 2);
        }
    }

    #[test]
    fn at_larger_tables_every_choice_meets_once() {
        let tables: BTreeSet<_> = tables(6, 3).into_iter().collect();
        assert_eq!(tables.len(), 20);
        for entrant in 0..6 {
            let with = tables.iter().filter(|(_, table)| table.contains(&entrant));
            assert_eq!(with.count(), 10);
        }
    }
}
