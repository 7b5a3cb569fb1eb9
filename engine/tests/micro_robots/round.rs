//! Tests of a round: announcements, shows, abandoned rounds and passes (MR-12 to MR-16, MR-19 to
//! MR-23).

use botwerk_engine::{
    Actor, GameDrawing, GameNotation, GameRace, GameRules, GameViews, Turn, Viewer,
};

use crate::play::{Play, ROUTE, seat};

const RACE: &str = "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; race:";

fn race() -> Play {
    Play::at(&[], RACE)
}

#[test]
fn mr_12_race_is_a_simultaneous_decision() {
    let Turn::Decision(decision) = race().game.turn(&race().state) else {
        panic!("expected a decision");
    };
    assert!(decision.simultaneous);
    assert_eq!(
        (decision.stage, decision.number, decision.seats.len()),
        ("race", 4, 3)
    );
    let roll = Play::at(&[], "1P ; - ; - ; 0,1,0 ; 0 ; 3 ; roll");
    for number in 0..3 {
        assert!(roll.legal(Actor::Seat(seat(number))).is_empty());
        roll.rejection(Actor::Seat(seat(number)), "say 5");
        assert_eq!(race().legal(Actor::Seat(seat(number))).len(), 100);
    }
}

#[test]
fn mr_13_first_to_announce_shows_and_later_announcements_are_rejected() {
    let play = race().seat(2, "say 5");
    assert_eq!(play.text(), "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; show:2:5:1P");
    assert_eq!(play.decision(), ("show", vec![2]));
    for other in [0, 1, 2] {
        assert_eq!(play.rejection(Actor::Seat(seat(other)), "say 4").0, "MR-13");
    }
    assert_eq!(play.rejection(Actor::Seat(seat(0)), "to 6P").0, "MR-14");
    assert_eq!(play.rejection(Actor::Seat(seat(1)), "end").0, "MR-14");
}

#[test]
fn mr_13_number_beyond_max_announce_is_rejected() {
    for number in [1, 99] {
        let play = race().seat(0, &format!("say {number}"));
        assert_eq!(play.decision(), ("show", vec![0]));
    }
    for wrong in ["say 0", "say 100", "say 05"] {
        assert!(race().game.parse_action(wrong).is_err());
    }
    let limited = Play::at(&[("max_announce", "4")], RACE);
    let (rule, message) = limited.rejection(Actor::Seat(seat(1)), "say 5");
    assert_eq!(
        (rule, &*message),
        ("MR-13", "expected a number of moves from 1 to 4, found 5")
    );
    let legal = ["say 1", "say 2", "say 3", "say 4", "pass"];
    assert_eq!(limited.legal(Actor::Seat(seat(1))), legal);
}

#[test]
fn mr_14_route_of_the_announced_length_to_the_target_is_correct() {
    let play = race().seat(2, "say 5").show(2, ROUTE);
    assert_eq!(play.text(), "2W ; - ; - ; 0,1,1 ; 1 ; 4 ; roll");
    let elsewhere = race().seat(2, "say 5").show(2, "1P-6P-6W-6R-2R-2G");
    assert_eq!(elsewhere.text(), "2W ; - ; - ; 0,1,0 ; 1 ; 4 ; roll");
}

#[test]
fn mr_14_route_is_judged_at_the_first_illegal_move() {
    let play = race().seat(1, "say 5").seat(1, "to 6P").seat(1, "to 6W");
    assert_eq!(
        play.text(),
        "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; show:1:5:1P-6P-6W"
    );
    let judged = play.seat(1, "to 2W");
    assert_eq!(judged.text(), "2W ; - ; - ; 0,0,1 ; 1 ; 4 ; roll");
}

#[test]
fn mr_14_route_is_judged_after_the_announced_number_of_moves() {
    // The target is reached after one move, but two are announced.
    let play = Play::at(&[], "1P ; 6P ; - ; 0,1,0 ; 0 ; 4 ; race:");
    let early = play.clone().seat(0, "say 2").seat(0, "to 6P");
    assert_eq!(early.decision(), ("show", vec![0]));
    let late = early.seat(0, "to 6W");
    assert_eq!(late.text(), "6P ; - ; - ; 0,1,0 ; 1 ; 4 ; roll");
}

#[test]
fn mr_14_route_that_ends_early_is_wrong() {
    let play = Play::at(&[], "1P ; 6P ; - ; 0,1,0 ; 0 ; 4 ; race:");
    let short = play
        .clone()
        .seat(1, "say 2")
        .seat(1, "to 6P")
        .seat(1, "end");
    assert_eq!(short.text(), "6P ; - ; - ; 0,0,1 ; 1 ; 4 ; roll");
    let empty = play.seat(1, "say 2").seat(1, "end");
    assert_eq!(empty.text(), "6P ; - ; - ; 0,0,1 ; 1 ; 4 ; roll");
}

#[test]
fn mr_14_show_is_any_other_space_or_the_end() {
    let play = race().seat(1, "say 5");
    let legal = play.legal(Actor::Seat(seat(1)));
    assert_eq!(legal.len(), 36);
    assert!(!legal.contains(&"to 1P".into()));
    assert_eq!(legal.last().unwrap(), "end");
    let (rule, message) = play.rejection(Actor::Seat(seat(1)), "to 1P");
    assert_eq!((rule, &*message), ("MR-14", "the robot is already on 1P"));
}

#[test]
fn mr_14_show_is_written_as_its_route() {
    let play = race().seat(2, "say 5");
    let view = play.game.view(&play.state, Viewer::Seat(seat(2)));
    let turn = play.game.parse_turn(&view, "show 1P-6P-6W").unwrap();
    let texts: Vec<_> = turn.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["to 6P", "to 6W", "end"]);
    assert_eq!(play.game.format_turn(&view, &turn), "show 1P-6P-6W");
    assert!(play.game.parse_turn(&view, "show 1P-7P").is_err());
}

#[test]
fn mr_15_route_may_visit_the_target_early_and_a_space_twice() {
    let play = Play::at(&[], "1P ; 6P ; - ; 0,1,0 ; 0 ; 4 ; race:");
    let correct = play.clone().seat(0, "say 3").show(0, "1P-6P-1P-6P");
    assert_eq!(correct.text(), "6P ; - ; - ; 1,1,0 ; 1 ; 4 ; roll");
    // The 99 announced moves go back and forth 49 times and end on the target.
    let mut spaces = vec!["1P"];
    while spaces.len() < 100 {
        spaces.push(if spaces.len() % 2 == 1 { "6P" } else { "1P" });
    }
    let correct = play.seat(0, "say 99").show(0, &spaces.join("-"));
    assert_eq!(correct.text(), "6P ; - ; - ; 1,1,0 ; 1 ; 4 ; roll");
}

#[test]
fn mr_16_correct_route_takes_the_chip_from_the_target() {
    for winner in 0..3 {
        let play = race().seat(winner, "say 5").show(winner, ROUTE);
        let mut chips = [0, 1, 0];
        chips[winner] += 1;
        assert_eq!(play.state.table().chips.as_slice(), chips);
    }
}

#[test]
fn mr_19_robot_ends_on_the_target_in_every_case() {
    let shown = race().seat(0, "say 5");
    let ends = [
        shown.clone().show(0, ROUTE),
        shown.clone().seat(0, "to 3R"),
        shown.clone().seat(0, "end"),
        shown.clone().referee("late 0"),
        shown.referee("leave 0"),
    ];
    for end in ends {
        let space = |space: Option<_>| {
            space.map(|space: botwerk_engine::micro_robots::Space| space.to_string())
        };
        assert_eq!(space(end.state.table().start).as_deref(), Some("2W"));
        assert_eq!(space(end.state.table().target), None);
    }
}

#[test]
fn mr_20_left_neighbour_of_the_last_roller_rolls_next() {
    for (roller, next) in [(0, 1), (1, 2), (2, 0)] {
        let rest = format!("1P ; 2W ; - ; 0,1,0 ; {roller} ; 4 ; race:");
        for shower in 0..3 {
            let play = Play::at(&[], &rest)
                .seat(shower, "say 5")
                .show(shower, ROUTE);
            assert_eq!(play.state.table().roller, seat(next));
            let rolls = play.legal(Actor::Chance);
            assert_eq!(rolls.len(), 35);
            assert!(
                !rolls.contains(&"roll 2W".into()),
                "the target never equals the start"
            );
        }
    }
}

#[test]
fn mr_21_chip_on_the_target_changes_only_the_diagram() {
    let with = race();
    let without = Play::at(&[("chip_on_target", "false")], RACE);
    assert_eq!(with.state, without.state);
    let diagram = |play: &Play| {
        let view = play.game.view(&play.state, Viewer::Spectator);
        play.game.diagram(&view).to_string()
    };
    assert!(diagram(&with).contains("target <2W> with a chip"));
    assert!(diagram(&without).contains("target <2W>,"));
    assert_eq!(
        diagram(&with).replace(" with a chip", ""),
        diagram(&without)
    );
    let end = |play: Play| play.seat(1, "say 5").show(1, ROUTE).text();
    assert_eq!(end(with), end(without));
}

#[test]
fn mr_22_abandoned_round_keeps_start_and_roller() {
    let play = race().referee("break");
    assert_eq!(play.text(), "1P ; - ; - ; 0,1,0 ; 0 ; 4 ; roll");
    let rolls = play.legal(Actor::Chance);
    assert!(
        rolls.contains(&"roll 2W".into()),
        "the same target may be rolled"
    );
    assert_eq!(rolls.len(), 35);
    assert_eq!(
        play.chance("roll 2W").text(),
        "1P ; 2W ; - ; 0,1,0 ; 0 ; 5 ; race:"
    );
    let expert = Play::at(
        &[("expert", "true")],
        "1P ; 2W ; 3B ; 0,1,0 ; 2 ; 4 ; race:",
    );
    let abandoned = expert.referee("break");
    assert_eq!(abandoned.text(), "1P ; - ; - ; 0,1,0 ; 2 ; 4 ; roll");
    assert!(
        abandoned
            .legal(Actor::Chance)
            .contains(&"roll 2W via 3B".into())
    );
}

#[test]
fn mr_22_round_is_abandoned_after_race_limit_or_once_all_have_passed() {
    let deadline = race().game.deadline(&race().state).unwrap();
    assert_eq!(
        (deadline.milliseconds, deadline.action.to_string()),
        (150_000, "break".into())
    );
    let short = Play::at(&[("race_limit", "2500ms")], RACE);
    assert_eq!(
        short.game.deadline(&short.state).unwrap().milliseconds,
        2500
    );
    let two = race().seat(2, "pass").seat(0, "pass");
    assert_eq!(two.text(), "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; race:0,2");
    let all = two.seat(1, "pass");
    assert_eq!(all.text(), "1P ; - ; - ; 0,1,0 ; 0 ; 4 ; roll");
}

#[test]
fn mr_22_round_is_not_abandoned_after_an_announcement() {
    let play = race().seat(0, "say 5");
    assert_eq!(play.rejection(Actor::Referee, "break").0, "MR-22");
    let roll = Play::at(&[], "1P ; - ; - ; 0,1,0 ; 0 ; 3 ; roll");
    assert_eq!(roll.rejection(Actor::Referee, "break").0, "MR-22");
}

#[test]
fn mr_23_pass_cannot_be_withdrawn_in_its_round() {
    let play = race().seat(1, "pass");
    assert_eq!(play.decision(), ("race", vec![0, 2]));
    assert_eq!(play.rejection(Actor::Seat(seat(1)), "say 5").0, "MR-23");
    assert_eq!(play.rejection(Actor::Seat(seat(1)), "pass").0, "MR-23");
    let next = play.referee("break").chance("roll 3B");
    assert_eq!(next.decision(), ("race", vec![0, 1, 2]));
}

#[test]
fn mr_23_pass_is_hidden_from_other_viewers() {
    let before = race().seat(0, "pass");
    let after = before.clone().seat(1, "pass");
    for viewer in [
        Viewer::Spectator,
        Viewer::Seat(seat(0)),
        Viewer::Seat(seat(2)),
    ] {
        assert_eq!(before.view_text(viewer), after.view_text(viewer));
    }
    let own = Viewer::Seat(seat(1));
    assert_eq!(before.view_text(own), "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; race:");
    assert_eq!(after.view_text(own), "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; race:1");
    assert_eq!(
        after.view_text(Viewer::Spectator),
        "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; race:"
    );
    let pass = before.game.parse_action("pass").unwrap();
    let visible_to = |viewer| {
        let actor = Actor::Seat(seat(1));
        before
            .game
            .visible_action(&before.state, viewer, actor, pass)
    };
    assert_eq!(visible_to(own), Some(pass));
    assert_eq!(visible_to(Viewer::Seat(seat(0))), None);
    assert_eq!(visible_to(Viewer::Spectator), None);
    assert_eq!(before.game.pass_action(&before.state), Some(pass));
}
