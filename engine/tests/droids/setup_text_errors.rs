//! Errors of texts whose setups break a rule: each names the place that must change.

use botwerk_engine::GameNotation;

use crate::pair::game;

#[test]
fn text_errors_of_broken_rules_stand_where_the_text_must_change() {
    let game = game(2, &[("scenario", "1")]);
    let good = "1 SN 2 S send S S59,N40,r77,r89 - - - - - S1,N1 - S6.1:V1N - -";
    game.parse_position(good).unwrap();
    for (old, new, at, expected) in [
        ("1 SN", "2 SN", 0, "the scenario 1"),
        (" SN ", " SW ", 2, "the seats in play, `SN`"),
        (" 2 S", " 0 S", 5, "a round from 1 to"),
        ("S send", "W send", 7, "a seat in play, of `SN`"),
        ("send S", "send E", 14, "a seat in play, of `SN`"),
        ("N40", "W40", 20, "a seat in play, of `SN`"),
        ("N40", "N59", 20, "at most one robot per square (DR-20)"),
        ("r89", "r59", 28, "at most one robot per square (DR-20)"),
        ("N40", "N40+cW", 25, "a seat in play, of `SN`"),
        ("r89 -", "r89 o59", 32, "a square without another piece"),
        ("r89 -", "r89 o66,m66", 36, "a square without another piece"),
        ("r89 -", "r89 m01,cW66", 37, "a seat in play, of `SN`"),
        ("- S1,N1", "- S1,N8", 46, "a number from 0 to 7"),
        ("- S1,N1", "S,W S1,N1", 41, "` `"),
        ("S1,N1", "S1,W1", 45, "a seat in play, of `SN`"),
        (
            "N1 -",
            "N1 N:V1,V1,V1,V1,V1,V1,V1,V1",
            71,
            "at most 7 stones in a hand (DR-3)",
        ),
        ("S6.1:V1N", "E5.1:V1N", 50, "a seat in play, of `SN`"),
        (
            "V1N - -",
            "V1N die:N,die:W -",
            69,
            "a seat in play, of `SN`",
        ),
    ] {
        let text = good.replacen(old, new, 1);
        let error = game.parse_position(&text).expect_err(&text);
        assert_eq!(error.offset, at, "{text}: {error}");
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
}
