//! Tests of solutions against plain search, and of certificates against false values.

use std::collections::{HashMap, HashSet};

use botwerk_engine::netzwerk::{Action, Board, Control, Netzwerk, Position, Rules, Side};
use botwerk_engine::{GameNotation, GameType, Options};

use super::certificate::position_text;
use super::symmetry::BoardSymmetry;
use super::*;

const CONTROLS: [Control; 3] = [Control::AtLeast, Control::Present, Control::Majority];

fn rules(width: usize, ranks: usize, control: Control, forced_capture: bool) -> Rules {
    Rules {
        board: Board::new(width, ranks).unwrap(),
        control,
        forced_capture,
        repetition: 3,
        quiet_turns: 40,
        turn_cap: 0,
    }
}

/// Returns the rules of all combinations of options, on this board.
fn all_rules(width: usize, ranks: usize) -> impl Iterator<Item = Rules> {
    let with_and_without_capture =
        move |control| [false, true].map(|forced| rules(width, ranks, control, forced));
    CONTROLS.into_iter().flat_map(with_and_without_capture)
}

fn start(rules: &Rules) -> Task {
    Task::new(rules, &Position::start(&rules.board, Side::White)).unwrap()
}

fn position(rules: &Rules, text: &str) -> Position {
    let (width, ranks) = (rules.board.width(), rules.board.ranks());
    let sides = [("width", width.to_string()), ("ranks", ranks.to_string())];
    let options = Options::resolve(Netzwerk::spec().options, sides).unwrap();
    let game = Netzwerk::new(2, options).unwrap();
    *game.parse_position(text).unwrap().position()
}

fn endgame(rules: &Rules, text: &str) -> Task {
    Task::new(rules, &position(rules, text)).unwrap()
}

fn solve_task(task: &Task) -> Tablebase {
    let limits = Limits {
        memory: 1 << 30,
        threads: 1,
    };
    solve(task, &limits, &mut |_| {}).unwrap()
}

/// Returns the value of a position by plain search to this depth; positions beyond it count as
/// draws.
fn negamax(rules: &Rules, position: &Position, depth: u8, known: &mut SearchedValues) -> Value {
    if let Some(end) = rules.end(position, false) {
        return if end.winner == Some(position.side()) {
            Value::Win(0)
        } else {
            Value::Loss(0)
        };
    }
    if depth == 0 {
        return Value::Draw;
    }
    if let Some(value) = known.get(&(*position, depth)) {
        return *value;
    }
    let mut best = Value::Loss(0);
    let mut seen = HashSet::new();
    let mut stack = vec![*position];
    while let Some(current) = stack.pop() {
        if best == Value::Win(1) {
            break;
        }
        rules.each_action(&current, |action| {
            let mut next = current;
            rules.play(&mut next, action);
            let next = next.without_counters();
            if !seen.insert(next) {
                return;
            }
            let value = if next.side() != position.side() {
                match negamax(rules, &next, depth - 1, known) {
                    Value::Win(turns) => Value::Loss(turns + 1),
                    Value::Draw => Value::Draw,
                    Value::Loss(turns) => Value::Win(turns + 1),
                }
            } else if let Some(end) = rules.decided(&next) {
                if end.winner == Some(position.side()) {
                    Value::Win(1)
                } else {
                    Value::Loss(1)
                }
            } else {
                stack.push(next);
                return;
            };
            if is_better(value, best) {
                best = value;
            }
        });
    }
    known.insert((*position, depth), best);
    best
}

type SearchedValues = HashMap<(Position, u8), Value>;

fn is_better(value: Value, other: Value) -> bool {
    match (value, other) {
        (Value::Win(a), Value::Win(b)) => a < b,
        (Value::Loss(a), Value::Loss(b)) => a > b,
        (Value::Win(_), _) | (Value::Draw, Value::Loss(_)) => true,
        _ => false,
    }
}

/// Returns a value as plain search to this depth finds it.
fn limit_depth(value: Value, depth: u8) -> Value {
    match value {
        Value::Win(turns) | Value::Loss(turns) if turns > depth => Value::Draw,
        _ => value,
    }
}

#[test]
fn smallest_board_values_match_plain_search() {
    for rules in all_rules(2, 3) {
        let table = solve_task(&start(&rules));
        for position in table.positions().step_by(4999) {
            let value = table.value(&position).unwrap();
            let found = negamax(&rules, &position, 2, &mut HashMap::new());
            let text = position_text(&position);
            assert_eq!(found, limit_depth(value, 2), "{rules:?} {text}");
        }
    }
}

#[test]
fn endgame_values_match_deep_search() {
    for rules in all_rules(2, 4) {
        let table = solve_task(&endgame(&rules, "w b2,d2 b8 c3,c7"));
        let mut known = HashMap::new();
        let mut deep_wins = 0;
        for position in table.positions().step_by(29) {
            let value = table.value(&position).unwrap();
            let found = negamax(&rules, &position, 8, &mut known);
            let text = position_text(&position);
            assert_eq!(found, limit_depth(value, 8), "{rules:?} {text}");
            deep_wins += usize::from(matches!(value, Value::Win(5..)));
        }
        assert!(deep_wins > 0, "{rules:?}");
    }
}

#[test]
fn symmetric_positions_have_the_same_value() {
    for rules in all_rules(3, 3) {
        let table = solve_task(&endgame(&rules, "w b2,d2 f6 c3,e5"));
        let mut known = HashMap::new();
        let mut checked = 0;
        for position in table.positions().step_by(199) {
            checked += 1;
            let value = table.value(&position).unwrap();
            for symmetry in BoardSymmetry::ALL {
                let image = table.image_of(&position, symmetry);
                assert_eq!(table.value(&image), Some(value));
                let found = negamax(&rules, &image, 2, &mut known);
                assert_eq!(found, limit_depth(value, 2), "{}", position_text(&image));
            }
        }
        assert!(checked > 20, "{rules:?}: {checked}");
    }
}

#[test]
fn solved_boards_have_known_values() {
    let value = |control, forced| solve_task(&start(&rules(2, 3, control, forced))).start_value();
    let values = CONTROLS.map(|control| value(control, false));
    assert_eq!(values, [Value::Win(1), Value::Win(1), Value::Win(3)]);
    let stats = solve_task(&start(&rules(2, 3, Control::AtLeast, false))).stats();
    assert_eq!(
        stats,
        TablebaseStats {
            positions: 33_264,
            wins: 27_632,
            losses: 5_608,
            draws: 24,
            longest_win: 5,
            longest_loss: 4,
        }
    );
}

#[test]
fn value_does_not_depend_on_the_side_to_move() {
    let rules = rules(2, 3, Control::Majority, false);
    let start = Position::start(&rules.board, Side::Black);
    let table = solve_task(&Task::new(&rules, &start).unwrap());
    assert_eq!(table.start_value(), Value::Win(3));
    let sides: Vec<_> = table
        .principal_variation()
        .iter()
        .map(|turn| turn.before.side())
        .collect();
    assert_eq!(sides, [Side::Black, Side::White, Side::Black]);
}

#[test]
fn solution_does_not_depend_on_threads() {
    let task = endgame(
        &rules(2, 4, Control::AtLeast, true),
        "w b2,d2 b8,d8 c3,a5,c7",
    );
    let table = |threads| {
        let limits = Limits {
            memory: 1 << 30,
            threads,
        };
        let mut certificate = Vec::new();
        let table = solve(&task, &limits, &mut |_| {}).unwrap();
        table.write_certificate(&mut certificate).unwrap();
        certificate
    };
    assert_eq!(table(1), table(3));
}

#[test]
fn perfect_turns_are_legal_and_keep_the_value() {
    for rules in all_rules(2, 3) {
        let table = solve_task(&start(&rules));
        for at_start in table.positions().step_by(101) {
            let value = table.value(&at_start).unwrap();
            let Some(turn) = table.best_turn(&at_start) else {
                assert_eq!(value, Value::Loss(0));
                continue;
            };
            let mut position = at_start;
            for action in &turn.actions {
                let mut is_legal = false;
                rules.each_action(&position, |legal| is_legal |= legal == *action);
                assert!(is_legal);
                rules.play(&mut position, *action);
            }
            assert_eq!(position.without_counters(), turn.after);
            assert_eq!((turn.before, turn.value), (at_start, value));
            if turn.actions.last() == Some(&Action::EndTurn) {
                let remaining = match value {
                    Value::Win(turns) => Value::Loss(turns - 1),
                    Value::Draw => Value::Draw,
                    Value::Loss(turns) => Value::Win(turns - 1),
                };
                assert_eq!(table.value(&turn.after), Some(remaining));
            } else {
                assert!(matches!(value, Value::Win(1) | Value::Loss(1)));
            }
        }
    }
}

#[test]
fn principal_variation_is_as_long_as_the_value() {
    let rules = rules(2, 4, Control::AtLeast, false);
    for (text, side) in [("w b2 d8 c3,c7", 0), ("w b2,d2 b8 a3,c5,e7", 1)] {
        let table = solve_task(&endgame(&rules, text));
        let variation = table.principal_variation();
        match table.start_value() {
            Value::Win(turns) | Value::Loss(turns) => {
                assert_eq!(variation.len(), usize::from(turns));
            }
            Value::Draw => assert!(variation.len() > 1, "{side}"),
        }
    }
}

#[test]
fn only_positions_of_the_task_have_a_value() {
    let rules = rules(2, 4, Control::AtLeast, false);
    let table = solve_task(&endgame(&rules, "w b2,d2 b8 c3,c7"));
    let value = |text| table.value(&position(&rules, text));
    assert!(value("b d8 b2,d2 c3,c7").is_some());
    assert!(value("w b2 d8 a1,e9").is_some());
    assert_eq!(value("w b2,d2 b8,d8 c3,c7"), None);
    assert_eq!(value("w b2,d2 b8 c3"), None);
    assert_eq!(value("w d2,b4 b8 c3,c7 0 r:b2>b4:1"), None);
    assert_eq!(value("w b8 d8 c3,c7"), Some(Value::Win(0)));
    assert_eq!(value("w b2 b4 -"), None);
    assert_eq!(value("w - b8 c3,c7"), Some(Value::Loss(0)));
    let inside = position(&rules, "w d2,b4 b8 c3,c7 0 r:b2>b4:1");
    assert_eq!(Task::new(&rules, &inside), Err(TaskError::InsideTurn));
}

#[test]
fn oversized_task_is_rejected_before_solving() {
    let limits = Limits {
        memory: 8 << 30,
        threads: 2,
    };
    let error = |task: &Task| solve(task, &limits, &mut |_| {}).unwrap_err().to_string();
    let printed = start(&rules(6, 6, Control::AtLeast, false));
    assert!(
        error(&printed).ends_with("GiB, more than 8.0 GiB"),
        "{}",
        error(&printed)
    );
    let many = endgame(
        &rules(6, 3, Control::AtLeast, false),
        "w b2 l6 a1,c1,e1,g1,i1,k1,m1,a3,c3,e3,g3",
    );
    let limits = Limits {
        memory: u128::MAX,
        threads: 2,
    };
    let error = solve(&many, &limits, &mut |_| {}).unwrap_err();
    assert_eq!(error, SolveError::Batteries(11));
}

fn certificate(task: &Task) -> Vec<u8> {
    let mut bytes = Vec::new();
    solve_task(task).write_certificate(&mut bytes).unwrap();
    bytes
}

fn check_certificate(certificate: &Certificate<'_>) -> Result<(), CheckError> {
    check(certificate, 1, &|_, _| {})
}

#[test]
fn true_certificates_are_accepted() {
    let rules = rules(2, 3, Control::Present, true);
    let bytes = certificate(&start(&rules));
    let read = Certificate::read(&bytes).unwrap();
    assert_eq!((read.value(), read.positions()), ("win 1", 33_264));
    assert_eq!(check_certificate(&read), Ok(()));
    for rules in all_rules(2, 4) {
        let bytes = certificate(&endgame(&rules, "w b2,d2 b8 c3,c7"));
        assert_eq!(
            check_certificate(&Certificate::read(&bytes).unwrap()),
            Ok(())
        );
    }
}

#[test]
fn every_wrong_byte_is_rejected() {
    let task = endgame(&rules(2, 3, Control::AtLeast, false), "w b2 d6 c3,a5,c5");
    let bytes = certificate(&task);
    let truth = Certificate::read(&bytes).unwrap();
    assert_eq!(check_certificate(&truth), Ok(()));
    let bytes_to_try = [0, 1, 2, 3, 125, 127, 130, 250, 252, 253, 254, 255];
    for index in (0..truth.positions()).step_by(131) {
        for byte in bytes_to_try {
            let mut scores = truth.scores.to_vec();
            if std::mem::replace(&mut scores[index], byte) == byte {
                continue;
            }
            let forged = Certificate::read(&bytes).unwrap().with_scores(&scores);
            let error = check_certificate(&forged).unwrap_err();
            assert!(
                matches!(error, CheckError::Wrong { .. }),
                "{index} {byte} {error}"
            );
        }
        let mut scores = truth.scores.to_vec();
        scores[index] = 128;
        let forged = Certificate::read(&bytes).unwrap().with_scores(&scores);
        assert!(matches!(
            check_certificate(&forged),
            Err(CheckError::NoValue { byte: 128, .. })
        ));
    }
}

#[test]
fn first_wrong_position_is_named() {
    let rules = rules(2, 3, Control::AtLeast, false);
    let bytes = certificate(&endgame(&rules, "w b2 d6 c3,a5,c5"));
    let truth = Certificate::read(&bytes).unwrap();
    let mut scores = truth.scores.to_vec();
    // A position that no turn leads to: White's robot on its start rank without energy.
    scores[0] = 127;
    let forged = Certificate::read(&bytes).unwrap().with_scores(&scores);
    let error = check_certificate(&forged).unwrap_err().to_string();
    assert!(
        error.starts_with("certificate: w b2 b4 a1,c1,e1: expected "),
        "{error}"
    );
    let truncated = &truth.scores[1..];
    let forged = Certificate::read(&bytes).unwrap().with_scores(truncated);
    assert!(matches!(
        check_certificate(&forged),
        Err(CheckError::Positions { .. })
    ));
}

#[test]
fn wrong_start_value_is_rejected() {
    let task = endgame(&rules(2, 3, Control::AtLeast, false), "w b2 d6 c3,a5,c5");
    let bytes = certificate(&task);
    let text = format!("value {}\n", solve_task(&task).start_value());
    let forged = reseal(&bytes, &text, "value draw\n");
    let error = check_certificate(&Certificate::read(&forged).unwrap()).unwrap_err();
    assert!(matches!(error, CheckError::Value { .. }), "{error}");
}

/// Returns the certificate with a changed header and a matching digest.
fn reseal(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let offset = bytes
        .windows(from.len())
        .position(|part| part == from.as_bytes())
        .unwrap();
    let mut changed = bytes[..offset].to_vec();
    changed.extend_from_slice(to.as_bytes());
    changed.extend_from_slice(&bytes[offset + from.len()..]);
    let CertificateError::Damaged { found, stated } = Certificate::read(&changed).unwrap_err()
    else {
        panic!("the digest covers everything after its line");
    };
    let digest = changed
        .windows(64)
        .position(|part| part == stated.as_bytes())
        .unwrap();
    changed[digest..digest + 64].copy_from_slice(found.as_bytes());
    changed
}

#[test]
fn damaged_certificate_is_rejected() {
    let task = endgame(&rules(2, 3, Control::AtLeast, false), "w b2 d6 c3,a5,c5");
    let bytes = certificate(&task);
    for length in (0..bytes.len()).step_by(7) {
        assert!(Certificate::read(&bytes[..length]).is_err());
    }
    for index in (0..bytes.len()).step_by(5) {
        let mut changed = bytes.clone();
        changed[index] ^= 1;
        assert!(Certificate::read(&changed).is_err(), "{index}");
    }
    let error = |from: &str, to: &str| {
        let failure = Certificate::read(&reseal(&bytes, from, to)).unwrap_err();
        failure.to_string()
    };
    let size = Certificate::read(&bytes).unwrap().positions();
    assert_eq!(
        error("positions ", "positions 1"),
        format!("certificate: line 9: expected 1{size} positions, found {size} bytes")
    );
    assert!(error("option width", "optional width").contains("unknown field `optional`"));
    assert!(error("option width=2", "option width=1").starts_with("certificate: line 3: "));
    assert!(error("option width=2", "option width").contains("expected NAME=VALUE"));
    assert!(error("position w", "position x").contains("line 7: position: at byte 0"));
    assert!(error("\nvalue ", "\nvalue\nvalue ").contains("expected `position`, `value`"));
}
