//! Laws that every game obeys, tested on random walks and matches of every game and variant: see
//! [`botwerk_engine::laws`].
//!
//! A new game needs no code here: the list of games is the engine's, and the variants are derived from its options.

#![allow(clippy::unwrap_used, reason = "a missing prerequisite fails the test")]

mod boards;
mod broken;
mod broken_laws;
mod broken_plain;
mod free_boards;
mod plain_race;
mod rule_ids;
mod setups;

use std::any::{Any, TypeId};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex};

use botwerk_engine::laws::{self, Law, Variant};
use botwerk_engine::{AnyGame, Game, GameId, with_game};

/// The variants of each game, and the type that they have: most of a test's time would be spent on walking, so that all laws
/// share them.
type Variants = HashMap<(GameId, TypeId), Arc<dyn Any + Send + Sync>>;

static VARIANTS: LazyLock<Mutex<Variants>> = LazyLock::new(Mutex::default);

fn variants<G: Game>(game: GameId) -> Arc<Vec<Variant<G>>> {
    let mut known = VARIANTS.lock().unwrap();
    let variants = known
        .entry((game, TypeId::of::<G>()))
        .or_insert_with(|| Arc::new(laws::variants::<G>(game).unwrap()));
    Arc::clone(variants).downcast().unwrap()
}

/// Returns the law of a name.
fn law<G: Game>(name: &str) -> Law<G> {
    let mut laws = laws::all::<G>().into_iter();
    let found = laws.find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no law `{name}`")).1
}

fn assert_obeyed<G: Game>(game: GameId, name: &'static str, law: &Law<G>) {
    for variant in variants::<G>(game).iter() {
        variant.obeys(name, law).unwrap();
    }
}

/// Defines one test per law, by its name.
macro_rules! laws {
    ($($name:ident)+) => {
        /// The laws that have a test.
        const TESTED: &[&str] = &[$(stringify!($name)),+];

        $(
            #[test]
            fn $name() {
                for game in GameId::BUILT_IN {
                    assert_obeyed::<AnyGame>(*game, stringify!($name), &law(stringify!($name)));
                }
            }
        )+
    };
}

laws! {
    action_texts_are_unique_and_canonical
    states_have_at_most_2_kib
    legal_actions_applied_unchecked_match_apply
    legal_actions_are_exactly_the_accepted_ones
    legal_actions_are_sorted_and_appended
    turn_names_exactly_the_actors_with_legal_actions
    deadline_leave_and_pass_actions_are_legal
    turn_texts_round_trip
    spellings_of_a_turn_are_read
    position_texts_round_trip
    views_reveal_nothing_hidden
    view_texts_round_trip
    pass_is_hidden_from_other_viewers
    hidden_actions_change_no_view
    events_and_views_show_the_same
    views_list_the_legal_actions
    observations_write_every_byte
    observations_consist_of_their_fields
    perft_counts_agree
    chance_outcomes_follow_the_weights
    equal_positions_have_equal_texts_and_hashes
    equal_views_have_equal_contents_and_hashes
    random_matches_end
    replayed_events_restore_the_referee
    earlier_positions_are_kept_for_repetition
    rejected_submission_changes_nothing
    records_round_trip_and_replay
    numbers_of_a_record_are_exact_in_floating_point
    given_start_is_replayed_only_if_it_is_marked
    altered_record_is_detected
    forged_record_is_detected
    malformed_position_is_rejected
    malformed_action_or_turn_is_rejected
    malformed_record_is_rejected
    number_at_an_edge_is_rejected_or_leads_to_bounded_play
}

#[test]
fn every_law_has_a_test() {
    let laws = laws::all::<AnyGame>();
    let all: BTreeSet<_> = laws.iter().map(|(name, _)| *name).collect();
    let typed = laws::typed::<AnyGame>();
    let typed = typed.iter().map(|(name, _)| *name);
    assert_eq!(all, TESTED.iter().copied().chain(typed).collect());
}

#[test]
fn option_at_an_edge_is_rejected_or_leads_to_bounded_play() {
    for game in GameId::BUILT_IN {
        laws::check_options(&variants::<AnyGame>(*game)[0]).unwrap();
    }
}

#[test]
fn position_setups_round_trip() {
    for game in GameId::BUILT_IN {
        with_game!(*game, G => {
            assert_obeyed::<G>(*game, "position_setups_round_trip", &Law::Position(setups::positions_round_trip));
        });
    }
}

#[test]
fn laws_of_types_are_obeyed() {
    for game in GameId::BUILT_IN {
        with_game!(*game, G => {
            for (name, law) in laws::typed::<G>() {
                assert_obeyed::<G>(*game, name, &law);
            }
        });
    }
}
