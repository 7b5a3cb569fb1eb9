//! The rules that tie the fields of a setup together, so that a match can continue from it.

use super::error::SetupError;
use crate::droids::hand::KindCounts;
use crate::droids::public_state::{Object, Pending, Phase, PublicState};
use crate::droids::rules::Rules;
use crate::droids::ruleset::{
    DrawMode, HAND_SIZE, MAD_ROBOT_SIDE, MAX_MINES, MAX_OBSTACLES, RepairStrips, RepeatHit,
    SOLO_SIDE,
};
use crate::droids::side::{Side, Sides};
use crate::droids::square::Square;
use crate::droids::state::State;
use crate::droids::stone::{Colour, Kind};
use crate::droids::transmitter::Transmitter;

/// Returns the error unless the condition holds.
fn ensure(holds: bool, error: SetupError) -> Result<(), SetupError> {
    if holds { Ok(()) } else { Err(error) }
}

/// Checks that the fields of a position fit together.
///
/// # Errors
/// Returns an error for the first field that contradicts the rules or the fields before it.
pub(super) fn validate(rules: &Rules, state: &State) -> Result<(), SetupError> {
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

fn check_robots(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let placed: Sides = Side::ALL
        .into_iter()
        .filter(|side| table.droid(*side).square.is_some())
        .collect();
    let seats = rules.seats;
    ensure(placed == seats, SetupError::Droids { seats })?;
    let count = rules.repairers.len();
    ensure(
        table.repairers.len() == count,
        SetupError::Repairers { count },
    )?;
    ensure(
        table.mad_robot.is_some() == rules.is_solo(),
        SetupError::MadRobot,
    )?;
    let max = rules.values.cargo_capacity;
    for side in seats {
        let fits = table.droid(side).cargo.len() <= usize::from(max);
        ensure(fits, SetupError::CargoSize { side, max })?;
    }
    Ok(())
}

fn check_objects(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let carried = || table.droids.iter().flat_map(|droid| &droid.cargo);
    let count = |object: Object| carried().filter(|other| **other == object).count();
    let containers = table.containers.iter().flatten().count();
    let obstacles = table.obstacles.len() - containers + count(Object::Obstacle);
    ensure(obstacles <= MAX_OBSTACLES, SetupError::ObstacleCount)?;
    let banked: usize = table.scores.iter().map(|score| usize::from(*score)).sum();
    let mines = table.mines.len() + count(Object::Mine) + banked;
    ensure(mines <= MAX_MINES, SetupError::MineCount)?;
    for side in Side::ALL {
        let has_mine = table.droid(side).cargo.contains(&Object::Mine);
        ensure(!has_mine || !rules.banks_mines, SetupError::MineCargo(side))?;
    }
    for side in Side::ALL {
        let lies = usize::from(table.containers[side.index()].is_some());
        let there = lies + count(Object::Container(side));
        let is_played = rules.containers && rules.seats.contains(side);
        let is_right = there == usize::from(is_played);
        ensure(is_right, SetupError::Container { side, is_played })?;
    }
    let objects = table.obstacles.union(table.mines);
    let dry = objects.intersection(rules.river).is_empty();
    ensure(dry || rules.values.put_on_water, SetupError::River)
}

fn check_seats(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let scored = rules.banks_mines || table.scores == [0; 4];
    ensure(scored, SetupError::Scored)?;
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
    ensure(goes_on, SetupError::TooFewPlayers)?;
    let is_start = matches!(table.pending.first(), Some(Pending::Start(..)));
    ensure(table.starter.is_some() != is_start, SetupError::Starter)?;
    ensure(table.acting.is_some() != is_start, SetupError::Acting)?;
    if let (false, Some(acting)) = (is_start, table.acting) {
        let may_have_left = table.phase == Phase::Send && !table.pending.is_empty();
        let acts = may_have_left || table.busy().contains(acting);
        ensure(acts, SetupError::ActingStopped)?;
    }
    let senders = table.senders;
    if table.phase == Phase::Send {
        let complete = active.difference(senders).is_empty() && !senders.is_empty();
        ensure(complete, SetupError::Senders)
    } else {
        ensure(senders.is_empty(), SetupError::SentEarly)
    }
}

fn check_stones(rules: &Rules, state: &State) -> Result<(), SetupError> {
    let table = &state.table;
    for side in rules.seats {
        let (hand, bank) = (table.hands[side.index()], table.bank(side));
        let is_out = !table.is_active(side) && !table.is_over();
        let no_hand = !is_out || hand.total() == 0;
        ensure(no_hand, SetupError::OutHand(side))?;
        let no_stone = !is_out || bank.is_empty();
        ensure(no_stone, SetupError::OutStones(side))?;
        let sent = usize::from(table.sent[side.index()]);
        let all = usize::from(hand.total()) + bank.len() + sent;
        ensure(all <= usize::from(HAND_SIZE), SetupError::StoneCount)?;
    }
    check_counts(rules, state)?;
    check_programme(rules, table)
}

/// No more stones of a kind or colour are in hands and set than there are.
fn check_counts(rules: &Rules, state: &State) -> Result<(), SetupError> {
    let table = &state.table;
    let mut set = KindCounts::default();
    for side in rules.seats {
        for (_, stone) in table.bank(side).stones() {
            set.add(stone.kind(), 1);
        }
    }
    for kind in Kind::ALL {
        let (max, used) = (rules.stones.of(kind), set.of(kind) + state.held(kind));
        ensure(used <= max, SetupError::KindCount { kind, max })?;
    }
    for colour in Colour::ALL {
        let held: u8 = table.hands.iter().map(|hand| hand.of(colour)).sum();
        let (max, used) = (rules.stones_of(colour), set.colours().of(colour) + held);
        ensure(used <= max, SetupError::ColourCount { colour, max })?;
    }
    Ok(())
}

/// The orders left to the mad robot are those of the round's die, as it stood then.
fn check_programme(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let orders = table.bank(MAD_ROBOT_SIDE);
    if !rules.is_solo() || table.is_over() {
        return Ok(());
    }
    let Some(die) = table.shift else {
        return ensure(orders.is_empty(), SetupError::OrdersBeforeDie);
    };
    let is_complete = table.phase != Phase::Send;
    let fits = |square| {
        let mut loaded = table.clone();
        loaded.mad_robot = Some(square);
        loaded.banks[MAD_ROBOT_SIDE.index()].clear();
        rules.load_mad_robot(&mut loaded, die);
        let loaded = loaded.bank(MAD_ROBOT_SIDE);
        let same = orders
            .stones()
            .all(|(slot, stone)| loaded.stone(slot) == Some(stone));
        same && (!is_complete || orders.len() == loaded.len())
    };
    let row = (0..10).filter_map(|x| Square::at(x, 0));
    let mut starts = row.filter(|square| !is_complete || same_column(table, *square));
    ensure(starts.any(fits), SetupError::Programme)
}

fn same_column(table: &PublicState, square: Square) -> bool {
    table
        .mad_robot
        .is_some_and(|mad| MAD_ROBOT_SIDE.column(mad) == MAD_ROBOT_SIDE.column(square))
}

fn check_die(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let solo = rules.is_solo() || table.shift.is_none();
    ensure(solo, SetupError::DieOutsideSolo)?;
    let late = matches!(table.phase, Phase::Set | Phase::Send);
    let rolled = !late || !rules.is_solo() || table.shift.is_some();
    ensure(rolled, SetupError::DieMissing)
}

fn check_shift(table: &PublicState) -> Result<(), SetupError> {
    ensure(
        table.pending[..] == [Pending::SoloDie],
        SetupError::DieNotPending,
    )?;
    let empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure(empty, SetupError::HandBeforeDie)?;
    let empty = table.bank(SOLO_SIDE).is_empty() && table.done.is_empty();
    ensure(empty, SetupError::StoneBeforeDie)
}

fn check_draw(rules: &Rules, state: &State) -> Result<(), SetupError> {
    let table = &state.table;
    ensure(table.done.is_empty(), SetupError::DoneInDraw)?;
    let set = rules.seats.filter(|side| !table.bank(*side).is_empty());
    ensure(set.count() == 0, SetupError::StonesInDraw)?;
    if let Some(Pending::Start(seats, number)) = table.pending.first().copied() {
        return check_start(table, seats, number);
    }
    let Some(acting) = table.acting else {
        return Ok(());
    };
    let drawn = |side: Side| table.hands[side.index()].total();
    let hungry: Sides = table
        .active()
        .filter(|side| drawn(*side) < HAND_SIZE)
        .collect();
    let next = table.first_of(hungry) == Some(acting);
    ensure(next, SetupError::DrawOrder)?;
    let others = { hungry.without(acting) }.all(|side| drawn(side) == 0);
    ensure(others, SetupError::LaterHand)?;
    check_drawing(rules, state, acting)
}

fn check_start(table: &PublicState, seats: Sides, number: u8) -> Result<(), SetupError> {
    let alone = table.pending.len() == 1 && table.round == 1;
    let in_play = seats.difference(table.active()).is_empty() && seats.len() >= 2;
    let all = number > 1 || number == 1 && seats == table.active();
    ensure(alone && in_play && all, SetupError::StartRoll)?;
    let empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure(empty, SetupError::HandBeforeStart)
}

/// What is pending are stones for the seat that draws, and its container has them.
fn check_drawing(rules: &Rules, state: &State, acting: Side) -> Result<(), SetupError> {
    let table = &state.table;
    let mut hand = table.hands[acting.index()];
    let mut latest = None;
    for pending in &table.pending {
        let &Pending::Stone(side, colour) = pending else {
            return Err(SetupError::DrawPending);
        };
        ensure(side == acting, SetupError::DrawSeat)?;
        let order = latest.is_none_or(|latest| latest <= colour);
        ensure(order, SetupError::ColourOrder)?;
        latest = Some(colour);
        let others: u8 = table.hands.iter().map(|hand| hand.of(colour)).sum();
        let own = hand.of(colour) - table.hands[acting.index()].of(colour);
        let there = rules.stones_of(colour) > others + own;
        ensure(there, SetupError::ColourEmpty)?;
        hand.add(colour);
    }
    let total = hand.total();
    let right = match rules.values.draw_mode {
        DrawMode::Sequential => table.pending.len() <= 1 && total <= HAND_SIZE,
        DrawMode::Commit if table.pending.is_empty() => total == 0,
        DrawMode::Commit => total == HAND_SIZE,
    };
    ensure(right, SetupError::DrawCount)
}

fn check_set(table: &PublicState) -> Result<(), SetupError> {
    ensure(table.pending.is_empty(), SetupError::SetPending)?;
    for side in table.active() {
        let (hand, bank) = (table.hands[side.index()], table.bank(side));
        let all = usize::from(hand.total()) + bank.len();
        ensure(all == usize::from(HAND_SIZE), SetupError::SetCount(side))?;
        let must_stop = hand.total() == 0 || bank.open().is_empty();
        let has_stopped = table.done.contains(side);
        ensure(!must_stop || has_stopped, SetupError::MustStop(side))?;
    }
    Ok(())
}

fn check_send(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure(empty, SetupError::SendHand)?;
    let cleared = { table.done }.all(|side| table.bank(side).is_empty());
    ensure(cleared, SetupError::FinishedStones)?;
    let Some(acting) = table.acting else {
        return Ok(());
    };
    if table.pending.is_empty() {
        return ensure(table.can_send(acting), SetupError::CannotSend);
    }
    let has_sent = table.sent[acting.index()] > 0;
    ensure(has_sent, SetupError::NothingSent)?;
    let sends = table.senders.difference(table.done).contains(acting);
    ensure(sends, SetupError::NotSending)?;
    check_causes(rules, table)
}

/// What an order can cause: dice, a lift, and the mad robot's answer behind them.
fn check_causes(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let (causes, answers) = match &table.pending[..] {
        [causes @ .., Pending::MadRobot] => (causes, true),
        causes => (causes, false),
    };
    ensure(!answers || rules.is_solo(), SetupError::MadRobotPending)?;
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
    ensure(right, SetupError::Causes)
}

fn check_over(rules: &Rules, table: &PublicState, winners: Sides) -> Result<(), SetupError> {
    ensure(table.acting.is_none(), SetupError::ActingAfterEnd)?;
    let is_lost = winners.is_empty();
    ensure(!is_lost || rules.is_solo(), SetupError::Winners)
}
