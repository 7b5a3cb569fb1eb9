//! The laws can fail: a game with a fault breaks the law that forbids it, and without one, none.

use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::{GameRules, Options};

use crate::broken::{Broken, Fault};
use crate::{
    Held, actions, chance, forgeries, garbage, matches, positions, records, referee, trial, turns,
    views,
};

type Sick = Broken<MicroRobots>;

fn sick(fault: Fault) -> Sick {
    let options = Options::resolve(MicroRobots::spec().options, [("round_cap", "12")]);
    let options = options.expect("a cap of 12 rounds is allowed");
    Broken {
        game: MicroRobots::new(3, options).expect("three can play"),
        fault,
    }
}

/// Shows that a law reports a fault, and nothing where there is none.
fn breaks(fault: Fault, law: impl Fn(&Sick) -> Held) {
    assert_eq!(law(&sick(Fault::None)), Ok(()), "without a fault");
    assert!(law(&sick(fault)).is_err(), "the law overlooks {fault:?}");
}

/// Writes a test for each fault: its name, how its law is tried, the law.
macro_rules! faults {
    ($($name:ident: $fault:ident breaks $way:ident $law:path;)+) => {
        $(
            #[test]
            fn $name() {
                breaks(Fault::$fault, |game| trial::$way(game, $law));
            }
        )+
    };
}

faults! {
    an_action_left_out_is_seen: ListsTooFew breaks on_states actions::listed_are_accepted;
    an_action_made_up_is_seen: ListsTooMany breaks on_states actions::listed_are_accepted;
    a_refusal_that_changes_is_seen: ErrorsChange breaks on_states actions::listed_are_accepted;
    an_action_played_otherwise_is_seen: PlaysNothing breaks on_states actions::listed_are_played;
    a_list_in_disorder_is_seen: ListsBackwards breaks on_states actions::lists_are_sorted;
    a_number_given_twice_is_seen: NumbersTwice breaks once actions::numbers_are_dense;
    actions_written_alike_are_seen: WritesAlike breaks once actions::texts_are_canonical;
    a_wrong_turn_is_seen: NamesNobody breaks on_states turns::turn_says_who_can_act;
    an_idle_end_is_seen: NeverEnds breaks on_states turns::turn_says_who_can_act;
    an_illegal_deadline_is_seen: OffersIllegal breaks on_states turns::offers_are_legal;
    a_lost_turn_is_seen: LosesText breaks on_states turns::texts_round_trip;
    a_lost_position_is_seen: LosesText breaks on_states positions::texts_round_trip;
    one_hash_for_all_is_seen: HashesNothing breaks on_walks positions::equality_agrees;
    a_random_hash_is_seen: HashesAnything breaks on_walks positions::equality_agrees;
    a_leak_is_seen: ViewsLeak breaks on_states views::hidden_stays_hidden;
    a_wrong_sample_is_seen: SamplesAnything breaks on_states views::hidden_stays_hidden;
    a_visible_silence_is_seen: ViewsLeak breaks on_states views::silence_is_hidden;
    a_silence_told_is_seen: ShowsEverything breaks on_states views::silence_is_hidden;
    a_random_view_hash_is_seen: ViewHashesAnything breaks on_walks views::equality_agrees;
    a_view_without_an_action_is_seen:
        ViewsListTooFew breaks on_states views::actions_are_the_legal_ones;
    an_unwritten_byte_is_seen: ObservesTooLittle breaks on_states views::observations_are_complete;
    a_draw_of_two_numbers_is_seen: DrawsTwice breaks on_states chance::draws_follow_the_weights;
    a_draw_of_the_last_is_seen: DrawsTheLast breaks on_states chance::draws_follow_the_weights;
    a_weight_of_nothing_is_seen: WeighsNothing breaks on_states chance::draws_follow_the_weights;
    a_record_of_other_draws_is_seen: DrawsTheLast breaks on_matches records::round_trips;
    blanks_in_a_position_are_seen: ReadsBlanks breaks once garbage::positions;
    blanks_in_an_action_are_seen: ReadsBlanks breaks once garbage::actions_and_turns;
    a_misplaced_error_is_seen: NamesNoPlace breaks once garbage::positions;
}

/// The laws that no fault above is meant for hold for a game without one.
#[test]
fn a_sound_game_breaks_no_law() {
    let game = sick(Fault::None);
    assert_eq!(trial::on_matches(&game, matches::matches_end), Ok(()));
    assert_eq!(trial::on_matches(&game, referee::replay_agrees), Ok(()));
    assert_eq!(
        trial::on_matches(&game, referee::refusals_change_nothing),
        Ok(())
    );
    assert_eq!(trial::on_matches(&game, records::changes_are_found), Ok(()));
    assert_eq!(
        trial::on_matches(&game, forgeries::forgeries_are_found),
        Ok(())
    );
    assert_eq!(trial::once(&game, garbage::records), Ok(()));
}
