//! The instances with known optima.

use botwerk_agents::ricochet::solver::{Budget, InstanceLine, Outcome, solve};

/// The instances whose optimum other programs have found; some have a second one for the other price.
const INSTANCES: &str = include_str!("instances.jsonl");

fn cost(line: &InstanceLine) -> u32 {
    let instance = line.instance().unwrap();
    let answer = solve(&instance, Budget::DEFAULT, &mut |_| {});
    let Outcome::Solved(solution) = answer.outcome else {
        panic!("{:?} has a solution", line.id);
    };
    assert_eq!(instance.cost_of(&solution.moves), Some(solution.cost));
    solution.cost
}

#[test]
fn every_known_optimum_is_found() {
    let mut count = 0;
    for text in INSTANCES.lines() {
        let line: InstanceLine = text.parse().unwrap();
        assert_eq!(Some(cost(&line)), line.moves, "{:?}", line.id);
        count += 1;
    }
    assert_eq!(count, 46);
}

#[test]
fn rr_14_every_known_optimum_with_a_surcharge_is_found() {
    let mut count = 0;
    for text in INSTANCES.lines() {
        let line: InstanceLine = text.parse().unwrap();
        let Some(expected) = line.moves_surcharge else {
            continue;
        };
        let mut fields: serde_json::Value = serde_json::from_str(text).unwrap();
        fields["crossing_cost"] = "surcharge".into();
        let line: InstanceLine = fields.to_string().parse().unwrap();
        assert_eq!(cost(&line), expected, "{:?}", line.id);
        count += 1;
    }
    assert_eq!(count, 4);
}
