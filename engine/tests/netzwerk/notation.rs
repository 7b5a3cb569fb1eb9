//! Tests of the notation of positions, actions and turns.

use botwerk_engine::{GameNotation, GameViews, Viewer};

use crate::play::{Given, Play, game, parse_error, seat};

#[test]
fn position_texts_round_trip() {
    let capped: Given<'_> = &[("turn_cap", "50")];
    let texts = [
        "w d4 d6 c3,e3",
        "b d4 d6 c3,e3 7",
        "w - d6 -",
        "w d6 d8 c3,e3 0 r:d4>d6:1",
        "w d6 f6 c3,e3 0 r:d4>d6:2x",
        "w d4,f6 l8 c3,e3,e5,g5 0 r:d4>f6:2,f4>d4:1",
        "b d4 d6 c3,e3 12 b:",
        "b d4 d6 c3,e3,a5 12 b:e3,a5",
        "b d4 d6 c3,e3 0 t:3",
        "b d4 d6 c3,e3 0 b: t:3",
        "w d4 d6 c3,e3 0 left:b",
        "w d6 d8 c3,e3 0 r:d4>d6:1 t:49 left:w",
    ];
    let game = game(capped);
    for text in texts {
        let parsed = game.parse_position(text);
        let state = parsed.unwrap_or_else(|error| panic!("`{text}`: {error}"));
        assert_eq!(game.format_position(&state), text);
    }
}

#[test]
fn non_canonical_positions_are_rejected_where_they_deviate() {
    let at = |text: &str| parse_error(&[], text).offset;
    assert_eq!(at("x d4 d6 c3"), 0);
    assert_eq!(at("w d4,b4 d6 c3"), 5, "another order");
    assert_eq!(at("w d4 d6 e3,c3"), 11, "another order");
    assert_eq!(at("w d4,d4 d6 c3"), 5, "twice");
    assert_eq!(at("w d4 d4 c3"), 5, "two on a square");
    assert_eq!(at("w d4  d6 c3"), 5);
    assert_eq!(at("w d4 d6"), 7);
    assert_eq!(at("w d4 d6 c3 0"), 10, "a quiet count of 0");
    assert_eq!(at("w d4 d6 c3 b:"), 11, "no quiet count");
    assert_eq!(at("w d4 d6 c3 07"), 11);
    assert_eq!(at("w d4 d6 c3 0 b:e3"), 15, "no battery there");
    assert_eq!(at("w d4 d6 c3 0 t:3"), 15, "turns are not counted");
    assert_eq!(at("w d4 d6 c3 0 left:w "), 19);
}

#[test]
fn impossible_trips_are_rejected() {
    let is_rejected = |trips: &str| {
        let turn = "w h4,d6 l8 c3,e3,g3,i3 0 r:";
        parse_error(&[], &format!("{turn}{trips}")).offset >= turn.len()
    };
    for trips in [
        "",
        "d4>d6:0",
        "d4>d6:5",
        "d4>d6:2",
        "d4>d8:1",
        "d8>d6:1",
        "d4>d6:3",
        "d4>d6:1x",
        "d4>d6:1,h2>h4:1",
        "d4>d6:1,d4>h4:1",
        "h4>d6:2",
        "f4>d6:2,f6>d6:1",
    ] {
        assert!(is_rejected(trips), "r:{trips}");
    }
}

#[test]
fn action_texts_round_trip() {
    let game = game(&[]);
    for text in [
        "b2-b4", "b2-b6", "b2xb4", "b2xf2", "/", "k3-g3", "a1-a13", ".", "leave w",
    ] {
        let action = game.parse_action(text).unwrap();
        assert_eq!(game.format_action(action), text);
    }
    for text in [
        "", "b2", "b2-b2", "b2-d4", "b2-b8", "b2:b4", "a1xa3", "a1-c3", "a1-b2", "..", "leave",
    ] {
        assert!(game.parse_action(text).is_err(), "`{text}`");
    }
}

#[test]
fn turn_is_its_actions_separated_by_blanks() {
    let game = game(&[]);
    let play = Play::start(&[]);
    let state = game.parse_position(&play.text()).unwrap();
    let view = game.view(&state, Viewer::Seat(seat(0)));
    for text in ["b2-b4 d2-d4 / k3-k5 .", "b2-b4 / .", "b2-b4"] {
        let actions = game.parse_turn(&view, text).unwrap();
        assert_eq!(game.format_turn(&view, &actions), text);
    }
    for text in ["", " b2-b4", "b2-b4  / .", "b2-b4 / . ", "b2-b4/."] {
        assert!(game.parse_turn(&view, text).is_err(), "`{text}`");
    }
    let after = play.after("b2-b4 d2-d4 / k3-k5 .");
    let start = "b f2,h2,j2,l2,b4,d4 b12,d12,f12,h12,j12,l12 \
                 a3,c3,e3,g3,i3,m3,k5,a11,c11,e11,g11,i11,k11,m11";
    assert_eq!(after.text(), start);
}
