//! Tests of the transparent robot (RR-9 to RR-17).

use botwerk_engine::ricochet::{
    CrossingCost, EndlessRule, Layout, Ricochet, Robot, Robots, SlideRules, all_slides, slide,
};
use botwerk_engine::{GameNotation, GameType, Options};

use crate::movement::Field;
use crate::play::{Play, TARGETS, board};

const SURCHARGE: SlideRules = SlideRules {
    stop_on_diagonal: false,
    crossing_cost: CrossingCost::Surcharge,
    endless: EndlessRule::AfterLastPlus,
};

#[test]
fn rr_9_transparent_robot_moves_like_the_others_and_is_an_obstacle() {
    let field = Field::new(&[], "-", "r:a1,t:e1,g:p5");
    assert_eq!(field.slide("tE"), "p1 1");
    assert_eq!(field.slide("tW"), "b1 1");
    assert_eq!(field.slide("rE"), "d1 1");
}

#[test]
fn rr_10_it_may_stop_at_a_wall_or_go_through() {
    let field = Field::new(&["e1E"], "-", "t:a1");
    assert_eq!(field.slide("tE"), "e1 1");
    assert_eq!(field.slide("tE+"), "p1 2");
    assert_eq!(
        field.slide("tE++"),
        "the slide has 1 choices, fewer than the move has signs (RR-13)"
    );
}

#[test]
fn rr_10_it_goes_neither_through_the_frame_nor_into_the_centre() {
    let field = Field::new(&[], "-", "t:p5,g:a5");
    assert!(field.slide("tE").ends_with("(RR-4)"));
    let field = Field::new(&[], "-", "t:a8");
    assert_eq!(field.slide("tE"), "g8 1");
    assert!(field.slide("tE+").contains("0 choices"));
    let next = Field::new(&[], "-", "t:g8");
    assert!(next.slide("tE").ends_with("(RR-4)"));
}

#[test]
fn rr_11_it_never_goes_through_robots() {
    let field = Field::new(&["e1E"], "-", "t:a1,r:f1");
    assert_eq!(field.slide("tE"), "e1 1");
    assert!(
        field.slide("tE+").ends_with("(RR-13)"),
        "the cell behind is taken"
    );
    let beyond = Field::new(&["e1E"], "-", "t:a1,r:g1");
    assert_eq!(beyond.slide("tE+"), "f1 2");
}

#[test]
fn rr_12_it_may_fulfil_the_vortex_only() {
    let board = board(&[], "-", "*:p1,r:p16");
    let show = |target: &str, other: &str, turn: &str| {
        let rest = format!("r:h5,g:h6,b:i5,y:i6,t:a5 {target} {other} 0,0 1 show:0:2:/");
        let given = [("transparent", "true")];
        Play::on(&board, &given, &rest).seat(0, turn).rest()
    };
    assert!(show("*:p1", "r:p16", "show tN tE").contains(" 1,0 "));
    assert!(show("r:p16", "*:p1", "show tS tE").contains(" 0,0 "));
}

#[test]
fn rr_13_it_is_turned_by_a_diagonal_or_passes() {
    let field = Field::new(&[], r"e1\r", "t:a1");
    assert_eq!(field.slide("tE"), "e16 1");
    assert_eq!(field.slide("tE+"), "p1 2");
    assert_eq!(field.slide_with("tE+", SURCHARGE), "p1 2");
}

/// A square of four diagonals, which turn the transparent robot clockwise.
const LOOP: &str = r"b3/r,f3\r,b6\r,f6/r";

#[test]
fn rr_5_transparent_robot_leaves_a_loop_by_a_choice_of_a_later_lap() {
    let field = Field::new(&[], LOOP, "t:d3");
    assert!(field.slide("tE").starts_with("the slide never ends"));
    assert_eq!(field.slide("tE+"), "p3 2", "straight on in the first lap");
    assert_eq!(field.slide("tE----+"), "p3 2", "and in the second one");
    assert_eq!(field.slide("tE-----+"), "f16 2");
    assert_eq!(
        field.slide("tE-------+"),
        "b1 2",
        "the last choice that can be written"
    );
    assert_eq!(
        field.slide("tE---+---+"),
        "the slide has 4 choices, fewer than the move has signs (RR-13)"
    );
    let others = Field::new(&[], LOOP, "g:d3");
    assert!(others.slide("gE").starts_with("the slide never ends"));
    let former = SlideRules {
        endless: EndlessRule::SecondVisit,
        ..SlideRules::default()
    };
    assert!(
        field
            .slide_with("tE----+", former)
            .starts_with("the slide has 4 choices")
    );
    assert_eq!(field.slide_with("tE+", former), "p3 2");
}

#[test]
fn rr_13_moves_of_every_lap_are_listed_once() {
    let layout: Layout = board(&[], LOOP, TARGETS).parse().unwrap();
    let robots = Robots::EMPTY.with(Robot::Transparent, "d3".parse().unwrap());
    let listed = |endless| {
        let rules = SlideRules {
            endless,
            ..SlideRules::default()
        };
        let found = all_slides(layout.board(), &robots, rules);
        assert!(found.iter().all(|(step, expected)| {
            slide(layout.board(), &robots, *step, rules) == Ok(*expected)
        }));
        let east = found.iter().map(|(step, _)| step.to_string());
        east.filter(|step| step.starts_with("tE"))
            .collect::<Vec<_>>()
    };
    let expected = [
        "tE+",
        "tE-+",
        "tE--+",
        "tE---+",
        "tE----+",
        "tE-----+",
        "tE------+",
        "tE-------+",
    ];
    assert_eq!(listed(EndlessRule::AfterLastPlus), expected);
    assert_eq!(listed(EndlessRule::SecondVisit), expected[..4]);
}

#[test]
fn rr_6_turns_of_a_loop_count_for_the_target_behind_it() {
    let board = board(&[], LOOP, "*:p3,r:p16");
    let text = format!("{board} r:h5,g:h6,b:i5,y:i6,t:d3 *:p3 r:p16 0,0 1 show:0:2:/");
    let shown = |ruleset, turn: &str| {
        let options = Options::resolve(Ricochet::spec().options, [("transparent", "true")]);
        let game = Ricochet::with_ruleset(2, options.unwrap(), ruleset).unwrap();
        let state = game.parse_position(&text).unwrap();
        let mut play = Play { game, state };
        play = play.seat(0, turn);
        play.rest()
    };
    let spec = Ricochet::spec();
    assert!(shown(spec.ruleset, "show tE----+").contains(" 1,0 "));
    assert!(
        shown(spec.ruleset, "show tE+").contains(" 0,0 "),
        "it has not turned"
    );
    assert!(shown(spec.former_rulesets[0], "show tE----+").contains(" 0,0 "));
}

#[test]
fn rr_14_both_prices_of_two_walls_from_a_standing_start() {
    let field = Field::new(&["a1E", "e1E"], "-", "t:a1");
    assert_eq!(
        field.slide("tE"),
        "e1 1",
        "the first wall takes the place of the move"
    );
    assert_eq!(field.slide("tE+"), "p1 2");
    assert_eq!(field.slide_with("tE", SURCHARGE), "e1 2");
    assert_eq!(field.slide_with("tE+", SURCHARGE), "p1 3");
    let running = Field::new(&["b1E", "e1E"], "-", "t:a1");
    assert_eq!(running.slide("tE++"), "p1 3");
    assert_eq!(running.slide("tE+"), "e1 2");
    assert_eq!(running.slide_with("tE++", SURCHARGE), "p1 3");
}

#[test]
fn rr_15_wall_behind_a_diagonal_stops_others_only() {
    let field = Field::new(&["e1S"], r"e1\r", "t:a1,g:b1");
    let alone = Field::new(&["e1S"], r"e1\r", "t:a1");
    assert!(field.slide("gE").ends_with("(RR-5)"));
    assert_eq!(
        alone.slide("tE"),
        "e16 2",
        "through the wall without a choice"
    );
    let robot = Field::new(&[], r"e1\r", "t:a1,g:e2");
    assert!(robot.slide("tE").ends_with("(RR-5)"));
    assert_eq!(robot.slide("tE+"), "p1 2");
}

#[test]
fn rr_16_crossing_is_no_turn_and_a_deflection_is() {
    let show = |walls: &[&str], diagonals: &str, targets: &str, number: u8, turn: &str| {
        let board = board(walls, diagonals, targets);
        let target = targets.split(',').next().unwrap();
        let rest = format!("r:h5,g:h6,b:i5,y:i6,t:a1 {target} r:p16 0,0 1 show:0:{number}:/");
        let given = [("transparent", "true")];
        Play::on(&board, &given, &rest).seat(0, turn).rest()
    };
    let crossed = show(&["e1E"], "-", "*:p1,r:p16", 2, "show tE+");
    assert!(crossed.contains(" 0,0 "), "{crossed}");
    let deflected = show(&[], r"e1\r", "*:e16,r:p16", 1, "show tE");
    assert!(deflected.contains(" 1,0 "), "{deflected}");
}

#[test]
fn rr_17_announced_number_is_the_sum_with_the_extra_moves() {
    let board = board(&["e1E", "p9N"], "-", "*:p16,r:h1");
    let show = |number: u8| {
        let rest = format!("r:h5,g:h6,b:i5,y:i6,t:a1 *:p16 r:h1 0,0 1 show:0:{number}:/");
        let given = [("transparent", "true")];
        Play::on(&board, &given, &rest)
            .seat(0, "show tE+ tS+")
            .rest()
    };
    assert!(
        show(4).contains(" 1,0 "),
        "two moves, and two walls on the way"
    );
    for number in [2, 3, 5] {
        assert!(show(number).contains(" 0,0 "), "{number}");
    }
    assert!(TARGETS.contains("*:h5"));
}
