//! Games, players, and positions in which players are asked.

use botwerk_agents::{Agent, Budget, Choice, Request, Roster};
use botwerk_engine::droids::{Action, Droids, State};
use botwerk_engine::{GameRules, GameViews, Options, RootSeed, Seat, Turn, Viewer};

/// The game for so many seats with these options.
pub(crate) fn game(seats: usize, given: &[(&str, &str)]) -> Droids {
    let options = Options::resolve(Droids::spec().options, given.iter().copied()).unwrap();
    Droids::new(seats, options).unwrap()
}

/// The player of a text.
pub(crate) fn player(text: &str) -> Box<dyn Agent<Droids>> {
    Droids::agent(&text.parse().unwrap()).unwrap()
}

/// The seat that is asked in a position.
pub(crate) fn asked_seat(game: &Droids, state: &State) -> Option<Seat> {
    match game.turn(state) {
        Turn::Decision(ask) => { ask.seats }.next(),
        Turn::Chance(_) | Turn::Over(_) => None,
    }
}

/// What a player chooses in a position in which a seat is asked.
pub(crate) fn asked(
    player: &mut dyn Agent<Droids>,
    game: &Droids,
    state: &State,
    budget: &Budget<'_>,
) -> Choice<Action> {
    let seat = asked_seat(game, state).unwrap();
    let view = game.view(state, Viewer::Seat(seat));
    let request = Request {
        game,
        view: &view,
        earlier: &[],
        seat,
        turn: 1,
        seed: RootSeed::from_text("asked"),
    };
    player.decide(&request, budget, &mut |_| {})
}

/// Positions of a match of drawn actions in which a seat is asked.
pub(crate) fn drawn_positions(game: &Droids, seed: &str, most: usize) -> Vec<State> {
    let seed = RootSeed::from_text(seed);
    let mut generator = seed.agent(Seat::FIRST, 7);
    let mut state = game.initial_state(seed);
    let mut positions = Vec::new();
    let mut actions = Vec::new();
    while positions.len() < most {
        let actor = match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance(_) => botwerk_engine::Actor::Chance,
            Turn::Decision(mut ask) => {
                positions.push(state.clone());
                botwerk_engine::Actor::Seat(ask.seats.next().unwrap())
            }
        };
        actions.clear();
        game.legal_actions(&state, actor, &mut actions);
        let action = actions[generator.below(actions.len() as u64) as usize];
        game.apply(&mut state, actor, action).unwrap();
    }
    positions
}
