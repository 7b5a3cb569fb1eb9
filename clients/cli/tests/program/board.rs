//! `board`, and ruleset files on the command line.

use std::fs;

use crate::run;

#[test]
fn maps_and_positions_are_rendered() {
    let map = run(&["board", "--game", "droids", "--map", "diagonal-10"]).good();
    assert!(map.starts_with("diagonal-10, symmetry diagonal\n"), "{map}");
    assert!(
        map.contains("\n9   .   .   gS  .   pS  S   cS  .   .   ~\n"),
        "{map}"
    );
    let start = run(&["board", "--game", "netzwerk"]).good();
    assert!(
        start.contains("\n 2  | w | w | w | w | w | w |\n"),
        "{start}"
    );
    let wrong = run(&["board", "--game", "droids", "--map", "round"]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.stderr.contains("expected one of diagonal-10"),
        "{}",
        wrong.stderr
    );
    let none = run(&["board", "--game", "netzwerk", "--map", "round"]);
    assert!(
        none.stderr.contains("netzwerk has no maps"),
        "{}",
        none.stderr
    );
}

#[test]
fn record_contains_the_ruleset_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, record) = (path("mine.json"), path("out.bwr"));
    let standard = run(&["games", "droids", "--ruleset"]).good();
    let own = standard.replace("\"round_cap\": 20", "\"round_cap\": 2");
    assert_ne!(own, standard);
    fs::write(&file, own).unwrap();
    let players = ["--seat", "greedy", "--seat", "greedy", "--seed", "3"];
    let game = ["match", "--game", "droids", "--option", "scenario=2"];
    let kept = ["--ruleset", &file, "--record", &record];
    run(&[&game[..], &players, &kept].concat()).good();
    let text = fs::read_to_string(&record).unwrap();
    assert!(text.contains(r#"\"round_cap\":2,"#), "{text}");
    run(&["verify", &record]).good();
    assert!(run(&["replay", &record]).good().contains("round 2 of 2"));
    fs::write(&file, standard.replace("[4, 9]", "[3, 8]")).unwrap();
    let wrong = run(&[&game[..], &players, &["--ruleset", &file]].concat());
    assert_eq!(wrong.code, 2);
    let mistake = "maps.diagonal-10.pads.S: the square is a wall";
    assert!(wrong.stderr.contains(mistake), "{}", wrong.stderr);
    let missing = run(&["board", "--game", "droids", "--ruleset", &path("none.json")]);
    assert!(missing.stderr.contains("none.json"), "{}", missing.stderr);
    let without = run(&["board", "--game", "netzwerk", "--ruleset", &file]);
    assert!(
        without.stderr.contains("unknown option `ruleset`"),
        "{}",
        without.stderr
    );
}
