//! Tests of robots, start cells and the order of targets (RR-2, RR-3).

use botwerk_engine::ricochet::{Phase, Robot};
use botwerk_engine::{Actor, GameRules, RootSeed, StableRng, Turn};

use crate::play::{CORNERS, Play, board, game};

#[test]
fn rr_2_four_robots_take_part_and_two_more_by_options() {
    let robots = |given: &[(&str, &str)]| {
        let game = game(2, given).unwrap();
        let letters: String = game.robots().iter().map(|robot| robot.letter()).collect();
        letters
    };
    assert_eq!(robots(&[]), "rgby");
    assert_eq!(robots(&[("silver", "true")]), "rgbys");
    assert_eq!(robots(&[("transparent", "true")]), "rgbyt");
    let both = [("silver", "true"), ("transparent", "true")];
    assert_eq!(robots(&both), "rgbyst");
}

#[test]
fn rr_2_robots_start_on_different_free_cells() {
    let given = [("silver", "true"), ("transparent", "true")];
    let game = game(2, &given).unwrap();
    for seed in 0..30 {
        let seed = RootSeed::from_text(&format!("start {seed}"));
        let mut state = game.initial_state(seed);
        while let Turn::Chance(key) = game.turn(&state) {
            if key.kind != "start" {
                break;
            }
            let outcome = game.sample_outcome(&state, &mut seed.rng_for_chance(key));
            game.apply(&mut state, Actor::Chance, outcome).unwrap();
        }
        assert_eq!(state.phase(), &Phase::Target);
        let table = state.table();
        let cells: std::collections::BTreeSet<_> =
            table.robots.iter().map(|(_, cell)| cell).collect();
        assert_eq!(cells.len(), 6);
        for cell in cells {
            assert!(table.layout.start_cells().any(|free| free == cell));
            assert!(!cell.is_centre());
            assert!(table.layout.board().diagonal(cell).is_none());
        }
    }
}

#[test]
fn rr_2_robots_are_placed_in_order() {
    let mut play = Play::at(&[], "- - r:o16,g:b2,*:h5 0,0 0 start");
    assert_eq!(play.legal(Actor::Chance).len(), 256 - 4 - 3);
    let order = "robots are placed once, in the order r, g, b, y, s, t (RR-2)";
    assert_eq!(play.error(Actor::Chance, "start g:a1"), order);
    for taken in ["start r:o16", "start r:h8"] {
        assert!(play.error(Actor::Chance, taken).contains("cannot start on"));
    }
    for text in ["start r:a1", "start g:p1", "start b:a16"] {
        play = play.chance(text);
    }
    assert_eq!(play.legal(Actor::Chance).len(), 256 - 4 - 3 - 3);
    assert!(play.error(Actor::Chance, "start y:a1").contains("RR-2"));
    assert_eq!(
        play.chance("start y:p16").rest(),
        format!("{CORNERS} - r:o16,g:b2,*:h5 0,0 0 draw")
    );
}

#[test]
fn rr_2_board_without_enough_start_cells_is_rejected() {
    // All cells have diagonals but the target and four others, or three others.
    let free = |starts: &[&str]| {
        let diagonals: Vec<_> = botwerk_engine::ricochet::BoardSize::PRINTED
            .cells()
            .filter(|cell| !cell.is_centre())
            .map(|cell| cell.to_string())
            .filter(|cell| cell != "p16" && !starts.contains(&cell.as_str()))
            .map(|cell| format!("{cell}/r"))
            .collect();
        board(&[], &diagonals.join(","), "r:p16")
    };
    let enough = free(&["a1", "b1", "c1", "d1"]);
    assert!(game(2, &[("board", &enough)]).is_ok());
    let silver = [("board", enough.as_str()), ("silver", "true")];
    let error = game(2, &silver).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("4 start cells are too few for 5 robots (RR-2)")
    );
}

#[test]
fn rr_3_board_has_17_targets_four_of_each_colour_and_the_vortex() {
    let game = game(2, &[]).unwrap();
    let start = game.initial_state(RootSeed::from_text("7"));
    let targets = start.table().layout.targets();
    assert_eq!(targets.len(), 17);
    for robot in Robot::COLOURED {
        let own = targets.iter().filter(|it| it.robot == Some(robot));
        assert_eq!(own.count(), 4, "{robot}");
    }
    assert_eq!(targets.iter().filter(|it| it.robot.is_none()).count(), 1);
}

#[test]
fn rr_3_targets_come_up_once_and_then_those_under_the_others_in_order() {
    let draw = |rest: &str| Play::at(&[], &format!("{CORNERS} - {rest} draw"));
    let first = draw("r:o16,g:b2,*:h5 0,0 0");
    assert_eq!(
        first.legal(Actor::Chance),
        ["draw r:o16", "draw g:b2", "draw *:h5"]
    );
    let later = draw("g:b2/*:h5 1,0 2");
    assert_eq!(later.legal(Actor::Chance), ["draw g:b2"]);
    assert!(later.error(Actor::Chance, "draw *:h5").contains("RR-3"));
    let last = draw("-/*:h5,g:b2 1,0 3");
    assert_eq!(last.legal(Actor::Chance), ["draw *:h5"]);
    let drawn = last.chance("draw *:h5");
    assert_eq!(drawn.rest(), format!("{CORNERS} *:h5 -/g:b2 1,0 4 race:/"));
}

#[test]
fn rr_3_order_of_targets_follows_from_the_seed() {
    let game = game(2, &[]).unwrap();
    let order = |seed: &str| {
        let seed = RootSeed::from_text(seed);
        let mut referee = botwerk_engine::Referee::new(game.clone(), seed);
        let mut events = Vec::new();
        let mut drawn = Vec::new();
        for _ in 0..17 {
            referee.resolve_chance(&mut events);
            drawn.push(referee.state().table().target.unwrap());
            let action = referee.deadline().unwrap().action;
            referee.apply_referee_action(action, &mut events).unwrap();
        }
        drawn.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let (one, other) = (order("1"), order("2"));
    let mut different = one.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), 17, "every target comes up once");
    assert_eq!(one, order("1"));
    assert_ne!(one, other);
}

#[test]
fn rr_3_target_without_a_winner_goes_under_the_others_and_robots_stay() {
    let before = format!("{CORNERS} r:o16 g:b2,*:h5 0,0,0 1 race:/");
    let after = format!("{CORNERS} - g:b2,*:h5/r:o16 0,0,0 1 draw");
    assert_eq!(Play::at(&[], &before).referee("break").rest(), after);
    let wrong = Play::at(&[], &before).seat(0, "say 2").referee("close");
    assert_eq!(wrong.seat(0, "show rE rN").rest(), after);
}

#[test]
fn rr_3_robots_stay_where_a_right_solution_left_them() {
    let play = Play::in_phase(&[], "show:1:2:/").seat(1, crate::play::SOLUTION);
    let robots = "r:o16,g:p1,b:a16,y:p16";
    assert_eq!(play.rest(), format!("{robots} - g:b2,*:h5 0,1,0 1 draw"));
}

#[test]
fn rr_3_solution_has_a_move_that_ends_on_the_target() {
    // The red robot is on its target; it must leave it and come back.
    let rest = "r:o16,g:p1,b:a16,y:p16 r:o16 g:b2,*:h5 0,0 1 show:0:3:/";
    let play = Play::at(&[("ricochet_rule", "false")], rest);
    assert_eq!(play.clone().seat(0, "end").phase(), "draw");
    let other = play.clone().seat(0, "show gW gS gE");
    assert!(other.rest().contains("0,0"), "the green robot moved last");
    let back = play.seat(0, "show rN bE rS");
    assert!(
        back.rest().contains(" 0,0 "),
        "the blue robot stops it at o15"
    );
    let free = "r:o16,g:p1,b:a15,y:p16 r:o16 g:b2,*:h5 0,0 1 show:0:2:/";
    let play = Play::at(&[("ricochet_rule", "false")], free);
    assert!(play.seat(0, "show rN rS").rest().contains(" 1,0 "));
}

#[test]
fn rr_3_all_starts_are_sampled_with_equal_weight() {
    let play = Play::at(&[], "- - r:o16,g:b2,*:h5 0,0 0 start");
    let mut generator: StableRng = RootSeed::from_text("7").rng_for_agent(crate::play::seat(0), 0);
    let sampled: std::collections::BTreeSet<_> = (0..4000)
        .map(|_| play.game.sample_outcome(&play.state, &mut generator))
        .collect();
    assert_eq!(sampled.len(), play.legal(Actor::Chance).len());
}
