//! The laws on unlisted boards: free boards of Ricochet Robots with many walls and diagonals, with all
//! robots, both prices, both races, and with and without the ricochet rule.

use std::fmt::Write;

use botwerk_engine::laws::{Law, Match, Variant, Violation};
use botwerk_engine::ricochet::{BoardSize, Direction, MAX_CELLS, Ricochet};
use botwerk_engine::{AnyGame, GameType, Options, RootSeed, StableRng};

use crate::{law, setups};

/// Options that differ from their defaults, the kinds of targets, and the size of a board without a centre block.
type Board = (
    &'static [(&'static str, &'static str)],
    &'static str,
    Option<&'static str>,
);

const BOARDS: [Board; 7] = [
    (&[("crossing_cost", "surcharge")], "rgby*", None),
    (
        &[("ricochet_rule", "false"), ("max_announce", "1")],
        "*",
        None,
    ),
    (
        &[("race", "first"), ("stop_on_diagonal", "true")],
        "rgby*",
        None,
    ),
    (
        &[
            ("race", "first"),
            ("ricochet_rule", "false"),
            ("max_announce", "2"),
        ],
        "*",
        None,
    ),
    (
        &[("stop_on_diagonal", "true"), ("overtime", "1ms")],
        "*",
        None,
    ),
    (&[("crossing_cost", "surcharge")], "rgby*", Some("18x16")),
    (&[("ricochet_rule", "false")], "rgby*", Some("32x32")),
];

/// Returns the text of a free board: every fifth side has a wall, every twelfth cell a diagonal, and
/// targets of these kinds are on 17 of the other cells.
fn board(generator: &mut StableRng, kinds: &str, size: Option<&str>) -> String {
    let has_centre = size.is_none();
    let mut text = size.map_or("cells:".to_owned(), |size| format!("size:{size}:"));
    let size: BoardSize = size.unwrap_or("16x16").parse().unwrap();
    let mut walls = [0u8; MAX_CELLS];
    for cell in size.cells() {
        for side in Direction::ALL {
            let next = size.neighbour(cell, side);
            if has_centre && cell.is_centre() || next.is_none() || generator.below(10) == 0 {
                walls[cell.index()] |= 1 << side.index();
                if let Some(next) = next {
                    walls[next.index()] |= 1 << side.opposite().index();
                }
            }
        }
    }
    for cell in size.cells() {
        let _ = write!(text, "{:x}", walls[cell.index()]);
    }
    let mut free = Vec::new();
    let mut diagonals = Vec::new();
    for cell in size.cells() {
        let is_closed = if has_centre {
            cell.is_centre()
        } else {
            walls[cell.index()] == 15
        };
        if is_closed {
            continue;
        }
        if generator.below(12) == 0 {
            let slope = ["/", "\\"][generator.below(2) as usize];
            let colour = ["r", "g", "b", "y", "s"][generator.below(5) as usize];
            diagonals.push(format!("{cell}{slope}{colour}"));
        } else {
            free.push(cell);
        }
    }
    let kinds: Vec<char> = kinds.chars().collect();
    let targets = (0..17).map(|index| {
        let cell = free.remove(generator.below(free.len() as u64) as usize);
        format!("{}:{cell}", kinds[index % kinds.len()])
    });
    let targets: Vec<_> = targets.collect();
    text + ":" + &diagonals.join(",") + ":" + &targets.join(",")
}

fn for_every_board(test: impl Fn(&Variant<Ricochet>) -> Result<(), Violation>) {
    for (number, (given, kinds, size)) in (0..).zip(BOARDS) {
        let seed = RootSeed::from_text("free boards");
        let mut generator = seed.rng_for_agent(botwerk_engine::Seat::FIRST, number);
        let board = board(&mut generator, kinds, size);
        let common = [
            ("board", board.as_str()),
            ("silver", "true"),
            ("transparent", "true"),
            ("round_cap", "30"),
        ];
        let options = common.iter().chain(given).copied();
        let options = Options::resolve(Ricochet::spec().options, options).unwrap();
        let game = Ricochet::new(3, options).unwrap();
        let variant = Variant::new(game, format!("{given:?}"));
        test(&variant).unwrap();
    }
}

/// The laws that are tested on every board, apart from those of texts.
const LAWS: [&str; 21] = [
    "legal_actions_applied_unchecked_match_apply",
    "legal_actions_are_exactly_the_accepted_ones",
    "legal_actions_are_sorted_and_appended",
    "turn_names_exactly_the_actors_with_legal_actions",
    "deadline_leave_and_pass_actions_are_legal",
    "turn_texts_round_trip",
    "position_texts_round_trip",
    "views_reveal_nothing_hidden",
    "view_texts_round_trip",
    "views_list_the_legal_actions",
    "observations_write_every_byte",
    "perft_counts_agree",
    "chance_outcomes_follow_the_weights",
    "equal_positions_have_equal_texts_and_hashes",
    "equal_views_have_equal_contents_and_hashes",
    "random_matches_end",
    "replayed_events_restore_the_referee",
    "rejected_submission_changes_nothing",
    "records_round_trip_and_replay",
    "altered_record_is_detected",
    "forged_record_is_detected",
];

#[test]
fn rr_1_laws_hold_on_free_boards() {
    for_every_board(|variant| {
        let setups = Law::Position(setups::positions_round_trip);
        variant.obeys("position_setups_round_trip", &setups)?;
        let any = Variant::new(AnyGame::new(variant.game.clone()), variant.name.clone());
        let mut laws = LAWS.into_iter();
        laws.try_for_each(|name| any.obeys(name, &law(name)))
    });
}

#[test]
fn rr_8_random_matches_with_one_move_end_with_won_targets() {
    let mut won = 0;
    for_every_board(|variant| {
        let law = Law::Match(|_, played, _| {
            let outcome = played.referee.outcome().ok_or("the match is not over")?;
            let points: i32 = outcome.points.iter().sum();
            if points > 17 {
                return Err(format!("{points} of 17 targets are won"));
            }
            Ok(())
        });
        variant.obeys("no_more_targets_are_won_than_there_are", &law)
    });
    for number in 0..20 {
        let seed = RootSeed::from_text(&format!("won {number}"));
        let mut generator = seed.rng_for_agent(botwerk_engine::Seat::FIRST, 0);
        let board = board(&mut generator, "*", None);
        let given = [
            ("board", board.as_str()),
            ("ricochet_rule", "false"),
            ("max_announce", "1"),
            ("targets_to_win", "1"),
        ];
        let options = Options::resolve(Ricochet::spec().options, given).unwrap();
        let game = Ricochet::new(2, options).unwrap();
        let time = botwerk_engine::record::ClockKind::Virtual;
        let played = Match::play(&game, seed, time, 0, &mut generator).unwrap();
        let outcome = played.referee.outcome().unwrap();
        won += u32::from(outcome.rule == "RR-8");
    }
    assert!(won > 3, "{won} of 20 matches are won by targets");
}
