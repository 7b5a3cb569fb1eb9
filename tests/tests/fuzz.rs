//! Runs every target of `tests/fuzz` on a few arbitrary inputs, the same in every run.

use botwerk_tests::fuzz::{RequestFuzzer, forgeries, parsers, records};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Calls a target with the given number of arbitrary byte strings.
fn run_cases(cases: u32, mut target: impl FnMut(&[u8])) {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    for _ in 0..cases {
        let bytes = vec(any::<u8>(), 0..600).new_tree(&mut runner);
        target(&bytes.expect("generation of bytes cannot fail").current());
    }
}

#[test]
fn parsers_accept_canonical_texts_and_report_errors() {
    run_cases(3000, parsers);
}

#[test]
fn mutated_records_are_read_or_rejected() {
    run_cases(600, records);
}

#[test]
fn change_of_one_field_is_noticed_unless_no_record_can_prove_it() {
    run_cases(1500, forgeries);
}

#[test]
fn every_request_is_answered_without_damage_to_other_matches() {
    let mut requests = RequestFuzzer::new();
    run_cases(4000, |bytes| requests.send(bytes));
    requests.finish_untouched_match();
    assert_eq!(requests.sent(), 4000);
    let stats = requests.stats();
    println!("{stats}");
    for method in requests.methods() {
        // The requests on a `Play` stream are counted separately.
        if method != "Play" {
            let expected = match &*method {
                // No worker lies here, so that none is excluded, and the server has no OpenID provider.
                "ReadmitWorker" | "SignIn" | "SignOut" => 0,
                // These need a tournament that fits the request.
                "AddEntrant" | "ExtendTournament" | "ReadmitEntrant" => 1,
                _ => 3,
            };
            assert!(
                stats.accepted(&method) >= expected,
                "{method} is accepted too rarely:\n{stats}"
            );
        }
    }
    let frequent_kinds = [
        "CreateMatch",
        "SubmitActions",
        "Play Join",
        "Play Submission",
    ];
    for kind in frequent_kinds {
        assert!(
            stats.accepted(kind) >= 50,
            "{kind} is accepted too rarely:\n{stats}"
        );
    }
    for kind in [
        "CreateMatch",
        "SubmitActions",
        "Play Join",
        "Play Submission",
    ] {
        assert!(
            stats.rejected(kind) >= 50,
            "{kind} is rejected too rarely:\n{stats}"
        );
    }
}
