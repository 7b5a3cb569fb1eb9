//! `botwerk-lab weights` and `botwerk-lab responses`: the strength of `program-search` in Droids.

use serde_json::Value;

use crate::run;

fn lines(arguments: &[&str]) -> Vec<Value> {
    run(&[arguments, &["--json", "--seed", "7"]].concat()).good_json()
}

#[test]
fn weights_are_tuned_by_the_same_matches_with_any_number_of_threads() {
    let tuned = |steps: &str, threads: &str| {
        let limits = ["--nodes", "30", "--openings", "2", "--final-openings", "3"];
        let tune = [
            "weights",
            "--scenario",
            "2,3",
            "--steps",
            steps,
            "--threads",
            threads,
        ];
        lines(&[&tune[..], &limits].concat())
    };
    let two = tuned("2", "1");
    assert_eq!(two, tuned("2", "2"));
    assert_ne!(two[0]["weights"], tuned("1", "1")[0]["weights"]);
    assert_eq!(two.len(), 3, "{two:?}");
    assert_eq!(two[0]["step"], 2);
    for (line, scenario) in two[1..].iter().zip(["2", "3"]) {
        assert_eq!(
            (&line["scenario"], &line["matches"]),
            (&scenario.into(), &6.into())
        );
        assert!(
            line["score"]
                .as_f64()
                .is_some_and(|score| (0.0..=1.0).contains(&score))
        );
    }
}

#[test]
fn search_that_sees_all_hands_beats_a_weak_player() {
    let limits = ["--openings", "6", "--nodes", "300", "--threads", "2"];
    let respond = ["responses", "--player", "random", "--scenario", "2"];
    let lines = lines(&[&respond[..], &limits].concat());
    let sees = |line: &Value| line["sees"].as_str().unwrap().to_owned();
    assert_eq!(
        lines.iter().map(sees).collect::<Vec<_>>(),
        ["its own hand", "all hands"]
    );
    for line in &lines {
        assert_eq!(line["matches"], 12);
        assert!(line["score"].as_f64().unwrap() > 0.7, "{line}");
    }
    run(&["responses", "--player", "minimax"]).failed(2, "unknown agent of droids");
}
