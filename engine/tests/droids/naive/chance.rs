//! What is up to chance (DR-40).

use std::collections::{BTreeMap, BTreeSet};

use super::draw;
use super::entry::Entry;
use super::kind::Kind;
use super::mad;
use super::order;
use super::position::Position;
use super::round;
use super::rules::Rules;
use super::seat::Seat;
use super::shot;

/// The outcomes that are possible now.
pub(crate) fn outcomes(rules: &Rules, position: &Position) -> Vec<String> {
    match position.pending.first() {
        Some(Entry::Start(seats, _)) => rolls(seats),
        Some(Entry::Stone(_, colour)) => {
            let kinds = Kind::ALL.into_iter();
            kinds
                .filter(|kind| kind.colour() == *colour && position.left(rules, *kind) > 0)
                .map(|kind| format!("stone {}", kind.text()))
                .collect()
        }
        Some(Entry::Die(seat)) => dice(&shot::faces(rules, position, *seat)),
        Some(Entry::Shift) => dice(&(1..=10).collect::<Vec<i32>>()),
        Some(Entry::Lift(_) | Entry::Mad | Entry::Won(_) | Entry::Lost) | None => Vec::new(),
    }
}

fn dice(faces: &[i32]) -> Vec<String> {
    faces.iter().map(|face| format!("die {face}")).collect()
}

/// Every roll of these seats, such as `start S4,N9`.
fn rolls(seats: &BTreeSet<Seat>) -> Vec<String> {
    let mut rolls = vec![String::new()];
    for seat in seats {
        let mut longer = Vec::new();
        for roll in rolls {
            for number in 1..=10 {
                let comma = if roll.is_empty() { "" } else { "," };
                longer.push(format!("{roll}{comma}{}{number}", seat.letter()));
            }
        }
        rolls = longer;
    }
    rolls.iter().map(|roll| format!("start {roll}")).collect()
}

/// A stone weighs as much as there are of its kind in the container, all else is equally likely.
pub(crate) fn weight(rules: &Rules, position: &Position, outcome: &str) -> usize {
    match outcome.split_once(' ') {
        Some(("stone", kind)) => position.left(rules, Kind::parse(kind).unwrap()),
        Some(_) | None => 1,
    }
}

/// Carries out an outcome: the first pending entry is answered.
pub(crate) fn act(rules: &Rules, position: &mut Position, outcome: &str) {
    let (_, what) = outcome.split_once(' ').unwrap();
    match position.pending[0].clone() {
        Entry::Start(_, roll) => round::rolled(position, &read_rolls(what), roll),
        Entry::Stone(seat, _) => draw::receive(rules, position, seat, Kind::parse(what).unwrap()),
        Entry::Die(seat) => {
            position.pending.remove(0);
            // DR-25: on a transmitter that is covered already this has no effect.
            position.strips.insert((seat, what.parse().unwrap()));
            order::settle(rules, position);
        }
        Entry::Shift => {
            position.pending.remove(0);
            mad::announce(rules, position, what.parse().unwrap());
        }
        Entry::Lift(_) | Entry::Mad | Entry::Won(_) | Entry::Lost => {
            panic!("`{outcome}` answers nothing");
        }
    }
}

fn read_rolls(what: &str) -> BTreeMap<Seat, i32> {
    let mut rolls = BTreeMap::new();
    for roll in what.split(',') {
        let (seat, number) = roll.split_at(1);
        rolls.insert(Seat::parse(seat).unwrap(), number.parse().unwrap());
    }
    rolls
}
