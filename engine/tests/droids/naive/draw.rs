//! The draw phase (DR-10).

use super::colour::Colour;
use super::entry::Entry;
use super::kind::Kind;
use super::position::Position;
use super::rules::Rules;
use super::seat::Seat;
use super::set;

/// The actions of the seat to act.
pub(crate) fn actions(rules: &Rules, position: &Position) -> Vec<String> {
    if rules.is("draw_mode", "commit") {
        return commitments(rules, position);
    }
    let colours = Colour::ALL.into_iter();
    let colours = colours.filter(|colour| drawable(rules, position, *colour) > 0);
    colours
        .map(|colour| format!("draw {}", colour.text()))
        .collect()
}

/// How many stones of a colour can be drawn.
fn drawable(rules: &Rules, position: &Position, colour: Colour) -> usize {
    if rules.scenario.colours_out.contains(&colour) {
        return 0;
    }
    let kinds = Kind::ALL.into_iter().filter(|kind| kind.colour() == colour);
    kinds.map(|kind| position.left(rules, kind)).sum()
}

/// How many stones the seat to act has still to draw.
fn missing(rules: &Rules, position: &Position) -> usize {
    rules.hand_size - position.hand(position.seat.unwrap()).len()
}

/// Every way of naming all stones at once.
fn commitments(rules: &Rules, position: &Position) -> Vec<String> {
    let missing = missing(rules, position);
    let most = Colour::ALL.map(|colour| drawable(rules, position, colour).min(missing));
    let mut found = Vec::new();
    for violet in 0..=most[0] {
        for blue in 0..=most[1] {
            for red in 0..=most[2] {
                for grey in 0..=most[3] {
                    if violet + blue + red + grey == missing {
                        found.push(commitment([violet, blue, red, grey]));
                    }
                }
            }
        }
    }
    found
}

/// The text of a commitment; zeros are left out.
fn commitment(numbers: [usize; 4]) -> String {
    let colours = Colour::ALL.into_iter().zip(numbers);
    let named = colours.filter(|(_, number)| *number > 0);
    let parts: Vec<String> = named
        .map(|(colour, number)| format!("{}{number}", colour.letter()))
        .collect();
    format!("draw {}", parts.join(","))
}

/// Carries out `draw violet` or `draw v2,b1,r3,g1`: the stones are up to chance.
pub(crate) fn act(position: &mut Position, what: &str) {
    let seat = position.seat.unwrap();
    if let Ok(colour) = Colour::parse(what) {
        position.pending.push(Entry::Stone(seat, colour));
        return;
    }
    for part in what.split(',') {
        let (letter, number) = part.split_at(1);
        let is_it = |colour: &Colour| colour.letter() == letter;
        let colour = Colour::ALL.into_iter().find(is_it).unwrap();
        for _ in 0..number.parse().unwrap() {
            position.pending.push(Entry::Stone(seat, colour));
        }
    }
}

/// A seat gets the stone that its oldest pending entry is about.
pub(crate) fn receive(rules: &Rules, position: &mut Position, seat: Seat, kind: Kind) {
    position.pending.remove(0);
    let hand = position.hands.entry(seat).or_default();
    hand.push(kind);
    hand.sort();
    if position.pending.is_empty() {
        go_on(rules, position);
    }
}

/// The first seat in the order of the round that has not drawn all its stones acts; if there is
/// none, the set phase begins.
pub(crate) fn go_on(rules: &Rules, position: &mut Position) {
    let mut order = position.order().into_iter();
    match order.find(|seat| position.hand(*seat).len() < rules.hand_size) {
        Some(seat) => position.seat = Some(seat),
        None => set::begin(rules, position),
    }
}
