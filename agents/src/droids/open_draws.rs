//! The solo scenario with open draws: a measure for players, which see no stone before it is drawn.

use botwerk_engine::droids::{Action, Colour, Droids, Phase, Side, State};
use botwerk_engine::{Actor, Game, RootSeed, Seat, Turn};

use super::objective::Objective;
use super::playout::planned;
use super::program::{Alone, HAND, Program};
use super::program_search::{Meter, best_plans};
use super::seat::set;
use crate::agent::Budget;

/// The solo player's seat and side.
const SEAT: Actor = Actor::Seat(Seat::FIRST);
const SIDE: Side = Side::South;

/// Plans of a hand that are looked at: the best one of them that sends something is kept.
const PLANS: usize = 4;

/// Plays a solo match knowing what its seed will draw: of all hands that can be drawn in a round it
/// takes the one with the best plan. Whether the match is won.
///
/// `width` is how many programs are grown on, of each length. What the rounds to come will draw is
/// not looked at, so that a share of matches won by it is below that of perfect play.
pub fn wins_with_open_draws(game: &Droids, seed: RootSeed, width: usize) -> bool {
    let mut state = game.start(seed);
    let mut plan = Program::new();
    loop {
        match game.turn(&state) {
            Turn::Over(outcome) => return outcome.points.first().is_some_and(|won| *won > 0),
            Turn::Chance(_) => draw(game, &mut state, seed),
            Turn::Act(_) => match state.table().phase {
                Phase::Draw => (state, plan) = best_hand(game, &state, seed, width),
                Phase::Set => {
                    let bank = state.table().bank(SIDE);
                    let next = plan.iter().find(|step| bank.stone(step.slot).is_none());
                    let action = next.map_or(Action::Stop, |step| set(step.slot, step.stone));
                    play(game, &mut state, action);
                }
                Phase::Send | Phase::Over(_) => {
                    let mut sends = Vec::new();
                    game.legal_actions(&state, SEAT, &mut sends);
                    let send = planned(state.table(), SIDE, &plan, &sends);
                    if let Some(send) = send.or(sends.first().copied()) {
                        play(game, &mut state, send);
                    }
                }
            },
        }
    }
}

/// Carries out a legal action; a set that the strips of the mad robot's shots have made illegal is
/// left out by stopping.
fn play(game: &Droids, state: &mut State, action: Action) {
    if game.apply(state, SEAT, action).is_err() {
        // Stopping is legal whenever a stone can be set.
        let _ = game.apply(state, SEAT, Action::Stop);
    }
}

/// Lets chance act as the seed says.
fn draw(game: &Droids, state: &mut State, seed: RootSeed) {
    if let Turn::Chance(key) = game.turn(state) {
        let drawn = game.draw(state, &mut seed.draw(key));
        game.play(state, Actor::Chance, drawn);
    }
}

/// The state with the best of all hands drawn, and its plan.
fn best_hand(game: &Droids, state: &State, seed: RootSeed, width: usize) -> (State, Program) {
    let objective = Objective::new(game.rules());
    let mut best: Option<(f64, State, Program)> = None;
    for violet in 0..=HAND {
        for blue in 0..=HAND - violet {
            let red = HAND - violet - blue;
            let counts = [
                (Colour::Violet, violet),
                (Colour::Blue, blue),
                (Colour::Red, red),
            ];
            let Some(drawn) = drawn(game, state, seed, &counts) else {
                continue;
            };
            let start = Alone::new(game.rules(), drawn.table(), SIDE, drawn.hand(SIDE));
            let mut meter = Meter::new(&Budget::UNLIMITED, u64::MAX);
            let mut plans = best_plans(&start, &objective, width, PLANS, &mut meter).into_iter();
            // Who sends nothing is out (DR-19).
            let Some(plan) = plans.find(|plan| !plan.program.is_empty()) else {
                continue;
            };
            if best.as_ref().is_none_or(|(most, ..)| plan.value > *most) {
                best = Some((plan.value, drawn, plan.program));
            }
        }
    }
    best.map_or_else(
        || (state.clone(), Program::new()),
        |(_, state, plan)| (state, plan),
    )
}

/// The state after these stones have been drawn; `None` if a container has not as many.
fn drawn(
    game: &Droids,
    state: &State,
    seed: RootSeed,
    counts: &[(Colour, usize)],
) -> Option<State> {
    let mut state = state.clone();
    for (colour, count) in counts {
        for _ in 0..*count {
            game.apply(&mut state, SEAT, Action::Draw(*colour)).ok()?;
            draw(game, &mut state, seed);
        }
    }
    Some(state)
}
