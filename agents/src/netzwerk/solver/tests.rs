//! Solutions against plain search, certificates against lies.

use std::collections::{HashMap, HashSet};

use botwerk_engine::netzwerk::{Action, Board, Control, Netzwerk, Position, Rules, Side};
use botwerk_engine::{GameNotation, GameRules, Options};

use super::certificate::position_text;
use super::image::Image;
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

/// The rules of all options, on this board.
fn all_rules(width: usize, ranks: usize) -> impl Iterator<Item = Rules> {
    let both = move |control| [false, true].map(|forced| rules(width, ranks, control, forced));
    CONTROLS.into_iter().flat_map(both)
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

fn solved(task: &Task) -> Table {
    let limits = Limits {
        memory: 1 << 30,
        threads: 1,
    };
    solve(task, &limits, &mut |_| {}).unwrap()
}

/// What a position is worth if nobody looks farther ahead than so many turns; what lies behind
/// counts as a draw.
fn negamax(rules: &Rules, position: &Position, depth: u8, known: &mut Known) -> Value {
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
    let mut open = vec![*position];
    while let Some(current) = open.pop() {
        if best == Value::Win(1) {
            break;
        }
        rules.each_action(&current, |action| {
            let mut next = current;
            rules.play(&mut next, action);
            let next = next.as_repeated();
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
                open.push(next);
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

type Known = HashMap<(Position, u8), Value>;

fn is_better(value: Value, other: Value) -> bool {
    match (value, other) {
        (Value::Win(a), Value::Win(b)) => a < b,
        (Value::Loss(a), Value::Loss(b)) => a > b,
        (Value::Win(_), _) | (Value::Draw, Value::Loss(_)) => true,
        _ => false,
    }
}

/// A value as someone sees it who looks so many turns ahead.
fn seen_from(value: Value, depth: u8) -> Value {
    match value {
        Value::Win(turns) | Value::Loss(turns) if turns > depth => Value::Draw,
        _ => value,
    }
}

#[test]
fn the_smallest_board_is_solved_as_plain_search_solves_it() {
    for rules in all_rules(2, 3) {
        let table = solved(&start(&rules));
        for at_start in table.positions().step_by(4999) {
            let value = table.value(&at_start).unwrap();
            let found = negamax(&rules, &at_start, 2, &mut HashMap::new());
            let text = position_text(&at_start);
            assert_eq!(found, seen_from(value, 2), "{rules:?} {text}");
        }
    }
}

#[test]
fn endgames_are_solved_as_deep_search_solves_them() {
    for rules in all_rules(2, 4) {
        let table = solved(&endgame(&rules, "w b2,d2 b8 c3,c7"));
        let mut known = HashMap::new();
        let mut deep = 0;
        for at_start in table.positions().step_by(29) {
            let value = table.value(&at_start).unwrap();
            let found = negamax(&rules, &at_start, 8, &mut known);
            let text = position_text(&at_start);
            assert_eq!(found, seen_from(value, 8), "{rules:?} {text}");
            deep += usize::from(matches!(value, Value::Win(5..)));
        }
        assert!(deep > 0, "{rules:?}");
    }
}

#[test]
fn images_are_worth_the_same() {
    for rules in all_rules(3, 3) {
        let table = solved(&endgame(&rules, "w b2,d2 f6 c3,e5"));
        let mut known = HashMap::new();
        for at_start in table.positions().step_by(199) {
            let value = table.value(&at_start).unwrap();
            for image in Image::ALL {
                let there = table.image_of(&at_start, image);
                assert_eq!(table.value(&there), Some(value));
                let found = negamax(&rules, &there, 2, &mut known);
                assert_eq!(found, seen_from(value, 2), "{}", position_text(&there));
            }
        }
    }
}

#[test]
fn known_values() {
    let value = |control, forced| solved(&start(&rules(2, 3, control, forced))).start_value();
    let values = CONTROLS.map(|control| value(control, false));
    assert_eq!(values, [Value::Win(1), Value::Win(1), Value::Win(3)]);
    let census = solved(&start(&rules(2, 3, Control::AtLeast, false))).census();
    assert_eq!(
        census,
        Census {
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
fn who_begins_does_not_matter() {
    let rules = rules(2, 3, Control::Majority, false);
    let start = Position::start(&rules.board, Side::Black);
    let table = solved(&Task::new(&rules, &start).unwrap());
    assert_eq!(table.start_value(), Value::Win(3));
    let sides: Vec<_> = table
        .principal_variation()
        .iter()
        .map(|turn| turn.before.side())
        .collect();
    assert_eq!(sides, [Side::Black, Side::White, Side::Black]);
}

#[test]
fn threads_do_not_matter() {
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
        let table = solved(&start(&rules));
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
            assert_eq!(position.as_repeated(), turn.after);
            assert_eq!((turn.before, turn.value), (at_start, value));
            if turn.actions.last() == Some(&Action::EndTurn) {
                let left = match value {
                    Value::Win(turns) => Value::Loss(turns - 1),
                    Value::Draw => Value::Draw,
                    Value::Loss(turns) => Value::Win(turns - 1),
                };
                assert_eq!(table.value(&turn.after), Some(left));
            } else {
                assert!(matches!(value, Value::Win(1) | Value::Loss(1)));
            }
        }
    }
}

#[test]
fn a_variation_is_as_long_as_its_value_says() {
    let rules = rules(2, 4, Control::AtLeast, false);
    for (text, side) in [("w b2 d8 c3,c7", 0), ("w b2,d2 b8 a3,c5,e7", 1)] {
        let table = solved(&endgame(&rules, text));
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
fn only_what_the_task_leads_to_has_a_value() {
    let rules = rules(2, 4, Control::AtLeast, false);
    let table = solved(&endgame(&rules, "w b2,d2 b8 c3,c7"));
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
fn what_takes_too_much_is_refused_before_it_is_begun() {
    let limits = Limits {
        memory: 8 << 30,
        threads: 2,
    };
    let refused = |task: &Task| solve(task, &limits, &mut |_| {}).unwrap_err().to_string();
    let printed = start(&rules(6, 6, Control::AtLeast, false));
    assert!(
        refused(&printed).ends_with("GiB, more than 8.0 GiB"),
        "{}",
        refused(&printed)
    );
    let many = endgame(
        &rules(6, 3, Control::AtLeast, false),
        "w b2 l6 a1,c1,e1,g1,i1,k1,m1,a3,c3,e3,g3",
    );
    let limits = Limits {
        memory: u128::MAX,
        threads: 2,
    };
    let refused = solve(&many, &limits, &mut |_| {}).unwrap_err();
    assert_eq!(refused, SolveError::Batteries(11));
}

fn certificate(task: &Task) -> Vec<u8> {
    let mut bytes = Vec::new();
    solved(task).write_certificate(&mut bytes).unwrap();
    bytes
}

fn checked(certificate: &Certificate<'_>) -> Result<(), CheckError> {
    check(certificate, 1, &|_, _| {})
}

#[test]
fn true_certificates_are_accepted() {
    let rules = rules(2, 3, Control::Present, true);
    let bytes = certificate(&start(&rules));
    let read = Certificate::read(&bytes).unwrap();
    assert_eq!((read.value(), read.positions()), ("win 1", 33_264));
    assert_eq!(checked(&read), Ok(()));
    for rules in all_rules(2, 4) {
        let bytes = certificate(&endgame(&rules, "w b2,d2 b8 c3,c7"));
        assert_eq!(checked(&Certificate::read(&bytes).unwrap()), Ok(()));
    }
}

#[test]
fn every_wrong_byte_is_refused() {
    let task = endgame(&rules(2, 3, Control::AtLeast, false), "w b2 d6 c3,a5,c5");
    let bytes = certificate(&task);
    let truth = Certificate::read(&bytes).unwrap();
    assert_eq!(checked(&truth), Ok(()));
    let worths = [0, 1, 2, 3, 125, 127, 130, 250, 252, 253, 254, 255];
    for place in (0..truth.positions()).step_by(131) {
        for worth in worths {
            let mut scores = truth.scores.to_vec();
            if std::mem::replace(&mut scores[place], worth) == worth {
                continue;
            }
            let lie = Certificate::read(&bytes).unwrap().with_scores(&scores);
            let error = checked(&lie).unwrap_err();
            assert!(
                matches!(error, CheckError::Wrong { .. }),
                "{place} {worth} {error}"
            );
        }
        let mut scores = truth.scores.to_vec();
        scores[place] = 128;
        let lie = Certificate::read(&bytes).unwrap().with_scores(&scores);
        assert!(matches!(
            checked(&lie),
            Err(CheckError::NoValue { byte: 128, .. })
        ));
    }
}

#[test]
fn the_first_wrong_position_is_named() {
    let rules = rules(2, 3, Control::AtLeast, false);
    let bytes = certificate(&endgame(&rules, "w b2 d6 c3,a5,c5"));
    let truth = Certificate::read(&bytes).unwrap();
    let mut scores = truth.scores.to_vec();
    // A position that nothing leads to: White's robot on his start rank beside no battery.
    scores[0] = 127;
    let lie = Certificate::read(&bytes).unwrap().with_scores(&scores);
    let error = checked(&lie).unwrap_err().to_string();
    assert!(
        error.starts_with("certificate: w b2 b4 a1,c1,e1: is stated to be draw, but its turns"),
        "{error}"
    );
    let one_less = &truth.scores[1..];
    let lie = Certificate::read(&bytes).unwrap().with_scores(one_less);
    assert!(matches!(checked(&lie), Err(CheckError::Positions { .. })));
}

#[test]
fn a_wrong_value_of_the_start_is_refused() {
    let task = endgame(&rules(2, 3, Control::AtLeast, false), "w b2 d6 c3,a5,c5");
    let bytes = certificate(&task);
    let text = format!("value {}\n", solved(&task).start_value());
    let lie = resealed(&bytes, &text, "value draw\n");
    let error = checked(&Certificate::read(&lie).unwrap()).unwrap_err();
    assert!(matches!(error, CheckError::Value { .. }), "{error}");
}

/// The certificate with another header, and the digest of that.
fn resealed(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let at = bytes
        .windows(from.len())
        .position(|part| part == from.as_bytes())
        .unwrap();
    let mut changed = bytes[..at].to_vec();
    changed.extend_from_slice(to.as_bytes());
    changed.extend_from_slice(&bytes[at + from.len()..]);
    let CertificateError::Damaged { found, stated } = Certificate::read(&changed).unwrap_err()
    else {
        panic!("the digest covers everything behind its line");
    };
    let digest = changed
        .windows(64)
        .position(|part| part == stated.as_bytes())
        .unwrap();
    changed[digest..digest + 64].copy_from_slice(found.as_bytes());
    changed
}

#[test]
fn damaged_certificates_are_refused() {
    let task = endgame(&rules(2, 3, Control::AtLeast, false), "w b2 d6 c3,a5,c5");
    let bytes = certificate(&task);
    for length in (0..bytes.len()).step_by(7) {
        assert!(Certificate::read(&bytes[..length]).is_err());
    }
    for place in (0..bytes.len()).step_by(5) {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        assert!(Certificate::read(&changed).is_err(), "{place}");
    }
    let refused = |from: &str, to: &str| {
        let error = Certificate::read(&resealed(&bytes, from, to)).unwrap_err();
        error.to_string()
    };
    let size = Certificate::read(&bytes).unwrap().positions();
    assert_eq!(
        refused("positions ", "positions 1"),
        format!("certificate: line 9: 1{size} positions, but {size} bytes")
    );
    assert!(refused("option width", "optional width").contains("`optional` is no field"));
    assert!(refused("option width=2", "option width=1").starts_with("certificate: line 3: "));
    assert!(refused("option width=2", "option width").contains("expected NAME=VALUE"));
    assert!(refused("position w", "position x").contains("line 7: position: at byte 0"));
    assert!(refused("\nvalue ", "\nvalue\nvalue ").contains("expected `position`, `value`"));
}
