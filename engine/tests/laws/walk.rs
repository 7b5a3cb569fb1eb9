//! Random walks through the positions of a game.

use std::collections::HashSet;

use botwerk_engine::{Actor, Game, Generator, History, RootSeed, Seats, Turn};

/// Who acts on a walk beside chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Company {
    /// The seats alone.
    Seats,
    /// The seats, and now and then the referee.
    Everybody,
}

/// A walk from the start position to the end of a match; gives every position on its way.
pub(crate) struct Walk<'a, G: Game> {
    game: &'a G,
    history: Option<History<G>>,
    seed: RootSeed,
    generator: Generator,
    company: Company,
}

impl<'a, G: Game> Walk<'a, G> {
    pub(crate) fn new(game: &'a G, seed: RootSeed, company: Company) -> Self {
        Self::from_position(game, seed, company, game.initial_state(seed))
    }

    pub(crate) fn from_position(
        game: &'a G,
        seed: RootSeed,
        company: Company,
        start: G::State,
    ) -> Self {
        Self {
            game,
            history: Some(History::new(game, start)),
            seed,
            generator: seed.agent(botwerk_engine::Seat::FIRST, company as u32),
            company,
        }
    }

    /// The next act: who, and what.
    fn step(&mut self, state: &G::State) -> Option<(Actor, G::Action)> {
        match self.game.turn(state) {
            Turn::Over(_) => None,
            Turn::Chance(key) => {
                let mut outcomes = Vec::new();
                self.game.legal_actions(state, Actor::Chance, &mut outcomes);
                outcomes.first()?;
                let action = self.game.sample_outcome(state, &mut self.seed.draw(key));
                Some((Actor::Chance, action))
            }
            Turn::Decision(ask) => {
                let referee = self.company == Company::Everybody && self.generator.below(24) == 0;
                let actor = if referee {
                    Actor::Referee
                } else {
                    Actor::Seat(pick(ask.seats, &mut self.generator))
                };
                let action = choose(self.game, state, actor, &mut self.generator);
                action.map(|action| (actor, action))
            }
        }
    }
}

impl<G: Game> Iterator for Walk<'_, G> {
    type Item = G::State;

    fn next(&mut self) -> Option<G::State> {
        let mut history = self.history.take()?;
        let state = history.state().clone();
        if let Some((actor, action)) = self.step(&state) {
            let applied = history.apply(self.game, actor, action);
            // A listed action that is refused ends the walk; a law of its own reports it.
            self.history = applied.is_ok().then_some(history);
        }
        Some(state)
    }
}

/// One of several seats.
pub(crate) fn pick(seats: Seats, generator: &mut Generator) -> botwerk_engine::Seat {
    let picked = generator.below(seats.len() as u64) as usize;
    let mut seats = seats;
    seats
        .nth(picked)
        .expect("a number below the count picks one")
}

/// Legal actions that are looked at before one is chosen.
const CANDIDATES: usize = 12;

/// A legal action, drawn so that rare consequences are met: of actions that lead to the same
/// position only one takes part, and small numbers are preferred.
pub(crate) fn choose<G: Game>(
    game: &G,
    state: &G::State,
    actor: Actor,
    generator: &mut Generator,
) -> Option<G::Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, actor, &mut actions);
    let mut met = HashSet::new();
    let mut chosen = Vec::new();
    for _ in 0..CANDIDATES.min(actions.len()) {
        let mut below = actions.len() as u64;
        if generator.below(2) == 0 {
            below = generator.below(below) + 1;
        }
        let action = actions.remove(generator.below(below) as usize);
        let mut next = state.clone();
        if game.apply(&mut next, actor, action).is_ok() && met.insert(next) {
            chosen.push(action);
        }
    }
    let picked = generator.below(chosen.len().max(1) as u64) as usize;
    chosen.get(picked).copied()
}
