//! Tests of the course of a match: DR-4 to DR-19, worked cases 1, 15 to 17, 19 and 21 to 24.

use crate::pair::Pair;
use crate::position::{
    ACTING, DONE, HANDS, OUT, PENDING, PHASE, Position, ROBOTS, ROUND, SENT, STARTER, STONES,
    STRIPS,
};

#[test]
fn dr_5_columns_are_counted_from_every_side() {
    // Worked case 1: (4,0) is transmitter N 6, S 5, W 1, E 10.
    let away = [("S", "S59"), ("W", "W04"), ("N", "N49"), ("E", "E95")];
    for (seat, number) in [("N", 6), ("S", 5), ("W", 1), ("E", 10)] {
        let robots = away.map(|(other, robot)| {
            if other == seat {
                format!("{seat}40")
            } else {
                robot.to_owned()
            }
        });
        let stone = format!("{seat}{number}.1:V1E");
        let others: Vec<_> = (1..=4)
            .filter(|other| *other != number)
            .map(|other| format!("{seat}{other}.1:V1E"))
            .collect();
        let mut stones: Vec<_> = others.into_iter().chain([stone]).collect();
        stones.sort_by_key(|stone| stone[1..stone.find('.').unwrap()].parse::<u32>().unwrap());
        let position = Position::sending("SWNE", &robots.join(","), &stones.join(","));
        let pair = position.with(ACTING, seat).play();
        assert_eq!(pair.legal(seat), [format!("send {number}")]);
    }
}

#[test]
fn dr_4_seats_sit_clockwise() {
    for (seats, letters) in [(2, "SN"), (3, "SWN"), (4, "SWNE")] {
        let pair = Pair::start(seats, &[("scenario", "1")]);
        assert_eq!(pair.field(1), letters);
    }
    assert_eq!(Pair::start(1, &[]).field(1), "S");
}

#[test]
fn dr_7_highest_roll_starts_and_only_tied_seats_roll_again() {
    let mut pair = Pair::start(3, &[("scenario", "1")]);
    assert_eq!(pair.field(PENDING), "start:SWN");
    assert_eq!(pair.legal("chance").len(), 1000);
    pair.act("chance", "start S4,W9,N9");
    assert_eq!(pair.field(PENDING), "start:WN:2");
    pair.act("chance", "start W3,N3");
    assert_eq!(pair.field(PENDING), "start:WN:3");
    pair.act("chance", "start W3,N2");
    assert_eq!(
        (pair.field(STARTER), pair.field(ACTING)),
        ("W".into(), "W".into())
    );
}

#[test]
fn dr_7_first_of_the_tied_seats_starts_after_the_last_roll() {
    let mut texts = Pair::start(3, &[("scenario", "1")]).text();
    texts = texts.replace("start:SWN", "start:WN:254");
    let mut pair = Pair::at(3, &[("scenario", "1")], &texts);
    pair.act("chance", "start W3,N3");
    assert_eq!(pair.field(PENDING), "start:WN:255");
    pair.act("chance", "start W9,N9");
    assert_eq!(
        (pair.field(STARTER), pair.field(ACTING)),
        ("W".into(), "W".into())
    );
}

#[test]
fn dr_8_all_seats_finish_each_phase_in_turn_order() {
    let mut pair = Pair::start(3, &[("scenario", "1")]);
    pair.act("chance", "start S1,W9,N2");
    let mut drawn = String::new();
    while pair.field(PHASE) == "draw" {
        let by = pair.to_act().unwrap();
        if by != "chance" && !drawn.ends_with(&by) {
            drawn += &by;
        }
        let action = pair.legal(&by)[0].clone();
        pair.act(&by, &action);
    }
    assert_eq!(drawn, "WNS");
    let mut set = String::new();
    while pair.field(PHASE) == "set" {
        let by = pair.to_act().unwrap();
        set += &by;
        let action = pair.legal(&by)[0].clone();
        pair.act(&by, &action);
    }
    assert_eq!(set, "WNS".repeat(7));
    assert_eq!(pair.field(HANDS), "-");
}

#[test]
fn dr_10_seven_stones_are_drawn_one_by_one() {
    let mut pair = Position::drawing("SN", "-", "S").play();
    for _ in 0..7 {
        assert_eq!(pair.to_act().as_deref(), Some("S"));
        pair.act("S", "draw red");
        assert_eq!(pair.field(PENDING), "stone:S:red");
        pair.act("chance", "stone FIRE");
    }
    assert_eq!(pair.field(HANDS), format!("S:{}", ["FIRE"; 7].join(",")));
    assert_eq!(pair.to_act().as_deref(), Some("N"));
    assert_eq!(
        pair.rejection("N", "draw v7"),
        "draw_mode is sequential: name one container, as in `draw violet` (DR-10)"
    );
}

#[test]
fn dr_10_empty_container_cannot_be_chosen() {
    // Worked case 22: after three players took 21 blue stones the fourth can take 3.
    let seven = ["B1"; 7].join(",");
    let hands = format!("S:{seven};W:{seven};N:{},BD", ["B1"; 6].join(","));
    let position = Position::drawing("SWNE", &hands, "E");
    let mut pair = position.play();
    for _ in 0..3 {
        pair.act("E", "draw blue");
        assert_eq!(pair.legal("chance"), ["stone BD"]);
        pair.act("chance", "stone BD");
    }
    assert_eq!(pair.legal("E"), ["draw grey", "draw red", "draw violet"]);
    assert_eq!(
        pair.rejection("E", "draw blue"),
        "the blue container is empty (DR-10)"
    );
    let pair = position.play_with(&[("draw_mode", "commit")]);
    assert!(pair.legal("E").contains(&"draw v1,b3,r3".to_owned()));
    assert_eq!(
        pair.rejection("E", "draw b4,r3"),
        "the blue container has 3 stones left, fewer than 4 (DR-10)"
    );
}

#[test]
fn dr_10_commit_names_all_seven_stones_first() {
    let position = Position::drawing("SWN", "-", "S");
    let mut pair = position.play_with(&[("draw_mode", "commit")]);
    assert_eq!(
        pair.rejection("S", "draw red"),
        "draw_mode is commit: name all seven containers, as in `draw v2,b1,r3,g1` (DR-10)"
    );
    pair.act("S", "draw v2,b1,r3,g1");
    let pending = pair.field(PENDING);
    assert!(pending.starts_with("stone:S:violet,stone:S:violet,stone:S:blue,stone:S:red,"));
    for kind in ["VM", "V1", "B1", "FIRE", "TAKE", "R1"] {
        pair.act("chance", &format!("stone {kind}"));
    }
    assert_eq!(pair.to_act().as_deref(), Some("chance"));
    pair.act("chance", "stone G1");
    assert_eq!(pair.field(HANDS), "S:V1,VM,B1,FIRE,TAKE,R1,G1");
    assert_eq!(pair.to_act().as_deref(), Some("W"));
}

#[test]
fn dr_2_containers_are_full_at_the_start_of_every_round() {
    // Worked case 23: after every round the containers hold 32/24/32/32.
    let position = Position::sending("SN", "S59,N40", "S5.1:B1N,S6.1:VME,N1.1:R1N");
    let pair = position
        .with(STRIPS, "N1")
        .with(ROUND, "4")
        .after_sending(6);
    assert_eq!(
        (pair.field(ROUND), pair.field(STONES)),
        ("5".into(), "-".into())
    );
    for (colour, count) in [("violet", 32), ("blue", 24), ("red", 32), ("grey", 32)] {
        let mut pair = pair.clone();
        pair.act("N", &format!("draw {colour}"));
        assert_eq!(pair.weights().iter().sum::<u32>(), count);
    }
}

#[test]
fn dr_11_stones_are_set_on_free_slots() {
    let hands = "S:V1,V1,V1,V2,FIRE,FIRE,FIRE;N:V2,V2,V2,V2,V2,V2,VM";
    let mut pair = Position::setting("SN", hands).play();
    // Three kinds with four arrows on thirty slots, and `stop`.
    assert_eq!(pair.legal("S").len(), 3 * 4 * 30 + 1);
    pair.act("S", "set FIRE W 5.2");
    assert_eq!(pair.to_act().as_deref(), Some("N"));
    pair.act("N", "set V2 E 5.2");
    assert_eq!(
        pair.rejection("S", "set V1 N 5.2"),
        "slot 5.2 already has a stone (DR-11)"
    );
    assert_eq!(
        pair.rejection("S", "set GREP N 5.1"),
        "the seat's hand has no GREP (DR-11)"
    );
    assert_eq!(
        pair.rejection("N", "set V2 N 1.1"),
        "it is another seat's turn (DR-8)"
    );
}

#[test]
fn dr_13_set_phase_ends_when_all_have_stopped() {
    let hands = "S:V1,V1,V1,V2,FIRE,FIRE,FIRE;N:V2,V2,V2,V2,V2,V2,VM";
    let mut pair = Position::setting("SN", hands).play();
    pair.act("S", "set V1 N 6.1");
    pair.act("N", "set V2 E 6.1");
    pair.act("S", "stop");
    assert_eq!(pair.field(DONE), "S");
    // Only N continues, and stops automatically with its last stone.
    for slot in ["1.1", "1.2", "1.3", "2.1", "2.2"] {
        pair.act("N", &format!("set V2 N {slot}"));
    }
    pair.act("N", "set VM N 2.3");
    assert_eq!(
        (pair.field(PHASE), pair.field(HANDS)),
        ("send".into(), "-".into())
    );
}

#[test]
fn dr_13_seat_without_a_free_slot_stops_automatically() {
    let all: Vec<String> = (1..=10).map(|number| format!("S{number}")).collect();
    let hands = "S:V1,V1,V1,V2,FIRE,FIRE,FIRE;N:V2,V2,V2,V2,V2,V2";
    let position = Position::drawing("SN", hands, "N").with(STRIPS, &all.join(","));
    let mut pair = position.play();
    pair.act("N", "draw violet");
    pair.act("chance", "stone VM");
    assert_eq!(
        (pair.field(PHASE), pair.field(DONE)),
        ("set".into(), "S".into())
    );
    assert_eq!(pair.to_act().as_deref(), Some("N"));
}

#[test]
fn dr_15_stone_nearest_the_field_is_sent_first() {
    // Worked case 15: slots 2 and 3 filled, 1 empty: slot 2 is sent first.
    let stones = "S6.2:V1N,S6.3:V1W,N6.1:V1E";
    let position = Position::sending("SN", "S59,N40", stones);
    assert_eq!(position.after_sending(6).field(ROBOTS), "S58,N40,r77,r89");
    // Filling slot 1 later makes it first.
    let hands = "S:V1,VD";
    let stones = "S1.1:V1N,S1.2:V1N,S1.3:V1N,S6.2:V2N,S6.3:V2W,\
                  N1.1:V2N,N1.2:V2N,N1.3:VMN,N2.1:VMN,N2.2:VMN,N2.3:VMN,N6.1:VME";
    let position = Position::setting("SN", hands)
        .with(STONES, stones)
        .with(DONE, "N");
    let mut pair = position.play();
    pair.act("S", "set VD NE 6.1");
    pair.act("S", "stop");
    pair.act("S", "send 6");
    assert!(pair.field(ROBOTS).starts_with("S68"));
}

#[test]
fn dr_14_seats_send_one_stone_at_a_time() {
    // Worked case 17: two possible transmitters are both offered, stopping is not.
    let stones = "S6.1:V1N,S8.1:G1N,N6.1:V1E,N7.1:V1E";
    let mut pair = Position::sending("SN", "S59,N40,r72,r89", stones).play();
    assert_eq!(pair.legal("S"), ["send 6", "send 8"]);
    assert_eq!(
        pair.rejection("S", "stop"),
        "a stone can be sent, so the seat must send: `send` (DR-18)"
    );
    assert_eq!(
        pair.rejection("S", "send 7"),
        "transmitter 7 has no stone (DR-14)"
    );
    pair.act("S", "send 6");
    assert_eq!(pair.to_act().as_deref(), Some("N"));
    assert_eq!(
        pair.rejection("N", "send 7"),
        "the front stone V1E is for the seat's droid, which is not in column 7 (DR-14)"
    );
    assert_eq!(
        pair.rejection("N", "send 6 >S"),
        "the front stone V1E is not a relay stone: `send 6` (DR-22)"
    );
}

#[test]
fn dr_16_nearest_repair_robot_obeys() {
    // Worked case 21: at y=2 and y=7 in one column S commands y=7, N commands y=2.
    let stones = "S8.1:G1E,N3.1:G1E,N3.2:G1E";
    let position = Position::sending("SN", "S59,N40,r72,r77", stones);
    assert_eq!(position.after_sending(8).field(ROBOTS), "S59,N40,r72,r87");
    let mut pair = position.with(ACTING, "N").play();
    pair.act("N", "send 3");
    assert_eq!(pair.field(ROBOTS), "S59,N40,r82,r77");
    // Robots in the column do not block transmission; here it is the droid of N.
    let stones = "S8.1:G1E,N3.1:V1E";
    let pair = Position::sending("SN", "S59,N76,r72,r89", stones).after_sending(8);
    assert_eq!(pair.field(ROBOTS), "S59,N76,r82,r89");
}

#[test]
fn dr_17_stone_that_cannot_be_executed_is_lost() {
    let position = Position::sending("SN", "S59,N40", "S6.1:V1S,N6.1:V1N");
    let pair = position.after_sending(6);
    assert_eq!(pair.field(ROBOTS), "S59,N40,r77,r89");
    assert_eq!(
        (pair.field(STONES), pair.field(SENT)),
        ("N6.1:V1N".into(), "S2,N1".into())
    );
}

#[test]
fn dr_18_front_stone_of_the_wrong_kind_ends_the_round_of_a_player() {
    // Worked case 16: all stones of that player return, the other player continues.
    let stones = "S6.1:G1N,S6.2:V1N,S7.1:V1N,N5.1:V1E,N6.1:V1E,N6.2:V1E";
    let mut pair = Position::sending("SN", "S59,N40", stones)
        .with(ACTING, "N")
        .play();
    pair.act("N", "send 6");
    assert_eq!(pair.field(STONES), "N5.1:V1E,N6.2:V1E");
    assert_eq!(pair.field(DONE), "S");
    assert_eq!(pair.to_act().as_deref(), Some("N"));
    // The round of S is not reopened, although S is pushed into a column with a suitable stone.
    assert_eq!(pair.legal("S"), Vec::<String>::new());
}

#[test]
fn dr_19_player_who_sends_nothing_is_out() {
    // Worked case 19.
    let position = Position::sending("SWN", "S20,W30,N40", "S3.1:V1E");
    let mut pair = position.with(SENT, "S0,W0,N1").play();
    pair.act("S", "send 3");
    assert_eq!(
        (pair.field(OUT), pair.field(ROUND)),
        ("W".into(), "3".into())
    );
    // The droid stays and can be pushed.
    let position = Position::sending("SWN", "S20,W30,N90", "S3.1:V1E,N1.1:V1W");
    let pair = position.with(OUT, "W").with(SENT, "S0,N1").after_sending(3);
    assert_eq!(pair.field(ROBOTS), "S30,W40,N90,r77,r89");
}

#[test]
fn dr_19_players_out_in_the_same_round_share() {
    let mut pair = Position::setting(
        "SWN",
        "S:V1,V1,V1,V1,V1,V1,V1;W:V2,V2,V2,V2,V2,V2,V2;N:VM,VM,VM,VM,VM,VM,VM",
    )
    .play();
    for seat in ["S", "W", "N"] {
        pair.act(seat, "stop");
    }
    assert_eq!(pair.end(), Some((vec![1, 1, 1], "DR-19")));
    assert_eq!(pair.field(PENDING), "won:SWN");
}

#[test]
fn dr_9_left_neighbour_of_the_last_starter_starts() {
    let position = Position::sending("SWN", "S20,W30,N40", "S3.1:V1E");
    assert_eq!(position.after_sending(3).field(STARTER), "W");
    // Worked case 24: the seat that would start is out, so the next active seat clockwise starts.
    let pair = position.with(SENT, "S0,W0,N1").after_sending(3);
    assert_eq!(
        (pair.field(STARTER), pair.field(ACTING)),
        ("N".into(), "N".into())
    );
    assert_eq!(pair.field(PHASE), "draw");
}
