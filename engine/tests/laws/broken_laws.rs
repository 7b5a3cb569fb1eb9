//! Tests of the laws: a game with a fault violates the law that forbids it, and a game without a
//! fault violates none.

use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::{GameType, Options};

use crate::broken::{FaultyGame, GameFault};
use crate::variant::Variant;
use crate::{
    LawResult, actions, chance, forgeries, garbage, matches, positions, records, referee, trial,
    turns, views,
};

type FaultyMicroRobots = FaultyGame<MicroRobots>;

fn faulty_game(fault: GameFault) -> Variant<FaultyMicroRobots> {
    let options = Options::resolve(MicroRobots::spec().options, [("round_cap", "12")]);
    let options = options.expect("a cap of 12 rounds is valid");
    let game = FaultyGame {
        game: MicroRobots::new(3, options).expect("three seats are valid"),
        fault,
    };
    Variant::new(game, format!("{fault:?}"))
}

/// Asserts that a law detects a fault and accepts a game without one.
fn assert_detected(fault: GameFault, law: impl Fn(&Variant<FaultyMicroRobots>) -> LawResult) {
    assert_eq!(
        law(&faulty_game(GameFault::None)),
        Ok(()),
        "without a fault"
    );
    assert!(
        law(&faulty_game(fault)).is_err(),
        "the law does not detect {fault:?}"
    );
}

/// Defines one test per fault from the test's name, the fault, the trial that runs the law, and the
/// law.
macro_rules! faults {
    ($($name:ident: $fault:ident violates $trial:ident $law:path;)+) => {
        $(
            #[test]
            fn $name() {
                assert_detected(GameFault::$fault, |variant| trial::$trial(variant, $law));
            }
        )+
    };
}

faults! {
    omitted_legal_action_is_detected:
        OmitsLegalAction violates on_states actions::legal_actions_are_accepted;
    listed_illegal_action_is_detected:
        ListsIllegalAction violates on_states actions::legal_actions_are_accepted;
    rejection_that_changes_the_state_is_detected:
        ChangesStateOnRejection violates on_states actions::legal_actions_are_accepted;
    different_unchecked_effect_is_detected:
        IgnoresUncheckedActions violates on_states actions::unchecked_apply_agrees;
    unsorted_action_list_is_detected:
        ReversesLists violates on_states actions::legal_actions_are_sorted;
    duplicate_action_number_is_detected:
        DuplicatesActionNumber violates once actions::numbers_are_dense;
    duplicate_action_text_is_detected:
        DuplicatesActionText violates once actions::texts_are_canonical;
    wrong_actor_is_detected:
        NamesChanceInsteadOfSeats violates on_states turns::turn_names_the_actors;
    decision_after_the_end_is_detected: NeverEnds violates on_states turns::turn_names_the_actors;
    ending_without_text_is_detected: OmitsEnding violates on_matches matches::matches_end;
    illegal_deadline_action_is_detected:
        OffersIllegalAction violates on_states turns::offered_actions_are_legal;
    truncated_turn_text_is_detected: TruncatesTexts violates on_states turns::texts_round_trip;
    truncated_position_text_is_detected:
        TruncatesTexts violates on_states positions::texts_round_trip;
    constant_hash_is_detected: ReturnsConstantHash violates on_walks positions::equality_agrees;
    random_hash_is_detected: ReturnsRandomHash violates on_walks positions::equality_agrees;
    leaking_view_is_detected: LeaksPosition violates on_states views::views_reveal_nothing_hidden;
    unrelated_determinization_is_detected:
        SamplesUnrelatedPosition violates on_states views::views_reveal_nothing_hidden;
    view_that_reveals_a_pass_is_detected: LeaksPosition violates on_states views::pass_is_hidden;
    event_that_reveals_a_pass_is_detected:
        ShowsEveryAction violates on_states views::pass_is_hidden;
    hidden_change_of_a_view_is_detected:
        HidesEveryAction violates on_states views::hidden_actions_change_no_view;
    random_view_hash_is_detected: ReturnsRandomViewHash violates on_walks views::equality_agrees;
    view_that_omits_an_action_is_detected:
        OmitsViewAction violates on_states views::legal_actions_are_listed;
    unwritten_observation_byte_is_detected:
        OmitsObservationByte violates on_states views::observations_are_complete;
    number_beyond_the_range_of_its_field_is_detected:
        FillsObservation violates on_states views::observations_have_their_fields;
    outcome_sampled_with_two_numbers_is_detected:
        TakesTwoRandomNumbers violates on_states chance::outcomes_follow_the_weights;
    last_outcome_always_sampled_is_detected:
        SamplesLastOutcome violates on_states chance::outcomes_follow_the_weights;
    zero_weight_is_detected:
        ReturnsZeroWeights violates on_states chance::outcomes_follow_the_weights;
    record_of_other_chance_outcomes_is_detected:
        SamplesLastOutcome violates on_matches records::round_trips;
    accepted_blanks_around_a_position_are_detected: AcceptsBlanks violates once garbage::positions;
    accepted_blanks_around_an_action_are_detected:
        AcceptsBlanks violates once garbage::actions_and_turns;
    misplaced_error_is_detected: MisplacesErrors violates once garbage::positions;
}

/// Tests the laws that no fault above targets on a game without a fault.
#[test]
fn game_without_a_fault_obeys_the_other_laws() {
    let variant = faulty_game(GameFault::None);
    assert_eq!(trial::on_matches(&variant, matches::matches_end), Ok(()));
    assert_eq!(trial::on_matches(&variant, referee::replay_agrees), Ok(()));
    assert_eq!(
        trial::on_matches(&variant, referee::rejections_change_nothing),
        Ok(())
    );
    assert_eq!(
        trial::on_matches(&variant, records::alterations_are_detected),
        Ok(())
    );
    assert_eq!(
        trial::on_matches(&variant, forgeries::forgeries_are_detected),
        Ok(())
    );
    assert_eq!(trial::once(&variant, garbage::records), Ok(()));
}
