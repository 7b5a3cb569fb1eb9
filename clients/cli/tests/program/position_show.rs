//! `position show`, and ruleset files on the command line.

use std::fs;

use crate::{match_arguments, record_match, run};

#[test]
fn maps_and_positions_are_rendered() {
    let map = run(&[
        "position",
        "show",
        "--game",
        "droids",
        "--map",
        "diagonal-10",
    ])
    .good();
    assert!(map.starts_with("diagonal-10, symmetry diagonal\n"), "{map}");
    assert!(
        map.contains("\n9   .   .   gS  .   pS  S   cS  .   .   ~\n"),
        "{map}"
    );
    let start = run(&["position", "show", "--game", "netzwerk"]).good();
    assert!(
        start.contains("\n 2  | w | w | w | w | w | w |\n"),
        "{start}"
    );
    // The notation is that of `--position`, and of files of openings.
    let last = start.lines().last().unwrap();
    let position = last.strip_prefix("position: ").unwrap();
    let again = run(&[
        "position",
        "show",
        "--game",
        "netzwerk",
        "--position",
        position,
    ])
    .good();
    assert_eq!(again, start);
    let wrong = run(&["position", "show", "--game", "droids", "--map", "round"]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.stderr.contains("expected one of diagonal-10"),
        "{}",
        wrong.stderr
    );
    let none = run(&["position", "show", "--game", "netzwerk", "--map", "round"]);
    assert!(
        none.stderr.contains("netzwerk has no maps"),
        "{}",
        none.stderr
    );
}

#[test]
fn board_shows_what_a_seat_sees() {
    let game = ["position", "show", "--game", "droids"];
    let hands = "S:V1,V2,VM,B1,FIRE,R1,R2;N:V1,V2,VM,VD,B1,BD,FIRE";
    let position = &format!("1 SN 2 S set S S59,N90,r58,r89 - - - - - - {hands} - - -");
    let board = |more: &[&str]| run(&[&game[..], &["--position", position], more].concat()).good();
    // Only its own seat sees the kinds of a hand.
    assert!(!board(&[]).contains("rack:"));
    assert!(board(&["--seat", "0"]).contains("rack: V1 V2 VM B1 FIRE R1 R2"));
    assert!(board(&["--seat", "1"]).contains("rack: V1 V2 VM VD B1 BD FIRE"));
    // A view is a position that lacks what its seat does not see.
    let view = position.replace("N:V1,V2,VM,VD,B1,BD,FIRE", "N:v4,b2,r1");
    let seen = run(&[
        "position",
        "show",
        "--game",
        "droids",
        "--seat",
        "0",
        "--position",
        &view,
    ])
    .good();
    assert!(
        seen.contains("rack: V1 V2 VM B1 FIRE R1 R2") && seen.contains("N holds v4,b2,r1"),
        "{seen}"
    );
    run(&["position", "show", "--game", "droids", "--position", &view])
        .failed(2, "position: at byte");
    run(&[&game[..], &["--seats", "2", "--seat", "2"]].concat())
        .failed(2, "seat 2: expected 0 to 1");
}

#[test]
fn mistakes_of_a_ruleset_are_one_a_line_without_consequences() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.json");
    let standard = run(&["game", "show", "droids", "--ruleset"]).good();
    let mut ruleset: serde_json::Value = serde_json::from_str(&standard).unwrap();
    ruleset["bogus"] = 1.into();
    ruleset["maps"]["diagonal-10"]["rows"][0] = "?".into();
    ruleset["params"]["draw_mode"] = "quick".into();
    fs::write(&file, ruleset.to_string()).unwrap();
    let board = [
        "position",
        "show",
        "--game",
        "droids",
        "--ruleset",
        file.to_str().unwrap(),
    ];
    let failed = run(&board);
    assert_eq!(failed.code, 2, "{}", failed.stdout);
    let lines: Vec<_> = failed.stderr.lines().collect();
    assert!(
        lines[0].starts_with("botwerk: option ruleset: 3 mistakes; "),
        "{lines:?}"
    );
    assert!(lines[1].starts_with("  bogus: unknown key"), "{lines:?}");
    let [params, map] = [
        "  params.draw_mode: expected one of ",
        "  maps.diagonal-10.rows[0]: ",
    ];
    assert!(
        lines[2..].iter().any(|line| line.starts_with(params)),
        "{lines:?}"
    );
    assert!(
        lines[2..].iter().any(|line| line.starts_with(map)),
        "{lines:?}"
    );
    let json = botwerk_tests::json_lines(&run(&[&board[..], &["--json"]].concat()).stderr);
    assert_eq!(json[0]["error"]["mistakes"].as_array().unwrap().len(), 3);
    // The scenarios of the map are not wrong.
    assert_eq!(lines.len(), 4, "{lines:?}");
}

#[test]
fn record_contains_the_ruleset_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, record) = (path("mine.json"), path("out.bwr"));
    let standard = run(&["game", "show", "droids", "--ruleset"]).good();
    let own = standard.replace("\"round_cap\": 20", "\"round_cap\": 2");
    assert_ne!(own, standard);
    fs::write(&file, own).unwrap();
    let players = ["greedy", "greedy"];
    let rules = ["--option", "scenario=2", "--ruleset", &file, "--seed", "3"];
    record_match(&record, "droids", &players, &rules).good();
    let text = fs::read_to_string(&record).unwrap();
    assert!(text.contains(r#"\"round_cap\":2,"#), "{text}");
    run(&["record", "verify", &record]).good();
    assert!(
        run(&["record", "show", &record])
            .good()
            .contains("round 2 of 2")
    );
    fs::write(&file, standard.replace("[4, 9]", "[3, 8]")).unwrap();
    let wrong = run(&[&match_arguments("droids", &players)[..], &rules].concat());
    assert_eq!(wrong.code, 2);
    let mistake = "maps.diagonal-10.pads.S: the square is a wall";
    assert!(wrong.stderr.contains(mistake), "{}", wrong.stderr);
    let missing = run(&[
        "position",
        "show",
        "--game",
        "droids",
        "--ruleset",
        &path("none.json"),
    ]);
    assert!(missing.stderr.contains("none.json"), "{}", missing.stderr);
    let without = run(&["position", "show", "--game", "netzwerk", "--ruleset", &file]);
    assert!(
        without.stderr.contains("unknown option `ruleset`"),
        "{}",
        without.stderr
    );
}

#[test]
fn board_is_printed_as_a_picture() {
    for game in ["micro-robots", "netzwerk", "droids", "ricochet"] {
        let picture = run(&["position", "show", "--game", game, "--svg"]).good();
        assert!(picture.starts_with("<svg "), "{game}: {picture}");
        assert!(picture.trim_end().ends_with("</svg>"), "{game}");
        // A picture in a page must not run or load anything.
        assert!(!picture.contains("<script") && !picture.contains("href"));
    }
    let board = ["position", "show", "--game", "droids", "--svg"];
    assert_eq!(
        run(&[&board[..], &["--map", "diagonal-10"]].concat()).code,
        2
    );
    assert_eq!(run(&[&board[..], &["--json"]].concat()).code, 2);
}

#[test]
fn picture_shows_the_hand_of_its_seat_only() {
    let hands = "S:V1,V2,VM,B1,FIRE,R1,R2;N:V1,V2,VM,VD,B1,BD,FIRE";
    let position = &format!("1 SN 2 S set S S59,N90,r58,r89 - - - - - - {hands} - - -");
    let game = [
        "position",
        "show",
        "--game",
        "droids",
        "--svg",
        "--position",
        position,
    ];
    let picture = |more: &[&str]| run(&[&game[..], more].concat()).good();
    let of_both = picture(&[]);
    assert!(
        !of_both.contains("VM") && !of_both.contains("VD"),
        "{of_both}"
    );
    let of_first = picture(&["--seat", "0"]);
    assert!(
        of_first.contains("VM") && !of_first.contains("VD"),
        "{of_first}"
    );
}
