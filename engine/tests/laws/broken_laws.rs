//! Tests of the laws: a game with a fault violates the law that forbids it, and a game without a
//! fault violates none.

use botwerk_engine::laws::{self, Variant};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::{AnyGame, GameType, Options};

use crate::broken::{FaultyGame, GameFault};
use crate::law;

fn faulty_game(fault: GameFault) -> FaultyGame<MicroRobots> {
    let options = Options::resolve(MicroRobots::spec().options, [("round_cap", "12")]);
    let options = options.expect("a cap of 12 rounds is valid");
    FaultyGame {
        game: MicroRobots::new(3, options).expect("three seats are valid"),
        fault,
    }
}

fn variant(fault: GameFault) -> Variant<AnyGame> {
    Variant::new(AnyGame::new(faulty_game(fault)), format!("{fault:?}"))
}

/// Asserts that a law detects a fault and accepts a game without one.
fn assert_detected(fault: GameFault, name: &'static str) {
    let law = law(name);
    variant(GameFault::None).obeys(name, &law).unwrap();
    let violation = variant(fault).obeys(name, &law);
    violation.expect_err("the law does not detect the fault");
}

/// Defines one test per fault from the test's name, the fault, and the law.
macro_rules! faults {
    ($($name:ident: $fault:ident violates $law:ident;)+) => {
        $(
            #[test]
            fn $name() {
                assert_detected(GameFault::$fault, stringify!($law));
            }
        )+
    };
}

faults! {
    omitted_legal_action_is_detected:
        OmitsLegalAction violates legal_actions_are_exactly_the_accepted_ones;
    listed_illegal_action_is_detected:
        ListsIllegalAction violates legal_actions_are_exactly_the_accepted_ones;
    rejection_that_changes_the_state_is_detected:
        ChangesStateOnRejection violates legal_actions_are_exactly_the_accepted_ones;
    different_unchecked_effect_is_detected:
        IgnoresUncheckedActions violates legal_actions_applied_unchecked_match_apply;
    unsorted_action_list_is_detected:
        ReversesLists violates legal_actions_are_sorted_and_appended;
    duplicate_action_text_is_detected:
        DuplicatesActionText violates action_texts_are_unique_and_canonical;
    wrong_actor_is_detected:
        NamesChanceInsteadOfSeats violates turn_names_exactly_the_actors_with_legal_actions;
    decision_after_the_end_is_detected: NeverEnds violates turn_names_exactly_the_actors_with_legal_actions;
    ending_without_text_is_detected: OmitsEnding violates random_matches_end;
    illegal_deadline_action_is_detected:
        OffersIllegalAction violates deadline_leave_and_pass_actions_are_legal;
    truncated_turn_text_is_detected: TruncatesTexts violates turn_texts_round_trip;
    truncated_position_text_is_detected:
        TruncatesTexts violates position_texts_round_trip;
    constant_hash_is_detected: ReturnsConstantHash violates equal_positions_have_equal_texts_and_hashes;
    random_hash_is_detected: ReturnsRandomHash violates equal_positions_have_equal_texts_and_hashes;
    leaking_view_is_detected: LeaksPosition violates views_reveal_nothing_hidden;
    unrelated_determinization_is_detected:
        SamplesUnrelatedPosition violates views_reveal_nothing_hidden;
    view_that_reveals_a_pass_is_detected: LeaksPosition violates pass_is_hidden_from_other_viewers;
    event_that_reveals_a_pass_is_detected:
        ShowsEveryAction violates pass_is_hidden_from_other_viewers;
    hidden_change_of_a_view_is_detected:
        HidesEveryAction violates hidden_actions_change_no_view;
    random_view_hash_is_detected: ReturnsRandomViewHash violates equal_views_have_equal_contents_and_hashes;
    view_that_omits_an_action_is_detected:
        OmitsViewAction violates views_list_the_legal_actions;
    unwritten_observation_byte_is_detected:
        OmitsObservationByte violates observations_write_every_byte;
    number_beyond_the_range_of_its_field_is_detected:
        FillsObservation violates observations_consist_of_their_fields;
    outcome_sampled_with_two_numbers_is_detected:
        TakesTwoRandomNumbers violates chance_outcomes_follow_the_weights;
    last_outcome_always_sampled_is_detected:
        SamplesLastOutcome violates chance_outcomes_follow_the_weights;
    zero_weight_is_detected:
        ReturnsZeroWeights violates chance_outcomes_follow_the_weights;
    record_of_other_chance_outcomes_is_detected:
        SamplesLastOutcome violates records_round_trip_and_replay;
    accepted_blanks_around_a_position_are_detected: AcceptsBlanks violates malformed_position_is_rejected;
    accepted_blanks_around_an_action_are_detected:
        AcceptsBlanks violates malformed_action_or_turn_is_rejected;
    misplaced_error_is_detected: MisplacesErrors violates malformed_position_is_rejected;
}

/// Tests the laws that no fault above targets on a game without a fault.
#[test]
fn game_without_a_fault_obeys_the_other_laws() {
    let variant = variant(GameFault::None);
    for name in [
        "random_matches_end",
        "replayed_events_restore_the_referee",
        "rejected_submission_changes_nothing",
        "altered_record_is_detected",
        "forged_record_is_detected",
        "malformed_record_is_rejected",
    ] {
        variant.obeys(name, &law(name)).unwrap();
    }
}

/// Behind [`AnyGame`] an action is its number.
#[test]
fn duplicate_action_number_is_detected() {
    let violated = |fault| {
        let variant = Variant::new(faulty_game(fault), format!("{fault:?}"));
        let mut laws = laws::typed().into_iter();
        let obeyed = laws.try_for_each(|(name, law)| variant.obeys(name, &law));
        obeyed.err().map(|violation| violation.law)
    };
    assert_eq!(violated(GameFault::None), None);
    let law = "action_numbers_are_dense_and_round_trip";
    assert_eq!(violated(GameFault::DuplicatesActionNumber), Some(law));
}

/// A counterexample has no steps that it does not need.
#[test]
fn counterexample_is_shrunk() {
    let name = "deadline_leave_and_pass_actions_are_legal";
    let violation = variant(GameFault::OffersIllegalAction).obeys(name, &law(name));
    let violation = violation.unwrap_err();
    assert_eq!(violation.law, name);
    assert!((1..=8).contains(&violation.steps.len()), "{violation}");
    assert!(
        violation.to_string().contains("steps from the seed"),
        "{violation}"
    );
}
