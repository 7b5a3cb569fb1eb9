//! `position legal` and `position apply`.

use botwerk_tests::Run;
use serde_json::json;

use crate::run;
use crate::{BOARD, race};

fn legal(more: &[&str]) -> Run {
    run(&[&["position", "legal", "--game", "micro-robots"], more].concat())
}

fn apply(position: &str, more: &[&str]) -> Run {
    let before = [
        "position",
        "apply",
        "--game",
        "micro-robots",
        "--position",
        position,
    ];
    run(&[&before, more].concat())
}

#[test]
fn legal_actions_are_listed_in_numeric_order() {
    let text = legal(&["--position", &race()]).good();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[99]), (100, "say 1", "pass"));
    let option = ["--option", "max_announce=2", "--json"];
    let json = legal(&[&["--position", &*race(), "--seat", "1"], &option[..]].concat());
    assert_eq!(
        json.good(),
        "{\"actions\":[\"say 1\",\"say 2\",\"pass\"]}\n"
    );
}

#[test]
fn chance_and_referee_have_legal_actions() {
    let start = legal(&["--seed", "7"]).good();
    assert!(start.starts_with("start 1B\n"), "{start}");
    assert_eq!(start.lines().count(), 36);
    let referee = legal(&["--position", &race(), "--actor", "referee"]).good();
    assert_eq!(referee, "break\nleave 0\nleave 1\n");
    let chance = legal(&["--position", &race(), "--actor", "chance", "--json"]).good();
    assert_eq!(chance, "{\"actions\":[]}\n");
}

#[test]
fn finished_position_has_no_legal_actions() {
    let over = format!("{BOARD} ; 1P ; - ; - ; 5,0 ; 0 ; 5 ; roll");
    assert_eq!(legal(&["--position", &over]).good(), "");
    apply(&over, &["roll 2W"]).failed(1, "the match is over");
}

#[test]
fn seat_count_comes_from_the_position_or_an_argument() {
    let four = format!("{BOARD} ; 1P ; 2W ; - ; 0,0,0,0 ; 0 ; 1 ; race:");
    let referee = legal(&["--position", &four, "--actor", "referee"]).good();
    assert!(referee.ends_with("leave 3\n"), "{referee}");
    let three = legal(&["--seats", "3", "--actor", "referee"]).good();
    assert!(three.ends_with("leave 2\n"), "{three}");
    legal(&["--position", &four, "--seats", "2"]).failed(2, "position: at byte");
    legal(&["--seats", "65"]).failed(2, "seats: expected 2 to 64, found 65");
}

#[test]
fn invalid_positions_options_and_actors_are_rejected() {
    legal(&["--position", "nonsense"]).failed(2, "position: at byte 0");
    legal(&["--position", "nonsense", "--json"]).failed_json(2, "BAD_POSITION");
    let alone = format!("{BOARD} ; 1P ; 2W ; - ; 0 ; 0 ; 1 ; race:");
    legal(&["--position", &alone]).failed(2, "seats: expected 2 to 64, found 1");
    legal(&["--position", &alone, "--json"]).failed_json(2, "BAD_POSITION");
    legal(&["--option", "sides=black"]).failed(2, "unknown option `sides`");
    legal(&["--option", "side"]).failed(2, "option side: missing value");
    legal(&["--option", "side=gold", "--json"]).failed_json(2, "BAD_OPTIONS");
    legal(&["--actor", "dealer"]).failed(2, "actor dealer");
    legal(&["--seat", "2"]).failed(2, "actor 2");
    assert_eq!(legal(&["--seat", "0", "--actor", "0"]).code, 2);
    run(&["position", "legal", "--game", "chess", "--json"]).failed_json(2, "UNKNOWN_GAME");
}

#[test]
fn mr_16_example_route_wins_a_chip() {
    let after = apply(&race(), &["say 5", "show 1P-6P-6W-6R-2R-2W"]).good();
    assert_eq!(
        after,
        format!("{BOARD} ; 2W ; - ; - ; 1,0 ; 1 ; 1 ; roll\n")
    );
}

#[test]
fn apply_assigns_actions_to_the_actor_to_move() {
    let after = apply(&race(), &["pass", "say 5", "to 6P"]).good();
    let showing = format!("{BOARD} ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; show:1:5:1P-6P\n");
    assert_eq!(after, showing);
    let second = apply(&race(), &["say 5", "--seat", "1"]).good();
    assert!(second.ends_with("show:1:5:1P\n"), "{second}");
    let left = apply(&race(), &["leave 0", "--actor", "referee"]).good();
    assert!(left.contains(" ; 0x,0 ; "), "{left}");
    let rolled = apply(&race(), &["break", "--actor", "referee"]).good();
    let rolled = apply(rolled.trim_end(), &["roll 3B"]).good();
    assert!(
        rolled.contains(" ; 1P ; 3B ; - ; 0,0 ; 0 ; 2 ; race:"),
        "{rolled}"
    );
}

#[test]
fn apply_prints_position_turn_and_hash_in_json() {
    let json = &apply(&race(), &["say 5", "--json"]).good_json()[0];
    let turn = json!({
        "kind": "decision", "seats": [0], "stage": "show", "number": 1, "is_simultaneous": false,
    });
    assert_eq!(json["turn"], turn);
    assert_eq!(json["hash"].as_str().unwrap().len(), 16);
    assert!(json["position"].as_str().unwrap().ends_with("show:0:5:1P"));
    let rolls = &apply(&race(), &["pass", "pass", "--json"]).good_json()[0];
    assert_eq!(
        rolls["turn"],
        json!({"kind": "chance", "key": "roll/-/2/0"})
    );
    let left = &apply(&race(), &["leave 0", "--actor", "referee", "--json"]).good_json()[0];
    let over = json!({"kind": "over", "places": [2, 1], "points": [0, 0], "rule": "MR-31"});
    assert_eq!(left["turn"], over);
}

#[test]
fn chance_outcome_is_sampled_from_the_seed() {
    let draw = || apply(&race(), &["pass", "pass", "--draw", "--seed", "7"]).good();
    assert_eq!(draw(), draw());
    assert!(draw().contains(" ; 0,0 ; 0 ; 2 ; race:"), "{}", draw());
    let start = [
        "position",
        "apply",
        "--game",
        "micro-robots",
        "--draw",
        "--seed",
        "7",
    ];
    assert!(run(&start).good().ends_with(" ; 1 ; race:\n"));
}

#[test]
fn illegal_action_is_rejected_without_output() {
    apply(&race(), &["say 0"]).failed(1, "`say 0`: turn: at byte 4");
    apply(&race(), &["to 6P"]).failed(1, "MR-14");
    apply(&race(), &["say 5", "jump"]).failed(1, "`jump`");
    apply(&race(), &["say 5", "say 4"]).failed(1, "MR-13");
    apply(&race(), &["pass", "pass", "--seat", "0"]).failed(1, "it is not the turn of seat 0");
    apply(&race(), &["roll 2W", "--actor", "chance"]).failed(1, "MR-20");
    apply(&race(), &["late 0", "--actor", "referee"]).failed(1, "MR-14");
    apply(&race(), &["to 6P", "--json"]).failed_json(1, "ILLEGAL_ACTION");
    apply(&race(), &["say\n5"]).failed(1, "`say 5`");
    assert_eq!(apply(&race(), &[]).code, 2);
    // A cell that only larger boards have.
    let start = ["position", "apply", "--game", "ricochet", "start r:z20"];
    run(&start).failed(1, "an action on the board of this match");
}
