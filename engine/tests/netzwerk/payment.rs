//! Batteries handed out one by one pay for exactly what Hall's condition allows (NW-13).

use std::collections::{BTreeMap, BTreeSet};

use botwerk_engine::{Generator, RootSeed, Seat};

use crate::naive::{Point, is_payable};

/// Squares close together, so that they share many batteries.
fn squares() -> impl Iterator<Item = Point> {
    let files = [2, 4, 6];
    files
        .into_iter()
        .flat_map(|file| [2, 4].map(|rank| Point::new(file, rank)))
}

fn fields() -> impl Iterator<Item = Point> {
    let files = [1, 3, 5, 7];
    files
        .into_iter()
        .flat_map(|file| [1, 3, 5].map(|rank| Point::new(file, rank)))
}

fn drawn_spending(generator: &mut Generator) -> BTreeMap<Point, usize> {
    squares()
        .map(|square| (square, generator.below(4).saturating_sub(1) as usize))
        .filter(|(_, spent)| *spent > 0)
        .collect()
}

fn drawn_batteries(generator: &mut Generator) -> BTreeSet<Point> {
    fields().filter(|_| generator.below(3) > 0).collect()
}

/// NW-13 word for word: every set of robots spends at most the batteries beside them.
fn keeps_to_halls_condition(spent: &BTreeMap<Point, usize>, batteries: &BTreeSet<Point>) -> bool {
    (0..1 << spent.len()).all(|set: usize| {
        let chosen = spent.iter().enumerate();
        let chosen = chosen.filter(|(number, _)| set >> number & 1 == 1);
        let mut sum = 0;
        let mut beside = BTreeSet::new();
        for (_, (square, count)) in chosen {
            sum += count;
            beside.extend(
                square
                    .corners()
                    .into_iter()
                    .filter(|at| batteries.contains(at)),
            );
        }
        sum <= beside.len()
    })
}

#[test]
fn nw_13_batteries_handed_out_one_by_one_keep_to_halls_condition() {
    let mut generator = RootSeed::from_text("payment").agent(Seat::FIRST, 0);
    let mut payable = 0;
    for _ in 0..4000 {
        let spent = drawn_spending(&mut generator);
        let batteries = drawn_batteries(&mut generator);
        let pays = is_payable(&spent, &batteries);
        let holds = keeps_to_halls_condition(&spent, &batteries);
        assert_eq!(pays, holds, "{spent:?} with {batteries:?}");
        payable += u32::from(pays);
    }
    assert!((500..3500).contains(&payable), "{payable} of 4000");
}
