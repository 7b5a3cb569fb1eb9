//! Tests of the expert variant with its intermediate target (MR-29).

use botwerk_engine::{Actor, GameDrawing, GameViews};

use crate::play::{Play, game, seat};

/// Returns the position after seat 1 has shown a route from 1P via 6W to 2W.
fn after(say: u8, route: &str) -> String {
    let expert = [("expert", "true")];
    let play = Play::at(&expert, "1P ; 2W ; 6W ; 0,0 ; 0 ; 4 ; race:");
    play.seat(1, &format!("say {say}")).show(1, route).text()
}

const AFTER_CORRECT: &str = "2W ; - ; - ; 0,1 ; 1 ; 4 ; roll";
const AFTER_WRONG: &str = "2W ; - ; - ; 0,0 ; 1 ; 4 ; roll";

#[test]
fn mr_29_expert_variant_is_off_by_default() {
    assert!(!game(2, &[]).unwrap().is_expert());
    assert!(game(2, &[("expert", "true")]).unwrap().is_expert());
}

#[test]
fn mr_29_second_roll_determines_an_intermediate_target_without_a_chip() {
    let expert = [("expert", "true")];
    let play = Play::at(&expert, "1P ; - ; - ; 0,0 ; 0 ; 3 ; roll").chance("roll 2W via 6W");
    assert_eq!(play.text(), "1P ; 2W ; 6W ; 0,0 ; 0 ; 4 ; race:");
    let view = play
        .game
        .view(&play.state, botwerk_engine::Viewer::Spectator);
    let diagram = play.game.diagram(&view).to_string();
    assert!(
        diagram.contains("by way of {6W}, target <2W> with a chip"),
        "{diagram}"
    );
}

#[test]
fn mr_29_move_ends_on_the_intermediate_target_and_a_later_one_on_the_target() {
    assert_eq!(after(5, "1P-6P-6W-6R-2R-2W"), AFTER_CORRECT);
}

#[test]
fn mr_29_route_past_the_intermediate_target_is_wrong() {
    // 6P to 6B passes over 6W without stopping there.
    assert_eq!(after(4, "1P-6P-6B-2B-2W"), AFTER_WRONG);
    let expert = [("expert", "true")];
    let play = Play::at(&expert, "1P ; 6B ; 6W ; 0,0 ; 0 ; 4 ; race:").seat(0, "say 2");
    let past = play.show(0, "1P-6P-6B");
    assert_eq!(past.text(), "6B ; - ; - ; 0,0 ; 1 ; 4 ; roll");
}

#[test]
fn mr_29_intermediate_target_must_come_before_the_target() {
    let expert = [("expert", "true")];
    let play = Play::at(&expert, "1P ; 6P ; 6W ; 0,0 ; 0 ; 4 ; race:");
    let shown = |say: &str, route| play.clone().seat(0, say).show(0, route).text();
    let after_correct = "6P ; - ; - ; 1,0 ; 1 ; 4 ; roll";
    let after_wrong = "6P ; - ; - ; 0,0 ; 1 ; 4 ; roll";
    assert_eq!(shown("say 1", "1P-6P"), after_wrong);
    assert_eq!(shown("say 2", "1P-6P-6W"), after_wrong);
    // The target may be visited before the intermediate target.
    assert_eq!(shown("say 3", "1P-6P-6W-6P"), after_correct);
    assert_eq!(shown("say 5", "1P-6P-6W-6B-6W-6P"), after_correct);
}

#[test]
fn mr_29_target_ends_the_route_only_after_the_announced_number_of_moves() {
    let expert = [("expert", "true")];
    let play = Play::at(&expert, "1P ; 6P ; 6W ; 0,0 ; 0 ; 4 ; race:").seat(0, "say 4");
    let play = play.seat(0, "to 6P").seat(0, "to 6W").seat(0, "to 6P");
    assert_eq!(play.decision(), ("show", vec![0]));
    assert!(play.legal(Actor::Seat(seat(0))).contains(&"end".into()));
    let play = play.seat(0, "to 6W");
    assert_eq!(play.text(), "6P ; - ; - ; 0,0 ; 1 ; 4 ; roll");
}
