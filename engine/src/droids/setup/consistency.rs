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

/// Returns the error unless the condition is true.
fn ensure(condition: bool, error: SetupError) -> Result<(), SetupError> {
    if condition { Ok(()) } else { Err(error) }
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
        Phase::Draw if rules.is_solo() && table.solo_die.is_none() => check_before_solo_die(table),
        Phase::Draw => check_draw(rules, state),
        Phase::Set => check_set(table),
        Phase::Send => check_send(rules, table),
        Phase::Over(winners) => check_over(rules, table, winners),
    }
}

fn check_robots(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let sides: Sides = Side::ALL
        .into_iter()
        .filter(|side| table.droid(*side).square.is_some())
        .collect();
    let seats = rules.seats;
    ensure(sides == seats, SetupError::Droids { seats })?;
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
        let on_field = usize::from(table.containers[side.index()].is_some());
        let total = on_field + count(Object::Container(side));
        let is_played = rules.containers && rules.seats.contains(side);
        let is_complete = total == usize::from(is_played);
        ensure(is_complete, SetupError::Container { side, is_played })?;
    }
    let objects = table.obstacles.union(table.mines);
    let is_dry = objects.intersection(rules.river).is_empty();
    ensure(is_dry || rules.values.put_on_water, SetupError::River)
}

fn check_seats(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let is_allowed = rules.banks_mines || table.scores == [0; 4];
    ensure(is_allowed, SetupError::Scored)?;
    if table.is_over() {
        return Ok(());
    }
    let active = table.active();
    let teams = rules.teams.into_iter().flatten();
    let one_team = { teams }.any(|team| active.difference(team).is_empty());
    let can_continue = if rules.is_solo() {
        !active.is_empty()
    } else {
        active.len() >= 2 && !one_team
    };
    ensure(can_continue, SetupError::TooFewPlayers)?;
    let is_start = matches!(table.pending.first(), Some(Pending::Start(..)));
    ensure(table.starter.is_some() != is_start, SetupError::Starter)?;
    ensure(table.acting.is_some() != is_start, SetupError::Acting)?;
    if let (false, Some(acting)) = (is_start, table.acting) {
        let can_have_left = table.phase == Phase::Send && !table.pending.is_empty();
        let can_act = can_have_left || table.unfinished().contains(acting);
        ensure(can_act, SetupError::ActingStopped)?;
    }
    let senders = table.senders;
    if table.phase == Phase::Send {
        let is_complete = active.difference(senders).is_empty() && !senders.is_empty();
        ensure(is_complete, SetupError::Senders)
    } else {
        ensure(senders.is_empty(), SetupError::SentEarly)
    }
}

fn check_stones(rules: &Rules, state: &State) -> Result<(), SetupError> {
    let table = &state.table;
    for side in rules.seats {
        let (hand, bank) = (table.hands[side.index()], table.bank(side));
        let is_out = !table.is_active(side) && !table.is_over();
        let is_hand_allowed = !is_out || hand.total() == 0;
        ensure(is_hand_allowed, SetupError::OutHand(side))?;
        let is_bank_allowed = !is_out || bank.is_empty();
        ensure(is_bank_allowed, SetupError::OutStones(side))?;
        let sent = usize::from(table.sent[side.index()]);
        let total = usize::from(hand.total()) + bank.len() + sent;
        ensure(total <= usize::from(HAND_SIZE), SetupError::StoneCount)?;
    }
    check_counts(rules, state)?;
    check_programme(rules, table)
}

/// Checks that hands and transmitters have no more stones of a kind or colour than the game.
fn check_counts(rules: &Rules, state: &State) -> Result<(), SetupError> {
    let table = &state.table;
    let mut set = KindCounts::default();
    for side in rules.seats {
        for (_, stone) in table.bank(side).stones() {
            set.add(stone.kind(), 1);
        }
    }
    for kind in Kind::ALL {
        let (max, used) = (rules.stones.count(kind), set.count(kind) + state.held(kind));
        ensure(used <= max, SetupError::KindCount { kind, max })?;
    }
    for colour in Colour::ALL {
        let held: u8 = table.hands.iter().map(|hand| hand.count(colour)).sum();
        let (max, used) = (rules.stones_of(colour), set.colours().count(colour) + held);
        ensure(used <= max, SetupError::ColourCount { colour, max })?;
    }
    Ok(())
}

/// Checks that the mad robot's remaining orders are those of the round's die, for some column in
/// which it can have been at the roll.
fn check_programme(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let orders = table.bank(MAD_ROBOT_SIDE);
    if !rules.is_solo() || table.is_over() {
        return Ok(());
    }
    let Some(die) = table.solo_die else {
        return ensure(orders.is_empty(), SetupError::OrdersBeforeDie);
    };
    let is_complete = table.phase != Phase::Send;
    let fits = |square| {
        let mut loaded = table.clone();
        loaded.mad_robot = Some(square);
        loaded.banks[MAD_ROBOT_SIDE.index()].clear();
        rules.load_mad_robot(&mut loaded, die);
        let loaded = loaded.bank(MAD_ROBOT_SIDE);
        let are_loaded = orders
            .stones()
            .all(|(slot, stone)| loaded.stone(slot) == Some(stone));
        are_loaded && (!is_complete || orders.len() == loaded.len())
    };
    let row = (0..10).filter_map(|x| Square::at(x, 0));
    let mut starts = row.filter(|square| !is_complete || is_mad_robot_column(table, *square));
    ensure(starts.any(fits), SetupError::Programme)
}

/// Returns `true` if the mad robot is in the column of a square.
fn is_mad_robot_column(table: &PublicState, square: Square) -> bool {
    table
        .mad_robot
        .is_some_and(|robot| MAD_ROBOT_SIDE.column(robot) == MAD_ROBOT_SIDE.column(square))
}

fn check_die(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let is_allowed = rules.is_solo() || table.solo_die.is_none();
    ensure(is_allowed, SetupError::DieOutsideSolo)?;
    let is_after_draw = matches!(table.phase, Phase::Set | Phase::Send);
    let is_rolled = !is_after_draw || !rules.is_solo() || table.solo_die.is_some();
    ensure(is_rolled, SetupError::DieMissing)
}

fn check_before_solo_die(table: &PublicState) -> Result<(), SetupError> {
    ensure(
        table.pending[..] == [Pending::SoloDie],
        SetupError::DieNotPending,
    )?;
    let are_hands_empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure(are_hands_empty, SetupError::HandBeforeDie)?;
    let is_empty = table.bank(SOLO_SIDE).is_empty() && table.done.is_empty();
    ensure(is_empty, SetupError::StoneBeforeDie)
}

fn check_draw(rules: &Rules, state: &State) -> Result<(), SetupError> {
    let table = &state.table;
    ensure(table.done.is_empty(), SetupError::DoneInDraw)?;
    let with_stones = rules.seats.filter(|side| !table.bank(*side).is_empty());
    ensure(with_stones.count() == 0, SetupError::StonesInDraw)?;
    if let Some(Pending::Start(seats, number)) = table.pending.first().copied() {
        return check_start(table, seats, number);
    }
    let Some(acting) = table.acting else {
        return Ok(());
    };
    let held = |side: Side| table.hands[side.index()].total();
    let drawing = table.active().filter(|side| held(*side) < HAND_SIZE);
    let drawing: Sides = drawing.collect();
    let is_next = table.first_in_round(drawing) == Some(acting);
    ensure(is_next, SetupError::DrawOrder)?;
    let are_later_empty = { drawing.without(acting) }.all(|side| held(side) == 0);
    ensure(are_later_empty, SetupError::LaterHand)?;
    check_pending_stones(rules, state, acting)
}

fn check_start(table: &PublicState, seats: Sides, number: u8) -> Result<(), SetupError> {
    let is_first = table.pending.len() == 1 && table.round == 1;
    let are_active = seats.difference(table.active()).is_empty() && seats.len() >= 2;
    let is_complete = number > 1 || number == 1 && seats == table.active();
    ensure(is_first && are_active && is_complete, SetupError::StartRoll)?;
    let are_hands_empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure(are_hands_empty, SetupError::HandBeforeStart)
}

/// Checks that the pending entries are stones for the seat that draws, and that they are available.
fn check_pending_stones(rules: &Rules, state: &State, acting: Side) -> Result<(), SetupError> {
    let table = &state.table;
    let mut hand = table.hands[acting.index()];
    let mut latest = None;
    for pending in &table.pending {
        let &Pending::Stone(side, colour) = pending else {
            return Err(SetupError::DrawPending);
        };
        ensure(side == acting, SetupError::DrawSeat)?;
        let is_sorted = latest.is_none_or(|latest| latest <= colour);
        ensure(is_sorted, SetupError::ColourOrder)?;
        latest = Some(colour);
        let held: u8 = table.hands.iter().map(|hand| hand.count(colour)).sum();
        let pending = hand.count(colour) - table.hands[acting.index()].count(colour);
        let is_available = rules.stones_of(colour) > held + pending;
        ensure(is_available, SetupError::ColourEmpty)?;
        hand.add(colour);
    }
    let total = hand.total();
    let is_allowed = match rules.values.draw_mode {
        DrawMode::Sequential => table.pending.len() <= 1 && total <= HAND_SIZE,
        DrawMode::Commit if table.pending.is_empty() => total == 0,
        DrawMode::Commit => total == HAND_SIZE,
    };
    ensure(is_allowed, SetupError::DrawCount)
}

fn check_set(table: &PublicState) -> Result<(), SetupError> {
    ensure(table.pending.is_empty(), SetupError::SetPending)?;
    for side in table.active() {
        let (hand, bank) = (table.hands[side.index()], table.bank(side));
        let total = usize::from(hand.total()) + bank.len();
        ensure(total == usize::from(HAND_SIZE), SetupError::SetCount(side))?;
        let must_stop = hand.total() == 0 || bank.open_slots().is_empty();
        let has_stopped = table.done.contains(side);
        ensure(!must_stop || has_stopped, SetupError::MustStop(side))?;
    }
    Ok(())
}

fn check_send(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let are_hands_empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure(are_hands_empty, SetupError::SendHand)?;
    let are_cleared = { table.done }.all(|side| table.bank(side).is_empty());
    ensure(are_cleared, SetupError::FinishedStones)?;
    let Some(acting) = table.acting else {
        return Ok(());
    };
    if table.pending.is_empty() {
        return ensure(table.can_send(acting), SetupError::CannotSend);
    }
    let has_sent = table.sent[acting.index()] > 0;
    ensure(has_sent, SetupError::NothingSent)?;
    let is_sending = table.senders.difference(table.done).contains(acting);
    ensure(is_sending, SetupError::NotSending)?;
    check_effects(rules, table)
}

/// Checks that an order can cause the pending entries: dice or a lift, then the mad robot's order.
fn check_effects(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let (effects, has_mad_robot) = match &table.pending[..] {
        [effects @ .., Pending::MadRobot] => (effects, true),
        effects => (effects, false),
    };
    ensure(
        !has_mad_robot || rules.is_solo(),
        SetupError::MadRobotPending,
    )?;
    let can_lift = |side: Side| {
        let is_chosen = rules.values.repair_strips == RepairStrips::One;
        is_chosen && table.is_active(side) && !table.bank(side).strips.is_empty()
    };
    let is_possible = match effects {
        [Pending::Lift(side)] => can_lift(*side),
        [Pending::Die(first), ..] => {
            let can_roll = rules.values.repeat_hit == RepeatHit::NoEffect
                || !table.bank(*first).strips.is_full();
            let are_dice = effects.iter().all(|effect| match effect {
                Pending::Die(side) => table.is_active(*side),
                _ => false,
            });
            can_roll && are_dice && effects.len() <= Transmitter::COUNT
        }
        _ => false,
    };
    ensure(is_possible, SetupError::Causes)
}

fn check_over(rules: &Rules, table: &PublicState, winners: Sides) -> Result<(), SetupError> {
    ensure(table.acting.is_none(), SetupError::ActingAfterEnd)?;
    let is_lost = winners.is_empty();
    ensure(!is_lost || rules.is_solo(), SetupError::Winners)
}
