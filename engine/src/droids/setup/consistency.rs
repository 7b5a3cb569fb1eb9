//! The conversion of setups to positions and views, and the rules that tie the fields of a setup together, so that a
//! match can continue from it.

use super::{Setup, SetupError, SetupField, fields};
use crate::droids::hand::KindCounts;
use crate::droids::rules::Rules;
use crate::droids::ruleset::{
    DrawMode, HAND_SIZE, MAD_ROBOT_SIDE, MAX_MINES, MAX_OBSTACLES, RepairStrips, RepeatHit,
    SOLO_SIDE,
};
use crate::droids::side::{Side, Sides};
use crate::droids::square::Square;
use crate::droids::state::{Object, Pending, Phase, PublicState, State, View};
use crate::droids::stone::{Colour, Kind};
use crate::droids::transmitter::Transmitter;
use crate::game::Viewer;

/// Returns the error of a field, with the rule that is broken, unless the condition is true.
macro_rules! ensure {
    ($condition:expr => $field:ident $(($side:expr))?, $expected:literal $(, $rule:literal)?) => {
        if $condition {
            Ok(())
        } else {
            let expected = format_args!($expected).to_string();
            let error = SetupError::new(SetupField::$field $(($side))?, expected);
            $(let error = SetupError { rule: Some($rule), ..error };)?
            Err(error)
        }
    };
}

/// Returns the position that a setup describes in a match with these rules.
///
/// # Errors
/// Returns an error if the setup breaks a rule.
pub(in crate::droids) fn position(rules: &Rules, setup: &Setup) -> Result<State, SetupError> {
    validate(rules, Sides::from_iter(Side::ALL), setup)
}

/// Returns the view that a setup describes in a match with these rules.
///
/// # Errors
/// Returns an error if the setup breaks a rule, as far as the viewer can tell.
pub(in crate::droids) fn view(
    rules: &Rules,
    viewer: Viewer,
    setup: &Setup,
) -> Result<View, SetupError> {
    let side = match viewer {
        Viewer::Seat(seat) => rules.side_of(seat),
        Viewer::Spectator => None,
    };
    let State { table, hands } = validate(rules, side.into_iter().collect(), setup)?;
    Ok(View {
        viewer,
        side,
        table,
        hand: side.map_or_else(KindCounts::default, |side| hands[side.index()]),
    })
}

/// Validates a setup. The kinds of the hands of `known` sides must be known; the other hands keep
/// only their colours.
fn validate(rules: &Rules, known: Sides, setup: &Setup) -> Result<State, SetupError> {
    fields::validate(rules, known, setup)?;
    let state = setup.to_state(known);
    check(rules, &state)?;
    Ok(state)
}

/// Checks that the fields of a position fit together.
///
/// # Errors
/// Returns an error for the first field that contradicts the rules or the fields before it.
fn check(rules: &Rules, state: &State) -> Result<(), SetupError> {
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
    ensure!(sides == seats => Droids, "the droids of `{seats}`", "DR-4")?;
    let count = rules.repairers.len();
    ensure!(table.repairers.len() == count => Repairers, "{count} repair robots")?;
    ensure!(
        table.mad_robot.is_some() == rules.is_solo()
            => MadRobot, "the mad robot in the solo scenario, and only there", "DR-37"
    )?;
    let max = rules.values.cargo_capacity;
    for side in seats {
        let fits = table.droid(side).cargo.len() <= usize::from(max);
        ensure!(fits => Cargo(side), "at most {max} in a droid's cargo", "DR-29")?;
    }
    Ok(())
}

fn check_objects(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let carried = || table.droids.iter().flat_map(|droid| &droid.cargo);
    let count = |object: Object| carried().filter(|other| **other == object).count();
    let containers = table.containers.iter().flatten().count();
    let obstacles = table.obstacles.len() - containers + count(Object::Obstacle);
    ensure!(obstacles <= MAX_OBSTACLES => Objects, "at most 25 obstacles (DR-1)", "DR-1")?;
    let banked: usize = table.scores.iter().map(|score| usize::from(*score)).sum();
    let mines = table.mines.len() + count(Object::Mine) + banked;
    ensure!(mines <= MAX_MINES => Objects, "at most 24 mines (DR-1)", "DR-1")?;
    for side in Side::ALL {
        let has_mine = table.droid(side).cargo.contains(&Object::Mine);
        ensure!(
            !has_mine || !rules.banks_mines
                => Cargo(side), "no mine as cargo: they are banked (DR-35)", "DR-35"
        )?;
    }
    for side in Side::ALL {
        let on_field = usize::from(table.containers[side.index()].is_some());
        let total = on_field + count(Object::Container(side));
        let is_played = rules.containers && rules.seats.contains(side);
        if is_played {
            ensure!(
                total == 1
                    => Container(side), "the container of {side} once, on the field or as cargo", "DR-38"
            )?;
        } else {
            ensure!(total == 0 => Container(side), "no container of {side}", "DR-38")?;
        }
    }
    let objects = table.obstacles.union(table.mines);
    let is_dry = objects.intersection(rules.river).is_empty();
    ensure!(
        is_dry || rules.values.put_on_water => Objects, "no object in the river (DR-29)", "DR-29"
    )
}

fn check_seats(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let is_allowed = rules.banks_mines || table.scores == [0; 4];
    ensure!(is_allowed => Scores, "`-`: the scenario has no scores", "DR-35")?;
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
    ensure!(can_continue => Out, "at least two active players or teams (DR-31)", "DR-31")?;
    let is_start = matches!(table.pending.first(), Some(Pending::Start(..)));
    ensure!(table.starter.is_some() != is_start => Starter, "the seat that started the round")?;
    ensure!(table.acting.is_some() != is_start => Acting, "the seat to act")?;
    if let (false, Some(acting)) = (is_start, table.acting) {
        let can_have_left = table.phase == Phase::Send && !table.pending.is_empty();
        let can_act = can_have_left || table.unfinished().contains(acting);
        ensure!(can_act => Acting, "an active seat that has not stopped")?;
    }
    let senders = table.senders;
    if table.phase == Phase::Send {
        let is_complete = active.difference(senders).is_empty() && !senders.is_empty();
        ensure!(is_complete => Sent, "the seats that were active at the start of the send phase")
    } else {
        ensure!(senders.is_empty() => Sent, "`-` before the send phase")
    }
}

fn check_stones(rules: &Rules, state: &State) -> Result<(), SetupError> {
    let table = &state.table;
    for side in rules.seats {
        let (hand, bank) = (table.hands[side.index()], table.bank(side));
        let is_out = !table.is_active(side) && !table.is_over();
        let is_hand_allowed = !is_out || hand.total() == 0;
        ensure!(is_hand_allowed => Hand(side), "no hand of a seat that is out")?;
        let is_bank_allowed = !is_out || bank.is_empty();
        ensure!(is_bank_allowed => Stones, "no stone of a seat that is out")?;
        let sent = usize::from(table.sent[side.index()]);
        let total = usize::from(hand.total()) + bank.len() + sent;
        ensure!(
            total <= usize::from(HAND_SIZE)
                => Stones, "at most {HAND_SIZE} stones of a seat, in hand, set and sent", "DR-3"
        )?;
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
        ensure!(used <= max => Hands, "at most {max} {kind} stones in all (DR-2)", "DR-2")?;
    }
    for colour in Colour::ALL {
        let held: u8 = table.hands.iter().map(|hand| hand.count(colour)).sum();
        let (max, used) = (rules.stones_of(colour), set.colours().count(colour) + held);
        ensure!(used <= max => Hands, "at most {max} {colour} stones in all (DR-2)", "DR-2")?;
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
        return ensure!(orders.is_empty() => Stones, "no orders before the solo die", "DR-37");
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
    ensure!(
        starts.any(fits)
            => Stones, "the mad robot's orders as the solo die loads them (DR-37)", "DR-37"
    )
}

/// Returns `true` if the mad robot is in the column of a square.
fn is_mad_robot_column(table: &PublicState, square: Square) -> bool {
    table
        .mad_robot
        .is_some_and(|robot| MAD_ROBOT_SIDE.column(robot) == MAD_ROBOT_SIDE.column(square))
}

fn check_die(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let is_allowed = rules.is_solo() || table.solo_die.is_none();
    ensure!(is_allowed => SoloDie, "`-`: only the solo scenario has a solo die", "DR-37")?;
    let is_after_draw = matches!(table.phase, Phase::Set | Phase::Send);
    let is_rolled = !is_after_draw || !rules.is_solo() || table.solo_die.is_some();
    ensure!(is_rolled => SoloDie, "the solo die of the round", "DR-37")
}

fn check_before_solo_die(table: &PublicState) -> Result<(), SetupError> {
    ensure!(
        table.pending[..] == [Pending::SoloDie]
            => Pending, "`die:M` alone, or the solo die", "DR-37"
    )?;
    let are_hands_empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure!(are_hands_empty => Hands, "no hand before the solo die", "DR-37")?;
    let is_empty = table.bank(SOLO_SIDE).is_empty() && table.done.is_empty();
    ensure!(is_empty => Stones, "no stone before the solo die", "DR-37")
}

fn check_draw(rules: &Rules, state: &State) -> Result<(), SetupError> {
    let table = &state.table;
    ensure!(table.done.is_empty() => Done, "`-` in the draw phase")?;
    let with_stones = rules.seats.filter(|side| !table.bank(*side).is_empty());
    ensure!(with_stones.count() == 0 => Stones, "no stones before the set phase")?;
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
    ensure!(is_next => Acting, "the first seat in the round's order that is to draw", "DR-10")?;
    let are_later_empty = { drawing.without(acting) }.all(|side| held(side) == 0);
    ensure!(are_later_empty => Hands, "no hand of seats that draw later (DR-10)", "DR-10")?;
    check_pending_stones(rules, state, acting)
}

fn check_start(table: &PublicState, seats: Sides, number: u8) -> Result<(), SetupError> {
    let is_first = table.pending.len() == 1 && table.round == 1;
    let are_active = seats.difference(table.active()).is_empty() && seats.len() >= 2;
    let is_complete = number > 1 || number == 1 && seats == table.active();
    ensure!(
        is_first && are_active && is_complete
            => Pending, "the start roll of active seats, in round 1", "DR-7"
    )?;
    let are_hands_empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure!(are_hands_empty => Hands, "no hand before the start roll", "DR-7")
}

/// Checks that the pending entries are stones for the seat that draws, and that they are available.
fn check_pending_stones(rules: &Rules, state: &State, acting: Side) -> Result<(), SetupError> {
    let table = &state.table;
    let mut hand = table.hands[acting.index()];
    let mut latest = None;
    for pending in &table.pending {
        let &Pending::Stone(side, colour) = pending else {
            return Err(SetupError::broken_rule(
                "DR-10",
                SetupField::Pending,
                "stones to draw",
            ));
        };
        ensure!(side == acting => Pending, "stones of the seat that draws", "DR-10")?;
        let is_sorted = latest.is_none_or(|latest| latest <= colour);
        ensure!(is_sorted => Pending, "colours in the order v b r g", "DR-10")?;
        latest = Some(colour);
        let held: u8 = table.hands.iter().map(|hand| hand.count(colour)).sum();
        let pending = hand.count(colour) - table.hands[acting.index()].count(colour);
        let is_available = rules.stones_of(colour) > held + pending;
        ensure!(is_available => Pending, "a colour of which a stone is left", "DR-2")?;
        hand.add(colour);
    }
    let total = hand.total();
    let is_allowed = match rules.values.draw_mode {
        DrawMode::Sequential => table.pending.len() <= 1 && total <= HAND_SIZE,
        DrawMode::Commit if table.pending.is_empty() => total == 0,
        DrawMode::Commit => total == HAND_SIZE,
    };
    ensure!(
        is_allowed => Pending, "one stone, or all seven if draw_mode is commit (DR-10)", "DR-10"
    )
}

fn check_set(table: &PublicState) -> Result<(), SetupError> {
    ensure!(table.pending.is_empty() => Pending, "`-` in the set phase")?;
    for side in table.active() {
        let (hand, bank) = (table.hands[side.index()], table.bank(side));
        let total = usize::from(hand.total()) + bank.len();
        ensure!(
            total == usize::from(HAND_SIZE)
                => Hands, "{HAND_SIZE} stones of {side} in hand and set", "DR-3"
        )?;
        let must_stop = hand.total() == 0 || bank.open_slots().is_empty();
        let has_stopped = table.done.contains(side);
        ensure!(
            !must_stop || has_stopped
                => Done, "{side} among those that have stopped (DR-13)", "DR-13"
        )?;
    }
    Ok(())
}

fn check_send(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let are_hands_empty = table.hands.iter().all(|hand| hand.total() == 0);
    ensure!(are_hands_empty => Hands, "no hands in the send phase (DR-13)", "DR-13")?;
    let are_cleared = { table.done }.all(|side| table.bank(side).is_empty());
    ensure!(are_cleared => Stones, "no stones of a seat that has finished (DR-18)", "DR-18")?;
    let Some(acting) = table.acting else {
        return Ok(());
    };
    if table.pending.is_empty() {
        return ensure!(
            table.can_send(acting) => Acting, "a seat that can send a stone (DR-18)", "DR-18"
        );
    }
    let has_sent = table.sent[acting.index()] > 0;
    ensure!(has_sent => Sent, "the order that causes the pending entries")?;
    let is_sending = table.senders.difference(table.done).contains(acting);
    ensure!(is_sending => Acting, "the seat that sent the order")?;
    check_effects(rules, table)
}

/// Checks that an order can cause the pending entries: dice or a lift, then the mad robot's order.
fn check_effects(rules: &Rules, table: &PublicState) -> Result<(), SetupError> {
    let (effects, has_mad_robot) = match &table.pending[..] {
        [effects @ .., Pending::MadRobot] => (effects, true),
        effects => (effects, false),
    };
    ensure!(!has_mad_robot || rules.is_solo() => Pending, "no mad robot here", "DR-37")?;
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
    ensure!(is_possible => Pending, "dice or a lift of active seats, then `send:M`")
}

fn check_over(rules: &Rules, table: &PublicState, winners: Sides) -> Result<(), SetupError> {
    ensure!(table.acting.is_none() => Acting, "`-` after the end")?;
    let is_lost = winners.is_empty();
    ensure!(!is_lost || rules.is_solo() => Winners, "the winners such as `won:S`")
}
