//! Laws that every game obeys, tested on random walks and random matches of its variants.
//!
//! [`check`] tests a game in a test of its own crate; `botwerk game test` does the same. A violation has the seed and
//! the actions that lead to it, without those that it does not need.
//!
//! ```
//! use botwerk_engine::{laws, netzwerk::Netzwerk};
//!
//! let laws = laws::all::<Netzwerk>();
//! assert!(laws.iter().any(|(name, _)| *name == "views_reveal_nothing_hidden"));
//! ```

mod actions;
mod any_game;
mod chance;
mod forgeries;
mod garbage;
mod law;
mod matches;
mod numbers;
mod perft;
mod positions;
mod records;
mod referee;
mod referee_snapshot;
mod shrink;
mod spellings;
mod turns;
mod variant;
mod views;
mod violation;
mod walk;

pub use law::Law;
pub use matches::Match;
pub use variant::{Variant, variants};
pub use violation::{LawResult, Violation};

use self::law::without_panic;
use crate::any_game::AnyGame;
use crate::game::{Game, GameType};
use crate::game_id::GameId;

/// Returns all laws with their names.
pub fn all<G: Game>() -> Vec<(&'static str, Law<G>)> {
    use Law::{Match, Position, Walk};
    vec![
        (NUMBERS, Law::Game(actions::numbers_are_dense)),
        (
            "action_texts_are_unique_and_canonical",
            Law::Game(actions::texts_are_canonical),
        ),
        (
            "states_have_at_most_2_kib",
            Law::Game(positions::states_are_small),
        ),
        (
            "legal_actions_are_sorted_and_appended",
            Position(actions::legal_actions_are_sorted),
        ),
        (
            "legal_actions_applied_unchecked_match_apply",
            Position(actions::unchecked_apply_agrees),
        ),
        (
            "legal_actions_are_exactly_the_accepted_ones",
            Position(actions::legal_actions_are_accepted),
        ),
        (
            "turn_names_exactly_the_actors_with_legal_actions",
            Position(turns::turn_names_the_actors),
        ),
        (
            "deadline_leave_and_pass_actions_are_legal",
            Position(turns::offered_actions_are_legal),
        ),
        ("turn_texts_round_trip", Position(turns::texts_round_trip)),
        (
            "spellings_of_a_turn_are_read",
            Position(spellings::spellings_are_read),
        ),
        (
            "position_texts_round_trip",
            Position(positions::texts_round_trip),
        ),
        (
            "views_reveal_nothing_hidden",
            Position(views::views_reveal_nothing_hidden),
        ),
        ("view_texts_round_trip", Position(views::texts_round_trip)),
        (
            "pass_is_hidden_from_other_viewers",
            Position(views::pass_is_hidden),
        ),
        (
            "hidden_actions_change_no_view",
            Position(views::hidden_actions_change_no_view),
        ),
        (
            "events_and_views_show_the_same",
            Position(views::events_and_views_agree),
        ),
        (
            "views_list_the_legal_actions",
            Position(views::legal_actions_are_listed),
        ),
        (
            "observations_write_every_byte",
            Position(views::observations_are_complete),
        ),
        (
            "observations_consist_of_their_fields",
            Position(views::observations_have_their_fields),
        ),
        ("perft_counts_agree", Position(perft::counts_agree)),
        (
            "chance_outcomes_follow_the_weights",
            Position(chance::outcomes_follow_the_weights),
        ),
        (SAME, Position(any_game::any_game_agrees)),
        (
            "equal_positions_have_equal_texts_and_hashes",
            Walk(positions::equality_agrees),
        ),
        (
            "equal_views_have_equal_contents_and_hashes",
            Walk(views::equality_agrees),
        ),
        ("random_matches_end", Match(matches::matches_end)),
        (
            "replayed_events_restore_the_referee",
            Match(referee::replay_agrees),
        ),
        (
            "earlier_positions_are_kept_for_repetition",
            Match(referee::earlier_positions_are_kept),
        ),
        (
            "rejected_submission_changes_nothing",
            Match(referee::rejections_change_nothing),
        ),
        ("records_round_trip_and_replay", Match(records::round_trips)),
        (
            "numbers_of_a_record_are_exact_in_floating_point",
            Match(records::numbers_are_exact),
        ),
        (
            "given_start_is_replayed_only_if_it_is_marked",
            Match(records::given_starts_are_marked),
        ),
        (
            "altered_record_is_detected",
            Match(records::alterations_are_detected),
        ),
        (
            "forged_record_is_detected",
            Match(forgeries::forgeries_are_detected),
        ),
        (
            "malformed_position_is_rejected",
            Law::Game(garbage::positions),
        ),
        (
            "malformed_action_or_turn_is_rejected",
            Law::Game(garbage::actions_and_turns),
        ),
        ("malformed_record_is_rejected", Law::Game(garbage::records)),
        (
            "number_at_an_edge_is_rejected_or_leads_to_bounded_play",
            Law::Game(numbers::edges_are_bounded),
        ),
    ]
}

/// Returns the laws that are to be tested on the type of a game: with them, all others need to be tested only behind
/// [`AnyGame`], for which they are compiled once.
pub fn typed<G: Game>() -> Vec<(&'static str, Law<G>)> {
    vec![
        (NUMBERS, Law::Game(actions::numbers_are_dense)),
        (SAME, Law::Position(any_game::any_game_agrees)),
    ]
}

const NUMBERS: &str = "action_numbers_are_dense_and_round_trip";
const SAME: &str = "game_behind_any_game_is_the_same";

/// The law of options, which a game has once, whatever its variants.
const OPTIONS: &str = "options_make_games";

/// Tests all laws on all variants of a game, which is registered by it.
///
/// ```no_run
/// botwerk_engine::laws::check::<botwerk_engine::netzwerk::Netzwerk>().unwrap();
/// ```
///
/// # Errors
/// Returns the first law that does not hold, with a counterexample.
pub fn check<G: GameType>() -> Result<(), Violation> {
    let registered = GameId::register_type::<G>();
    let game = registered.map_err(|taken| of_options(G::SPEC.name, taken.to_string()))?;
    check_game::<AnyGame>(game, |_| ())?;
    let variants = variants::<G>(game).map_err(|message| of_options(game.name(), message))?;
    for (name, law) in typed::<G>() {
        for variant in &variants {
            variant.obeys(name, &law)?;
        }
    }
    Ok(())
}

/// Tests all laws on all variants of a game, and calls `begins` with the name of each before.
///
/// # Errors
/// Returns the first law that does not hold, with a counterexample.
pub fn check_game<G: Game>(
    game: GameId,
    mut begins: impl FnMut(&'static str),
) -> Result<(), Violation> {
    begins(OPTIONS);
    let found = variants::<G>(game).map_err(|message| of_options(game.name(), message))?;
    if let Some(variant) = found.first() {
        check_options(variant)?;
    }
    for (name, law) in all::<G>() {
        begins(name);
        for variant in &found {
            variant.obeys(name, &law)?;
        }
    }
    Ok(())
}

/// Tests the law of options on a game, of which any variant does.
///
/// # Errors
/// Returns the value of an option that violates it.
pub fn check_options<G: Game>(variant: &Variant<G>) -> Result<(), Violation> {
    let game = &variant.game;
    let obeyed = without_panic(|| numbers::option_edges_are_bounded(game));
    obeyed.map_err(|message| of_options(game.id().name(), message))
}

fn of_options(game: &str, message: String) -> Violation {
    Violation {
        law: OPTIONS,
        variant: game.to_owned(),
        message,
        seed: None,
        steps: Vec::new(),
    }
}
