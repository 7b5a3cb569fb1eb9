//! The solo scenario with open draws: a measure for players, which see no stone before it is drawn.

use botwerk_engine::droids::{Action, Colour, Droids, Phase, Side, State};
use botwerk_engine::{Actor, GameRules, GameViews, RootSeed, Seat, Turn, Viewer};

use super::objective::Objective;
use super::program::{Alone, HAND};
use super::program_search::{Meter, best_plans};
use crate::agent::{Agent, Budget, Choice, Request};

/// Programs that are grown on, of each length, to compare all hands.
const WIDTH: usize = 8;

/// Hands that are compared as the player itself does it.
const HANDS: usize = 6;

/// Plays a solo match by a player that says what it expects, but knowing what the match's seed will
/// draw: of all hands that can be drawn in a round it has the one from which the player expects
/// most. Whether the match is won.
///
/// What the rounds to come will draw is not looked at, so that the share of matches won by it is
/// below that of perfect play.
pub fn wins_with_open_draws(game: &Droids, seed: RootSeed, player: &mut dyn Agent<Droids>) -> bool {
    let mut solo = Solo {
        game,
        seed,
        player,
        turn: 0,
    };
    let mut state = game.initial_state(seed);
    loop {
        match game.turn(&state) {
            Turn::Over(outcome) => return outcome.points.first().is_some_and(|won| *won > 0),
            Turn::Chance(_) => solo.draw(&mut state),
            Turn::Decision(_) if state.table().phase == Phase::Draw => {
                state = solo.best_hand(&state)
            }
            Turn::Decision(_) => {
                for action in solo.asked(&state).actions {
                    game.apply_unchecked(&mut state, SEAT, action);
                }
            }
        }
    }
}

/// The solo player's seat and side.
const SEAT: Actor = Actor::Seat(Seat::FIRST);
const SIDE: Side = Side::South;

/// A match, and who plays it.
struct Solo<'a> {
    game: &'a Droids,
    seed: RootSeed,
    player: &'a mut dyn Agent<Droids>,
    turn: u32,
}

impl Solo<'_> {
    /// What the player does, seeing what a seat sees.
    fn asked(&mut self, state: &State) -> Choice<Action> {
        self.turn += 1;
        let request = Request {
            game: self.game,
            view: &self.game.view(state, Viewer::Seat(Seat::FIRST)),
            earlier: &[],
            seat: Seat::FIRST,
            turn: self.turn,
            seed: self.seed,
        };
        self.player
            .decide(&request, &Budget::UNLIMITED, &mut |_| {})
    }

    /// Lets chance act as the seed says.
    fn draw(&self, state: &mut State) {
        if let Turn::Chance(key) = self.game.turn(state) {
            let drawn = self.game.sample_outcome(state, &mut self.seed.draw(key));
            self.game.apply_unchecked(state, Actor::Chance, drawn);
        }
    }

    /// The state with the best of all hands drawn: the hands with the best undisturbed plans are
    /// compared by what the player expects from them.
    fn best_hand(&mut self, state: &State) -> State {
        let mut hands = self.hands(state);
        hands.sort_by(|a, b| b.0.total_cmp(&a.0));
        hands.truncate(HANDS);
        let asked = hands.into_iter().map(|(_, drawn)| {
            let expected = self.asked(&drawn).value;
            (expected, drawn)
        });
        let best = asked.max_by_key(|(expected, _)| *expected);
        best.map_or_else(|| state.clone(), |(_, drawn)| drawn)
    }

    /// All hands that can be drawn, and what their best plans come to if nothing disturbs them.
    fn hands(&self, state: &State) -> Vec<(f64, State)> {
        let objective = Objective::new(self.game.rules());
        let mut hands = Vec::new();
        for violet in 0..=HAND {
            for blue in 0..=HAND - violet {
                let red = HAND - violet - blue;
                let counts = [
                    (Colour::Violet, violet),
                    (Colour::Blue, blue),
                    (Colour::Red, red),
                ];
                let Some(drawn) = self.drawn(state, &counts) else {
                    continue;
                };
                let start = Alone::new(self.game.rules(), drawn.table(), SIDE, drawn.hand(SIDE));
                let mut meter = Meter::new(&Budget::UNLIMITED, u64::MAX);
                let plans = best_plans(&start, &objective, WIDTH, 1, &mut meter);
                hands.extend(plans.first().map(|plan| (plan.value, drawn)));
            }
        }
        hands
    }

    /// The state after these stones have been drawn; `None` if a container has not as many.
    fn drawn(&self, state: &State, counts: &[(Colour, usize)]) -> Option<State> {
        let mut state = state.clone();
        for (colour, count) in counts {
            for _ in 0..*count {
                self.game
                    .apply(&mut state, SEAT, Action::Draw(*colour))
                    .ok()?;
                self.draw(&mut state);
            }
        }
        Some(state)
    }
}
