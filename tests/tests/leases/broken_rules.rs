//! Every rule prevents something: without it, or without two that do the same, a property is violated.
//! The numbers of reports are the exception: `protocol.rs` shows that the protocol works without them.

use crate::configurations::{
    LIVE_MATCH, NEXT_CHUNK, ONE_PAIRING, ONE_WORKER, SHARED_CHUNK, TWO_OF_EACH, TWO_WORKERS,
};
use crate::exploration::{assert_acyclic, assert_kept, assert_violated};
use crate::model::LeaseModel;
use crate::properties::{
    BOUNDED, COMPLETION, ONE_RESULT, OPEN_CHUNKS, OWN_APPENDS, OWNED, REACHABLE, SEQUENCE, STORED,
    SUMS,
};
use crate::rules::{Rule, Rules};

#[test]
fn match_created_under_a_deleted_row_is_owned_by_no_server() {
    assert_violated(LIVE_MATCH, &[Rule::CheckServerRow], OWNED);
}

#[test]
fn match_created_under_a_row_without_lock_is_owned_by_no_server() {
    assert_violated(LIVE_MATCH, &[Rule::LockServerRow], OWNED);
}

#[test]
fn append_of_another_epoch_enters_without_row_check_and_owner_check() {
    let broken = &[Rule::CheckServerRow, Rule::CheckOwner];
    assert_violated(LIVE_MATCH, broken, OWN_APPENDS);
    assert_kept(LIVE_MATCH, &[Rule::CheckServerRow], &[OWN_APPENDS]);
    assert_kept(LIVE_MATCH, &[Rule::CheckOwner], &[OWN_APPENDS]);
}

#[test]
fn repeated_append_enters_twice_without_the_expected_number_of_events() {
    assert_violated(LIVE_MATCH, &[Rule::CheckExpectedEvents], SEQUENCE);
}

#[test]
fn work_of_an_expired_server_is_lost_unless_it_is_moved() {
    assert_violated(LIVE_MATCH, &[Rule::TakeOverUnfinished], OWNED);
    assert_violated(LIVE_MATCH, &[Rule::TakeOverUnfinished], COMPLETION);
    assert_violated(TWO_OF_EACH, &[Rule::TakeOverUnfinished], REACHABLE);
}

#[test]
fn takeover_that_reads_before_it_waits_misses_a_new_match() {
    assert_violated(LIVE_MATCH, &[Rule::ReadAfterLock], OWNED);
}

#[test]
fn servers_that_take_over_from_each_other_wait_for_ever() {
    assert_violated(LIVE_MATCH, &[Rule::LockRowsInOrder], COMPLETION);
}

#[test]
fn takeover_waits_for_ever_for_a_stopped_server_in_a_transaction() {
    assert_violated(LIVE_MATCH, &[Rule::AbortIdleTransactions], COMPLETION);
    assert_violated(TWO_OF_EACH, &[Rule::AbortIdleTransactions], COMPLETION);
}

#[test]
fn match_whose_takeover_got_no_answer_is_suspended_for_ever_unless_its_owner_reads_it() {
    assert_violated(LIVE_MATCH, &[Rule::AdoptByReading], COMPLETION);
    assert_violated(ONE_PAIRING, &[Rule::AdoptByReading], COMPLETION);
}

#[test]
fn submission_enters_twice_unless_the_next_owner_recognises_it() {
    assert_violated(LIVE_MATCH, &[Rule::RecognizeStoredSubmissions], SEQUENCE);
}

#[test]
fn last_submission_is_never_answered_unless_ended_matches_are_read() {
    assert_violated(LIVE_MATCH, &[Rule::AnswerFromStore], COMPLETION);
}

#[test]
fn finished_chunk_is_created_again_unless_its_results_are_checked() {
    let broken = &[Rule::CreateOnlyMissingChunks];
    assert_violated(TWO_OF_EACH, broken, OPEN_CHUNKS);
}

#[test]
fn chunk_of_a_crashed_worker_is_lost_unless_expired_leases_end() {
    assert_violated(TWO_WORKERS, &[Rule::LeaseExpiredChunks], COMPLETION);
    assert_violated(TWO_WORKERS, &[Rule::LeaseExpiredChunks], REACHABLE);
}

#[test]
fn results_of_the_next_worker_are_discarded_unless_report_numbers_restart() {
    assert_violated(SHARED_CHUNK, &[Rule::ResetReportSeq], STORED);
    assert_violated(SHARED_CHUNK, &[Rule::ResetReportSeq], BOUNDED);
}

#[test]
fn new_results_are_discarded_under_the_number_of_a_previous_report() {
    assert_violated(ONE_WORKER, &[Rule::NumberNewContent], STORED);
}

#[test]
fn results_are_discarded_if_a_duplicate_grant_restarts_a_lease() {
    assert_violated(NEXT_CHUNK, &[Rule::MatchGrantToRequest], STORED);
}

#[test]
#[should_panic(expected = "can be reached from itself")]
fn lease_is_renewed_for_ever_by_the_worker_of_a_previous_one_without_lease_epochs() {
    let rules = Rules::without(&[Rule::CheckLeaseEpoch]);
    let model = LeaseModel {
        rules,
        ..SHARED_CHUNK
    };
    assert_acyclic("without lease epochs", &model);
}

#[test]
fn report_of_a_previous_lease_replaces_the_report_number_of_the_current_one() {
    assert_violated(SHARED_CHUNK, &[Rule::CheckLeaseEpoch], STORED);
}

#[test]
fn report_that_was_checked_before_the_next_lease_replaces_its_report_number() {
    assert_violated(SHARED_CHUNK, &[Rule::LockChunkRow], STORED);
}

#[test]
fn repeated_result_is_counted_twice_unless_pairings_are_unique() {
    assert_violated(SHARED_CHUNK, &[Rule::UniqueResults], ONE_RESULT);
    assert_violated(ONE_WORKER, &[Rule::UniqueResults], ONE_RESULT);
}

#[test]
fn repeated_result_is_added_twice_unless_only_missing_results_are_added() {
    assert_violated(SHARED_CHUNK, &[Rule::AbsoluteResults], SUMS);
    assert_violated(ONE_WORKER, &[Rule::AbsoluteResults], SUMS);
}

/// Rules that hold what other rules hold as well, or change only times.
const PRECAUTIONS: [Rule; 3] = [
    Rule::CheckOwner,
    Rule::CheckReportSeq,
    Rule::TakeOverAtRegistration,
];

#[test]
fn every_rule_that_the_model_needs_has_a_counterexample() {
    let (_, declared) = include_str!("rules.rs").split_once("enum Rule {").unwrap();
    let (declared, _) = declared.split_once("\n}").unwrap();
    let lines = declared.lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with("//"));
    let rules: Vec<_> = lines.filter_map(|line| line.strip_suffix(',')).collect();
    let tests = [
        include_str!("broken_rules.rs"),
        include_str!("directors.rs"),
    ];
    for rule in &rules {
        let broken = format!("[Rule::{rule}]");
        let mut lines = tests.iter().flat_map(|text| text.lines());
        let has_counterexample =
            lines.any(|line| line.contains(&broken) && !line.contains("assert_kept"));
        let is_precaution = PRECAUTIONS.iter().any(|it| format!("{it:?}") == *rule);
        assert_ne!(has_counterexample, is_precaution, "{rule}");
    }
    let document = include_str!("../../../docs/cluster.md");
    let document = document.split_whitespace().collect::<Vec<_>>().join(" ");
    let (all, needed) = (rules.len(), rules.len() - PRECAUTIONS.len());
    let sentence = format!("any one of {needed} of its {all} rules");
    assert!(document.contains(&sentence), "{sentence}");
}
