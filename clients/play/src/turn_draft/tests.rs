//! Composing, checking and taking back turns.

use botwerk_engine::droids::Droids;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameId, GameType, Options};

use super::*;

/// Starts a turn of seat 0 in a match of two seats at its first decision.
fn draft(game: GameId, options: &[(&str, &str)]) -> TurnDraft {
    let options = Options::resolve(game.spec().options, options.iter().copied()).unwrap();
    let game = game.game(2, options).unwrap();
    let mut referee = Referee::new(game, RootSeed::from_text("7"));
    referee.resolve_chance(&mut Vec::new());
    let seat = referee.awaited_seats().next().unwrap();
    TurnDraft::new(referee.game(), seat, &referee.view(Viewer::Seat(seat)))
}

#[test]
fn lines_add_up_to_a_turn_and_can_be_taken_back() {
    let mut draft = draft(Netzwerk::ID, &[]);
    assert!(!draft.undo());
    assert_eq!(draft.add("b2-b4 b4-b6"), Ok(DraftStep::Open));
    assert_eq!(draft.add("/"), Ok(DraftStep::Open));
    assert!(draft.legal_actions().contains(&".".to_owned()));
    assert!(draft.undo());
    assert!(draft.undo());
    assert_eq!(draft.add("d2-d4"), Ok(DraftStep::Open));
    let text = "d2-d4 / .".to_owned();
    assert_eq!(draft.add("/ ."), Ok(DraftStep::Complete(text)));
}

#[test]
fn mistakes_are_explained_and_change_nothing() {
    let mut draft = draft(Netzwerk::ID, &[]);
    assert!(draft.add("b2-z9").unwrap_err().contains("found `z9`"));
    let error = draft.add("b2-b4 b12-b10").unwrap_err();
    assert!(error.contains("action 2"), "{error}");
    assert!(draft.add("/").unwrap_err().contains("NW-5"));
    assert!(!draft.undo());
}

#[test]
fn announcement_and_drawn_stone_complete_a_turn() {
    let mut race = draft(MicroRobots::ID, &[]);
    let text = "say 5".to_owned();
    assert_eq!(race.add("say 5"), Ok(DraftStep::Complete(text)));
    let mut drawn = draft(Droids::ID, &[]);
    let text = "draw violet".to_owned();
    assert_eq!(drawn.add("draw violet"), Ok(DraftStep::Complete(text)));
}
