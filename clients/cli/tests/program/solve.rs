//! `solve`.

use botwerk_tests::{Run, json_lines};
use serde_json::{Value, json};

use crate::BOARD;
use crate::{run, run_with};

const SOLVE: [&str; 3] = ["solve", "--game", "micro-robots"];

fn solve(more: &[&str], lines: &[Value]) -> Run {
    let lines: Vec<_> = lines.iter().map(Value::to_string).collect();
    run_with(&[&SOLVE, more].concat(), &lines.join("\n"))
}

fn example() -> Value {
    json!({"id": "MR-30", "board": BOARD, "start": "1P", "target": "2W", "intermediate": null})
}

fn with(name: &str, value: impl Into<Value>) -> Value {
    let mut task = example();
    task[name] = value.into();
    task
}

#[test]
fn mr_30_example_needs_five_moves() {
    let answer = &solve(&[], &[example()]).good_json()[0];
    let fields: Vec<_> = answer.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["id", "moves", "route", "nodes", "micros"]);
    assert_eq!(answer["id"], "MR-30");
    assert_eq!(answer["moves"], 5);
    assert_eq!(answer["route"], "1P-6P-6W-6R-2R-2W");
    assert!(answer["nodes"].as_u64().unwrap() > 5);
    assert!(answer["micros"].as_f64().unwrap() > 0.0);
}

#[test]
fn tasks_are_solved_line_by_line_with_their_ids() {
    let ids = [json!(7), json!(["a", null]), json!({"n": 1.5}), Value::Null];
    let tasks: Vec<_> = ids.iter().map(|id| with("id", id.clone())).collect();
    let answers = solve(&[], &tasks).good_json();
    let echoed: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(echoed, ids);
}

#[test]
fn mr_29_intermediate_target_and_length_are_respected() {
    let tasks = [
        with("intermediate", "3B"),
        with("length", 7),
        with("length", 1),
    ];
    let answers = solve(&[], &tasks).good_json();
    assert!(answers[0]["route"].as_str().unwrap().contains("3B"));
    let seven = answers[1]["route"].as_str().unwrap();
    assert_eq!(
        (seven.split('-').count(), &answers[1]["moves"]),
        (8, &json!(7))
    );
    assert_eq!(
        (&answers[2]["moves"], &answers[2]["route"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn mr_5_unreachable_target_has_no_route() {
    // The rows' spaces match along columns only, so that a number is never left.
    let row = |shift: usize| {
        let space =
            |column: usize| format!("{}{}", column + 1, &"BYGRPW"[(shift + column) % 6..][..1]);
        (0..6).map(space).collect::<Vec<_>>().join(" ")
    };
    let board = (0..6).map(row).collect::<Vec<_>>().join(" / ");
    let task = json!({"board": board, "start": "1B", "target": "2Y"});
    let answer = &solve(&["--count", "--certificate"], &[task]).good_json()[0];
    assert_eq!(
        (&answer["moves"], &answer["route"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!((&answer["id"], &answer["count"]), (&Value::Null, &json!(0)));
    assert_eq!(answer["certificate"]["legs"][0]["route"], Value::Null);
}

#[test]
fn certificate_proves_the_length_and_routes_are_counted() {
    let answer = &solve(&["--certificate", "--count"], &[example()]).good_json()[0];
    assert_eq!(answer["count"], 1);
    let leg = &answer["certificate"]["legs"][0];
    assert_eq!(leg["route"], answer["route"]);
    assert_eq!(leg["layers"].as_array().unwrap().len(), 6);
    assert_eq!(leg["layers"][1], json!(["1B", "6P", "1Y"]));
}

#[test]
fn invalid_line_is_reported_and_the_rest_is_solved() {
    let bad = [
        with("board", "2Y 1W"),
        with("target", "1P"),
        with("start", "7P"),
        with("colour", "red"),
        with("length", -1),
        json!({"id": 1}),
        json!(["no", "task"]),
    ];
    let lines: Vec<_> = bad.iter().cloned().chain([example()]).collect();
    let run = solve(&[], &lines);
    assert_eq!((run.code, &*run.stderr), (1, ""));
    let answers = json_lines(&run.stdout);
    assert_eq!(answers.len(), lines.len());
    for (task, answer) in bad.iter().zip(&answers) {
        assert_eq!(answer["error"]["reason"], "BAD_POSITION", "{task}");
        assert_eq!(answer["id"], *task.get("id").unwrap_or(&Value::Null));
    }
    assert_eq!(answers.last().unwrap()["moves"], 5);
}

#[test]
fn text_that_is_not_json_is_an_invalid_line() {
    let run = run_with(&SOLVE, "\nsolve this\n\n");
    assert_eq!(run.code, 1);
    let answers = json_lines(&run.stdout);
    assert_eq!((answers.len(), &answers[0]["id"]), (1, &Value::Null));
    assert_eq!(answers[0]["error"]["reason"], "BAD_POSITION");
}

#[test]
fn one_task_can_be_passed_as_arguments() {
    let task = ["--board", BOARD, "--start", "1P", "--target", "2W"];
    let arguments = [&SOLVE[..], &task].concat();
    assert_eq!(run(&arguments).good(), "5 moves: 1P-6P-6W-6R-2R-2W\n");
    let json = run(&[&arguments[..], &["--json"]].concat()).good_json();
    assert_eq!(
        (&json[0]["moves"], &json[0]["id"]),
        (&json!(5), &Value::Null)
    );
    let expert = run(&[&arguments[..], &["--intermediate", "3B"]].concat()).good();
    assert!(expert.contains("3B"), "{expert}");
    let seven = run(&[&arguments[..], &["--length", "7", "--count"]].concat()).good();
    assert!(
        seven.starts_with("7 moves: ") && seven.ends_with("\nshortest routes: 1\n"),
        "{seven}"
    );
    let none = run(&[&arguments[..], &["--length", "1", "--certificate"]].concat()).good();
    assert!(none.starts_with("no route\ncertificate of 1P-6P"), "{none}");
}

#[test]
fn invalid_use_is_rejected() {
    let task = ["--start", "1P", "--target", "2W", "--board"];
    let with_board = |board| [&SOLVE[..], &task, &[board]].concat();
    run(&with_board("2Y 1W")).failed(2, "board: at byte 5");
    let json = [with_board("2Y 1W"), vec!["--json"]].concat();
    run(&json).failed_json(2, "BAD_POSITION");
    run(&["solve", "--game", "chess"]).failed(2, "unknown game `chess`");
    assert_eq!(run(&[&SOLVE[..], &["--start", "1P"]].concat()).code, 2);
}

const NETZWERK: [&str; 7] = [
    "solve", "--game", "netzwerk", "--width", "2", "--ranks", "3",
];

fn netzwerk(more: &[&str]) -> Run {
    run(&[&NETZWERK, more].concat())
}

#[test]
fn nw_31_small_board_is_solved() {
    let text = netzwerk(&["--option", "battery_control=majority"]).good();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "White wins in 3 turns");
    assert_eq!(lines[1], "position: w b2,d2 b6,d6 a3,c3,e3,a5,c5,e5");
    assert!(lines[2].starts_with("positions: 33264, 25764 won, 7235 lost, 265 drawn"));
    assert_eq!(lines[3], "longest win: 9 turns, longest loss: 8 turns");
    assert!(lines[4].starts_with("time: "));
    assert!(lines[5].starts_with("White, win 3: b2-b4 ") && lines[5].ends_with(" ."));
    assert!(lines[6].starts_with("Black, loss 2: ") && lines[7].starts_with("White, win 1: "));
    assert_eq!(lines.len(), 8);
}

#[test]
fn small_board_is_solved_in_json() {
    let options = ["--option", "first_player=black", "--threads", "1", "--json"];
    let answer = &netzwerk(&options).good_json()[0];
    let options = json!({
        "battery_control": "at_least", "first_player": "black", "forced_capture": "false",
        "ranks": "3", "width": "2",
    });
    assert_eq!(answer["options"], options);
    assert_eq!(
        (&answer["winner"], &answer["turns"]),
        (&json!("b"), &json!(1))
    );
    assert_eq!(answer["wins"], 27632);
    assert_eq!(answer["certificate"], Value::Null);
    let variation = answer["variation"].as_array().unwrap();
    assert_eq!(variation.len(), 1);
    assert_eq!(
        (&variation[0]["side"], &variation[0]["value"]),
        (&json!("b"), &json!("win 1"))
    );
    let endgame = ["--position", "w b2 d6 c3", "--json", "--memory", "1MiB"];
    let answer = &netzwerk(&endgame).good_json()[0];
    assert_eq!(answer["position"], "w b2 d6 c3");
}

#[test]
fn agents_are_assessed_by_the_solution() {
    let judge = [
        "--assess",
        "minimax:depth=2",
        "--assess",
        "random",
        "--decisions",
        "60",
    ];
    let seeded = [&judge[..], &["--seed", "7"]].concat();
    let text = netzwerk(&seeded).good();
    let last: Vec<_> = text.lines().rev().take(2).collect();
    assert!(last[1].starts_with("minimax:depth=2: preserved "), "{text}");
    assert!(
        last[0].starts_with("random: preserved ") && last[0].contains(" of 30 ("),
        "{text}"
    );
    let judged = &netzwerk(&[&seeded[..], &["--json"]].concat()).good_json()[0]["assessments"];
    assert_eq!(judged[0]["player"], "minimax:depth=2");
    let kept = |player: usize| {
        let kept =
            ["wins", "draws"].map(|kind| judged[player][kind]["preserved"].as_u64().unwrap());
        kept[0] + kept[1]
    };
    assert_eq!(
        (
            &judged[0]["wins"]["positions"],
            &judged[1]["draws"]["positions"]
        ),
        (&json!(30), &json!(30))
    );
    assert!(kept(0) > kept(1), "{judged}");
    netzwerk(&["--assess", "nobody"]).failed(2, "nobody");
    netzwerk(&["--assess", "minimax:time=1s"]).failed(2, "limit it by nodes or depth");
    assert_eq!(netzwerk(&["--decisions", "9"]).code, 2);
}

#[test]
fn altered_certificate_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.certificate");
    let file = file.to_str().unwrap();
    let position = ["--position", "w b2,d2 b6 c3,a5,c5"];
    let written = netzwerk(&[&position[..], &["--certificate", file, "--json"]].concat());
    let written = &written.good_json()[0];
    let check = ["solve", "--game", "netzwerk", "--check", file];
    let checked = &run(&[&check[..], &["--json"]].concat()).good_json()[0];
    assert_eq!(checked["sha256"], written["certificate"]["sha256"]);
    assert_eq!(checked["positions"], written["positions"]);
    assert_eq!(checked["file"], file);
    let text = run(&check).good();
    assert!(text.starts_with(&format!("{file}: valid: ")), "{text}");

    let mut bytes = std::fs::read(file).unwrap();
    let last = bytes.last_mut().unwrap();
    *last ^= 2;
    std::fs::write(file, &bytes).unwrap();
    run(&check).failed(1, "the file was changed or is incomplete");
    run(&[&check[..], &["--json"]].concat()).failed_json(1, "BAD_RECORD");
    std::fs::write(file, "nothing of the kind").unwrap();
    run(&check).failed(1, "expected the first lines of a certificate");
    std::fs::remove_file(file).unwrap();
    run(&check).failed(2, file);
}

#[test]
fn unsupported_board_is_rejected() {
    run(&["solve", "--game", "netzwerk"]).failed(2, "GiB, more than 8.0 GiB");
    netzwerk(&["--memory", "100KiB"]).failed(2, "positions take 0.1 GiB, more than");
    netzwerk(&["--memory", "much"]).failed(2, "memory much: expected a size");
    netzwerk(&["--option", "turn_cap=9"]).failed(2, "option turn_cap: not applicable");
    netzwerk(&["--option", "width"]).failed(2, "option width: missing value");
    run(&["solve", "--game", "netzwerk", "--width", "9"]).failed(2, "width");
    netzwerk(&["--position", "w b2 d6"]).failed(2, "position: at byte");
    netzwerk(&["--position", "w b4 d6 a3 0 r:b2>b4:1"]).failed(2, "within a turn");
    netzwerk(&["--certificate"]).failed(2, "write --certificate FILE");
    netzwerk(&["--certificate", "/"]).failed(2, "/: ");
}

#[test]
fn arguments_of_another_game_are_rejected() {
    netzwerk(&["--count"]).failed(
        2,
        "--count: only with --game micro-robots, not with netzwerk",
    );
    let player = ["--solo-player", "greedy"];
    netzwerk(&player).failed(2, "--solo-player: only with --game droids");
    let other = [&SOLVE[..], &["--width", "2"]].concat();
    run(&other).failed(2, ": only with --game netzwerk, not with micro-robots");
    let file = [&SOLVE[..], &["--certificate", "file"]].concat();
    run(&file).failed(2, "omit the file");
}

#[test]
fn solo_scenario_is_played_with_open_draws() {
    let solve = ["solve", "--game", "droids", "--solo", "6", "--json"];
    let printed = &run(&solve).good_json()[0];
    assert_eq!(
        (&printed["matches"], &printed["level"]),
        (&json!(6), &json!("6"))
    );
    assert!(printed["won"].as_u64() >= Some(4), "{printed}");
    assert_eq!(&run(&solve).good_json()[0], printed);
    let nothing = run(&["solve", "--game", "droids"]);
    assert_eq!(nothing.code, 2);
    assert!(
        nothing.stderr.contains("pass --solo N"),
        "{}",
        nothing.stderr
    );
    let other = run(&["solve", "--game", "netzwerk", "--solo", "6"]);
    assert!(
        other.stderr.contains("only with --game droids"),
        "{}",
        other.stderr
    );
}
