//! Errors of setups: each check fails for a setup, and names the part and the rule.

use botwerk_engine::Viewer;
use botwerk_engine::droids::{
    Colour, ColourCounts, Droids, Kind, Object, Pending, Phase, Setup, SetupHand, Side, Sides,
    Slot, Square, Squares, Transmitter,
};

use crate::position::{OUT, Position, SENT};
use crate::setup_messages::assert_all_met;
use crate::setup_phase_errors::{draw_phase, set_and_send_phase};
use crate::setups::{CoveredErrors, drawing, first, hand, sending, setting, setup_of, stone};

use Side::{North as N, South as S, West as W};

/// A change of a setup.
type Change = fn(&mut Setup);

/// Returns the squares without walls, water, robots and objects.
fn free(game: &Droids, setup: &Setup) -> impl Iterator<Item = Square> {
    let rules = game.rules();
    let robots = setup.droids.iter().filter_map(|droid| droid.square);
    let containers = setup.containers.iter().flatten().copied();
    let taken: Squares = robots.chain(setup.mad_robot).chain(containers).collect();
    let taken = [
        rules.walls,
        rules.river,
        setup.repairers,
        setup.obstacles,
        setup.mines,
    ]
    .into_iter()
    .fold(taken, Squares::union);
    (0..100)
        .filter_map(|i| Square::at(i % 10, i / 10))
        .filter(move |square| !taken.contains(*square))
}

fn objects(base: &(Droids, Setup), count: usize) -> Squares {
    free(&base.0, &base.1).take(count).collect()
}

fn fields(covered: &mut CoveredErrors) {
    let base = &sending();
    let wall = base.0.rules().walls.into_iter().next();
    covered.position(
        base,
        |s| s.scenario = 2,
        "scenario: expected the scenario 1",
    );
    covered.position(
        base,
        |s| s.seats = Sides::one(S),
        "seats: expected the seats in play, `SN`",
    );
    covered.position(base, |s| s.round = 0, "round: expected a round from 1 to");
    covered.position(base, |s| s.round = 256, "round: expected a round from 1 to");
    for part in [
        "starter",
        "acting",
        "droids[W]",
        "out",
        "done",
        "sent[W]",
        "hands[W]",
    ] {
        let change = |s: &mut Setup| match part {
            "starter" => s.starter = Some(W),
            "acting" => s.acting = Some(W),
            "droids[W]" => s.droids[1].cargo.push(Object::Obstacle),
            "out" => s.out = Sides::one(W),
            "done" => s.done = Sides::one(W),
            "sent[W]" => s.sent[1] = Some(0),
            _ => s.hands[1] = hand(Kind::V1, 1),
        };
        covered.position(
            base,
            change,
            &format!("{part}: expected a seat in play, of `SN`"),
        );
    }
    let changes: [(Change, &str); 7] = [
        (|s| s.strips[1] = Transmitter::all().collect(), "strips[W]"),
        (|s| s.scores[1] = Some(0), "scores[W]"),
        (|s| s.stones[1][0] = stone(Kind::V1), "stones[W1.1]"),
        (|s| s.pending.push(Pending::Die(W)), "pending[0]"),
        (|s| s.phase = Phase::Over(Sides::one(W)), "won"),
        (
            |s| s.droids[0].cargo.push(Object::Container(W)),
            "droids[S].cargo",
        ),
        (|s| s.containers[1] = Square::at(3, 3), "objects[cW]"),
    ];
    for (change, part) in changes {
        covered.position(
            base,
            change,
            &format!("{part}: expected a seat in play, of `SN`"),
        );
    }
    covered.position(
        base,
        |s| s.droids[0].square = wall,
        "droids[S]: expected a square without a wall",
    );
    covered.position(
        base,
        |s| s.droids[2].square = s.droids[0].square,
        "droids[N]: expected at most one robot",
    );
    covered.position(
        base,
        |s| s.obstacles.insert(s.droids[0].square.unwrap()),
        "objects[59]: expected a square without another piece",
    );
    covered.position(
        base,
        |s| s.sent[0] = Some(8),
        "sent[S]: expected a number from 0 to 7",
    );
    covered.position(
        base,
        |s| s.scores[0] = Some(256),
        "scores[S]: expected a number from 0 to 255",
    );
    covered.position(
        base,
        |s| s.hands[2] = SetupHand::Colours(ColourCounts::new([0, 0, 1, 0])),
        "hands[N]: expected the kinds",
    );
    covered.position(
        base,
        |s| s.hands[0] = hand(Kind::V1, 8),
        "hands[S]: expected at most 7 stones",
    );
    covered.position(
        base,
        |s| s.hands[0] = hand(Kind::V1, 255),
        "hands[S]: expected at most 7",
    );
    covered.position(
        base,
        |s| s.stones[0][29] = stone(Kind::F4),
        "stones[S10.3]: expected a kind",
    );
    covered.position(
        base,
        |s| {
            s.phase = Phase::Over(Sides::one(S));
            s.pending.push(Pending::Die(S));
        },
        "pending: expected nothing after the end",
    );
}

fn robots_and_objects(covered: &mut CoveredErrors) {
    let base = &sending();
    let place = free(&base.0, &base.1).next();
    covered.position(
        base,
        |s| s.droids[2].square = None,
        "droids: expected the droids of `SN`",
    );
    covered.position(
        base,
        |s| s.repairers = Squares::EMPTY,
        "repairers: expected 2 repair robots",
    );
    covered.position(
        base,
        |s| s.mad_robot = place,
        "mad_robot: expected the mad robot in the solo",
    );
    covered.position(
        base,
        |s| s.obstacles = objects(base, 26),
        "objects: expected at most 25 obstacles",
    );
    covered.position(
        base,
        |s| s.mines = objects(base, 25),
        "objects: expected at most 24 mines",
    );
    covered.position(
        base,
        |s| s.containers[0] = place,
        "objects[cS]: expected no container of S",
    );
    covered.position(base, |s| s.scores[0] = Some(1), "scores: expected `-`");
    let narrow = &setup_of(
        &Position::sending("SN", "S59,N40", "S6.1:V1N"),
        2,
        &[("scenario", "1"), ("cargo_capacity", "1")],
    );
    let load = |s: &mut Setup| s.droids[2].cargo.extend([Object::Obstacle; 2]);
    covered.position(
        narrow,
        load,
        "droids[N].cargo: expected at most 1 in a droid's cargo",
    );
    for scenario in ["1", "2", "3", "4", "6"] {
        let base = &first(2, &[("scenario", scenario)], |_| true);
        let rules = base.0.rules();
        if rules.banks_mines {
            let load = |s: &mut Setup| s.droids[0].cargo.push(Object::Mine);
            covered.position(base, load, "droids[S].cargo: expected no mine as cargo");
        }
        if rules.containers {
            let lose = |s: &mut Setup| s.containers[0] = None;
            covered.position(base, lose, "objects[cS]: expected the container of S once");
        }
        if !rules.values.put_on_water
            && let Some(river) = rules.river.into_iter().next()
        {
            let drop = |s: &mut Setup| s.mines.insert(river);
            covered.position(base, drop, "objects: expected no object in the river");
        }
    }
}

fn seats(covered: &mut CoveredErrors) {
    let base = &sending();
    covered.position(
        base,
        |s| s.out = Sides::one(N),
        "out: expected at least two active players",
    );
    covered.position(
        base,
        |s| s.starter = None,
        "starter: expected the seat that started",
    );
    covered.position(
        base,
        |s| s.acting = None,
        "acting: expected the seat to act",
    );
    covered.position(
        base,
        |s| s.done = Sides::one(S),
        "acting: expected an active seat that has not",
    );
    covered.position(
        base,
        |s| s.sent = [None; 4],
        "sent: expected the seats that were active",
    );
    covered.position(
        &drawing(),
        |s| s.sent[0] = Some(0),
        "sent: expected `-` before the send phase",
    );
    let three = Position::sending("SWN", "S59,W04,N40", "S6.1:V1N")
        .with(OUT, "W")
        .with(SENT, "S1,W1,N1");
    let three = &setup_of(&three, 3, &[("scenario", "1")]);
    covered.position(
        three,
        |s| s.hands[1] = hand(Kind::V1, 1),
        "hands[W]: expected no hand",
    );
    covered.position(
        three,
        |s| s.stones[1][0] = stone(Kind::V1),
        "stones: expected no stone of a seat",
    );
}

fn stone_counts(covered: &mut CoveredErrors) {
    let base = &sending();
    covered.position(
        base,
        |s| s.sent[0] = Some(7),
        "stones: expected at most 7 stones of a seat",
    );
    let stones = base.0.rules().stones;
    let rare = Kind::ALL
        .into_iter()
        .find(|kind| stones.count(*kind) < 7)
        .unwrap();
    let expected = format!("{rare} stones in all (DR-2)");
    covered.position(&setting(), |s| s.hands[0] = hand(rare, 7), &expected);
    let four = &first(4, &[("scenario", "1")], |state| {
        state.table().phase == Phase::Set
    });
    let hidden = four.0.rules().stones.colours();
    let rare = Colour::ALL
        .into_iter()
        .min_by_key(|colour| hidden.count(*colour));
    let rare = rare.unwrap();
    let mut counts = [0; 4];
    counts[rare.index()] = 7;
    covered.assert_rejected(
        four,
        Some(Viewer::Spectator),
        |s| s.hands = [SetupHand::Colours(ColourCounts::new(counts)); 4],
        &format!("{rare} stones in all (DR-2)"),
    );
}

fn solo(covered: &mut CoveredErrors) {
    let start = &first(1, &[], |_| true);
    covered.position(
        start,
        |s| s.stones[2][0] = stone(Kind::V1),
        "stones: expected no orders before",
    );
    covered.position(
        start,
        |s| s.pending.clear(),
        "pending: expected `die:M` alone",
    );
    covered.position(
        start,
        |s| s.hands[0] = hand(Kind::V1, 1),
        "hands: expected no hand before the",
    );
    covered.position(
        start,
        |s| s.stones[0][0] = stone(Kind::V1),
        "stones: expected no stone before the",
    );
    let set = &first(1, &[], |state| state.table().phase == Phase::Set);
    covered.position(
        set,
        |s| s.stones[2] = [None; Slot::COUNT],
        "stones: expected the mad robot's",
    );
    covered.position(
        set,
        |s| (s.stones[2], s.solo_die) = ([None; Slot::COUNT], None),
        "solo_die: expected the solo die of the round",
    );
    let change = |s: &mut Setup| s.solo_die = Transmitter::from_index(0);
    covered.position(&sending(), change, "solo_die: expected `-`");
}

#[test]
fn every_setup_error_is_reachable() {
    let mut covered = CoveredErrors::default();
    fields(&mut covered);
    robots_and_objects(&mut covered);
    seats(&mut covered);
    stone_counts(&mut covered);
    solo(&mut covered);
    draw_phase(&mut covered);
    set_and_send_phase(&mut covered);
    for source in [
        include_str!("../../src/droids/setup/fields.rs"),
        include_str!("../../src/droids/setup/consistency.rs"),
    ] {
        assert_all_met(source, &covered.0);
    }
}
