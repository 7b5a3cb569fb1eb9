//! Chance outcomes (DR-40).

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

/// Returns the possible outcomes.
pub(crate) fn outcomes(rules: &Rules, position: &Position) -> Vec<String> {
    match position.pending.first() {
        Some(Entry::Start(seats, _)) => rolls(seats),
        Some(Entry::Stone(_, colour)) => {
            let kinds = Kind::ALL.into_iter();
            kinds
                .filter(|kind| kind.colour() == *colour && position.remaining(rules, *kind) > 0)
                .map(|kind| format!("stone {}", kind.text()))
                .collect()
        }
        Some(Entry::Die(seat)) => die_outcomes(&shot::faces(rules, position, *seat)),
        Some(Entry::Shift) => die_outcomes(&(1..=10).collect::<Vec<i32>>()),
        Some(Entry::Lift(_) | Entry::Mad | Entry::Won(_) | Entry::Lost) | None => Vec::new(),
    }
}

fn die_outcomes(faces: &[i32]) -> Vec<String> {
    faces.iter().map(|face| format!("die {face}")).collect()
}

/// Returns every roll of these seats, such as `start S4,N9`.
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

/// Returns an outcome's weight: for a stone, the number of its kind in the container; otherwise 1.
pub(crate) fn weight(rules: &Rules, position: &Position, outcome: &str) -> usize {
    match outcome.split_once(' ') {
        Some(("stone", kind)) => position.remaining(rules, Kind::parse(kind).unwrap()),
        Some(_) | None => 1,
    }
}

/// Applies an outcome, which answers the first pending entry.
pub(crate) fn act(rules: &Rules, position: &mut Position, outcome: &str) {
    let (_, text) = outcome.split_once(' ').unwrap();
    match position.pending[0].clone() {
        Entry::Start(_, roll) => round::apply_roll(position, &parse_rolls(text), roll),
        Entry::Stone(seat, _) => draw::receive(rules, position, seat, Kind::parse(text).unwrap()),
        Entry::Die(seat) => {
            position.pending.remove(0);
            // DR-25: this has no effect on a covered transmitter.
            position.strips.insert((seat, text.parse().unwrap()));
            order::settle(rules, position);
        }
        Entry::Shift => {
            position.pending.remove(0);
            mad::load_programmes(rules, position, text.parse().unwrap());
        }
        Entry::Lift(_) | Entry::Mad | Entry::Won(_) | Entry::Lost => {
            panic!("`{outcome}` does not answer the pending entry");
        }
    }
}

fn parse_rolls(text: &str) -> BTreeMap<Seat, i32> {
    let mut rolls = BTreeMap::new();
    for roll in text.split(',') {
        let (seat, number) = roll.split_at(1);
        rolls.insert(Seat::parse(seat).unwrap(), number.parse().unwrap());
    }
    rolls
}
