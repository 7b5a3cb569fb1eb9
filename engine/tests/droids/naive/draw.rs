//! The draw phase (DR-10).

use super::colour::Colour;
use super::entry::Entry;
use super::kind::Kind;
use super::position::Position;
use super::rules::Rules;
use super::seat::Seat;
use super::set;

/// Returns the actions of the seat to act.
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

/// Returns the number of stones of a colour that can be drawn.
fn drawable(rules: &Rules, position: &Position, colour: Colour) -> usize {
    if rules.scenario.colours_out.contains(&colour) {
        return 0;
    }
    let kinds = Kind::ALL.into_iter().filter(|kind| kind.colour() == colour);
    kinds.map(|kind| position.remaining(rules, kind)).sum()
}

/// Returns the number of stones that the seat to act must still draw.
fn missing(rules: &Rules, position: &Position) -> usize {
    rules.hand_size - position.hand(position.seat.unwrap()).len()
}

/// Returns every commitment of all missing stones.
fn commitments(rules: &Rules, position: &Position) -> Vec<String> {
    let missing = missing(rules, position);
    let max = Colour::ALL.map(|colour| drawable(rules, position, colour).min(missing));
    let mut all = Vec::new();
    for violet in 0..=max[0] {
        for blue in 0..=max[1] {
            for red in 0..=max[2] {
                for grey in 0..=max[3] {
                    if violet + blue + red + grey == missing {
                        all.push(commitment([violet, blue, red, grey]));
                    }
                }
            }
        }
    }
    all
}

/// Formats a commitment; zeros are omitted.
fn commitment(numbers: [usize; 4]) -> String {
    let colours = Colour::ALL.into_iter().zip(numbers);
    let named = colours.filter(|(_, number)| *number > 0);
    let parts: Vec<String> = named
        .map(|(colour, number)| format!("{}{number}", colour.letter()))
        .collect();
    format!("draw {}", parts.join(","))
}

/// Applies `draw violet` or `draw v2,b1,r3,g1`; the stones become pending chance outcomes.
pub(crate) fn act(position: &mut Position, text: &str) {
    let seat = position.seat.unwrap();
    if let Ok(colour) = Colour::parse(text) {
        position.pending.push(Entry::Stone(seat, colour));
        return;
    }
    for part in text.split(',') {
        let (letter, number) = part.split_at(1);
        let has_letter = |colour: &Colour| colour.letter() == letter;
        let colour = Colour::ALL.into_iter().find(has_letter).unwrap();
        for _ in 0..number.parse().unwrap() {
            position.pending.push(Entry::Stone(seat, colour));
        }
    }
}

/// Adds the stone of the first pending entry to a seat's hand.
pub(crate) fn receive(rules: &Rules, position: &mut Position, seat: Seat, kind: Kind) {
    position.pending.remove(0);
    let hand = position.hands.entry(seat).or_default();
    hand.push(kind);
    hand.sort();
    if position.pending.is_empty() {
        advance(rules, position);
    }
}

/// Passes the turn to the first seat in the order of the round that has not drawn all its stones,
/// or starts the set phase if there is none.
pub(crate) fn advance(rules: &Rules, position: &mut Position) {
    let mut order = position.order().into_iter();
    match order.find(|seat| position.hand(*seat).len() < rules.hand_size) {
        Some(seat) => position.seat = Some(seat),
        None => set::start(rules, position),
    }
}
