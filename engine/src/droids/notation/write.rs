//! The writer of positions and views.

use std::fmt::{Display, Write};

use crate::droids::hand::KindCounts;
use crate::droids::rules::Rules;
use crate::droids::side::{Side, Sides};
use crate::droids::state::{Droid, Object, Pending, Phase, PublicState, State, View};

/// Returns the text of a position.
pub(in crate::droids) fn format_state(rules: &Rules, state: &State) -> String {
    format_table(rules, &state.table, |side| {
        hand_text(state.hands[side.index()])
    })
}

/// Returns the text of a view: a position's, with only the colours of other hands.
pub(in crate::droids) fn format_view(rules: &Rules, view: &View) -> String {
    format_table(rules, &view.table, |side| {
        if view.side == Some(side) {
            hand_text(view.hand)
        } else {
            view.table.hands[side.index()].to_string()
        }
    })
}

fn hand_text(hand: KindCounts) -> String {
    let kinds = hand.kinds();
    let stones = kinds.flat_map(|(kind, count)| std::iter::repeat_n(kind.name(), count.into()));
    let stones: Vec<_> = stones.collect();
    stones.join(",")
}

fn format_table(rules: &Rules, table: &PublicState, hand: impl Fn(Side) -> String) -> String {
    let mut text = String::with_capacity(192);
    let _ = write!(text, "{} {} {}", rules.scenario, table.seats, table.round);
    let phase = match table.phase {
        Phase::Draw => "draw",
        Phase::Set => "set",
        Phase::Send => "send",
        Phase::Over(_) => "over",
    };
    let side = |side: Option<Side>| side.map_or("-", Side::letter);
    let _ = write!(
        text,
        " {} {phase} {}",
        side(table.starter),
        side(table.acting)
    );
    push_list(&mut text, robots(table), ",");
    push_list(&mut text, objects(table), ",");
    push_list(&mut text, strips(table), ",");
    let numbers = |sides: Sides, numbers: [u8; 4]| {
        sides.map(move |side| format!("{side}{}", numbers[side.index()]))
    };
    let scored = if rules.banks_mines {
        table.seats
    } else {
        Sides::EMPTY
    };
    push_list(&mut text, numbers(scored, table.scores), ",");
    push_list(&mut text, table.out, "");
    push_list(&mut text, table.done, "");
    push_list(&mut text, numbers(table.senders, table.sent), ",");
    let held = |side: &Side| table.hands[side.index()].total() > 0;
    let hands = table.seats.filter(held);
    push_list(
        &mut text,
        hands.map(|side| format!("{side}:{}", hand(side))),
        ";",
    );
    push_list(&mut text, stones(table), ",");
    push_list(&mut text, pending(table), ",");
    push_list(&mut text, table.solo_die, "");
    text
}

/// Appends a blank and the entries of a list, or `-` if it is empty.
fn push_list<T: Display>(text: &mut String, list: impl IntoIterator<Item = T>, separator: &str) {
    let mut prefix = " ";
    for entry in list {
        let _ = write!(text, "{prefix}{entry}");
        prefix = separator;
    }
    if prefix == " " {
        text.push_str(" -");
    }
}

fn robots(table: &PublicState) -> Vec<String> {
    let droid = |side: Side| {
        let Droid { square, cargo } = table.droid(side);
        let square = (*square)?;
        let mut text = format!("{side}{square}");
        for object in cargo {
            let _ = write!(text, "+{object}");
        }
        Some(text)
    };
    let droids = Side::ALL.into_iter().filter_map(droid);
    let repairers = table.repairers.map(|square| format!("r{square}"));
    let mad = table.mad_robot.map(|square| format!("M{square}"));
    droids.chain(repairers).chain(mad).collect()
}

/// The notation of an object, the same in cargo and on the field.
impl Display for Object {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Obstacle => f.write_str("o"),
            Self::Mine => f.write_str("m"),
            Self::Container(side) => write!(f, "c{side}"),
        }
    }
}

fn objects(table: &PublicState) -> Vec<String> {
    let squares = table.obstacles.union(table.mines);
    let object = |square| Some(format!("{}{square}", table.object_on(square)?));
    squares.filter_map(object).collect()
}

fn strips(table: &PublicState) -> Vec<String> {
    let strips_of = |side: Side| {
        let strips = table.bank(side).strips();
        strips.map(move |transmitter| format!("{side}{transmitter}"))
    };
    Side::ALL.into_iter().flat_map(strips_of).collect()
}

fn stones(table: &PublicState) -> Vec<String> {
    let stones_of = |side: Side| {
        let stones = table.bank(side).stones();
        stones.map(move |(slot, stone)| format!("{side}{slot}:{stone}"))
    };
    Side::ALL.into_iter().flat_map(stones_of).collect()
}

fn pending(table: &PublicState) -> Vec<String> {
    if let Phase::Over(winners) = table.phase {
        return vec![if winners.is_empty() {
            "lost".to_owned()
        } else {
            format!("won:{winners}")
        }];
    }
    let pending = table.pending.iter().map(|pending| match pending {
        Pending::Start(seats, 1) => format!("start:{seats}"),
        Pending::Start(seats, number) => format!("start:{seats}:{number}"),
        Pending::SoloDie => "die:M".to_owned(),
        Pending::Stone(side, colour) => format!("stone:{side}:{colour}"),
        Pending::Die(side) => format!("die:{side}"),
        Pending::Lift(side) => format!("lift:{side}"),
        Pending::MadRobot => "send:M".to_owned(),
    });
    pending.collect()
}
