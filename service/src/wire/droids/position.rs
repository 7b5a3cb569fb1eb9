//! Messages of positions.

use botwerk_engine::droids::{KindCounts, Pending, Phase, Side, Sides, Table};
use botwerk_proto::v1 as proto;
use proto::droids_pending::Kind as PendingKind;

use super::{
    colour_message, counts_message, kind_message, number_message, object_message, side_message,
    sides_message, slot_message, square_message, stone_message,
};

/// The message of a table; what stands in a hand comes from `kinds`, where it is known.
pub(super) fn table_message(
    scenario: u8,
    scored: bool,
    table: &Table,
    kinds: impl Fn(Side) -> Option<KindCounts>,
) -> proto::Position {
    let (phase, won) = match table.phase {
        Phase::Draw => (proto::DroidsPhase::Draw, Sides::default()),
        Phase::Set => (proto::DroidsPhase::Set, Sides::default()),
        Phase::Send => (proto::DroidsPhase::Send, Sides::default()),
        Phase::Over(winners) => (proto::DroidsPhase::Over, winners),
    };
    let numbers = |sides: Sides, numbers: [u8; 4]| -> Vec<_> {
        let number = |side: Side| number_message(side, numbers[side.index()]);
        sides.map(number).collect()
    };
    let scored = if scored { table.seats } else { Sides::EMPTY };
    let objects = table.solid.union(table.mines);
    let object = |square| {
        Some(proto::DroidsPlacedObject {
            object: Some(object_message(table.object_on(square)?)),
            square: Some(square_message(square)),
        })
    };
    let held = |side: &Side| table.hands[side.index()].total() > 0;
    let hands = table.seats.filter(held);
    let message = proto::DroidsPosition {
        scenario: scenario.into(),
        seats: sides_message(table.seats),
        round: table.round.into(),
        starter: table.starter.map_or(0, side_message),
        phase: phase.into(),
        acting: table.acting.map_or(0, side_message),
        droids: droids_message(table),
        repairers: table.repairers.map(square_message).collect(),
        mad_robot: table.mad.map(square_message),
        objects: objects.filter_map(object).collect(),
        strips: strips_message(table),
        scores: numbers(scored, table.scores),
        out: sides_message(table.out),
        done: sides_message(table.done),
        sent: numbers(table.senders, table.sent),
        hands: hands
            .map(|side| hand_message(table, side, kinds(side)))
            .collect(),
        stones: stones_message(table),
        pending: table.pending.iter().map(pending_message).collect(),
        solo_die: table.shift.map_or(0, u32::from),
        won: sides_message(won),
    };
    proto::Position {
        game: Some(proto::position::Game::Droids(message)),
    }
}

fn droids_message(table: &Table) -> Vec<proto::DroidsDroid> {
    let droid = |side: Side| {
        let droid = table.droid(side);
        Some(proto::DroidsDroid {
            side: side_message(side),
            square: Some(square_message(droid.square?)),
            cargo: droid.cargo.iter().copied().map(object_message).collect(),
        })
    };
    table.seats.filter_map(droid).collect()
}

fn strips_message(table: &Table) -> Vec<proto::DroidsStrip> {
    let strips = |side: Side| {
        let strips = table.bank(side).strips();
        strips.map(move |strip| proto::DroidsStrip {
            side: side_message(side),
            transmitter: strip.number() as u32,
        })
    };
    Side::ALL.into_iter().flat_map(strips).collect()
}

fn stones_message(table: &Table) -> Vec<proto::DroidsPlacedStone> {
    let stones = |side: Side| {
        let stones = table.bank(side).stones();
        stones.map(move |(slot, stone)| proto::DroidsPlacedStone {
            side: side_message(side),
            slot: Some(slot_message(slot)),
            stone: Some(stone_message(stone)),
        })
    };
    Side::ALL.into_iter().flat_map(stones).collect()
}

fn hand_message(table: &Table, side: Side, kinds: Option<KindCounts>) -> proto::DroidsHand {
    let stones = |kinds: KindCounts| {
        let kinds = kinds.kinds();
        kinds
            .flat_map(|(kind, count)| std::iter::repeat_n(kind_message(kind), count.into()))
            .collect()
    };
    proto::DroidsHand {
        side: side_message(side),
        kinds: kinds.map(stones).unwrap_or_default(),
        colours: Some(counts_message(table.hands[side.index()])),
    }
}

fn pending_message(pending: &Pending) -> proto::DroidsPending {
    let kind = match *pending {
        Pending::Start(seats, number) => PendingKind::Start(proto::DroidsStartRoll {
            seats: sides_message(seats),
            number: number.into(),
        }),
        Pending::Shift => PendingKind::SoloDie(true),
        Pending::Stone(side, colour) => PendingKind::Stone(proto::DroidsDrawnStone {
            side: side_message(side),
            colour: colour_message(colour),
        }),
        Pending::Die(side) => PendingKind::Die(side_message(side)),
        Pending::Lift(side) => PendingKind::Lift(side_message(side)),
        Pending::MadRobot => PendingKind::MadRobot(true),
    };
    proto::DroidsPending { kind: Some(kind) }
}
