//! Formatting of a position.

use super::entry::Entry;
use super::kind::Kind;
use super::point::Point;
use super::position::{Phase, Position};
use super::robot::Droid;
use super::seat::{Seat, seats_text};

/// Returns the position's canonical text.
pub(crate) fn text(position: &Position) -> String {
    let fields = [
        position.scenario.to_string(),
        seats_text(&position.seats),
        position.round.to_string(),
        seat(position.starter),
        phase(position.phase).to_owned(),
        seat(position.seat),
        robots(position).join(","),
        objects(position).join(","),
        strips(position).join(","),
        numbers(position.scores.iter()).join(","),
        seats_text(&position.out),
        seats_text(&position.done),
        numbers(position.sent.iter()).join(","),
        hands(position).join(";"),
        stones(position).join(","),
        pending(position).join(","),
        position
            .shift
            .map_or(String::new(), |shift| shift.to_string()),
    ];
    fields.map(or_dash).join(" ")
}

/// Returns a field, or a dash if it is empty.
fn or_dash(field: String) -> String {
    if field.is_empty() {
        "-".to_owned()
    } else {
        field
    }
}

fn seat(seat: Option<Seat>) -> String {
    seat.map_or(String::new(), |seat| seat.letter().to_string())
}

pub(crate) fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Draw => "draw",
        Phase::Set => "set",
        Phase::Send => "send",
        Phase::Over => "over",
    }
}

fn robots(position: &Position) -> Vec<String> {
    let droid = |(seat, droid): (&Seat, &Droid)| {
        let cargo = droid
            .cargo
            .iter()
            .map(|object| format!("+{}", object.text()));
        let cargo: String = cargo.collect();
        format!("{}{}{cargo}", seat.letter(), droid.at.text())
    };
    let repairer = |at: &Point| format!("r{}", at.text());
    let mad = |at: &Point| format!("M{}", at.text());
    let droids = position.droids.iter().map(droid);
    let repairers = position.repairers.iter().map(repairer);
    droids
        .chain(repairers)
        .chain(position.mad.iter().map(mad))
        .collect()
}

fn objects(position: &Position) -> Vec<String> {
    let objects = position.objects.iter();
    objects
        .map(|(at, object)| format!("{}{}", object.text(), at.text()))
        .collect()
}

fn strips(position: &Position) -> Vec<String> {
    let strips = position.strips.iter();
    strips
        .map(|(seat, number)| format!("{}{number}", seat.letter()))
        .collect()
}

/// Formats the scores, or the numbers of stones sent.
fn numbers<'a>(numbers: impl Iterator<Item = (&'a Seat, &'a usize)>) -> Vec<String> {
    numbers
        .map(|(seat, number)| format!("{}{number}", seat.letter()))
        .collect()
}

fn hands(position: &Position) -> Vec<String> {
    let hand = |(seat, hand): (&Seat, &Vec<Kind>)| {
        let kinds: Vec<&str> = hand.iter().map(|kind| kind.text()).collect();
        format!("{}:{}", seat.letter(), kinds.join(","))
    };
    position.hands.iter().map(hand).collect()
}

fn stones(position: &Position) -> Vec<String> {
    let stones = position.stones.iter();
    stones
        .map(|(slot, stone)| format!("{}{}:{}", slot.seat.letter(), slot.short(), stone.text()))
        .collect()
}

fn pending(position: &Position) -> Vec<String> {
    position.pending.iter().map(Entry::text).collect()
}
