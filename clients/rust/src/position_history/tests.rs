//! Positions derived from the events of frames.

use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::{GameRules, GameType, Options, RootSeed, Turn};

use super::*;

fn event(actor: Actor, text: &str) -> proto::VisibleEvent {
    use proto::actor::Kind;
    let kind = match actor {
        Actor::Seat(seat) => Kind::Seat(seat.index() as u32),
        Actor::Chance => Kind::Chance(true),
        Actor::Referee => Kind::Referee(true),
    };
    proto::VisibleEvent {
        actor: Some(proto::Actor { kind: Some(kind) }),
        action: None,
        text: text.into(),
    }
}

#[test]
fn events_are_applied_until_one_is_illegal() {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    let game = MicroRobots::ID.game(2, options).unwrap();
    let mut history = PositionHistory::new(Seat::FIRST);
    history.apply_events(&game, &[event(Actor::Chance, "start 1B")]);
    assert!(history.state.is_none(), "no position has been set");
    let start = game.initial_state(RootSeed::from_text("7"));
    history.set_position(&game, start);
    history.apply_events(&game, &[event(Actor::Chance, "start 1B")]);
    let state = history.state.clone().unwrap();
    assert!(matches!(game.turn(&state), Turn::Chance(key) if key.kind == "roll"));
    history.apply_events(&game, &[event(Actor::Referee, "leave 7")]);
    assert!(history.state.is_none());
    assert!(
        history.earlier_views().is_empty(),
        "Micro Robots has no repetition rule"
    );
}
