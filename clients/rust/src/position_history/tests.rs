//! A seat that follows reports.

use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::{GameRules, Options, RootSeed, Turn};

use super::*;

fn event(actor: Actor, text: &str) -> proto::EventInfo {
    use proto::actor::Kind;
    let kind = match actor {
        Actor::Seat(seat) => Kind::Seat(seat.index() as u32),
        Actor::Chance => Kind::Chance(true),
        Actor::Referee => Kind::Referee(true),
    };
    proto::EventInfo {
        actor: Some(proto::Actor { kind: Some(kind) }),
        action: None,
        text: text.into(),
    }
}

#[test]
fn reports_are_followed_until_one_does_not_fit() {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    let game = MicroRobots::new(2, options).unwrap();
    let mut past = Past::<MicroRobots>::of(Seat::FIRST);
    past.goes_on(&game, &[event(Actor::Chance, "start 1B")]);
    assert!(past.state.is_none(), "nothing is known yet");
    let start = game.initial_state(RootSeed::from_text("7"));
    past.stands(&game, start);
    past.goes_on(&game, &[event(Actor::Chance, "start 1B")]);
    let state = past.state.clone().unwrap();
    assert!(matches!(game.turn(&state), Turn::Chance(key) if key.what == "roll"));
    past.goes_on(&game, &[event(Actor::Referee, "leave 7")]);
    assert!(past.state.is_none());
    assert!(past.earlier().is_empty(), "nothing repeats in this game");
}
