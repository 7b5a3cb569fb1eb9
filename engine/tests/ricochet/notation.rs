//! Tests of the texts of actions, turns, positions and diagrams.

use botwerk_engine::ricochet::Ricochet;
use botwerk_engine::{GameDrawing, GameNotation, GameType, GameViews, Viewer};

use crate::play::{CORNERS, Play, game, plain_board, seat};

#[test]
fn actions_are_read_in_canonical_form_only() {
    let game = game(2, &[]).unwrap();
    for text in [
        "start r:c12",
        "draw *:h5",
        "draw y:p16",
        "say 99",
        "pass",
        "rN",
        "tE-+",
        "end",
        "break",
        "close",
        "late 63",
        "leave 0",
    ] {
        let action = game.parse_action(text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(game.format_action(action), text);
    }
    for text in [
        "",
        "rn",
        "r",
        "rN ",
        "tE+-",
        "rE+",
        "say 0",
        "say 100",
        "start r",
        "draw s:a1",
        "draw t:a1",
        "late 64",
        "close 1",
        "tE+++++++++",
    ] {
        assert!(game.parse_action(text).is_err(), "`{text}`");
    }
}

#[test]
fn error_of_an_unknown_action_names_what_is_expected() {
    let game = game(2, &[]).unwrap();
    let error = game.parse_action("fly").unwrap_err();
    assert_eq!(error.offset, 0);
    assert!(error.expected.contains("`say`"), "{error}");
}

#[test]
fn positions_of_all_phases_round_trip() {
    let rest = [
        "- - r:o16,g:b2,*:h5 0,0 0 start",
        "r:a1,g:p1 - r:o16,g:b2,*:h5 0,0 0 start",
        "r:a1,g:p1,b:a16,y:p16 - g:b2/r:o16,*:h5 0,0x 2 draw",
        "r:a1,g:p1,b:a16,y:p16 *:h5 -/g:b2 0x,1,0 7 race:0:9,1:3/1",
        "r:a1,g:p1,b:a16,y:p16 *:h5 - 0,1,1 7 show:2:9:rE,rS,gW/0:9,1:12",
    ];
    for rest in rest {
        assert_eq!(Play::at(&[], rest).rest(), rest);
    }
    let sections = "4B-3C-1A-2A r:c12,g:a1,b:h3,y:p9";
    let seats = Ricochet::seats_of_position(&format!("{sections} - - 1,0,3x 9 draw"));
    assert_eq!(seats, Some(3));
}

#[test]
fn positions_are_read_in_canonical_form_only() {
    let game = game(2, &[]).unwrap();
    let board = plain_board();
    for (rest, expected) in [
        (
            "r:a1,g:p1,b:a16 - g:b2/r:o16,*:h5 0,0 2 draw",
            "phase `start`",
        ),
        ("g:p1,r:a1,b:a16,y:p16 - g:b2/r:o16,*:h5 0,0 2 draw", "r:a1"),
        ("r:a1,r:a2 - g:b2 0,0 2 draw", "every robot once"),
        (
            "r:a1,g:a1,b:a16,y:p16 - g:b2/r:o16,*:h5 0,0 2 draw",
            "without another robot",
        ),
        (
            "r:a1,g:p1,b:a16,y:p16 - *:h5,g:b2/r:o16 0,0 1 draw",
            "in the order of the board",
        ),
        (
            "r:a1,g:p1,b:a16,y:p16 - g:b2/r:o16,*:h5 0,0 3 draw",
            "number of targets drawn",
        ),
        (
            "r:a1,g:p1,b:a16,y:p16 - g:b2/r:o16 0,0 2 draw",
            "1 targets in all",
        ),
        (
            "r:a1,g:p1,b:a16,y:p16 *:h5 -/g:b2 0,1 7 race:0:0/",
            "from 1 to 99",
        ),
        (
            "r:a1,g:p1,b:a16,y:p16 *:h5 -/g:b2 0,1 7 race:0:3,0:2/",
            "one number of each seat",
        ),
        (
            "r:a1,g:p1,b:a16,y:p16 *:h5 -/g:b2 0,1 7 race:/5",
            "a seat from 0 to 1",
        ),
        (
            "r:a1,g:p1,b:a16,y:p16 *:h5 -/g:b2 0,1 7 show:0:2:rE,/",
            "a robot",
        ),
        (
            "r:a1,g:p1,b:a16,y:p16 *:h5 -/g:b2 0,1 7 show:0:2:rN/",
            "legal moves",
        ),
    ] {
        let error = game.parse_position(&format!("{board} {rest}")).unwrap_err();
        assert!(error.to_string().contains(expected), "{rest}: {error}");
    }
}

#[test]
fn error_of_a_position_points_at_the_part() {
    let game = game(3, &[]).unwrap();
    let board = plain_board();
    let found = |rest: &str| {
        let text = format!("{board} {CORNERS} {rest}");
        game.parse_position(&text).unwrap_err().found
    };
    assert!(found("r:o16 - 0,1,9 7 race:/").starts_with("0,1,9"));
    assert_eq!(found("r:o16 -/g:b2 0,1,0 7 race:0:5/2,7"), "7");
    assert_eq!(found("r:o16 -/g:b2 0,1,0 7 race:9:5/2"), "9:5/2");
    assert_eq!(found("r:o16 -/g:b2 0,1,0 7 show:0:5:rE/1:4"), "1:4");
    assert_eq!(found("r:o16 -/g:b2 0,1,0 7 show:0:5:rN/"), "rN/");
    assert_eq!(found("r:o16 -/a:b2 0,1,0 7 race:/"), "a:b2 0,1,0 7 rac");
    assert!(found("r:o16 -/g:b3 0,1,0 7 race:/").starts_with("g:b3"));
}

#[test]
fn diagram_shows_walls_targets_and_the_robots_of_a_show() {
    let board = crate::play::board(&["c3E"], r"d4/r", "r:o16,g:b2,*:h5");
    let rest = format!("{CORNERS} r:o16 g:b2 0,1x 2 show:0:5:rE/");
    let play = Play::on(&board, &[], &rest);
    let view = play.game.view(&play.state, Viewer::Seat(seat(0)));
    insta::assert_snapshot!(play.game.diagram(&view).to_string());
}
