//! Lines that are not instances, and instances without a solution.

use botwerk_agents::ricochet::solver::{Budget, InstanceLine, Outcome, solve};
use serde_json::{Value, json};

fn first_line() -> Value {
    let text = include_str!("instances.jsonl").lines().next().unwrap();
    serde_json::from_str(text).unwrap()
}

/// Returns the error of the first instance after a change of one field.
fn error(field: &str, value: Value) -> String {
    let mut line = first_line();
    line[field] = value;
    let line: InstanceLine = line.to_string().parse().unwrap();
    line.instance().unwrap_err().to_string()
}

#[test]
fn every_mistake_is_named() {
    let mut walls = first_line()["walls"].as_str().unwrap().to_owned();
    walls.replace_range(18..19, "8");
    assert_eq!(
        error("walls", walls.into()),
        "walls: c2 has a wall on side W, but the cell behind it has none; give every wall from both \
         sides"
    );
    assert_eq!(
        error("walls", "0".repeat(256).into()),
        "walls: a1 has no wall on side N; the frame must be closed (RR-1)"
    );
    assert_eq!(
        error("walls", "91x".into()),
        "walls: expected 256 hexadecimal digits, found `x`"
    );
    assert_eq!(
        error("robots", json!([119, 60, 76, 183])),
        "robots: the red robot is on h8, which is part of the centre block (RR-1)"
    );
    assert_eq!(
        error("robots", json!([60, 60, 76, 183])),
        "robots: the green robot is on m4, on which another robot stands"
    );
    assert_eq!(
        error("robots", json!([256, 60, 76, 183])),
        "robots: expected a cell from 0 to 255, found 256"
    );
    assert_eq!(
        error("robots", json!([])),
        "robots: expected 1 to 6 cells, found 0"
    );
    assert_eq!(
        error("target", json!({"pos": 300, "robot": 3})),
        "target: expected a cell from 0 to 255, found 300"
    );
    assert_eq!(
        error("target", json!({"pos": 70, "robot": 4})),
        "target: expected the index of a robot, 0 to 3, found 4"
    );
    assert_eq!(
        error("target", json!({"pos": 120, "robot": 3})),
        "target: i8 is part of the centre block (RR-1)"
    );
    assert_eq!(
        error("diagonals", json!([[204, "/", 1]])),
        "robots: the red robot is on the diagonal of m13 (RR-5)"
    );
    assert_eq!(
        error("diagonals", json!([[3, "|", 1]])),
        "diagonals: expected `/` or `\\`, found `|`"
    );
    assert_eq!(
        error("diagonals", json!([[3, "/", 5]])),
        "diagonals: expected a colour from 0 to 4, found 5"
    );
    assert_eq!(
        error("transparent", json!(4)),
        "transparent: expected the index of a robot, 0 to 3, found 4"
    );
    assert_eq!(
        error("crossing_cost", "free".into()),
        "crossing_cost: expected `replaces` or `surcharge`, found `free`"
    );
}

#[test]
fn missing_solution_is_proven() {
    // A lone robot in an empty frame only ever stops in corners and at the centre block's lines.
    let mut line = first_line();
    line["robots"] = json!([0]);
    line["target"] = json!({"pos": 85, "robot": 0});
    line["walls"] = empty_board().into();
    let line: InstanceLine = line.to_string().parse().unwrap();
    let answer = solve(&line.instance().unwrap(), Budget::DEFAULT, &mut |_| {});
    assert_eq!(answer.outcome, Outcome::NoSolution);
    assert_eq!(answer.nodes, 4);
}

/// The walls of a board with nothing but the frame and the centre block.
fn empty_board() -> String {
    let sides = |cell: usize| {
        let (row, column) = (cell / 16, cell % 16);
        let is_centre =
            |row: usize, column: usize| (7..9).contains(&row) && (7..9).contains(&column);
        let mut bits = 0;
        if row == 0 || is_centre(row.wrapping_sub(1), column) {
            bits |= 1;
        }
        if column == 15 || is_centre(row, column + 1) {
            bits |= 2;
        }
        if row == 15 || is_centre(row + 1, column) {
            bits |= 4;
        }
        if column == 0 || is_centre(row, column.wrapping_sub(1)) {
            bits |= 8;
        }
        if is_centre(row, column) { 15 } else { bits }
    };
    let digit = |cell| char::from_digit(sides(cell), 16).unwrap();
    (0..256).map(digit).collect()
}
