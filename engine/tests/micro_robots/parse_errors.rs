//! Tests of parser errors: each locates the first deviation from the canonical text.

use botwerk_engine::{GameNotation, GameViews, ParseError, Viewer};

use crate::play::{EXAMPLE, Play, game, seat};

/// Asserts an error's byte offset, a part of what it expected, and what it found.
pub(crate) fn assert_error<T: std::fmt::Debug>(
    text: &str,
    parsed: Result<T, ParseError>,
    at: usize,
    expected: &str,
    found: &str,
) {
    let error = parsed.expect_err(text);
    assert_eq!(
        (error.offset, &*error.found),
        (at, found),
        "{text:?}: {error}"
    );
    assert!(error.expected.contains(expected), "{text:?}: {error}");
}

#[test]
fn invalid_boards_are_located() {
    let cases = [
        ("", 0, "a space such as `6P`", ""),
        ("2Y 1W 1B", 8, "` ` after 3 spaces", ""),
        ("2Y  1W", 3, "a space such as `6P`", " 1W"),
        ("2Y 1w", 3, "a space such as `6P`", "1w"),
        ("2Y 0W", 3, "a space such as `6P`", "0W"),
        (
            "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y /4P",
            39,
            "` ` after 12 spaces",
            "4P",
        ),
        ("2Y 1W 1B 5P 2P 3P  2W", 18, "`/ ` after 6 spaces", " 2W"),
        ("2Y 1W 1B 5P 2P 3P 2W", 18, "`/ ` after 6 spaces", "2W"),
        ("2Y 1é", 3, "a space such as `6P`", "1é"),
    ];
    for (text, at, expected, found) in cases {
        let board = text.parse::<botwerk_engine::micro_robots::Board>();
        let Err(botwerk_engine::micro_robots::BoardError::Text(error)) = board else {
            panic!("{text:?} is parsed as {board:?}");
        };
        assert_error::<()>(text, Err(error), at, expected, found);
    }
}

#[test]
fn trailing_text_after_a_board_is_rejected() {
    let text = format!("{EXAMPLE} ");
    let error = text
        .parse::<botwerk_engine::micro_robots::Board>()
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "board: at byte 117: expected the end of the text after 36 spaces, found ` `"
    );
}

#[test]
fn invalid_actions_are_located() {
    let cases = [
        ("", 0, "`start`, `roll`", ""),
        ("sai 5", 0, "`start`, `roll`", "sai 5"),
        ("Say 5", 0, "`start`, `roll`", "Say 5"),
        ("say", 3, "` `", ""),
        ("say ", 4, "moves from 1 to 99", ""),
        ("say  5", 4, "moves from 1 to 99", " 5"),
        ("say 0", 4, "moves from 1 to 99", "0"),
        ("say 05", 4, "moves from 1 to 99", "05"),
        ("say 100", 4, "moves from 1 to 99", "100"),
        ("say +5", 4, "moves from 1 to 99", "+5"),
        ("say 5 ", 5, "the end of the text", " "),
        ("pass ", 4, "the end of the text", " "),
        (" pass", 0, "`start`, `roll`", " pass"),
        ("pass\n", 0, "`start`, `roll`", "pass\n"),
        ("to 7P", 3, "a space such as `6P`", "7P"),
        ("to 6p", 3, "a space such as `6P`", "6p"),
        ("to 6P ", 5, "the end of the text", " "),
        ("end 1", 3, "the end of the text", " 1"),
        ("break ", 5, "the end of the text", " "),
        ("late 64", 5, "a seat from 0 to 63", "64"),
        ("late 01", 5, "a number", "01"),
        ("leave -1", 6, "a number", "-1"),
        ("leave", 5, "` `", ""),
        ("start 1P2", 8, "the end of the text", "2"),
        ("roll 2W via", 11, "` `", ""),
        ("roll 2W via 3", 12, "a space such as `6P`", "3"),
        ("roll 2W  via 3B", 7, "the end of the text", "  via 3B"),
        ("roll 2W to 3B", 7, "the end of the text", " to 3B"),
    ];
    let game = game(2, &[]).unwrap();
    for (text, at, expected, found) in cases {
        assert_error(text, game.parse_action(text), at, expected, found);
    }
}

#[test]
fn invalid_turns_are_located() {
    let cases = [
        ("", 0, "or `show` with a route", ""),
        ("sho 1P-6P", 0, "`start`, `roll`", "sho 1P-6P"),
        ("show", 0, "or `show` with a route", "show"),
        ("show ", 5, "a space such as `6P`", ""),
        ("show 1P", 7, "`-` and the next space", ""),
        ("show 6P-6W", 5, "the start space 1P", "6P-6W"),
        ("show 1P-6P-", 11, "a space such as `6P`", ""),
        ("show 1P-6P-7W", 11, "a space such as `6P`", "7W"),
        ("show 1P-6P ", 10, "`-`", " "),
        ("show 1P 6P", 7, "`-`", " 6P"),
        ("to 6P, end", 0, "`show 1P-6P`", "to 6P, end"),
        ("to 6P,to 6W", 5, "the end of the text", ",to 6W"),
        ("to 6P, ", 7, "`start`, `roll`", ""),
        ("to 6P, to", 9, "` `", ""),
        ("to, to 6P", 2, "` `", ", to 6P"),
        ("to 6P, to 7P, end", 10, "a space such as `6P`", "7P, end"),
        ("to 6P, end ", 10, "the end of the text", " "),
    ];
    let play = Play::at(&[], "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:0:5:1P");
    let view = play.game.view(&play.state, Viewer::Seat(seat(0)));
    for (text, at, expected, found) in cases {
        assert_error(text, play.game.parse_turn(&view, text), at, expected, found);
    }
}

#[test]
fn show_without_a_route_to_show_is_rejected() {
    let expected = "an action, since no route is to be shown";
    for rest in [
        "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:",
        "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:0:5:1P-6P",
    ] {
        let play = Play::at(&[], rest);
        let view = play.game.view(&play.state, Viewer::Seat(seat(0)));
        let text = "show 1P-6P";
        assert_error(text, play.game.parse_turn(&view, text), 0, expected, text);
    }
}

#[test]
fn errors_are_formatted_with_offset_and_expectation() {
    let error = game(2, &[]).unwrap().parse_action("say 05").unwrap_err();
    assert_eq!(
        error.to_string(),
        "action: at byte 4: expected a number of moves from 1 to 99, found `05`"
    );
    let error = game(2, &[]).unwrap().parse_action("to").unwrap_err();
    assert_eq!(
        error.to_string(),
        "action: at byte 2: expected ` `, found the end of the text"
    );
}
