//! One line per turn.

use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameRules, GameType, GameViews, Options, RootSeed, Viewer};

use super::*;

fn event(kind: Kind, text: &str) -> proto::VisibleEvent {
    proto::VisibleEvent {
        actor: Some(proto::Actor { kind: Some(kind) }),
        action: None,
        text: text.into(),
    }
}

#[test]
fn a_turn_is_one_line_until_another_seat_acts() {
    let options = Options::resolve(Netzwerk::spec().options, [("", ""); 0]).unwrap();
    let game = Netzwerk::ID.game(2, options).unwrap();
    let names = ["you".to_owned(), "greedy".to_owned()];
    let labels = SeatLabels::new(&game, &names, Some(0));
    let start = game.initial_state(RootSeed::from_text("7"));
    let mut lines = TurnLines::new(game.clone(), labels);
    lines.set_view(game.view(&start, Viewer::Spectator));
    assert_eq!(lines.take(), None);
    for text in ["b2-b4", "/", "."] {
        assert_eq!(lines.add(&event(Kind::Seat(0), text)), None);
    }
    let line = lines.add(&event(Kind::Seat(1), "b12-b10"));
    assert_eq!(line.as_deref(), Some("you: b2-b4 / ."));
    lines.add(&event(Kind::Referee(true), "leave b"));
    assert!(lines.is_open());
    let line = lines.take();
    assert_eq!(
        line.as_deref(),
        Some("Black (greedy): b12-b10 [referee: leave b]")
    );
    assert!(!lines.is_open());
}
