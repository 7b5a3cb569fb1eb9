//! Games, agents and positions in which a seat is to act.

use botwerk_agents::{Agent, Budget, Choice, DecisionRequest, Roster};
use botwerk_engine::droids::{Action, Droids, State};
use botwerk_engine::{GameRules, GameType, GameViews, Options, RootSeed, Seat, Turn, Viewer};

/// Returns the game for this number of seats with these options.
pub(crate) fn game(seats: usize, given: &[(&str, &str)]) -> Droids {
    let options = Options::resolve(Droids::spec().options, given.iter().copied()).unwrap();
    Droids::new(seats, options).unwrap()
}

/// Creates the agent of a spec.
pub(crate) fn agent(text: &str) -> Box<dyn Agent<Droids>> {
    Droids::agent(&text.parse().unwrap()).unwrap()
}

/// Returns the first seat that is to act in a position.
pub(crate) fn acting_seat(game: &Droids, state: &State) -> Option<Seat> {
    match game.turn(state) {
        Turn::Decision(ask) => { ask.seats }.next(),
        Turn::Chance(_) | Turn::Over(_) => None,
    }
}

/// Returns an agent's choice in a position in which a seat is to act.
pub(crate) fn choose(
    agent: &mut dyn Agent<Droids>,
    game: &Droids,
    state: &State,
    budget: &Budget<'_>,
) -> Choice<Action> {
    let seat = acting_seat(game, state).unwrap();
    let view = game.view(state, Viewer::Seat(seat));
    let request = DecisionRequest {
        game,
        view: &view,
        earlier_views: &[],
        seat,
        turn: 1,
        seed: RootSeed::from_text("asked"),
    };
    agent.decide(&request, budget, &mut |_| {})
}

/// Returns positions of a match of random actions in which a seat is to act.
pub(crate) fn random_positions(game: &Droids, seed: &str, max_positions: usize) -> Vec<State> {
    let seed = RootSeed::from_text(seed);
    let mut rng = seed.rng_for_agent(Seat::FIRST, 7);
    let mut state = game.initial_state(seed);
    let mut positions = Vec::new();
    let mut actions = Vec::new();
    while positions.len() < max_positions {
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
        let action = actions[rng.below(actions.len() as u64) as usize];
        game.apply(&mut state, actor, action).unwrap();
    }
    positions
}
