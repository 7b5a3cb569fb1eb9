//! Laws that every game obeys, tested on random walks and matches of every game and variant.
//!
//! A law is a function that returns `Ok`, or an error that describes the violation. A new game
//! needs no code here: the list of games is the engine's, and the variants are derived from its
//! options.

#![allow(clippy::unwrap_used, reason = "a missing prerequisite fails the test")]

mod actions;
mod any_game;
mod boards;
mod broken;
mod broken_laws;
mod chance;
mod forgeries;
mod free_boards;
mod garbage;
mod matches;
mod numbers;
mod perft;
mod positions;
mod records;
mod referee;
mod rule_ids;
mod setups;
mod spellings;
mod trial;
mod turns;
mod variant;
mod views;
mod walk;

/// Result of a law: `Ok`, or a description of the violation.
type LawResult = Result<(), String>;

/// Defines one test per law from the trial that runs it, the test's name and the law's function.
macro_rules! laws {
    ($($trial:ident: $name:ident = $law:path;)+) => {
        $(
            #[test]
            fn $name() {
                for id in botwerk_engine::GameId::BUILT_IN {
                    botwerk_engine::with_game!(*id, G => {
                        trial::for_every_variant::<G>(|variant| trial::$trial(variant, $law));
                    });
                }
            }
        )+
    };
}

laws! {
    once: action_numbers_are_dense_and_round_trip = actions::numbers_are_dense;
    once: action_texts_are_unique_and_canonical = actions::texts_are_canonical;
    once: states_have_at_most_2_kib = positions::states_are_small;
    on_states: legal_actions_applied_unchecked_match_apply = actions::unchecked_apply_agrees;
    on_states: legal_actions_are_exactly_the_accepted_ones = actions::legal_actions_are_accepted;
    on_states: legal_actions_are_sorted_and_appended = actions::legal_actions_are_sorted;
    on_states: turn_names_exactly_the_actors_with_legal_actions = turns::turn_names_the_actors;
    on_states: deadline_leave_and_pass_actions_are_legal = turns::offered_actions_are_legal;
    on_states: turn_texts_round_trip = turns::texts_round_trip;
    on_states: spellings_of_a_turn_are_read = spellings::spellings_are_read;
    on_states: position_texts_round_trip = positions::texts_round_trip;
    on_states: position_setups_round_trip = setups::positions_round_trip;
    on_states: views_reveal_nothing_hidden = views::views_reveal_nothing_hidden;
    on_states: view_texts_round_trip = views::texts_round_trip;
    on_states: pass_is_hidden_from_other_viewers = views::pass_is_hidden;
    on_states: hidden_actions_change_no_view = views::hidden_actions_change_no_view;
    on_states: views_list_the_legal_actions = views::legal_actions_are_listed;
    on_states: observations_write_every_byte = views::observations_are_complete;
    on_states: observations_consist_of_their_fields = views::observations_have_their_fields;
    on_states: perft_counts_agree = perft::counts_agree;
    on_states: chance_outcomes_follow_the_weights = chance::outcomes_follow_the_weights;
    on_states: game_behind_any_game_is_the_same = any_game::any_game_agrees;
    on_walks: equal_positions_have_equal_texts_and_hashes = positions::equality_agrees;
    on_walks: equal_views_have_equal_contents_and_hashes = views::equality_agrees;
    on_matches: random_matches_end = matches::matches_end;
    on_matches: replayed_events_restore_the_referee = referee::replay_agrees;
    on_matches: earlier_positions_are_kept_for_repetition = referee::earlier_positions_are_kept;
    on_matches: rejected_submission_changes_nothing = referee::rejections_change_nothing;
    on_matches: records_round_trip_and_replay = records::round_trips;
    on_matches: numbers_of_a_record_are_exact_in_floating_point = records::numbers_are_exact;
    on_matches: given_start_is_replayed_only_if_it_is_marked = records::given_starts_are_marked;
    on_matches: altered_record_is_detected = records::alterations_are_detected;
    on_matches: forged_record_is_detected = forgeries::forgeries_are_detected;
    once: malformed_position_is_rejected = garbage::positions;
    once: malformed_action_or_turn_is_rejected = garbage::actions_and_turns;
    once: malformed_record_is_rejected = garbage::records;
}

#[test]
fn number_at_an_edge_is_rejected_or_leads_to_bounded_play() {
    std::thread::scope(|scope| {
        for id in botwerk_engine::GameId::BUILT_IN {
            botwerk_engine::with_game!(*id, G => {
                scope.spawn(numbers::edges_are_bounded::<G>);
            });
        }
    });
}
