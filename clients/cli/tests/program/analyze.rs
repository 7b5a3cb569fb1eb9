//! `position analyze` and `record analyze`: what an agent expects, found here or by a server.

use botwerk_tests::Run;
use serde_json::{Value, json};

use crate::{BOARD, race, record_match, run};

fn analyze(more: &[&str]) -> Run {
    run(&[&["position", "analyze", "--game", "micro-robots"], more].concat())
}

#[test]
fn mr_30_example_route_is_the_last_reported() {
    let text = analyze(&["--position", &race()]).good();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].starts_with("value -5 moves, 24 nodes, "), "{text}");
    assert!(lines[0].contains(": [0] say 5 [0] show 1P-"), "{text}");
    assert!(lines[1].starts_with("best: say 5 (24 nodes, "), "{text}");
    let limits = ["--nodes", "7", "--depth", "2", "--time", "500ms"];
    let second = ["--position", &race(), "--seat", "1", "--agent", "random"];
    let text = analyze(&[&second[..], &limits[..]].concat()).good();
    assert!(
        text.starts_with("no value, 1 nodes, ") && text.contains(": [1] "),
        "{text}"
    );
}

#[test]
fn units_are_named_and_no_line_is_repeated() {
    let text = run(&[
        "position", "analyze", "--game", "netzwerk", "--nodes", "30000",
    ])
    .good();
    let lines: Vec<_> = text.lines().collect();
    let (best, reports) = lines.split_last().unwrap();
    assert!(
        best.starts_with("best: ") && best.ends_with(" s)"),
        "{text}"
    );
    // What a report says without its cost.
    let result = |line: &&str| -> (String, String) {
        let (head, turns) = line.split_once(" s:").unwrap();
        assert!(
            head.contains(" nodes, ") && head.contains(" nodes/s, "),
            "{line}"
        );
        let (result, _) = head.split_once(" hundredths of a robot").unwrap();
        assert!(
            result.starts_with("depth ") && result.contains(" turns, value "),
            "{line}"
        );
        (result.to_owned(), turns.to_owned())
    };
    let results: Vec<_> = reports.iter().map(result).collect();
    assert!(results.windows(2).all(|pair| pair[0] != pair[1]), "{text}");
    assert!(results.len() > 1, "{text}");
}

#[test]
fn each_report_is_one_json_line() {
    let found = analyze(&["--position", &race(), "--json"]).good_json();
    assert_eq!(found.len(), 1);
    let Value::Object(found) = &found[0] else {
        panic!("{found:?}")
    };
    let mut names: Vec<_> = found.keys().map(String::as_str).collect();
    names.sort_unstable();
    let all = [
        "depth",
        "final",
        "hints",
        "millis",
        "nodes",
        "nodes_per_second",
        "principal_variation",
        "value",
        "value_unit",
    ];
    assert_eq!(names, all);
    assert_eq!(
        (&found["value"], &found["value_unit"], &found["final"]),
        (&json!(-5), &json!("moves"), &json!(true))
    );
    let first = json!({"seat": 0, "text": "say 5"});
    assert_eq!(found["principal_variation"][0], first);
}

#[test]
fn default_position_is_the_start_of_the_seed() {
    let expected = |seed: &str| {
        let found = analyze(&["--seed", seed, "--json"]).good_json();
        found[0]["principal_variation"].clone()
    };
    assert_eq!(expected("7"), expected("7"));
    assert_ne!(expected("7"), expected("8"));
}

#[test]
fn unsearchable_position_is_rejected() {
    analyze(&["--position", "nonsense"]).failed(2, "position: at byte 0");
    let race = race();
    let at = |more: &[&str]| analyze(&[&["--position", &*race], more].concat());
    at(&["--earlier", "nonsense"]).failed(2, "earlier position: at byte 0");
    at(&["--seat", "2"]).failed(2, "seat 2: expected 0 to 1");
    at(&["--agent", "nobody", "--json"]).failed_json(2, "UNKNOWN_AGENT");
    at(&["--agent", "human:mean=x", "--json"]).failed_json(2, "BAD_OPTIONS");
    at(&["--option", "side=gold", "--json"]).failed_json(2, "BAD_OPTIONS");
    for time in ["5", "0s", "long"] {
        at(&["--time", time]).failed(2, "time ");
    }
    assert_eq!(at(&["--nodes", "0"]).code, 2);
    assert_eq!(at(&["--depth", "0"]).code, 2);
    assert_eq!(analyze(&["--earlier", &race]).code, 2, "earlier than what?");
    let showing = race.replace("race:", "show:1:5:1P");
    let other = ["--position", &showing, "--seat", "0"];
    analyze(&other).failed(2, "seat 0 is not to act");
    let rolls = format!("{BOARD} ; 1P ; - ; - ; 0,0 ; 0 ; 1 ; roll");
    analyze(&["--position", &rolls]).failed(2, "botwerk position apply --draw");
    let over = format!("{BOARD} ; 1P ; - ; - ; 5,0 ; 0 ; 5 ; roll");
    analyze(&["--position", &over]).failed(2, "the match is over");
    run(&["position", "analyze", "--game", "chess"]).failed(2, "chess");
}

#[test]
fn server_returns_the_same_analysis() {
    let server = crate::serve::Server::start(":memory:".as_ref(), "127.0.0.1:0");
    let there = ["--server", &server.address, "--json"];
    let race = race();
    let here = [
        "--position",
        &race,
        "--seat",
        "1",
        "--option",
        "expert=false",
    ];
    let expected = |found: &[Value]| {
        let last = found.last().unwrap();
        assert_eq!(last["final"], true);
        ["value", "depth", "nodes", "principal_variation"].map(|name| last[name].clone())
    };
    let here_found = analyze(&[&here[..], &["--json"]].concat()).good_json();
    let limits = ["--time", "1s", "--nodes", "100", "--depth", "9"];
    let there_found = analyze(&[&here[..], &there, &limits].concat()).good_json();
    assert_eq!(expected(&here_found), expected(&there_found));
    analyze(&[&["--agent", "nobody"], &there[..]].concat()).failed_json(2, "UNKNOWN_AGENT");
    analyze(&[&["--position", "x"], &there[..]].concat()).failed_json(2, "BAD_POSITION");
    let nowhere = ["--server", "127.0.0.1:1", "--json"];
    analyze(&nowhere).failed_json(2, "UNREACHABLE");
}

#[test]
fn analysis_of_a_seat_uses_its_view() {
    // Only the colours in the hand of N are printed.
    let hands = "S:V1,V2,VM,B1,FIRE,R1,R2;N:v4,b2,r1";
    let view = format!("1 SN 2 S set S S59,N90,r58,r89 - - - - - - {hands} - - -");
    let analyze = |more: &[&str]| {
        let position = [
            "position",
            "analyze",
            "--game",
            "droids",
            "--position",
            &view,
        ];
        let limits = ["--nodes", "2000", "--seed", "7"];
        run(&[&position[..], &limits, more].concat())
    };
    let text = analyze(&[]).good();
    assert!(text.contains("best: set "), "{text}");
    let own = analyze(&["--seat", "0"]).good();
    let best = |text: &str| {
        let (_, best) = text.rsplit_once("best: ").unwrap();
        best.split(" (").next().unwrap().to_owned()
    };
    assert_eq!(best(&own), best(&text));
    analyze(&["--seat", "1"]).failed(2, "view: at byte ");
}

/// Plays a match into a file and returns its path.
fn record(folder: &std::path::Path, game: &str, options: &[&str], seats: &[&str]) -> String {
    let path = folder.join(format!("{game}.bwr")).display().to_string();
    let options = options.iter().flat_map(|option| ["--option", option]);
    let more: Vec<_> = options.chain(["--seed", "7"]).collect();
    record_match(&path, game, seats, &more).good();
    path
}

/// Returns the turns and the summaries of all seats of a record.
fn analyze_record(path: &str, more: &[&str]) -> (Vec<Value>, Vec<Value>) {
    let lines = run(&[&["record", "analyze", "--json", path][..], more].concat()).good_json();
    lines
        .into_iter()
        .partition(|line| line.get("seq").is_some())
}

#[test]
fn blunders_of_a_record_have_a_better_turn_and_values_before_and_after() {
    let folder = tempfile::tempdir().unwrap();
    let board = ["width=4", "ranks=5"];
    let path = record(
        folder.path(),
        "netzwerk",
        &board,
        &["minimax:nodes=3000", "random"],
    );
    let (turns, seats) = analyze_record(&path, &["--agent", "minimax:nodes=3000"]);
    // The same agent suggests what it has played.
    assert_eq!(seats[0]["agree"], seats[0]["turns"], "{}", seats[0]);
    assert_eq!(seats[0]["blunders"], 0, "{}", seats[0]);
    assert!(seats[1]["blunders"].as_u64() > Some(0), "{}", seats[1]);
    let blunder = turns.iter().find(|turn| turn["blunder"] == true).unwrap();
    let number = |name: &str| blunder[name].as_i64().unwrap();
    assert!(number("loss") >= 100 && number("before") - number("after") == number("loss"));
    assert_ne!(blunder["text"], blunder["best"]);
    let arguments = [
        "record",
        "analyze",
        &path,
        "--agent",
        "minimax:nodes=3000",
        "--seat",
        "1",
    ];
    let printed = run(&arguments).good();
    let better = format!("better: {}", blunder["best"].as_str().unwrap());
    assert!(
        printed.starts_with("seat 1, random: ") && printed.contains(&better),
        "{printed}"
    );
}

#[test]
fn announcements_of_a_record_are_compared_with_the_shortest_route() {
    let folder = tempfile::tempdir().unwrap();
    let seats = ["solver", "human:mean=1s"];
    for game in ["micro-robots", "ricochet"] {
        let path = record(folder.path(), game, &[], &seats);
        let (turns, seats) = analyze_record(&path, &[]);
        assert_eq!(seats[0]["blunders"], 0, "{game}: {}", seats[0]);
        let announced = turns.iter().filter(|turn| turn["after"].is_i64());
        assert!(announced.count() > 0, "{game}");
    }
}

#[test]
fn turns_of_hidden_hands_are_analyzed_from_the_view_of_their_seat() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(
        folder.path(),
        "droids",
        &["round_cap=4"],
        &["greedy", "random"],
    );
    let (turns, seats) = analyze_record(&path, &["--nodes", "500"]);
    assert_eq!(seats.len(), 2);
    assert!(turns.iter().all(|turn| turn["best"] != ""), "{turns:?}");
}

#[test]
fn record_is_analyzed_for_its_own_seats_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = record(
        folder.path(),
        "netzwerk",
        &["width=2", "ranks=3"],
        &["random", "random"],
    );
    let seat = run(&["record", "analyze", &path, "--seat", "5"]);
    seat.failed(2, "--seat 5: expected 0 to 1");
    // A record has its game and its positions.
    let game = run(&["record", "analyze", &path, "--game", "netzwerk"]);
    assert_eq!((game.code, &*game.stdout), (2, ""), "{}", game.stderr);
    assert_eq!(run(&["position", "analyze"]).code, 2);
}
