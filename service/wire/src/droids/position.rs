//! The messages of setups.

use botwerk_engine::droids::{ColourCounts, KindCounts, Pending, Phase, Setup, SetupHand, Side};
use botwerk_engine::droids::{Object, Sides, Slot, Square, Squares};
use botwerk_proto::v1 as proto;
use proto::droids_pending::Kind as PendingKind;

use super::values::{
    colour_message, counts_message, kind_message, number_message, object_message, side_message,
    sides_message, slot_message, square_message, stone_message,
};

/// Returns the message of a setup.
pub(super) fn setup_message(setup: &Setup) -> proto::Position {
    let (phase, won) = match setup.phase {
        Phase::Draw => (proto::DroidsPhase::Draw, Sides::default()),
        Phase::Set => (proto::DroidsPhase::Set, Sides::default()),
        Phase::Send => (proto::DroidsPhase::Send, Sides::default()),
        Phase::Over(winners) => (proto::DroidsPhase::Over, winners),
    };
    let hands = Side::ALL.into_iter().zip(setup.hands);
    let message = proto::DroidsPosition {
        scenario: setup.scenario,
        seats: sides_message(setup.seats),
        round: setup.round,
        starter: setup.starter.map_or(0, side_message),
        phase: phase.into(),
        acting: setup.acting.map_or(0, side_message),
        droids: droid_messages(setup),
        repairers: setup.repairers.map(square_message).collect(),
        mad_robot: setup.mad_robot.map(square_message),
        objects: object_messages(setup),
        strips: strip_messages(setup),
        scores: number_messages(setup.scores),
        out: sides_message(setup.out),
        done: sides_message(setup.done),
        sent: number_messages(setup.sent),
        hands: hands
            .filter_map(|(side, hand)| hand_message(side, hand))
            .collect(),
        stones: stone_messages(setup),
        pending: setup.pending.iter().map(pending_message).collect(),
        solo_die: setup.solo_die.map_or(0, |die| die.number() as u32),
        won: sides_message(won),
    };
    proto::Position {
        game: Some(proto::position::Game::Droids(message)),
    }
}

fn droid_messages(setup: &Setup) -> Vec<proto::DroidsDroid> {
    let droid = |side: Side| {
        let droid = &setup.droids[side.index()];
        Some(proto::DroidsDroid {
            side: side_message(side),
            square: Some(square_message(droid.square?)),
            cargo: droid.cargo.iter().copied().map(object_message).collect(),
        })
    };
    Side::ALL.into_iter().filter_map(droid).collect()
}

/// Returns the messages of the objects on the field, ordered by square.
fn object_messages(setup: &Setup) -> Vec<proto::DroidsPlacedObject> {
    let containers: Squares = setup.containers.iter().flatten().copied().collect();
    let object = |square: Square| {
        let is_here = |side: &Side| setup.containers[side.index()] == Some(square);
        let container = Side::ALL.into_iter().find(is_here);
        match container {
            Some(side) => Object::Container(side),
            None if setup.mines.contains(square) => Object::Mine,
            None => Object::Obstacle,
        }
    };
    let squares = setup.obstacles.union(setup.mines).union(containers);
    let placed = squares.map(|square| proto::DroidsPlacedObject {
        object: Some(object_message(object(square))),
        square: Some(square_message(square)),
    });
    placed.collect()
}

fn strip_messages(setup: &Setup) -> Vec<proto::DroidsStrip> {
    let strips = |side: Side| {
        let strips = setup.strips[side.index()];
        strips.map(move |strip| proto::DroidsStrip {
            side: side_message(side),
            transmitter: strip.number() as u32,
        })
    };
    Side::ALL.into_iter().flat_map(strips).collect()
}

fn number_messages(numbers: [Option<u32>; 4]) -> Vec<proto::DroidsNumber> {
    let numbers = Side::ALL.into_iter().zip(numbers);
    numbers
        .filter_map(|(side, number)| Some(number_message(side, number?)))
        .collect()
}

fn stone_messages(setup: &Setup) -> Vec<proto::DroidsPlacedStone> {
    let stones = |side: Side| {
        let stones = Slot::all().zip(setup.stones[side.index()]);
        stones.filter_map(move |(slot, stone)| {
            Some(proto::DroidsPlacedStone {
                side: side_message(side),
                slot: Some(slot_message(slot)),
                stone: Some(stone_message(stone?)),
            })
        })
    };
    Side::ALL.into_iter().flat_map(stones).collect()
}

/// Returns the message of a hand, or `None` if it is empty.
fn hand_message(side: Side, hand: SetupHand) -> Option<proto::DroidsHand> {
    let (kinds, colours) = match hand {
        SetupHand::Kinds(kinds) => (kinds, kinds.colours()),
        SetupHand::Colours(colours) => (KindCounts::default(), colours),
    };
    let stones = kinds.kinds();
    let stones =
        stones.flat_map(|(kind, count)| std::iter::repeat_n(kind_message(kind), count.into()));
    (colours != ColourCounts::default()).then(|| proto::DroidsHand {
        side: side_message(side),
        kinds: stones.collect(),
        colours: Some(counts_message(colours)),
    })
}

fn pending_message(pending: &Pending) -> proto::DroidsPending {
    let kind = match *pending {
        Pending::Start(seats, number) => PendingKind::Start(proto::DroidsStartRoll {
            seats: sides_message(seats),
            number: number.into(),
        }),
        Pending::SoloDie => PendingKind::SoloDie(true),
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
