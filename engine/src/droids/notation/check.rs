//! What a position must be beside well written: such that a match can go on from it.

use super::field::Field;
use crate::droids::hand::KindCounts;
use crate::droids::rules::Rules;
use crate::droids::ruleset::{DrawMode, HAND, MAD, RepairStrips, RepeatHit, SOLO};
use crate::droids::side::{Side, Sides};
use crate::droids::state::State;
use crate::droids::stone::{Colour, Kind};
use crate::droids::table::{Object, Pending, Phase, Table};
use crate::droids::transmitter::Transmitter;

/// Obstacles and mines of the game (DR-1).
const OBSTACLES: usize = 25;
const MINES: usize = 24;

/// The field that is wrong, and what would stand there.
type Wrong = (Field, String);

/// Says what must hold.
fn ensure(holds: bool, field: Field, expected: &str) -> Result<(), Wrong> {
    if holds {
        Ok(())
    } else {
        Err((field, expected.to_owned()))
    }
}

/// Checks a position.
///
/// # Errors
/// The first field that contradicts the rules or the fields before.
pub(super) fn check(rules: &Rules, state: &State) -> Result<(), Wrong> {
    let table = &state.table;
    check_robots(rules, table)?;
    check_objects(rules, table)?;
    check_seats(rules, table)?;
    check_stones(rules, state)?;
    check_die(rules, table)?;
    match table.phase {
        Phase::Draw if rules.is_solo() && table.shift.is_none() => check_shift(table),
        Phase::Draw => check_draw(rules, state),
        Phase::Set => check_set(table),
        Phase::Send => check_send(rules, table),
        Phase::Over(winners) => check_over(rules, table, winners),
    }
}

fn check_robots(rules: &Rules, table: &Table) -> Result<(), Wrong> {
    let placed: Sides = Side::ALL
        .into_iter()
        .filter(|side| table.droid(*side).square.is_some())
        .collect();
    let seats = rules.seats;
    let droids = format!("the droids of `{seats}`");
    ensure(placed == seats, Field::Robots, &droids)?;
    let repairers = rules.repairers.len();
    let expected = format!("{repairers} repair robots");
    ensure(table.repairers.len() == repairers, Field::Robots, &expected)?;
    let is_mad = table.mad.is_some();
    let expected = "the mad robot in the solo scenario, and only there";
    ensure(is_mad == rules.is_solo(), Field::Robots, expected)?;
    let capacity = rules.values.cargo_capacity;
    let expected = format!("at most {capacity} in a droid's cargo");
    let fits = |side: Side| table.droid(side).cargo.len() <= usize::from(capacity);
    ensure({ seats }.all(fits), Field::Robots, &expected)
}

fn check_objects(rules: &Rules, table: &Table) -> Result<(), Wrong> {
    let carried = || table.droids.iter().flat_map(|droid| &droid.cargo);
    let count = |object: Object| carried().filter(|other| **other == object).count();
    let containers = table.containers.iter().flatten().count();
    let obstacles = table.solid.len() - containers + count(Object::Obstacle);
    ensure(
        obstacles <= OBSTACLES,
        Field::Objects,
        "at most 25 obstacles (DR-1)",
    )?;
    let banked: usize = table.scores.iter().map(|score| usize::from(*score)).sum();
    let mines = table.mines.len() + count(Object::Mine) + banked;
    ensure(mines <= MINES, Field::Objects, "at most 24 mines (DR-1)")?;
    let loads_mines = count(Object::Mine) == 0 || !rules.banks_mines;
    ensure(
        loads_mines,
        Field::Robots,
        "no mine as cargo: they are banked (DR-35)",
    )?;
    for side in Side::ALL {
        let lies = usize::from(table.containers[side.index()].is_some());
        let there = lies + count(Object::Container(side));
        let expected = usize::from(rules.containers && rules.seats.contains(side));
        let text = if expected == 0 {
            format!("no container of {side}")
        } else {
            format!("the container of {side} once, on the field or as cargo")
        };
        ensure(there == expected, Field::Objects, &text)?;
    }
    let objects = table.solid.union(table.mines);
    let dry = objects.intersection(rules.river).is_empty();
    let expected = "no object in the river (DR-29)";
    ensure(dry || rules.values.put_on_water, Field::Objects, expected)
}

fn check_seats(rules: &Rules, table: &Table) -> Result<(), Wrong> {
    let scored = rules.banks_mines || table.scores == [0; 4];
    ensure(scored, Field::Scores, "`-`: nothing is scored here")?;
    if table.is_over() {
        return Ok(());
    }
    let active = table.active();
    let teams = rules.teams.into_iter().flatten();
    let one_team = { teams }.any(|team| active.difference(team).is_empty());
    let goes_on = if rules.is_solo() {
        !active.is_empty()
    } else {
        active.len() >= 2 && !one_team
    };
    ensure(
        goes_on,
        Field::Out,
        "players, or teams, that are still in (DR-31)",
    )?;
    let is_start = matches!(table.pending.first(), Some(Pending::Start(..)));
    let expected = "the seat that started the round";
    ensure(
        table.starter.is_some() != is_start,
        Field::Starter,
        expected,
    )?;
    ensure(
        table.acting.is_some() != is_start,
        Field::Acting,
        "whose turn it is",
    )?;
    if let (false, Some(acting)) = (is_start, table.acting) {
        let may_have_left = table.phase == Phase::Send && !table.pending.is_empty();
        let acts = may_have_left || table.busy().contains(acting);
        ensure(acts, Field::Acting, "a seat that is in and has not stopped")?;
    }
    let sends = table.phase == Phase::Send;
    let expected = if sends {
        "the seats that were in when sending began"
    } else {
        "`-` before the send phase"
    };
    let senders = table.senders;
    let complete = active.difference(senders).is_empty() && !senders.is_empty();
    ensure(
        if sends { complete } else { senders.is_empty() },
        Field::Sent,
        expected,
    )
}

fn check_stones(rules: &Rules, state: &State) -> Result<(), Wrong> {
    let table = &state.table;
    for side in rules.seats {
        let (hand, bank) = (table.hands[side.index()], table.bank(side));
        let is_out = !table.is_active(side) && !table.is_over();
        let no_hand = !is_out || hand.total() == 0;
        ensure(no_hand, Field::Hands, "no hand of a seat that is out")?;
        let no_stone = !is_out || bank.is_empty();
        ensure(no_stone, Field::Stones, "no stone of a seat that is out")?;
        let sent = usize::from(table.sent[side.index()]);
        let all = usize::from(hand.total()) + bank.len() + sent;
        let expected = format!("at most {HAND} stones of a seat, in hand, set and sent");
        ensure(all <= usize::from(HAND), Field::Stones, &expected)?;
    }
    check_counts(rules, state)?;
    check_programme(rules, table)
}

/// No more stones of a kind or colour are in hands and set than there are.
fn check_counts(rules: &Rules, state: &State) -> Result<(), Wrong> {
    let table = &state.table;
    let mut set = KindCounts::default();
    for side in rules.seats {
        for (_, stone) in table.bank(side).stones() {
            set.add(stone.kind(), 1);
        }
    }
    for kind in Kind::ALL {
        let (there, used) = (rules.stones.of(kind), set.of(kind) + state.held(kind));
        let expected = format!("at most {there} stones {kind} in all (DR-2)");
        ensure(used <= there, Field::Hands, &expected)?;
    }
    for colour in Colour::ALL {
        let held: u8 = table.hands.iter().map(|hand| hand.of(colour)).sum();
        let (there, used) = (rules.stones_of(colour), set.colours().of(colour) + held);
        let expected = format!("at most {there} {colour} stones in all (DR-2)");
        ensure(used <= there, Field::Hands, &expected)?;
    }
    Ok(())
}

/// The orders left to the mad robot are those of the round's die, as it stood then.
fn check_programme(rules: &Rules, table: &Table) -> Result<(), Wrong> {
    let orders = table.bank(MAD);
    if !rules.is_solo() || table.is_over() {
        return Ok(());
    }
    let Some(die) = table.shift else {
        return ensure(
            orders.is_empty(),
            Field::Stones,
            "no orders before the solo die",
        );
    };
    let is_complete = table.phase != Phase::Send;
    let fits = |square| {
        let mut loaded = table.clone();
        loaded.mad = Some(square);
        loaded.banks[MAD.index()].clear();
        rules.load_mad_robot(&mut loaded, die);
        let loaded = loaded.bank(MAD);
        let same = orders
            .stones()
            .all(|(slot, stone)| loaded.stone(slot) == Some(stone));
        same && (!is_complete || orders.len() == loaded.len())
    };
    let row = (0..10).filter_map(|x| crate::droids::square::Square::at(x, 0));
    let mut starts = row.filter(|square| !is_complete || same_column(table, *square));
    let expected = "the mad robot's orders as the solo die loads them (DR-37)";
    ensure(starts.any(fits), Field::Stones, expected)
}

fn same_column(table: &Table, square: crate::droids::square::Square) -> bool {
    table
        .mad
        .is_some_and(|mad| MAD.column(mad) == MAD.column(square))
}

fn check_die(rules: &Rules, table: &Table) -> Result<(), Wrong> {
    let solo = rules.is_solo() || table.shift.is_none();
    ensure(
        solo,
        Field::Shift,
        "`-`: there is a solo die in the solo scenario only",
    )?;
    let late = matches!(table.phase, Phase::Set | Phase::Send);
    let rolled = !late || !rules.is_solo() || table.shift.is_some();
    ensure(rolled, Field::Shift, "the solo die of the round")
}

fn check_shift(table: &Table) -> Result<(), Wrong> {
    let expected = "`die:M` alone, or the solo die";
    ensure(
        table.pending[..] == [Pending::Shift],
        Field::Pending,
        expected,
    )?;
    let empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure(empty, Field::Hands, "no hand before the solo die")?;
    let empty = table.bank(SOLO).is_empty() && table.done.is_empty();
    ensure(empty, Field::Stones, "no stone before the solo die")
}

fn check_draw(rules: &Rules, state: &State) -> Result<(), Wrong> {
    let table = &state.table;
    ensure(
        table.done.is_empty(),
        Field::Done,
        "`-`: nobody stops drawing",
    )?;
    let set = rules.seats.filter(|side| !table.bank(*side).is_empty());
    ensure(
        set.count() == 0,
        Field::Stones,
        "no stones before the set phase",
    )?;
    if let Some(Pending::Start(seats, number)) = table.pending.first().copied() {
        return check_start(table, seats, number);
    }
    let Some(acting) = table.acting else {
        return Ok(());
    };
    let drawn = |side: Side| table.hands[side.index()].total();
    let hungry: Sides = table.active().filter(|side| drawn(*side) < HAND).collect();
    let next = table.first_of(hungry) == Some(acting);
    ensure(
        next,
        Field::Acting,
        "the first seat in the round's order that is to draw",
    )?;
    let others = { hungry.without(acting) }.all(|side| drawn(side) == 0);
    ensure(
        others,
        Field::Hands,
        "no hand of seats that draw later (DR-10)",
    )?;
    check_drawing(rules, state, acting)
}

fn check_start(table: &Table, seats: Sides, number: u8) -> Result<(), Wrong> {
    let alone = table.pending.len() == 1 && table.round == 1;
    let in_play = seats.difference(table.active()).is_empty() && seats.len() >= 2;
    let all = number > 1 || seats == table.active();
    let expected = "the start roll of the seats that are in, in round 1";
    ensure(alone && in_play && all, Field::Pending, expected)?;
    let empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure(empty, Field::Hands, "no hand before the start roll")
}

/// What is pending are stones for the seat that draws, and its container has them.
fn check_drawing(rules: &Rules, state: &State, acting: Side) -> Result<(), Wrong> {
    let table = &state.table;
    let mut hand = table.hands[acting.index()];
    let mut latest = None;
    for pending in &table.pending {
        let &Pending::Stone(side, colour) = pending else {
            return Err((Field::Pending, "stones that are drawn".into()));
        };
        ensure(
            side == acting,
            Field::Pending,
            "stones of the seat that draws",
        )?;
        let order = latest.is_none_or(|latest| latest <= colour);
        ensure(order, Field::Pending, "colours in the order v b r g")?;
        latest = Some(colour);
        let others: u8 = table.hands.iter().map(|hand| hand.of(colour)).sum();
        let own = hand.of(colour) - table.hands[acting.index()].of(colour);
        let there = rules.stones_of(colour) > others + own;
        ensure(there, Field::Pending, "a colour of which a stone is left")?;
        hand.add(colour);
    }
    let total = hand.total();
    let right = match rules.values.draw_mode {
        DrawMode::Sequential => table.pending.len() <= 1 && total <= HAND,
        DrawMode::Commit if table.pending.is_empty() => total == 0,
        DrawMode::Commit => total == HAND,
    };
    ensure(
        right,
        Field::Pending,
        "as many stones as are drawn at once (DR-10)",
    )
}

fn check_set(table: &Table) -> Result<(), Wrong> {
    ensure(
        table.pending.is_empty(),
        Field::Pending,
        "`-` in the set phase",
    )?;
    for side in table.active() {
        let (hand, bank) = (table.hands[side.index()], table.bank(side));
        let all = usize::from(hand.total()) + bank.len();
        let expected = format!("{HAND} stones of {side} in hand and set");
        ensure(all == usize::from(HAND), Field::Hands, &expected)?;
        let must_stop = hand.total() == 0 || bank.open().is_empty();
        let expected = format!("{side} among those that have stopped (DR-13)");
        ensure(
            !must_stop || table.done.contains(side),
            Field::Done,
            &expected,
        )?;
    }
    Ok(())
}

fn check_send(rules: &Rules, table: &Table) -> Result<(), Wrong> {
    let empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure(empty, Field::Hands, "no hands in the send phase (DR-13)")?;
    let cleared = { table.done }.all(|side| table.bank(side).is_empty());
    ensure(
        cleared,
        Field::Stones,
        "no stones of a seat that has finished (DR-18)",
    )?;
    let Some(acting) = table.acting else {
        return Ok(());
    };
    if table.pending.is_empty() {
        let expected = "a seat that can send a stone (DR-18)";
        return ensure(table.can_send(acting), Field::Acting, expected);
    }
    let has_sent = table.sent[acting.index()] > 0;
    ensure(
        has_sent,
        Field::Sent,
        "the order that causes what is pending",
    )?;
    let sends = table.senders.difference(table.done).contains(acting);
    ensure(sends, Field::Acting, "the seat that sent the order")?;
    check_causes(rules, table)
}

/// What an order can cause: dice, a lift, and the mad robot's answer behind them.
fn check_causes(rules: &Rules, table: &Table) -> Result<(), Wrong> {
    let (causes, answers) = match &table.pending[..] {
        [causes @ .., Pending::MadRobot] => (causes, true),
        causes => (causes, false),
    };
    ensure(
        !answers || rules.is_solo(),
        Field::Pending,
        "no mad robot here",
    )?;
    let can_lift = |side: Side| {
        let one = rules.values.repair_strips == RepairStrips::One;
        one && table.is_active(side) && !table.bank(side).strips.is_empty()
    };
    let right = match causes {
        [Pending::Lift(side)] => can_lift(*side),
        [Pending::Die(first), ..] => {
            let rolls = rules.values.repeat_hit == RepeatHit::NoEffect
                || !table.bank(*first).strips.is_full();
            let dice = causes.iter().all(|cause| match cause {
                Pending::Die(side) => table.is_active(*side),
                _ => false,
            });
            rolls && dice && causes.len() <= Transmitter::COUNT
        }
        _ => false,
    };
    let expected = "dice or a lift of seats that are in, and `send:M` behind them";
    ensure(right, Field::Pending, expected)
}

fn check_over(rules: &Rules, table: &Table, winners: Sides) -> Result<(), Wrong> {
    ensure(table.acting.is_none(), Field::Acting, "`-` after the end")?;
    let is_lost = winners.is_empty();
    let expected = "who has won, `won:S`";
    ensure(!is_lost || rules.is_solo(), Field::Pending, expected)
}
