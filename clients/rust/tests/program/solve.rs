//! `solve`.

use serde_json::{Value, json};

use crate::BOARD;
use crate::program::{Run, json_lines, run, run_with};

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
fn mr_30_the_printed_example_takes_five_moves() {
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
fn tasks_are_answered_line_by_line_and_ids_are_echoed() {
    let ids = [json!(7), json!(["a", null]), json!({"n": 1.5}), Value::Null];
    let tasks: Vec<_> = ids.iter().map(|id| with("id", id.clone())).collect();
    let answers = solve(&[], &tasks).good_json();
    let echoed: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(echoed, ids);
}

#[test]
fn mr_29_an_intermediate_target_and_a_length_are_kept() {
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
fn mr_5_a_target_out_of_reach_has_no_route() {
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
fn a_certificate_proves_the_length_and_routes_are_counted() {
    let answer = &solve(&["--certificate", "--count"], &[example()]).good_json()[0];
    assert_eq!(answer["count"], 1);
    let leg = &answer["certificate"]["legs"][0];
    assert_eq!(leg["route"], answer["route"]);
    assert_eq!(leg["layers"].as_array().unwrap().len(), 6);
    assert_eq!(leg["layers"][1], json!(["1B", "6P", "1Y"]));
}

#[test]
fn a_bad_line_is_told_in_its_place_and_the_rest_goes_on() {
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
fn text_that_is_no_json_is_a_bad_line() {
    let run = run_with(&SOLVE, "\nsolve this\n\n");
    assert_eq!(run.code, 1);
    let answers = json_lines(&run.stdout);
    assert_eq!((answers.len(), &answers[0]["id"]), (1, &Value::Null));
    assert_eq!(answers[0]["error"]["reason"], "BAD_POSITION");
}

#[test]
fn one_task_can_be_given_by_arguments() {
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
fn wrong_use_is_told() {
    let task = ["--start", "1P", "--target", "2W", "--board"];
    let with_board = |board| [&SOLVE[..], &task, &[board]].concat();
    run(&with_board("2Y 1W")).failed(2, "board: at byte 5");
    let json = [with_board("2Y 1W"), vec!["--json"]].concat();
    run(&json).failed_json(2, "BAD_POSITION");
    run(&["solve", "--game", "chess"]).failed(2, "game chess: there is none of that name");
    assert_eq!(run(&[&SOLVE[..], &["--start", "1P"]].concat()).code, 2);
}
