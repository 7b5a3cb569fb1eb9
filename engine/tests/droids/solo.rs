//! Tests of the mad repair robot: DR-37.

use crate::pair::Pair;
use crate::position::{ACTING, DIE, PENDING, PHASE, ROBOTS, ROUND, STONES, STRIPS};

fn pair_at(text: &str) -> Pair {
    Pair::at(1, &[], text)
}

#[test]
fn dr_37_die_loads_the_programmes() {
    let mut pair = Pair::start(1, &[("level", "5")]);
    let start = "5 S 1 S draw S S59+o+o+o+o+o,M72 - - - - - - - - die:M -";
    assert_eq!(pair.text(), start);
    pair.act("chance", "die 2");
    assert_eq!(pair.field(DIE), "2");
    // M is in column 3 of N, so transmitter 3 holds programme 2 of the first sheet.
    let orders = "N2.3:G2S,N3.1:G1E,N3.2:GMS,N3.3:G1W,N4.1:G2S";
    assert!(pair.field(STONES).contains(orders));
    assert_eq!(pair.legal("S"), ["draw blue", "draw red", "draw violet"]);
}

#[test]
fn dr_37_mad_robot_answers_every_stone() {
    let mut pair = Pair::start(1, &[]);
    pair.act("chance", "die 2");
    for _ in 0..7 {
        pair.act("S", "draw violet");
        let kind = pair.legal("chance")[0].clone();
        pair.act("chance", &kind);
    }
    pair.act("S", "set V1 N 6.1");
    pair.act("S", "stop");
    pair.act("S", "send 6");
    // M moved one square to the east, and the round is over; even rounds use the second sheet.
    assert_eq!(pair.field(ROBOTS), "S58+o+o+o+o+o+o,M82");
    assert_eq!(
        (pair.field(ROUND), pair.field(PENDING)),
        ("2".into(), "die:M".into())
    );
    pair.act("chance", "die 1");
    // M is now in column 2 of N: transmitter 2 holds programme 1 of sheet 2.
    assert!(pair.field(STONES).contains("N2.1:G1S,N2.2:GMW,N2.3:G1N"));
}

#[test]
fn dr_37_mad_robot_shoots_in_all_directions() {
    let mut pair =
        pair_at("5 S 1 S send S S92,M72 - - - - - S0 - S10.1:B1N,S10.2:V1N,N3.1:F4N - 1");
    pair.act("S", "send 10");
    assert_eq!(pair.field(PENDING), "die:S");
    assert_eq!(pair.field(STONES), "S10.2:V1N");
    pair.act("chance", "die 10");
    assert_eq!(pair.field(STRIPS), "S10");
    assert_eq!(
        (pair.field(PHASE), pair.field(ROUND)),
        ("draw".into(), "2".into())
    );
}

#[test]
fn dr_37_enclosing_the_mad_robot_wins() {
    let mut pair =
        pair_at("5 S 1 S send S S92+o,M72 o71,o62,o73 - - - - S0 - S10.1:TAKEW,N3.1:G1E - 2");
    pair.act("S", "send 10");
    assert_eq!(pair.field(PENDING), "won:S");
    // The mad robot does not answer a winning stone.
    assert_eq!(pair.field(STONES), "N3.1:G1E");
    assert_eq!(
        (pair.end(), pair.points()),
        (Some((vec![1], "DR-37")), vec![1])
    );
}

#[test]
fn dr_37_match_is_lost_after_round_15() {
    let mut pair = pair_at("5 S 15 S send S S92,M72 - - - - - S0 - S10.1:B1W,N3.1:G1N - 1");
    pair.act("S", "send 10");
    assert_eq!(
        (pair.end(), pair.points()),
        (Some((vec![1], "DR-37")), vec![0])
    );
    assert_eq!(
        (pair.field(PENDING), pair.field(ACTING)),
        ("lost".into(), "-".into())
    );
}

#[test]
fn dr_37_player_who_sends_nothing_or_leaves_loses() {
    let mut pair = Pair::start(1, &[]);
    pair.act("referee", "leave S");
    assert_eq!(
        (pair.end(), pair.points()),
        (Some((vec![1], "DR-37")), vec![0])
    );
    let mut pair = Pair::start(1, &[]);
    pair.act("chance", "die 1");
    for _ in 0..7 {
        pair.act("S", "draw red");
        let kind = pair.legal("chance")[0].clone();
        pair.act("chance", &kind);
    }
    pair.act("S", "stop");
    assert_eq!(pair.field(PENDING), "lost");
}

#[test]
fn dr_37_relay_stones_have_no_target() {
    let pair = pair_at("5 S 1 S send S S92,M72 - - - - - S0 - S10.1:R1N,N3.1:G1N - 1");
    assert_eq!(pair.legal("S"), ["send 10"]);
}
