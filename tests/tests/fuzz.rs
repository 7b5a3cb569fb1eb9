//! A few arbitrary bytes for every target of `tests/fuzz`, the same at every run.

use botwerk_tests::fuzz::{Requests, parsers, records};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Gives so many arbitrary lists of bytes to a target.
fn each(cases: u32, mut target: impl FnMut(&[u8])) {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    for _ in 0..cases {
        let bytes = vec(any::<u8>(), 0..600).new_tree(&mut runner);
        target(&bytes.expect("bytes are made of nothing").current());
    }
}

#[test]
fn parsers_take_what_they_write_and_say_what_is_wrong() {
    each(6000, parsers);
}

#[test]
fn changed_records_are_read_or_refused() {
    each(600, records);
}

#[test]
fn every_request_is_answered_and_hurts_no_match() {
    let mut requests = Requests::new();
    each(3000, |bytes| requests.send(bytes));
    requests.finish_honest_match();
    assert_eq!(requests.sent(), 3000);
    let tally = requests.tally();
    println!("{tally}");
    for method in requests.methods() {
        // A stream that goes on is counted by what is asked on it.
        if method != "Play" {
            assert!(
                tally.taken(&method) >= 5,
                "{method} is never taken:\n{tally}"
            );
        }
    }
    let lead_far = [
        "CreateMatch",
        "SubmitAction",
        "Play Join",
        "Play Act",
        "Play Pong",
    ];
    for kind in lead_far {
        assert!(tally.taken(kind) >= 50, "{kind} is seldom taken:\n{tally}");
    }
    for kind in ["CreateMatch", "SubmitAction", "Play Join", "Play Act"] {
        assert!(
            tally.refused(kind) >= 50,
            "{kind} is seldom refused:\n{tally}"
        );
    }
}
