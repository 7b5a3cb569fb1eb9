//! The certificates of the known instances.

use botwerk_agents::ricochet::solver::{Budget, InstanceLine, Outcome, solve};
use botwerk_engine::{RootSeed, StableRng};
use serde_json::{Value, json};

use super::board::Instance;
use super::bounds::Bounds;
use super::codes::digest;
use super::layers::{Layers, visit};

/// The instances whose optimum is known.
const INSTANCES: &str = include_str!("../ricochet_solver/instances.jsonl");

/// Checks a certificate in its JSON form, and returns what is wrong.
fn check(instance: &Instance, layers: &Layers, certificate: &Value) -> Result<(), String> {
    let number = |value: &Value| value.as_u64().map(|number| number as u32);
    let at_least = number(&certificate["at_least"]).ok_or("at_least: missing")?;
    if layers.minimum != Some(at_least) {
        return Err(format!(
            "the minimum is {:?}, not {at_least}",
            layers.minimum
        ));
    }
    let weak_limit = number(&certificate["weak_limit"]);
    let bounds = Bounds::new(instance, weak_limit.is_some());
    let listed = certificate["layers"].as_array().ok_or("layers: missing")?;
    for (cost, layer) in layers.layers.iter().enumerate() {
        let is_visited = |cells: &[usize]| {
            let total = |bound: Option<u32>| bound.map(|bound| cost as u32 + bound);
            let robot = total(bounds.robot(cells));
            match weak_limit {
                None => robot.is_some_and(|total| total < at_least),
                Some(limit) => {
                    robot.is_some_and(|total| total <= limit)
                        || total(bounds.blocker(cells)).is_some_and(|total| total < at_least)
                }
            }
        };
        let visited = layer.iter().filter(|(_, cells)| is_visited(cells));
        let (count, sum) = visited.fold((0_u64, 0_u64), |(count, sum), (code, _)| {
            (count + 1, sum.wrapping_add(digest(*code)))
        });
        let expected = (count, format!("{sum:016x}"));
        let found = listed
            .get(cost)
            .map_or((0, format!("{:016x}", 0)), |layer| {
                let digest = layer["digest"].as_str().unwrap_or_default();
                (layer["count"].as_u64().unwrap_or(0), digest.to_owned())
            });
        if found != expected {
            return Err(format!(
                "layer {cost}: expected {expected:?}, found {found:?}"
            ));
        }
    }
    let visited: u64 = listed
        .iter()
        .filter_map(|layer| layer["count"].as_u64())
        .sum();
    if certificate["visited"].as_u64() != Some(visited) {
        return Err(format!("visited: expected {visited}"));
    }
    Ok(())
}

/// Returns the certificate of an instance line in its JSON form.
fn certificate(line: &Value) -> Value {
    let line: InstanceLine = line.to_string().parse().unwrap();
    let answer = solve(&line.instance().unwrap(), Budget::DEFAULT, &mut |_| {});
    serde_json::to_value(answer.certificate).unwrap()
}

/// Returns the known instances with an optimum of at most `max_moves`.
fn lines(max_moves: u64) -> Vec<Value> {
    let lines = INSTANCES
        .lines()
        .map(|text| serde_json::from_str(text).unwrap());
    lines
        .filter(|line: &Value| line["moves"].as_u64() <= Some(max_moves))
        .collect()
}

fn check_known(max_moves: u64, min_count: usize) {
    let lines = lines(max_moves);
    assert!(lines.len() >= min_count, "{} instances", lines.len());
    for line in lines {
        let instance = Instance::new(&line);
        let layers = visit(&instance, max_moves as u32);
        let result = check(&instance, &layers, &certificate(&line));
        assert_eq!(result, Ok(()), "{}", line["id"]);
    }
}

#[test]
fn certificates_of_up_to_six_moves_are_confirmed() {
    check_known(6, 20);
}

#[test]
#[ignore = "takes a minute on a slow machine"]
fn certificates_of_up_to_eight_moves_are_confirmed() {
    check_known(8, 30);
}

#[test]
fn changed_certificate_is_rejected() {
    let line = lines(5).remove(0);
    let instance = Instance::new(&line);
    let layers = visit(&instance, 5);
    let genuine = certificate(&line);
    assert_eq!(check(&instance, &layers, &genuine), Ok(()));
    let change = |path: &str, value: Value| {
        let mut forged = genuine.clone();
        *forged.pointer_mut(path).unwrap() = value;
        check(&instance, &layers, &forged)
    };
    assert!(change("/at_least", 3.into()).is_err());
    assert!(change("/visited", 4_711.into()).is_err());
    assert!(change("/layers/1/count", 1_000.into()).is_err());
    assert!(change("/layers/1/digest", "0000000000000000".into()).is_err());
    assert!(change("/layers", Value::Array(Vec::new())).is_err());
}

/// Returns the digits of a board with nothing but the frame and the centre block.
fn plain_walls() -> String {
    let is_centre = |row: usize, column: usize| (7..9).contains(&row) && (7..9).contains(&column);
    let is_closed = |row: usize, column: usize| row > 15 || column > 15 || is_centre(row, column);
    let digit = |cell: usize| {
        let (row, column) = (cell / 16, cell % 16);
        let sides = [
            (row.wrapping_sub(1), column),
            (row, column + 1),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
        ];
        let walls = (0..4)
            .filter(|side| is_centre(row, column) || is_closed(sides[*side].0, sides[*side].1));
        char::from_digit(walls.map(|side| 1 << side).sum(), 16).unwrap()
    };
    (0..256).map(digit).collect()
}

#[test]
fn certificate_of_a_solution_that_leaves_a_loop_is_confirmed() {
    for (ricochet_rule, expected) in [(true, "tE----+"), (false, "tE+")] {
        let line = json!({
            "id": "loop",
            "walls": plain_walls(),
            "diagonals": [[33, "/", 0], [37, "\\", 0], [81, "\\", 0], [85, "/", 0]],
            "robots": [255, 35],
            "transparent": 1,
            "target": {"pos": 47, "robot": 1},
            "ricochet_rule": ricochet_rule,
        });
        let read: InstanceLine = line.to_string().parse().unwrap();
        let answer = solve(&read.instance().unwrap(), Budget::DEFAULT, &mut |_| {});
        let Outcome::Solved(solution) = answer.outcome else {
            panic!("there is a solution");
        };
        let moves: Vec<_> = solution.moves.iter().map(ToString::to_string).collect();
        assert_eq!((solution.cost, moves), (2, vec![expected.to_owned()]));
        let instance = Instance::new(&line);
        let layers = visit(&instance, 4);
        assert_eq!(check(&instance, &layers, &certificate(&line)), Ok(()));
    }
}

#[test]
fn certificates_of_other_sizes_are_confirmed() {
    // Boards of 9x7 cells with some walls and a diagonal; d4 is walled on all sides.
    let mut solved = 0;
    for transparent in [None, Some(3)] {
        for target in [4, 13, 22, 33, 39, 50, 57] {
            let line = json!({
                "id": target,
                "size": "9x7",
                "walls": sized_walls(9, 7),
                "diagonals": [[15, "/", 1]],
                "robots": [0, 8, 54, 62],
                "transparent": transparent,
                "target": {"pos": target, "robot": 0},
                "ricochet_rule": transparent.is_some(),
            });
            let read: InstanceLine = line.to_string().parse().unwrap();
            let answer = solve(&read.instance().unwrap(), Budget::DEFAULT, &mut |_| {});
            let Outcome::Solved(solution) = answer.outcome else {
                continue;
            };
            if solution.cost > 6 {
                continue;
            }
            solved += 1;
            let instance = Instance::new(&line);
            let layers = visit(&instance, 7);
            let result = check(&instance, &layers, &certificate(&line));
            assert_eq!(result, Ok(()), "{line}");
        }
    }
    assert!(solved >= 8, "{solved}");
}

#[test]
fn certificates_of_large_boards_are_confirmed() {
    let mut rng = RootSeed::from_text("large boards").rng();
    // The number of robots and the maximum cost that the plain search can visit.
    let efforts = [(4, 5), (2, 12), (3, 7)];
    for size in [18, 24, 32] {
        let (mut solved, mut transparent) = (0, 0);
        for number in 0..60 {
            let (robots, max_cost) = efforts[number % 3];
            let line = random_line(size, robots, number % 4 == 3, &mut rng);
            let read: InstanceLine = line.to_string().parse().unwrap();
            let budget = Budget {
                patience: 100_000,
                ..Budget::DEFAULT
            };
            let answer = solve(&read.instance().unwrap(), budget, &mut |_| {});
            let Outcome::Solved(solution) = answer.outcome else {
                continue;
            };
            if solution.cost > max_cost {
                continue;
            }
            solved += 1;
            transparent += usize::from(line["transparent"] != Value::Null);
            let instance = Instance::new(&line);
            let layers = visit(&instance, max_cost);
            let certificate = serde_json::to_value(answer.certificate).unwrap();
            assert_eq!(check(&instance, &layers, &certificate), Ok(()), "{line}");
        }
        assert!(solved >= 8 && transparent >= 2, "{solved} {transparent}");
    }
}

/// Returns a random board of a size with robots and a target.
fn random_line(size: usize, robots: usize, is_transparent: bool, rng: &mut StableRng) -> Value {
    let mut walls = vec![0; size * size];
    for cell in 0..size * size {
        let (row, column) = (cell / size, cell % size);
        if row == 0 || rng.below(12) == 0 {
            walls[cell] |= 1;
            if row > 0 {
                walls[cell - size] |= 4;
            }
        }
        if column == 0 || rng.below(12) == 0 {
            walls[cell] |= 8;
            if column > 0 {
                walls[cell - 1] |= 2;
            }
        }
        walls[cell] |= if column == size - 1 { 2 } else { 0 };
        walls[cell] |= if row == size - 1 { 4 } else { 0 };
    }
    let mut cells: Vec<usize> = (0..size * size).filter(|cell| walls[*cell] != 15).collect();
    rng.shuffle(&mut cells);
    let mut next = || cells.pop().unwrap();
    let diagonals: Vec<Value> = (0..6)
        .map(|index| {
            let sign = if index % 2 == 0 { "/" } else { "\\" };
            json!([next(), sign, index % 5])
        })
        .collect();
    let digits = walls
        .iter()
        .map(|sides| char::from_digit(*sides, 16).unwrap());
    json!({
        "size": format!("{size}x{size}"),
        "walls": digits.collect::<String>(),
        "diagonals": diagonals,
        "robots": (0..robots).map(|_| next()).collect::<Vec<_>>(),
        "transparent": is_transparent.then(|| robots - 1),
        "target": {"pos": next(), "robot": rng.below(robots as u64 + 1) as i64 - 1},
        "ricochet_rule": rng.below(3) == 0,
    })
}

/// Returns the digits of a board with the frame, a cell with walls on all sides, and a few other walls.
fn sized_walls(width: usize, height: usize) -> String {
    let given = [
        (30, 0),
        (30, 1),
        (30, 2),
        (30, 3),
        (12, 1),
        (22, 2),
        (40, 0),
        (49, 1),
        (4, 1),
    ];
    let digit = |cell: usize| {
        let (row, column) = (cell / width, cell % width);
        let sides = [
            (row == 0, cell.wrapping_sub(width), 2),
            (column == width - 1, cell + 1, 3),
            (row == height - 1, cell + width, 0),
            (column == 0, cell.wrapping_sub(1), 1),
        ];
        let walls = (0..4).filter(|side| {
            let (is_frame, next, opposite) = sides[*side];
            is_frame || given.contains(&(cell, *side)) || given.contains(&(next, opposite))
        });
        char::from_digit(walls.map(|side| 1 << side).sum(), 16).unwrap()
    };
    (0..width * height).map(digit).collect()
}
