//! `solve --game ricochet` and `solve --generate`.

use botwerk_tests::{Run, json_lines};
use serde_json::{Value, json};

use crate::{run, run_with};

const SOLVE: [&str; 3] = ["solve", "--game", "ricochet"];
const INSTANCES: &str = include_str!("../../../../agents/tests/ricochet_solver/instances.jsonl");
/// A position of a public collection, with a target of the green robot.
const GAME_ID: &str = "0765+41+2E21BD0F+1C";

/// The same position as a game dump, and a board of 12x8 cells.
const DUMPS: &str = include_str!("../../../../engine/tests/ricochet/drifting_droids.txt");

fn solve(more: &[&str], lines: &str) -> Run {
    run_with(&[&SOLVE, more].concat(), lines)
}

/// Returns the known instances whose names start like this.
fn instances(start: &str) -> String {
    let is_wanted = |line: &&str| line.contains(&format!("\"id\": \"{start}"));
    let lines: Vec<_> = INSTANCES.lines().filter(is_wanted).collect();
    assert!(!lines.is_empty());
    lines.join("\n")
}

#[test]
fn answers_repeat_the_id_and_add_solution_and_proof() {
    let lines = instances("x0");
    let answers = solve(&[], &lines).good_json();
    for (answer, line) in answers.iter().zip(json_lines(&lines)) {
        let fields: Vec<_> = answer.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["id", "moves", "solution", "nodes", "ms", "proof"]);
        assert_eq!(answer["id"], line["id"]);
        assert_eq!(answer["moves"], line["moves"]);
        assert_eq!(answer["proof"]["at_least"], line["moves"]);
        assert!(answer["ms"].as_f64().unwrap() > 0.0);
    }
    assert_eq!(answers.len(), 4);
}

#[test]
fn game_id_is_solved_with_all_optima() {
    let answer = &solve(&["--optima", "5"], GAME_ID).good_json()[0];
    assert_eq!(
        (&answer["id"], &answer["moves"]),
        (&json!(GAME_ID), &json!(5))
    );
    let optima = &answer["optima"];
    assert_eq!(optima["count"], "1");
    assert_eq!(optima["simplest"], json!(["gS", "gE", "gN", "gE", "gN"]));
    assert_eq!(optima["ends"], json!(["r:o3,g:m2,b:n12,y:p1"]));
}

#[test]
fn hints_tell_more_and_more() {
    let hint = |level: &str| solve(&["--hint", level], GAME_ID).good_json()[0].clone();
    assert_eq!(hint("moves"), json!({"id": GAME_ID, "hint": "5 moves"}));
    assert_eq!(
        hint("last"),
        json!({"id": GAME_ID, "hint": "green moves last"})
    );
    assert_eq!(hint("next"), json!({"id": GAME_ID, "hint": "next: gS"}));
}

#[test]
fn exhausted_budget_is_said_with_its_bound() {
    let answer = &solve(&["--max-nodes", "9000"], &instances("f24")).good_json()[0];
    assert_eq!(answer["exhausted"], "nodes");
    assert_eq!(
        (&answer["moves"], &answer["solution"]),
        (&Value::Null, &Value::Null)
    );
    let at_least = answer["at_least"].as_u64().unwrap();
    assert!((8..24).contains(&at_least), "{at_least}");
    let answer = &solve(&["--max-memory", "1"], &instances("f24")).good_json()[0];
    assert_eq!(answer["exhausted"], "memory");
}

#[test]
fn mistake_in_one_line_leaves_the_others() {
    let lines = format!("{{\"id\": 7}}\n0765+45+2E21BD0F+1C\n\n{GAME_ID}");
    let run = solve(&[], &lines);
    assert_eq!((run.code, &*run.stderr), (1, ""));
    let answers = json_lines(&run.stdout);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["id"], 7);
    assert_eq!(answers[0]["error"]["reason"], "BAD_POSITION");
    let message = answers[1]["error"]["message"].as_str().unwrap();
    assert!(message.contains("one of the robots, or F"), "{message}");
    assert_eq!(answers[2]["moves"], 5);
}

#[test]
fn generated_positions_have_exactly_the_wanted_number_of_moves() {
    let wanted = [
        "solve",
        "--game",
        "ricochet",
        "--generate",
        "9..10",
        "--positions",
        "2",
        "--generate-seed",
        "3",
    ];
    let positions = run(&[&wanted[..], &["--json", "--unique"]].concat()).good();
    let again = run(&[&wanted[..], &["--json", "--unique"]].concat()).good();
    assert_eq!(positions, again, "the seed determines the positions");
    let answers = solve(&["--optima", "3"], &positions).good_json();
    let lines = json_lines(&positions);
    assert_eq!((answers.len(), lines.len()), (2, 2));
    for (answer, line) in answers.iter().zip(lines) {
        assert_eq!(answer["moves"], line["moves"]);
        assert!((9..=10).contains(&answer["moves"].as_u64().unwrap()));
        assert_eq!(answer["optima"]["count"], "1");
    }
}

#[test]
fn generated_positions_of_micro_robots_have_exactly_the_wanted_number_of_moves() {
    let wanted = [
        "solve",
        "--game",
        "micro-robots",
        "--generate",
        "10",
        "--positions",
        "3",
        "--unique",
    ];
    let positions = run(&[&wanted[..], &["--json", "--side", "copper"]].concat()).good();
    let solve = ["solve", "--game", "micro-robots", "--count"];
    for answer in run_with(&solve, &positions).good_json() {
        assert_eq!(
            (&answer["moves"], &answer["count"]),
            (&json!(10), &json!(1))
        );
    }
}

#[test]
fn positions_that_are_not_found_are_no_endless_search() {
    let wanted = [
        "solve",
        "--game",
        "micro-robots",
        "--generate",
        "30",
        "--max-tries",
        "500",
    ];
    run(&wanted).failed(2, "no position of 30 to 30 moves among 500");
    let foreign = [
        "solve",
        "--game",
        "micro-robots",
        "--generate",
        "3",
        "--silver",
    ];
    run(&foreign).failed(2, "--silver: only with --game ricochet");
    let backwards = ["solve", "--game", "ricochet", "--generate", "5..3"];
    let message = run(&backwards).stderr;
    assert!(message.contains("expected a number of moves"), "{message}");
    let generate = ["solve", "--game", "ricochet", "--generate", "3"];
    let solving = run(&[&generate[..], &["--optima", "2"]].concat());
    solving.failed(2, "--optima: not with --generate; omit it");
    let without = ["solve", "--game", "droids", "--generate", "3"];
    run(&without).failed(2, "--generate: not with --game droids");
    assert_eq!(run(&["solve", "--game", "ricochet", "--unique"]).code, 2);
}

#[test]
fn game_dumps_are_solved_and_analysed() {
    let answers = solve(&[], DUMPS).good_json();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["id"], json!(DUMPS.lines().next()));
    assert_eq!(answers[0]["moves"], 5, "as from the game id");
    assert!(answers[1]["moves"].as_u64() > Some(1), "{}", answers[1]);
    let damaged = DUMPS.replacen("!AA", "!BA", 1);
    let rejected = solve(&[], damaged.lines().next().unwrap());
    assert_eq!(rejected.code, 1);
    assert!(
        rejected.stdout.contains("the dump is damaged"),
        "{}",
        rejected.stdout
    );
    let [printed, sized] = [0, 1].map(|line| DUMPS.lines().nth(line).unwrap());
    let board =
        |dump: &str| run(&["position", "show", "--game", "ricochet", "--position", dump]).good();
    assert!(board(printed).contains("target g:m2"));
    assert!(board(sized).contains(" 8 "));
    assert!(!board(sized).contains("\n 9 "));
    let analyze = [
        "position",
        "analyze",
        "--game",
        "ricochet",
        "--option",
        "ricochet_rule=false",
        "--position",
        printed,
    ];
    assert!(run(&analyze).good().contains("say 5"));
}

#[test]
fn large_boards_are_drawn_analysed_and_solved() {
    for (width, height, corner) in [(18, 16, "r16"), (24, 24, "x24"), (32, 32, "af32")] {
        let walls = |cell: usize| {
            let (row, column) = (cell / width, cell % width);
            let sides = [
                row == 0,
                column == width - 1,
                row == height - 1,
                column == 0,
            ];
            (0..4).map(|side| u32::from(sides[side]) << side).sum()
        };
        let digits = (0..width * height).map(|cell| char::from_digit(walls(cell), 16).unwrap());
        let digits: String = digits.collect();
        let line = json!({
            "size": format!("{width}x{height}"),
            "walls": digits,
            "robots": [0, width * 2 + 3, width * 5 + 7],
            "target": {"pos": width * height - 1, "robot": 0},
        });
        let answer = &solve(&[], &line.to_string()).good_json()[0];
        assert_eq!(answer["solution"].as_array().unwrap().len(), 2, "{answer}");
        let text = format!(
            "size:{width}x{height}:{digits}:-:r:{corner} r:a1,g:d3,b:h6,y:c4 r:{corner} - 0,0 1 race:/"
        );
        let board = run(&[
            "position",
            "show",
            "--game",
            "ricochet",
            "--position",
            &text,
        ])
        .good();
        assert!(board.contains(&format!("target r:{corner}")), "{board}");
        let analyze = [
            "position",
            "analyze",
            "--game",
            "ricochet",
            "--agent",
            "solver",
            "--position",
            &text,
        ];
        assert!(run(&analyze).good().contains("say 2"));
    }
    let line =
        json!({"size": "33x10", "walls": "9", "robots": [0], "target": {"pos": 1, "robot": 0}});
    let answer = &solve(&[], &line.to_string()).stdout;
    assert!(
        answer.contains("`3x3` to `32x32`, found `33x10`"),
        "{answer}"
    );
    let refused = [
        "position",
        "show",
        "--game",
        "ricochet",
        "--position",
        "size:33x10:9 - - - 0,0 0 start",
    ];
    run(&refused).failed(2, "a size from `3x3` to `32x32`");
}
