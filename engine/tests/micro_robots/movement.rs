//! Tests of moves, and of boards on which not every space can be reached (MR-9 to MR-11).

use botwerk_engine::micro_robots::{Board, Side, Space};
use botwerk_engine::{Actor, GameNotation, GameRules, RootSeed};

use crate::play::{EXAMPLE, Play, game};
use crate::route::{is_move, reached};

/// A board on which no space in the row or column of 1B has its number or colour.
pub(crate) const ISOLATED: &str = "1B 2Y 2G 2R 2P 2W / 3Y 1Y 1G 1R 1P 1W / 3G 2B 3B 4B 5B 6B / \
                      3R 4Y 4G 4R 4P 4W / 3P 5Y 5G 5R 5P 5W / 3W 6Y 6G 6R 6P 6W";

/// A board on which 1B and 1Y reach only each other.
const PAIR: &str = "1B 1Y 2G 2R 2P 2W / 3Y 4G 1G 1R 1P 1W / 3G 4B 3B 2B 5B 6B / \
                    3R 4R 2Y 4Y 4P 4W / 3P 5P 5Y 5G 5R 5W / 3W 6W 6Y 6G 6R 6P";

/// A board on which every space reaches at most one other.
pub(crate) const PAIRS_ONLY: &str = "6R 5G 2W 2P 4Y 3B / 1Y 4R 6B 3Y 5P 2G / 4G 3W 1P 5B 2R 6Y / \
                       3R 1B 5Y 4W 1G 6P / 4P 6W 3G 1R 2B 5R / 5W 2Y 4B 6G 3P 1W";

#[test]
fn mr_9_move_goes_in_line_to_the_same_colour_or_number() {
    let mut boards: Vec<Board> = [EXAMPLE, ISOLATED, PAIR, PAIRS_ONLY]
        .map(|text| text.parse().unwrap())
        .to_vec();
    boards.extend((0..40).map(|i| Side::Black.board(i * 150)));
    boards.extend((0..40).map(|i| Side::Copper.board(i * 151)));
    for board in boards {
        let moves = board.moves();
        for (from, to) in Space::all().flat_map(|from| Space::all().map(move |to| (from, to))) {
            let allowed = is_move(&board, from, to);
            assert_eq!(board.is_move(from, to), allowed, "{from}-{to} on {board}");
            let cells = moves.from(board.cell(from));
            assert_eq!(
                cells.contains(board.cell(to)),
                allowed,
                "{from}-{to} on {board}"
            );
        }
    }
}

#[test]
fn mr_9_spaces_between_do_not_matter_and_nearer_matches_may_be_skipped() {
    let board: Board = EXAMPLE.parse().unwrap();
    let can = |from: &str, to: &str| board.is_move(from.parse().unwrap(), to.parse().unwrap());
    // Column 1B 2R 4W 1P 6Y 1Y: 1P is between the others.
    assert!(can("1B", "1P") && can("1P", "1Y") && can("1B", "1Y"));
    assert!(!can("1P", "5Y"), "neither number nor colour");
    assert!(!can("1P", "5P"), "the same colour, but not in line");
    assert!(!can("1P", "1P"), "not to itself");
}

#[test]
fn mr_10_every_move_counts_as_one() {
    let race = "1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:";
    let shown = |say: &str| {
        let play = Play::at(&[], race).seat(1, say);
        play.show(1, crate::play::ROUTE).text()
    };
    assert_eq!(shown("say 5"), "2W ; - ; - ; 0,1 ; 1 ; 1 ; roll");
    assert_eq!(shown("say 4"), "2W ; - ; - ; 0,0 ; 1 ; 1 ; roll");
    assert_eq!(shown("say 6"), "2W ; - ; - ; 0,0 ; 1 ; 1 ; roll");
}

#[test]
fn mr_11_start_is_sampled_from_spaces_that_reach_another() {
    let start = "- ; - ; - ; 0,0 ; 0 ; 0 ; start";
    let isolated = Play::on(ISOLATED, &[], start);
    assert_eq!(isolated.legal(Actor::Chance).len(), 35);
    let (rule, message) = isolated.rejection(Actor::Chance, "start 1B");
    assert_eq!(rule, "MR-11");
    assert_eq!(message, "too few other spaces can be reached from 1B");
    let pair = Play::on(PAIR, &[], start);
    assert_eq!(pair.legal(Actor::Chance).len(), 36);
}

#[test]
fn mr_11_targets_are_sampled_from_reachable_spaces() {
    let isolated = Play::on(ISOLATED, &[], "2Y ; - ; - ; 0,0 ; 0 ; 0 ; roll");
    assert_eq!(isolated.legal(Actor::Chance).len(), 34);
    assert_eq!(isolated.rejection(Actor::Chance, "roll 1B").0, "MR-11");
    let pair = Play::on(PAIR, &[], "1B ; - ; - ; 0,0 ; 0 ; 0 ; roll");
    assert_eq!(pair.legal(Actor::Chance), ["roll 1Y"]);
    for seed in 0..20 {
        let seed = RootSeed::from_text(&seed.to_string());
        let mut generator = seed.rng_for_chance(pair.chance_key().unwrap());
        let outcome = pair.game.sample_outcome(&pair.state, &mut generator);
        assert_eq!(outcome.to_string(), "roll 1Y");
    }
}

#[test]
fn mr_11_expert_start_needs_two_reachable_spaces() {
    let expert = [("expert", "true")];
    let start = "- ; - ; - ; 0,0 ; 0 ; 0 ; start";
    let pair = Play::on(PAIR, &expert, start);
    assert_eq!(pair.legal(Actor::Chance).len(), 34);
    assert_eq!(pair.rejection(Actor::Chance, "start 1B").0, "MR-11");
    let rolls = pair.chance("start 1G").legal(Actor::Chance);
    assert_eq!(rolls.len(), 33 * 32);
    assert!(
        !rolls
            .iter()
            .any(|roll| roll.contains("1B") || roll.contains("1Y"))
    );
}

#[test]
fn mr_11_board_without_a_start_is_rejected_at_set_up() {
    let board: Board = PAIRS_ONLY.parse().unwrap();
    let reach = |space: &Space| reached(&board, *space).len();
    assert_eq!(Space::all().map(|space| reach(&space)).max(), Some(2));
    let moving: Vec<_> = Space::all().filter(|space| reach(space) == 2).collect();
    assert_eq!(board.starts(1).collect::<Vec<_>>(), moving);
    assert_eq!(board.starts(2).count(), 0);
    assert!(game(2, &[("board", PAIRS_ONLY)]).is_ok());
    let error = game(2, &[("board", PAIRS_ONLY), ("expert", "true")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "option board: no space of this board reaches enough others (MR-11)"
    );
    let expert = game(2, &[("expert", "true")]).unwrap();
    let text = format!("{PAIRS_ONLY} ; - ; - ; - ; 0,0 ; 0 ; 0 ; start");
    let error = expert.parse_position(&text).unwrap_err();
    assert_eq!(
        (error.offset, &*error.expected),
        (0, "a board with a start (MR-11)")
    );
}
