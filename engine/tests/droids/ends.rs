//! Tests of the ends of matches: DR-30 to DR-36, DR-38, DR-41 and DR-43.

use botwerk_engine::{GameEncoding, GameNotation, GameRules, GameViews, Turn, Viewer};

use crate::pair::Pair;
use crate::position::{
    ACTING, DONE, HANDS, OBJECTS, OUT, PENDING, PHASE, Position, ROUND, SCORES, SENT, STARTER,
    STONES, STRIPS,
};

/// Returns a position in which S can send the only stone, after which round `round` ends.
fn last_stone(seats: &str, robots: &str, round: &str) -> Position {
    Position::sending(seats, robots, "S3.1:B1E").with(ROUND, round)
}

#[test]
fn dr_31_last_remaining_player_wins() {
    let position = last_stone("SWN", "S20,W04,N40", "7").with(SENT, "S0,W0,N0");
    let pair = position.after_sending(3);
    assert_eq!(pair.end(), Some((vec![1, 2, 2], "DR-31")));
    assert_eq!(
        (pair.field(PENDING), pair.field(OUT)),
        ("won:S".into(), "WN".into())
    );
    assert_eq!(
        (pair.field(PHASE), pair.field(ACTING)),
        ("over".into(), "-".into())
    );
}

#[test]
fn dr_32_fewest_strips_win_at_the_cap() {
    let position = last_stone("SWN", "S20,W04,N40", "35");
    let pair = position
        .clone()
        .with(STRIPS, "S1,W4,W5,N2")
        .after_sending(3);
    assert_eq!(pair.end(), Some((vec![1, 3, 1], "DR-32")));
    let pair = position.with(STRIPS, "S1,W4").after_sending(3);
    assert_eq!(pair.end(), Some((vec![2, 2, 1], "DR-32")));
    // One round before the cap the match continues.
    let pair = last_stone("SWN", "S20,W04,N40", "34").after_sending(3);
    assert_eq!((pair.end(), pair.field(ROUND)), (None, "35".into()));
}

/// Returns the match after the last stone of a round with this cap.
fn after_round(round: &str, cap: &str) -> Pair {
    let position = last_stone("SWN", "S20,W04,N40", round);
    let mut pair = position.play_with(&[("round_cap", cap)]);
    pair.act("S", "send 3");
    pair
}

#[test]
fn dr_32_cap_is_the_one_of_the_option() {
    assert_eq!(after_round("3", "3").end(), Some((vec![1, 1, 1], "DR-32")));
    assert_eq!(after_round("35", "36").field(ROUND), "36");
}

#[test]
fn dr_32_match_without_cap_continues() {
    assert_eq!(after_round("35", "0").field(ROUND), "36");
    assert_eq!(after_round("255", "0").field(ROUND), "256");
    assert_eq!(after_round("9999", "0").field(ROUND), "10000");
    assert_eq!(
        after_round("10000", "0").end(),
        Some((vec![1, 1, 1], "DR-32"))
    );
    let error = |round: &str, cap| {
        let game = crate::pair::game(3, &[("scenario", "1"), ("round_cap", cap)]);
        let text = last_stone("SWN", "S20,W04,N40", round).text();
        game.parse_position(&text).unwrap_err().to_string()
    };
    let message = error("10001", "0");
    assert!(message.contains("a round from 1 to 10000"), "{message}");
    let message = error("4", "3");
    assert!(message.contains("a round from 1 to 3"), "{message}");
}

#[test]
fn dr_32_rounds_above_255_differ_in_hash_and_observation() {
    let at = |round: &str| {
        let pair = last_stone("SWN", "S20,W04,N40", round).play_with(&[("round_cap", "0")]);
        let view = pair.game.view(&pair.state, Viewer::Spectator);
        let mut bytes = vec![0; pair.game.observation_len()];
        pair.game.write_observation(&view, &mut bytes);
        (
            pair.game.hash(&pair.state),
            pair.game.view_hash(&view),
            bytes,
        )
    };
    let (early, late) = (at("44"), at("300"));
    assert_eq!((early.2[640], early.2[695]), (44, 0));
    assert_eq!((late.2[640], late.2[695]), (44, 1));
    assert_ne!(early.0, late.0);
    assert_ne!(early.1, late.1);
}

#[test]
fn dr_32_mines_precede_strips() {
    let position = last_stone("SWN", "S20,W04,N40", "30")
        .scenario("3")
        .with(OBJECTS, "m98");
    let scored = position
        .with(STRIPS, "S1,W4,W5,N2")
        .with(SCORES, "S3,W4,N1");
    assert_eq!(
        scored.after_sending(3).end(),
        Some((vec![2, 1, 2], "DR-32"))
    );
    let tied = scored.with(SCORES, "S3,W3,N1").after_sending(3);
    assert_eq!(tied.end(), Some((vec![1, 2, 2], "DR-32")));
}

#[test]
fn dr_32_closed_sides_and_container_distance_break_ties() {
    // The garden of S is (2,9), that of N (7,0): each has one edge, and N also has an obstacle next
    // to it.
    let position = last_stone("SN", "S20,N40", "25")
        .scenario("4")
        .with(OBJECTS, "o60");
    assert_eq!(position.after_sending(3).end(), Some((vec![2, 1], "DR-32")));
    // The pad of S is (4,9), that of N (5,0); a carried container counts as at its carrier, even an
    // inert one.
    let position = last_stone("SWN", "S20,W04,N40", "25").scenario("6");
    let away = position.clone().with(OBJECTS, "cN51,cW96,cS59");
    assert_eq!(away.after_sending(3).end(), Some((vec![1, 3, 1], "DR-32")));
    let carried = position
        .with(crate::position::ROBOTS, "S20,W39+cS,N40,r77,r89")
        .with(OUT, "W")
        .with(SENT, "S1,N1")
        .with(OBJECTS, "cN53,cW96");
    assert_eq!(
        carried.after_sending(3).end(),
        Some((vec![1, 2, 2], "DR-32"))
    );
}

#[test]
fn dr_33_teams_win_and_lose_together() {
    let teams = [("teams", "true")];
    let mut pair = Pair::start(4, &[("scenario", "1"), ("teams", "true")]);
    pair.act("referee", "leave S");
    assert_eq!(pair.end(), None);
    pair.act("referee", "leave W");
    assert_eq!(pair.end(), Some((vec![3, 3, 1, 1], "DR-31")));
    // At the cap the strips of both members count, even of a member who is out.
    let position = last_stone("SWNE", "S20,W04,N40,E95", "40").with(SENT, "S1,W1,N1,E1");
    let mut pair = position.clone().with(STRIPS, "S1,N1,N2").play_with(&teams);
    pair.act("S", "send 3");
    assert_eq!(pair.end(), Some((vec![1, 1, 3, 3], "DR-32")));
    let out = position
        .clone()
        .with(STRIPS, "W4,W5,W6,N1,N2")
        .with(OUT, "W");
    let mut pair = out.with(SENT, "S1,N1,E1").play_with(&teams);
    pair.act("S", "send 3");
    assert_eq!(pair.end(), Some((vec![3, 3, 1, 1], "DR-32")));
    let mut pair = position.play_with(&teams);
    pair.act("S", "send 3");
    assert_eq!(pair.end(), Some((vec![1, 1, 1, 1], "DR-32")));
}

#[test]
fn dr_33_teams_out_in_the_same_round_share() {
    let seven = |kind| [kind; 7].join(",");
    let hands = [("S", "V1"), ("N", "V2")].map(|(seat, kind)| format!("{seat}:{}", seven(kind)));
    let position = Position::setting("SWNE", &hands.join(";")).with(OUT, "WE");
    let mut pair = position.play_with(&[("teams", "true")]);
    pair.act("S", "stop");
    pair.act("N", "stop");
    assert_eq!(pair.end(), Some((vec![1, 1, 1, 1], "DR-19")));
}

#[test]
fn dr_34_scrapyard_has_no_repair_robots() {
    let pair = Pair::start(2, &[("scenario", "2")]);
    assert_eq!(pair.field(6), "S59,N40");
    let mut pair = pair;
    pair.act("chance", "start S9,N4");
    assert_eq!(pair.legal("S"), ["draw blue", "draw red", "draw violet"]);
    assert_eq!(
        pair.rejection("S", "draw grey"),
        "grey stones are out of play in this scenario (DR-10)"
    );
}

#[test]
fn dr_35_last_mine_ends_the_match() {
    let position = Position::sending("SN", "S20,N90", "S3.1:TAKEE,N1.1:V1N").scenario("3");
    let position = position.with(OBJECTS, "m30").with(SCORES, "S2,N3");
    let pair = position.after_sending(3);
    assert_eq!(pair.end(), Some((vec![1, 1], "DR-35")));
    assert_eq!(
        (pair.field(PENDING), pair.field(STONES)),
        ("won:SN".into(), "N1.1:V1N".into())
    );
    let pair = position.with(STRIPS, "N7").after_sending(3);
    assert_eq!(pair.end(), Some((vec![1, 2], "DR-35")));
    assert_eq!(pair.points(), [3, 3]);
}

#[test]
fn dr_35_die_of_the_last_mine_is_rolled_before_the_match_ends() {
    let position = Position::sending("SN", "S20,N90", "S3.1:V1E,N1.1:V1N").scenario("3");
    let mut pair = position
        .with(OBJECTS, "m30")
        .with(SCORES, "S2,N2")
        .after_sending(3);
    assert_eq!((pair.end(), pair.field(PENDING)), (None, "die:S".into()));
    pair.act("chance", "die 3");
    assert_eq!(pair.end(), Some((vec![2, 1], "DR-35")));
}

#[test]
fn dr_36_closed_garden_wins() {
    let position = Position::sending("SN", "S49+o,N90", "S5.1:TAKEW,N1.1:V1N").scenario("4");
    let position = position.with(OBJECTS, "o28,o19");
    assert_eq!(position.after_sending(5).end(), Some((vec![1, 2], "DR-36")));
    // The player's own droid may be in the garden, another robot may not.
    let own = position
        .clone()
        .with(crate::position::ROBOTS, "S29+o,N90,r77,r89");
    let own = own.with(STONES, "S3.1:TAKEE,N1.1:V1N");
    assert_eq!(own.after_sending(3).end(), Some((vec![1, 2], "DR-36")));
    let other = position
        .with(crate::position::ROBOTS, "S49+o,N29,r77,r89")
        .with(STONES, "S5.1:TAKEW,N8.1:V1N");
    assert_eq!(other.after_sending(5).end(), None);
}

#[test]
fn dr_38_container_on_its_pad_wins_regardless_of_the_carrier() {
    let position = Position::sending("SN", "S39+cS,N40+cN", "S4.1:TAKEE,N6.1:V1E").scenario("6");
    let pair = position.after_sending(4);
    assert_eq!(
        (pair.end(), pair.field(OBJECTS)),
        (Some((vec![1, 2], "DR-38")), "cS49".into())
    );
    // S puts down the container of N, on the pad of N.
    let stones = "S7.1:TAKEW,N6.1:V1E";
    let position = Position::sending("SN", "S60+cN,N44+cS", stones).scenario("6");
    assert_eq!(position.after_sending(7).end(), Some((vec![2, 1], "DR-38")));
}

#[test]
fn dr_30_sender_precedes_if_several_goals_are_satisfied() {
    // The gardens of W, (0,7), and of N, (7,0), are closed.
    let position = Position::sending("SWN", "S20,W31,N99", "S3.1:V1S,W2.1:V1E")
        .scenario("4")
        .with(OBJECTS, "o60,o80,o71,o06,o17,o08");
    assert_eq!(
        position.after_sending(3).end(),
        Some((vec![2, 1, 2], "DR-36"))
    );
    // Otherwise the order of the round from its starter decides.
    let pair = position.clone().with(STARTER, "N").after_sending(3);
    assert_eq!(pair.end(), Some((vec![2, 2, 1], "DR-36")));
    let mut pair = position.with(STARTER, "N").with(ACTING, "W").play();
    pair.act("W", "send 2");
    assert_eq!(pair.end(), Some((vec![2, 1, 2], "DR-36")));
}

#[test]
fn dr_41_player_who_leaves_is_out_at_once() {
    let stones = "S3.1:FIREE,W3.1:V1N,N1.1:V1N,N1.2:V1N";
    let pair = Position::sending("SWN", "S20,W50,N90", stones).after_sending(3);
    assert_eq!(pair.field(PENDING), "die:W");
    // The pending entry of the seat that leaves is removed, and the next seat acts.
    let mut first = pair.clone();
    first.act("referee", "leave W");
    assert_eq!(
        (first.field(PENDING), first.field(OUT)),
        ("-".into(), "W".into())
    );
    assert_eq!(first.to_act().as_deref(), Some("N"));
    assert_eq!(first.field(SENT), "S2,W1,N1");
    assert_eq!(
        first.rejection("referee", "leave W"),
        "W is not in the match (DR-41)"
    );
    // Pending entries of other seats remain, and the seat to act remains with them.
    let mut second = pair;
    second.act("referee", "leave S");
    assert_eq!(
        (second.field(ACTING), second.field(PENDING)),
        ("S".into(), "die:W".into())
    );
    second.act("chance", "die 10");
    assert_eq!(
        (second.field(ACTING), second.field(DONE)),
        ("N".into(), "W".into())
    );
    // The last remaining player wins at once.
    second.act("referee", "leave W");
    assert_eq!(second.end(), Some((vec![2, 2, 1], "DR-31")));
}

#[test]
fn dr_41_hand_of_a_seat_that_leaves_returns_to_the_containers() {
    let mut pair = Position::drawing("SWN", "S:V1,V1", "S").play();
    pair.act("referee", "leave S");
    assert_eq!(
        (pair.field(HANDS), pair.field(ACTING)),
        ("-".into(), "W".into())
    );
    // A starter who has left is still written.
    assert_eq!(pair.field(STARTER), "S");
    pair.act("W", "draw violet");
    assert_eq!(pair.weights().iter().sum::<u32>(), 32);
}

#[test]
fn dr_41_start_roll_continues_with_the_remaining_seats() {
    let mut pair = Pair::start(3, &[("scenario", "1")]);
    pair.act("chance", "start S9,W9,N3");
    pair.act("referee", "leave W");
    assert_eq!(
        (pair.field(STARTER), pair.field(ACTING)),
        ("S".into(), "S".into())
    );
    assert_eq!(pair.field(PENDING), "-");
}

#[test]
fn dr_43_winners_share_the_first_place() {
    let position = last_stone("SWNE", "S20,W04,N40,E95", "40").with(SENT, "S1,W1,N1,E1");
    let pair = position.with(STRIPS, "W1,E1").after_sending(3);
    assert_eq!(pair.end(), Some((vec![1, 3, 1, 3], "DR-32")));
    let Turn::Over(outcome) = pair.game.turn(&pair.state) else {
        panic!("expected a finished match");
    };
    assert_eq!(outcome.points, Vec::<i32>::new());
}
