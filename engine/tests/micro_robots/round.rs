//! A round: announcing, showing, breaking off and passing (MR-12 to MR-16, MR-19 to MR-23).

use botwerk_engine::{Actor, Game, Turn, Viewer};

use crate::play::{Play, ROUTE, seat};

const RACE: &str = "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; race:";

fn race() -> Play {
    Play::at(&[], RACE)
}

#[test]
fn mr_12_all_search_at_the_same_time() {
    let Turn::Act(ask) = race().game.turn(&race().state) else {
        panic!("nobody is asked");
    };
    assert!(ask.simultaneous);
    assert_eq!((ask.stage, ask.number, ask.seats.len()), ("race", 4, 3));
    let roll = Play::at(&[], "1P ; - ; - ; 0,1,0 ; 0 ; 3 ; roll");
    for asked in 0..3 {
        assert!(roll.legal(Actor::Seat(seat(asked))).is_empty());
        roll.refused(Actor::Seat(seat(asked)), "say 5");
        assert_eq!(race().legal(Actor::Seat(seat(asked))).len(), 100);
    }
}

#[test]
fn mr_13_whoever_announces_shows_and_nobody_else_may_announce() {
    let play = race().seat(2, "say 5");
    assert_eq!(play.text(), "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; show:2:5:1P");
    assert_eq!(play.asked(), ("show", vec![2]));
    for other in [0, 1, 2] {
        assert_eq!(play.refused(Actor::Seat(seat(other)), "say 4").0, "MR-13");
    }
    assert_eq!(play.refused(Actor::Seat(seat(0)), "to 6P").0, "MR-14");
    assert_eq!(play.refused(Actor::Seat(seat(1)), "end").0, "MR-14");
}

#[test]
fn mr_13_a_number_is_1_to_max_announce_and_another_costs_nothing() {
    for number in [1, 99] {
        let play = race().seat(0, &format!("say {number}"));
        assert_eq!(play.asked(), ("show", vec![0]));
    }
    for wrong in ["say 0", "say 100", "say 05"] {
        assert!(race().game.parse_action(wrong).is_err());
    }
    let least = Play::at(&[("max_announce", "4")], RACE);
    let (rule, why) = least.refused(Actor::Seat(seat(1)), "say 5");
    assert_eq!((rule, &*why), ("MR-13", "5 is announced, 1 to 4 may be"));
    let legal = ["say 1", "say 2", "say 3", "say 4", "pass"];
    assert_eq!(least.legal(Actor::Seat(seat(1))), legal);
}

#[test]
fn mr_14_a_right_route_starts_on_the_start_has_the_length_and_ends_on_the_target() {
    let play = race().seat(2, "say 5").show(2, ROUTE);
    assert_eq!(play.text(), "2W ; - ; - ; 0,1,1 ; 1 ; 4 ; roll");
    let elsewhere = race().seat(2, "say 5").show(2, "1P-6P-6W-6R-2R-2G");
    assert_eq!(elsewhere.text(), "2W ; - ; - ; 0,1,0 ; 1 ; 4 ; roll");
}

#[test]
fn mr_14_it_is_judged_at_the_first_illegal_move() {
    let play = race().seat(1, "say 5").seat(1, "to 6P").seat(1, "to 6W");
    assert_eq!(
        play.text(),
        "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; show:1:5:1P-6P-6W"
    );
    let judged = play.seat(1, "to 2W");
    assert_eq!(judged.text(), "2W ; - ; - ; 0,0,1 ; 1 ; 4 ; roll");
}

#[test]
fn mr_14_it_is_judged_after_the_announced_number_and_not_before() {
    // The target is reached after one move, but two are announced.
    let play = Play::at(&[], "1P ; 6P ; - ; 0,1,0 ; 0 ; 4 ; race:");
    let early = play.clone().seat(0, "say 2").seat(0, "to 6P");
    assert_eq!(early.asked(), ("show", vec![0]));
    let late = early.seat(0, "to 6W");
    assert_eq!(late.text(), "6P ; - ; - ; 0,1,0 ; 1 ; 4 ; roll");
}

#[test]
fn mr_14_it_is_judged_at_the_end_and_then_too_short() {
    let play = Play::at(&[], "1P ; 6P ; - ; 0,1,0 ; 0 ; 4 ; race:");
    let short = play
        .clone()
        .seat(1, "say 2")
        .seat(1, "to 6P")
        .seat(1, "end");
    assert_eq!(short.text(), "6P ; - ; - ; 0,0,1 ; 1 ; 4 ; roll");
    let nothing = play.seat(1, "say 2").seat(1, "end");
    assert_eq!(nothing.text(), "6P ; - ; - ; 0,0,1 ; 1 ; 4 ; roll");
}

#[test]
fn mr_14_a_show_is_any_other_space_or_the_end() {
    let play = race().seat(1, "say 5");
    let legal = play.legal(Actor::Seat(seat(1)));
    assert_eq!(legal.len(), 36);
    assert!(!legal.contains(&"to 1P".into()));
    assert_eq!(legal.last().unwrap(), "end");
    let (rule, why) = play.refused(Actor::Seat(seat(1)), "to 1P");
    assert_eq!((rule, &*why), ("MR-14", "the robot stands on 1P already"));
}

#[test]
fn mr_14_a_whole_show_is_written_as_its_route() {
    let play = race().seat(2, "say 5");
    let view = play.game.view(&play.state, Viewer::Seat(seat(2)));
    let turn = play.game.parse_turn(&view, "show 1P-6P-6W").unwrap();
    let texts: Vec<_> = turn.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["to 6P", "to 6W", "end"]);
    assert_eq!(play.game.format_turn(&view, &turn), "show 1P-6P-6W");
    assert!(play.game.parse_turn(&view, "show 1P-7P").is_err());
}

#[test]
fn mr_15_a_route_may_pass_over_the_target_and_visit_a_space_twice() {
    let play = Play::at(&[], "1P ; 6P ; - ; 0,1,0 ; 0 ; 4 ; race:");
    let right = play.clone().seat(0, "say 3").show(0, "1P-6P-1P-6P");
    assert_eq!(right.text(), "6P ; - ; - ; 1,1,0 ; 1 ; 4 ; roll");
    // Announced are 99 moves: there and back, 49 times, and there.
    let mut spaces = vec!["1P"];
    while spaces.len() < 100 {
        spaces.push(if spaces.len() % 2 == 1 { "6P" } else { "1P" });
    }
    let right = play.seat(0, "say 99").show(0, &spaces.join("-"));
    assert_eq!(right.text(), "6P ; - ; - ; 1,1,0 ; 1 ; 4 ; roll");
}

#[test]
fn mr_16_a_right_route_takes_the_chip_from_the_target() {
    for winner in 0..3 {
        let play = race().seat(winner, "say 5").show(winner, ROUTE);
        let mut chips = [0, 1, 0];
        chips[winner] += 1;
        assert_eq!(play.state.table().chips.as_slice(), chips);
    }
}

#[test]
fn mr_19_the_robot_ends_on_the_target_in_either_case() {
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
fn mr_20_the_left_neighbour_of_the_last_roller_rolls_next() {
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
                "never equal to the start"
            );
        }
    }
}

#[test]
fn mr_21_the_chip_on_the_target_changes_the_picture_only() {
    let with = race();
    let without = Play::at(&[("chip_on_target", "false")], RACE);
    assert_eq!(with.state, without.state);
    let picture = |play: &Play| {
        let view = play.game.view(&play.state, Viewer::Spectator);
        play.game.diagram(&view).to_string()
    };
    assert!(picture(&with).contains("target <2W> with a chip"));
    assert!(picture(&without).contains("target <2W>,"));
    assert_eq!(
        picture(&with).replace(" with a chip", ""),
        picture(&without)
    );
    let end = |play: Play| play.seat(1, "say 5").show(1, ROUTE).text();
    assert_eq!(end(with), end(without));
}

#[test]
fn mr_22_a_broken_off_round_keeps_start_and_roller() {
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
    let broken = expert.referee("break");
    assert_eq!(broken.text(), "1P ; - ; - ; 0,1,0 ; 2 ; 4 ; roll");
    assert!(
        broken
            .legal(Actor::Chance)
            .contains(&"roll 2W via 3B".into())
    );
}

#[test]
fn mr_22_a_round_is_broken_off_after_race_limit_or_as_soon_as_all_have_passed() {
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
fn mr_22_after_an_announcement_a_round_is_not_broken_off() {
    let play = race().seat(0, "say 5");
    assert_eq!(play.refused(Actor::Referee, "break").0, "MR-22");
    let roll = Play::at(&[], "1P ; - ; - ; 0,1,0 ; 0 ; 3 ; roll");
    assert_eq!(roll.refused(Actor::Referee, "break").0, "MR-22");
}

#[test]
fn mr_23_a_pass_cannot_be_taken_back_in_its_round() {
    let play = race().seat(1, "pass");
    assert_eq!(play.asked(), ("race", vec![0, 2]));
    assert_eq!(play.refused(Actor::Seat(seat(1)), "say 5").0, "MR-23");
    assert_eq!(play.refused(Actor::Seat(seat(1)), "pass").0, "MR-23");
    let next = play.referee("break").chance("roll 3B");
    assert_eq!(next.asked(), ("race", vec![0, 1, 2]));
}

#[test]
fn mr_23_a_pass_is_hidden_from_the_others() {
    let before = race().seat(0, "pass");
    let after = before.clone().seat(1, "pass");
    for viewer in [
        Viewer::Spectator,
        Viewer::Seat(seat(0)),
        Viewer::Seat(seat(2)),
    ] {
        assert_eq!(before.seen(viewer), after.seen(viewer));
    }
    let own = Viewer::Seat(seat(1));
    assert_eq!(before.seen(own), "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; race:");
    assert_eq!(after.seen(own), "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; race:1");
    assert_eq!(
        after.seen(Viewer::Spectator),
        "1P ; 2W ; - ; 0,1,0 ; 0 ; 4 ; race:"
    );
    let pass = "pass".parse().unwrap();
    let told = |viewer| {
        let actor = Actor::Seat(seat(1));
        before.game.shown(&before.state, viewer, actor, pass)
    };
    assert_eq!(told(own), Some(pass));
    assert_eq!(told(Viewer::Seat(seat(0))), None);
    assert_eq!(told(Viewer::Spectator), None);
    assert_eq!(before.game.silence(&before.state), Some(pass));
}
