//! Laws that every game obeys, tried on random walks and matches of every game and variant.
//!
//! A law is a function that gives `Ok` or says what it saw instead. A new game is tried without
//! a line here: the list of games is the engine's own, the variants come from its options.

#![allow(
    clippy::unwrap_used,
    reason = "what a test needs and does not get fails it"
)]

mod actions;
mod boards;
mod broken;
mod broken_laws;
mod chance;
mod forgeries;
mod garbage;
mod matches;
mod perft;
mod positions;
mod records;
mod referee;
mod rule_ids;
mod setups;
mod trial;
mod turns;
mod variant;
mod views;
mod walk;

/// What a law gives.
type Held = Result<(), String>;

/// Writes one test for each law: the way it is tried, its name, the function.
macro_rules! laws {
    ($($way:ident: $name:ident = $law:path;)+) => {
        $(
            #[test]
            fn $name() {
                for id in botwerk_engine::GameId::ALL {
                    botwerk_engine::with_game!(*id, G => {
                        trial::everywhere::<G>(|game| trial::$way(game, $law));
                    });
                }
            }
        )+
    };
}

laws! {
    once: every_number_is_an_action_and_back = actions::numbers_are_dense;
    once: every_action_has_its_own_text = actions::texts_are_canonical;
    once: a_state_has_at_most_2_kilobytes = positions::states_are_small;
    on_states: listed_actions_are_played_as_they_are_applied = actions::listed_are_played;
    on_states: listed_actions_are_exactly_the_accepted_ones = actions::listed_are_accepted;
    on_states: lists_are_sorted_and_appended = actions::lists_are_sorted;
    on_states: a_turn_says_who_can_act = turns::turn_says_who_can_act;
    on_states: what_a_game_offers_is_legal = turns::offers_are_legal;
    on_states: turns_are_read_as_they_are_written = turns::texts_round_trip;
    on_states: positions_are_read_as_they_are_written = positions::texts_round_trip;
    on_states: positions_and_their_setups_describe_each_other = setups::positions_round_trip;
    on_states: views_show_nothing_hidden = views::hidden_stays_hidden;
    on_states: views_are_read_as_they_are_written = views::texts_round_trip;
    on_states: silence_is_hidden_from_the_others = views::silence_is_hidden;
    on_states: views_know_the_legal_actions = views::actions_are_the_legal_ones;
    on_states: observations_fill_their_bytes = views::observations_are_complete;
    on_states: sequences_of_actions_are_counted = perft::counts_agree;
    on_states: draws_follow_the_weights = chance::draws_follow_the_weights;
    on_walks: equal_positions_are_equal_in_every_way = positions::equality_agrees;
    on_walks: equal_views_are_equal_in_every_way = views::equality_agrees;
    on_matches: matches_end = matches::matches_end;
    on_matches: events_replayed_lead_to_the_same_position = referee::replay_agrees;
    on_matches: earlier_positions_are_remembered = referee::earlier_is_remembered;
    on_matches: a_refused_act_changes_nothing = referee::refusals_change_nothing;
    on_matches: records_are_read_and_played_again = records::round_trips;
    on_matches: a_changed_record_is_found_out = records::changes_are_found;
    on_matches: a_forged_record_is_found_out = forgeries::forgeries_are_found;
    once: garbage_is_no_position = garbage::positions;
    once: garbage_is_no_action_and_no_turn = garbage::actions_and_turns;
    once: garbage_is_no_record = garbage::records;
}
