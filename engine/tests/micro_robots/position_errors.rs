//! Tests of position parser errors: each locates the field that is invalid or contradicts another.

use crate::parse_errors::assert_error;
use crate::play::{EXAMPLE, game};
use botwerk_engine::GameNotation;

/// Length of a board's text and the separator after it, in bytes.
const BOARD: usize = EXAMPLE.len() + 3;

#[test]
fn invalid_positions_are_located() {
    // The text after the board and its separator, the offset of the error in it, the expectation
    // and the text found.
    let cases = [
        ("", 0, "a space such as `6P`", ""),
        ("1P", 2, "` ; `", ""),
        ("1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race: ", 33, "a number", " "),
        ("1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:\n", 33, "a number", "\n"),
        ("1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:1 ", 34, "`,`", " "),
        (
            "1P ; - ; - ; 0,0 ; 0 ; 1 ; roll ",
            31,
            "the end of the text",
            " ",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race",
            28,
            "`race:` or `show:`",
            "race",
        ),
        ("1P ; 2W ; - ; 0,0 ; 0 ; 1 ; ", 28, "`start`, `roll`", ""),
        (
            "7P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:",
            0,
            "a space such as `6P`",
            "7P ; 2W ; - ; 0,",
        ),
        ("1P  ; 2W", 2, "` ; `", "  ; 2W"),
        (
            "1P ; 2W ; - ; 0 ; 0 ; 1 ; race:",
            15,
            "`,`",
            " ; 0 ; 1 ; race:",
        ),
        (
            "1P ; 2W ; - ; 0,0,0 ; 0 ; 1 ; race:",
            17,
            "` ; `",
            ",0 ; 0 ; 1 ; rac",
        ),
        (
            "1P ; 2W ; - ; 0,00 ; 0 ; 1 ; race:",
            16,
            "a number",
            "00 ; 0 ; 1 ; rac",
        ),
        (
            "1P ; 2W ; - ; 0,-1 ; 0 ; 1 ; race:",
            16,
            "a number",
            "-1 ; 0 ; 1 ; rac",
        ),
        (
            "1P ; 2W ; - ; 9,17 ; 0 ; 1 ; race:",
            16,
            "at most 25 chips",
            "17 ; 0 ; 1 ; rac",
        ),
        (
            "1P ; 2W ; - ; 0x,0x ; 0 ; 1 ; race:",
            14,
            "has not left",
            "0x,0x ; 0 ; 1 ; ",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 2 ; 1 ; race:",
            20,
            "a seat from 0 to 1",
            "2 ; 1 ; race:",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 64 ; 1 ; race:",
            20,
            "a seat from 0 to 63",
            "64 ; 1 ; race:",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 00 ; 1 ; race:",
            20,
            "a number",
            "00 ; 1 ; race:",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 01 ; race:",
            24,
            "a number",
            "01 ; race:",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 4294967296 ; race:",
            24,
            "a number",
            "4294967296 ; rac",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 0 ; race:",
            24,
            "targets rolled so far",
            "0 ; race:",
        ),
        (
            "- ; - ; - ; 0,0 ; 0 ; 1 ; start",
            22,
            "targets rolled so far",
            "1 ; start",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:2",
            33,
            "a seat from 0 to 1",
            "2",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:0,1",
            36,
            "a seat that has not passed",
            "",
        ),
        ("1P ; 2W ; - ; 0,0,0 ; 0 ; 1 ; race:1,0", 35, "`0,1`", "1,0"),
        (
            "1P ; 2W ; - ; 0,0,0 ; 0 ; 1 ; race:1,1",
            36,
            "the end of the text",
            ",1",
        ),
        (
            "1P ; 2W ; 3B ; 0,0 ; 0 ; 1 ; race:",
            10,
            "expert variant (MR-29)",
            "3B ; 0,0 ; 0 ; 1",
        ),
        (
            "1P ; 1P ; - ; 0,0 ; 0 ; 1 ; race:",
            5,
            "that differ (MR-6",
            "1P ; - ; 0,0 ; 0",
        ),
        (
            "1P ; - ; - ; 0,0 ; 0 ; 1 ; race:",
            27,
            "if a target is given",
            "race:",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; roll",
            28,
            "if a target is given",
            "roll",
        ),
        (
            "- ; - ; - ; 0,0 ; 0 ; 0 ; roll",
            26,
            "if no start is given",
            "roll",
        ),
        (
            "1P ; - ; - ; 0,0x,0 ; 1 ; 1 ; roll",
            22,
            "a roller who has not left",
            "1 ; 1 ; roll",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:2:5:1P",
            33,
            "a seat from 0 to 1",
            "2:5:1P",
        ),
        (
            "1P ; 2W ; - ; 0x,0,0 ; 1 ; 1 ; show:0:5:1P",
            36,
            "that has not left",
            "0:5:1P",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:0:0:1P",
            35,
            "moves from 1 to 99",
            "0:1P",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:0:05:1P",
            35,
            "moves from 1 to 99",
            "05:1P",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:0:100:1P",
            35,
            "moves from 1 to 99",
            "100:1P",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:0:5:6P",
            37,
            "from the start",
            "6P",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:0:5:1P-2W",
            37,
            "legal moves",
            "1P-2W",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:0:1:1P-6P",
            37,
            "fewer than announced",
            "1P-6P",
        ),
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:0:5:1P-",
            40,
            "a space such as `6P`",
            "",
        ),
        ("1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:0:5:1P ", 39, "`-`", " "),
    ];
    for (rest, at, expected, found) in cases {
        let text = format!("{EXAMPLE} ; {rest}");
        let chips = rest.split(" ; ").nth(3).unwrap_or("0,0");
        let seats = if chips.matches(',').count() == 2 && at != 17 {
            3
        } else {
            2
        };
        let parsed = game(seats, &[]).unwrap().parse_position(&text);
        assert_error(&text, parsed, BOARD + at, expected, found);
    }
}

#[test]
fn invalid_boards_in_positions_are_located() {
    let parsed = |board: &str| {
        let text = format!("{board} ; - ; - ; - ; 0,0 ; 0 ; 0 ; start");
        game(2, &[]).unwrap().parse_position(&text)
    };
    let short = EXAMPLE.strip_suffix(" 5W").unwrap();
    assert_error(
        short,
        parsed(short),
        114,
        "` ` after 35 spaces",
        " ; - ; - ; - ; 0",
    );
    let twice = EXAMPLE.replacen("1W", "2Y", 1);
    let expected = "2Y occurs twice and 1W is missing";
    assert_error(&twice, parsed(&twice), 0, expected, "2Y 2Y 1B 5P 2P 3");
    let text = format!("{EXAMPLE}  ; -");
    let expected = "the end of the text after 36 spaces";
    assert_error(
        &text,
        parsed(&format!("{EXAMPLE} ")),
        117,
        expected,
        "  ; - ; - ; - ; ",
    );
}

#[test]
fn invalid_expert_positions_are_located() {
    let expert = game(2, &[("expert", "true")]).unwrap();
    let cases = [
        (
            "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:",
            10,
            "MR-29",
            "- ; 0,0 ; 0 ; 1 ",
        ),
        (
            "1P ; 2W ; 2W ; 0,0 ; 0 ; 1 ; race:",
            10,
            "differ",
            "2W ; 0,0 ; 0 ; 1",
        ),
        (
            "1P ; 2W ; 1P ; 0,0 ; 0 ; 1 ; race:",
            10,
            "differ",
            "1P ; 0,0 ; 0 ; 1",
        ),
        (
            "1P ; - ; 3B ; 0,0 ; 0 ; 1 ; roll",
            9,
            "MR-29",
            "3B ; 0,0 ; 0 ; 1",
        ),
    ];
    for (rest, at, expected, found) in cases {
        let text = format!("{EXAMPLE} ; {rest}");
        assert_error(
            &text,
            expert.parse_position(&text),
            BOARD + at,
            expected,
            found,
        );
    }
}
