//! Tests of shows and of the ricochet rule (RR-6, RR-20, RR-21).

use botwerk_engine::{Actor, GameNotation, GameRules, GameViews, Turn, Viewer};

use crate::play::{CORNERS, Play, SOLUTION, board, seat};

/// The board with the vortex in the north-east.
fn corner_board() -> String {
    board(&[], "-", "*:p1,r:o16")
}

fn corner(given: &[(&str, &str)], number: u8) -> Play {
    let rest = format!("r:a1,g:p9,b:a16,y:o16 *:p1 r:o16 0,0 1 show:0:{number}:/");
    Play::on(&corner_board(), given, &rest)
}

#[test]
fn rr_6_robot_that_fulfils_the_target_must_have_turned() {
    let straight = "show rE";
    assert!(corner(&[], 1).seat(0, straight).rest().contains(" 0,0 "));
    let off = [("ricochet_rule", "false")];
    assert!(corner(&off, 1).seat(0, straight).rest().contains(" 1,0 "));
    let turned = "show rS rE rN rE";
    // From a1 to a15, p15, p10 and no further to the east.
    assert!(corner(&[], 4).seat(0, turned).rest().contains(" 0,0 "));
    let other = "show gN gW";
    assert!(
        corner(&[], 2).seat(0, other).rest().contains(" 0,0 "),
        "straight first"
    );
}

#[test]
fn rr_6_robot_may_not_reverse_the_move_made_just_before() {
    let show = |given: &[(&str, &str)], turn: &str, number: u8| {
        let phase = format!("show:0:{number}:/");
        Play::in_phase(given, &phase).seat(0, turn).rest()
    };
    // Red goes to a15, back, and then on its way.
    let reversed = "show rS rN rE rS";
    assert!(show(&[], reversed, 4).contains(" 0,0,0 "));
    assert!(show(&[("ricochet_rule", "false")], reversed, 4).contains(" 1,0,0 "));
    let between = "show rS gW rN rE rS";
    // Green stops on a1, so red stops on a2 and comes to p2.
    assert!(show(&[], between, 5).contains(" 0,0,0 "));
    let after_another = "show rS gS rN gN rE rS";
    assert!(show(&[], after_another, 6).contains(" 1,0,0 "));
}

#[test]
fn rr_6_robot_may_not_stop_on_the_target_before_it_has_turned() {
    // Stopping straight on the target is illegal, even on the way to a longer solution.
    let target_first = corner(&[], 3).seat(0, "show rE rS rN");
    assert!(target_first.rest().contains(" 0,0 "));
    let off = [("ricochet_rule", "false")];
    let target_first = corner(&off, 3).seat(0, "show rE rS rN");
    assert!(target_first.rest().contains(" 1,0 "));
}

#[test]
fn rr_20_show_must_have_exactly_the_announced_number() {
    let show = |number: u8, turn: &str| {
        let phase = format!("show:0:{number}:/");
        Play::in_phase(&[], &phase).seat(0, turn).rest()
    };
    assert!(show(2, SOLUTION).contains(" 1,0,0 "));
    assert!(show(3, SOLUTION).contains(" 0,0,0 "), "too short");
    assert!(show(1, SOLUTION).contains(" 0,0,0 "), "too long");
    assert!(
        show(4, "show gS gN rE rS").contains(" 0,0,0 "),
        "green reverses"
    );
    assert!(
        show(3, "show gW rE rS").contains(" 0,0,0 "),
        "red is blocked"
    );
    assert!(show(3, "show bN rE rS").contains(" 1,0,0 "));
}

#[test]
fn rr_20_show_is_judged_at_the_first_illegal_move() {
    let play = Play::in_phase(&[], "show:0:5:/");
    assert_eq!(play.clone().seat(0, "rE").phase(), "show:0:5:rE/");
    assert_eq!(play.clone().seat(0, "rE, rS").phase(), "show:0:5:rE,rS/");
    assert_eq!(play.clone().seat(0, "rN").phase(), "draw");
    assert_eq!(play.clone().seat(0, "end").phase(), "draw");
    let absent = play.error(Actor::Seat(seat(0)), "sN");
    assert_eq!(absent, "the silver robot does not take part (RR-2)");
    let other = play.error(Actor::Seat(seat(1)), "rE");
    assert_eq!(other, "seat 1 has nothing to show (RR-20)");
    assert!(play.legal(Actor::Seat(seat(1))).is_empty());
    assert_eq!(
        play.legal(Actor::Seat(seat(0))).len(),
        17,
        "four robots, and the end"
    );
}

#[test]
fn rr_20_target_may_be_visited_on_the_way() {
    let play = Play::in_phase(&[], "show:0:4:/");
    let shown = play.seat(0, "rE, rS");
    assert_eq!(shown.phase(), "show:0:4:rE,rS/");
    assert!(shown.seat(0, "gS, rN").phase().starts_with("draw"));
    let play = Play::in_phase(&[], "show:0:6:/").seat(0, "show rE rS bN rN bS rS");
    assert!(play.rest().contains(" 1,0,0 "));
}

#[test]
fn rr_20_whole_show_is_one_turn() {
    let play = Play::in_phase(&[], "show:0:2:/");
    let view = play.game.view(&play.state, Viewer::Seat(seat(0)));
    let turn = play.game.parse_turn(&view, SOLUTION).unwrap();
    let texts: Vec<_> = turn.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["rE", "rS", "end"]);
    assert_eq!(play.game.format_turn(&view, &turn), SOLUTION);
    assert!(play.game.parse_turn(&view, "show").is_err());
    let begun = play.seat(0, "rE");
    let view = begun.game.view(&begun.state, Viewer::Seat(seat(0)));
    assert!(begun.game.parse_turn(&view, SOLUTION).is_err());
}

#[test]
fn rr_21_solution_not_shown_in_time_is_wrong() {
    let play = Play::in_phase(&[("show_limit", "7s")], "show:1:2:rE/0:2");
    let deadline = play.game.deadline(&play.state).unwrap();
    assert_eq!(deadline.milliseconds, 7000);
    assert_eq!(deadline.action.to_string(), "late 1");
    assert!(play.error(Actor::Referee, "late 0").contains("RR-20"));
    assert_eq!(play.referee("late 1").phase(), "show:0:2:/");
}

#[test]
fn rr_21_solution_of_a_player_who_leaves_is_wrong() {
    let play = Play::in_phase(&[], "show:1:2:rE/0:2").referee("leave 1");
    assert_eq!(
        play.rest(),
        format!("{CORNERS} r:o16 g:b2,*:h5 0,0x,0 1 show:0:2:/")
    );
    assert!(matches!(play.game.turn(&play.state), Turn::Decision(_)));
}
