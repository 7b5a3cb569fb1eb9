//! Tests that assigning batteries one by one pays for exactly what Hall's condition allows (NW-13).

use std::collections::{BTreeMap, BTreeSet};

use botwerk_engine::{RootSeed, Seat, StableRng};

use crate::naive::{Point, is_payable};

/// Returns neighbouring squares, which share many batteries.
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

fn random_spending(generator: &mut StableRng) -> BTreeMap<Point, usize> {
    squares()
        .map(|square| (square, generator.below(4).saturating_sub(1) as usize))
        .filter(|(_, spent)| *spent > 0)
        .collect()
}

fn random_batteries(generator: &mut StableRng) -> BTreeSet<Point> {
    fields().filter(|_| generator.below(3) > 0).collect()
}

/// Returns `true` if every set of robots spends at most the batteries adjacent to them (NW-13).
fn satisfies_halls_condition(spent: &BTreeMap<Point, usize>, batteries: &BTreeSet<Point>) -> bool {
    (0..1 << spent.len()).all(|set: usize| {
        let robots = spent.iter().enumerate();
        let robots = robots.filter(|(number, _)| set >> number & 1 == 1);
        let mut sum = 0;
        let mut adjacent = BTreeSet::new();
        for (_, (square, count)) in robots {
            sum += count;
            adjacent.extend(
                square
                    .corners()
                    .into_iter()
                    .filter(|at| batteries.contains(at)),
            );
        }
        sum <= adjacent.len()
    })
}

#[test]
fn nw_13_assigning_batteries_one_by_one_satisfies_halls_condition() {
    let mut generator = RootSeed::from_text("payment").rng_for_agent(Seat::FIRST, 0);
    let mut payable = 0;
    for _ in 0..4000 {
        let spent = random_spending(&mut generator);
        let batteries = random_batteries(&mut generator);
        let is_paid = is_payable(&spent, &batteries);
        let holds = satisfies_halls_condition(&spent, &batteries);
        assert_eq!(is_paid, holds, "{spent:?} with {batteries:?}");
        payable += u32::from(is_paid);
    }
    assert!((500..3500).contains(&payable), "{payable} of 4000");
}
