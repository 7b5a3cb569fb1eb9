//! Properties of the solver on random instances, compared with a plain search.

use botwerk_agents::ricochet::solver::{
    Budget, InstanceLine, OptimaOutcome, Outcome, solve, solve_all, solve_quickly,
};

use super::plain_search;
use super::random_instances::random_instance;

/// The plain search ends here; the instances are small enough that longer solutions are rare.
const MAX_COST: u32 = 14;

#[test]
fn solver_agrees_with_a_plain_search_on_random_instances_with_every_option() {
    let mut solved = 0;
    for number in 0..600 {
        let instance = random_instance(&format!("optimum {number}"), 3);
        let expected = plain_search::search(&instance, MAX_COST);
        let mut bounds = Vec::new();
        let answer = solve(&instance, Budget::DEFAULT, &mut |bound| bounds.push(bound));
        match (&answer.outcome, expected) {
            (Outcome::Solved(solution), Some(expected)) => {
                assert_eq!(solution.cost, expected.cost, "{number}: {instance:?}");
                assert_eq!(
                    instance.cost_of(&solution.moves),
                    Some(expected.cost),
                    "{number}"
                );
                assert!(bounds.is_sorted() && bounds.last() == Some(&solution.cost));
                solved += 1;
            }
            (Outcome::Solved(solution), None) => assert!(solution.cost > MAX_COST, "{number}"),
            (Outcome::NoSolution, None) => {}
            _ => panic!("{number}: {answer:?} for {instance:?}"),
        }
    }
    assert!(solved > 300, "only {solved} instances have a solution");
}

#[test]
fn threads_find_solutions_of_the_same_cost() {
    let text = include_str!("instances.jsonl");
    let lines = text
        .lines()
        .filter(|line| line.contains("\"h0") || line.contains("\"x0"));
    for line in lines {
        let line: InstanceLine = line.parse().unwrap();
        let instance = line.instance().unwrap();
        let certificate = solve(&instance, Budget::DEFAULT, &mut |_| {}).certificate;
        for threads in [2, 3] {
            let budget = Budget {
                threads,
                ..Budget::DEFAULT
            };
            let answer = solve(&instance, budget, &mut |_| {});
            let Outcome::Solved(solution) = answer.outcome else {
                panic!("{:?} has a solution", line.id);
            };
            assert_eq!(answer.certificate, certificate, "{:?}", line.id);
            assert_eq!(Some(solution.cost), line.moves, "{:?}", line.id);
            assert_eq!(instance.cost_of(&solution.moves), line.moves);
        }
    }
}

#[test]
fn all_solutions_agree_with_a_plain_search() {
    let mut found = 0;
    for number in 0..400 {
        let instance = random_instance(&format!("optima {number}"), 4);
        let Some(expected) = plain_search::search(&instance, 9) else {
            continue;
        };
        let outcome = solve_all(&instance, Budget::DEFAULT, 1_000, &mut |_| {});
        let OptimaOutcome::Found(optima) = outcome else {
            panic!("{number}: {outcome:?}");
        };
        assert_eq!(optima.cost, expected.cost, "{number}");
        assert_eq!(optima.count, expected.solutions.into(), "{number}");
        assert_eq!(optima.ends, expected.ends, "{number}");
        assert_eq!(optima.changes, expected.changes, "{number}: {optima:?}");
        let listed = expected.solutions.min(1_000) as usize;
        assert_eq!(optima.solutions.len(), listed, "{number}");
        for solution in optima.solutions.iter().chain([&optima.simplest]) {
            assert_eq!(instance.cost_of(solution), Some(expected.cost), "{number}");
        }
        let simplest = optima.simplest.windows(2);
        let changes = simplest.filter(|two| two[0].robot != two[1].robot).count();
        assert_eq!(changes as u32, optima.changes, "{number}");
        let mut solutions = optima.solutions.clone();
        solutions.dedup();
        assert_eq!(
            solutions.len(),
            listed,
            "{number}: a solution is listed twice"
        );
        found += 1;
    }
    assert!(found > 150, "only {found} instances have a short solution");
}

#[test]
fn quick_solution_is_a_solution_whenever_there_is_one() {
    let mut longer = 0;
    for number in 0..1_500 {
        let instance = random_instance(&format!("quick {number}"), 4);
        let quick = solve_quickly(&instance, Budget::DEFAULT).unwrap();
        match (
            solve(&instance, Budget::DEFAULT, &mut |_| {}).outcome,
            quick,
        ) {
            (Outcome::Solved(best), Some((solution, _))) => {
                assert_eq!(instance.cost_of(&solution.moves), Some(solution.cost));
                assert!(solution.cost >= best.cost, "{number}");
                longer += u32::from(solution.cost > best.cost);
            }
            (Outcome::NoSolution, None) => {}
            answers => panic!("{number}: {answers:?}"),
        }
    }
    assert!(
        longer > 20,
        "{longer} quick solutions are longer than necessary"
    );
}
