//! The protocol as a whole keeps its invariants.

use crate::configurations::{
    LIVE_MATCH, MATCH_AND_TOURNAMENT, NEXT_CHUNK, ONE_PAIRING, ONE_WORKER, SHARED_CHUNK,
    TWO_OF_EACH, TWO_WORKERS,
};
use crate::exploration::{assert_acyclic, assert_correct, assert_kept};
use crate::model::LeaseModel;
use crate::properties::{
    COMPLETION, LOST_APPEND_ANSWER, LOST_REPORT_ANSWER, ONE_RESULT, REFUSED_REPORT, SECOND_LEASE,
    STORED, SUMS, TAKEOVER_IN_FLIGHT,
};
use crate::rules::{Rule, Rules};

const LEASE_EXAMPLES: &[&str] = &[SECOND_LEASE, REFUSED_REPORT, LOST_REPORT_ANSWER];

#[test]
fn live_match_on_two_servers_ends_in_spite_of_two_faults() {
    let examples = &[TAKEOVER_IN_FLIGHT, LOST_APPEND_ANSWER];
    assert_correct("live match", LIVE_MATCH, examples);
}

#[test]
fn chunks_are_played_by_two_workers_in_spite_of_a_fault() {
    assert_correct("two workers, two chunks", TWO_WORKERS, LEASE_EXAMPLES);
    assert_correct("two workers, one chunk", SHARED_CHUNK, LEASE_EXAMPLES);
}

#[test]
fn chunk_is_played_by_one_worker_in_spite_of_two_faults() {
    assert_correct("one worker, one chunk", ONE_WORKER, LEASE_EXAMPLES);
}

#[test]
#[ignore = "takes a minute"]
fn next_chunk_is_played_by_one_worker_in_spite_of_two_faults() {
    assert_correct("one worker, two chunks", NEXT_CHUNK, LEASE_EXAMPLES);
}

#[test]
fn chunks_are_played_by_two_workers_on_two_servers_in_spite_of_a_fault() {
    let examples = &[LEASE_EXAMPLES, &[TAKEOVER_IN_FLIGHT]].concat();
    assert_correct("two of each", TWO_OF_EACH, examples);
}

#[test]
fn pairing_is_played_on_two_servers_in_spite_of_two_faults() {
    let examples = &[LEASE_EXAMPLES, &[TAKEOVER_IN_FLIGHT]].concat();
    assert_correct("one pairing", ONE_PAIRING, examples);
}

#[test]
fn match_and_tournament_end_in_spite_of_a_fault() {
    let appends = [TAKEOVER_IN_FLIGHT, LOST_APPEND_ANSWER];
    let examples = &[LEASE_EXAMPLES, &appends].concat();
    assert_correct("match and tournament", MATCH_AND_TOURNAMENT, examples);
}

#[test]
fn every_sequence_of_steps_ends() {
    assert_acyclic("live match", &LIVE_MATCH);
    assert_acyclic("two workers, one chunk", &SHARED_CHUNK);
    assert_acyclic("two of each", &TWO_OF_EACH);
    assert_acyclic("one pairing", &ONE_PAIRING);
}

#[test]
fn registration_without_takeover_changes_only_the_time_of_the_takeover() {
    let rules = Rules::without(&[Rule::TakeOverAtRegistration]);
    for (name, model) in [
        ("live match, separate takeover", LIVE_MATCH),
        ("one pairing, separate takeover", ONE_PAIRING),
    ] {
        assert_correct(name, LeaseModel { rules, ..model }, &[TAKEOVER_IN_FLIGHT]);
    }
}

#[test]
fn absolute_results_need_no_report_numbers() {
    let rules = Rules::without(&[
        Rule::CheckReportSeq,
        Rule::ResetReportSeq,
        Rule::NumberNewContent,
        Rule::MatchGrantToRequest,
        Rule::LockChunkRow,
    ]);
    for (name, model) in [
        ("two workers, one chunk, no report numbers", SHARED_CHUNK),
        ("one worker, one chunk, no report numbers", ONE_WORKER),
        ("two of each, no report numbers", TWO_OF_EACH),
    ] {
        assert_correct(name, LeaseModel { rules, ..model }, LEASE_EXAMPLES);
    }
}

#[test]
fn report_of_a_previous_lease_is_harmless_without_report_numbers() {
    let broken = &[Rule::CheckLeaseEpoch, Rule::CheckReportSeq];
    let properties = &[ONE_RESULT, SUMS, STORED, COMPLETION];
    assert_kept(SHARED_CHUNK, broken, properties);
    assert_kept(ONE_WORKER, broken, properties);
}

#[test]
#[ignore = "takes a minute"]
fn invariants_hold_in_larger_configurations() {
    let larger = LeaseModel {
        max_faults: 3,
        ..LIVE_MATCH
    };
    assert_correct("live match, three faults", larger, &[]);
    let larger = LeaseModel {
        max_faults: 2,
        ..SHARED_CHUNK
    };
    assert_correct("two workers, one chunk, two faults", larger, &[]);
    let larger = LeaseModel {
        max_faults: 2,
        ..TWO_WORKERS
    };
    assert_correct("two workers, two chunks, two faults", larger, &[]);
    let larger = LeaseModel {
        submissions: 2,
        ..TWO_OF_EACH
    };
    assert_correct("two of each and a live match", larger, &[]);
}
