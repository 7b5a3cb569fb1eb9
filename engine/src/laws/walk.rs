//! Random walks through the positions of a game.

use crate::{Actor, Game, History, RootSeed, Seat, Seats, StableRng, Turn};

/// The actors of a walk in addition to chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WalkActors {
    /// The seats.
    Seats,
    /// The seats, and occasionally the referee.
    SeatsAndReferee,
}

/// A random walk from a position to the end of the match; yields every position on the way.
pub(super) struct Walk<'a, G: Game> {
    game: &'a G,
    history: Option<History<G>>,
    seed: RootSeed,
    generator: StableRng,
    actors: WalkActors,
    steps: Vec<(Actor, G::Action)>,
}

/// Number of walks of each kind.
const WALKS: u32 = 3;

/// Maximum length of a walk, in positions.
const STEPS: usize = 80;

/// The positions of a random walk, with the actions between them and the seed of its chance.
#[derive(Debug)]
pub(super) struct RandomWalk<G: Game> {
    pub(super) seed: RootSeed,
    pub(super) states: Vec<G::State>,
    /// What led to each position but the first.
    pub(super) steps: Vec<(Actor, G::Action)>,
}

impl<G: Game> RandomWalk<G> {
    /// Walks a few times from the start, with and without the referee.
    pub(super) fn all(game: &G) -> Vec<Self> {
        let kinds = [WalkActors::Seats, WalkActors::SeatsAndReferee];
        let walks = kinds.into_iter().flat_map(|actors| {
            (0..WALKS).map(move |number| {
                let seed = RootSeed::from_text(&format!("walk {number}"));
                let mut walk = Walk::new(game, seed, actors);
                let states: Vec<_> = walk.by_ref().take(STEPS).collect();
                let mut steps = walk.steps;
                steps.truncate(states.len().saturating_sub(1));
                Self {
                    seed,
                    states,
                    steps,
                }
            })
        });
        walks.collect()
    }
}

impl<'a, G: Game> Walk<'a, G> {
    pub(super) fn new(game: &'a G, seed: RootSeed, actors: WalkActors) -> Self {
        Self::from_position(game, seed, actors, game.initial_state(seed))
    }

    pub(super) fn from_position(
        game: &'a G,
        seed: RootSeed,
        actors: WalkActors,
        start: G::State,
    ) -> Self {
        Self {
            game,
            history: Some(History::new(game, start)),
            seed,
            generator: seed.rng_for_agent(Seat::FIRST, actors as u32),
            actors,
            steps: Vec::new(),
        }
    }

    /// Chooses the next actor and action, or `None` at the end of the match.
    fn step(&mut self, state: &G::State) -> Option<(Actor, G::Action)> {
        match self.game.turn(state) {
            Turn::Over(_) => None,
            Turn::Chance(key) => {
                let mut outcomes = Vec::new();
                self.game.legal_actions(state, Actor::Chance, &mut outcomes);
                outcomes.first()?;
                let action = self
                    .game
                    .sample_outcome(state, &mut self.seed.rng_for_chance(key));
                Some((Actor::Chance, action))
            }
            Turn::Decision(decision) => {
                let is_referee =
                    self.actors == WalkActors::SeatsAndReferee && self.generator.below(24) == 0;
                let actor = if is_referee {
                    Actor::Referee
                } else {
                    Actor::Seat(pick(decision.seats, &mut self.generator))
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
            self.steps.push((actor, action));
            // A listed action that is rejected ends the walk; a separate law reports it.
            self.history = applied.is_ok().then_some(history);
        }
        Some(state)
    }
}

/// Returns a random seat of a nonempty set.
pub(super) fn pick(seats: Seats, generator: &mut StableRng) -> Seat {
    let picked = generator.below(seats.len() as u64) as usize;
    let mut seats = seats;
    // An index below the count selects a seat.
    seats.nth(picked).unwrap_or(Seat::FIRST)
}

/// Maximum number of legal actions to sample before choosing one.
const CANDIDATES: usize = 12;

/// Chooses a random legal action so that rare consequences occur: actions that lead to the same
/// position count once, and small action numbers are preferred.
pub(super) fn choose<G: Game>(
    game: &G,
    state: &G::State,
    actor: Actor,
    generator: &mut StableRng,
) -> Option<G::Action> {
    let mut actions = Vec::new();
    game.legal_actions(state, actor, &mut actions);
    let mut reached = Vec::new();
    let mut distinct = Vec::new();
    for _ in 0..CANDIDATES.min(actions.len()) {
        let mut below = actions.len() as u64;
        if generator.below(2) == 0 {
            below = generator.below(below) + 1;
        }
        let action = actions.remove(generator.below(below) as usize);
        let mut next = state.clone();
        if game.apply(&mut next, actor, action).is_ok() && !reached.contains(&next) {
            reached.push(next);
            distinct.push(action);
        }
    }
    let picked = generator.below(distinct.len().max(1) as u64) as usize;
    distinct.get(picked).copied()
}
