//! The number of different turns that a seat can play in a position.

use botwerk_engine::{Actor, Game, Seat, StableRng, Turn, is_same_decision};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// Number of sampled turns of an estimate.
const SAMPLES: u32 = 32;

/// Maximum number of positions within a turn that are enumerated.
pub const MAX_POSITIONS: usize = 4096;

/// The options of one turn.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TurnOptions {
    /// Number of sequences of actions: counted, or estimated without bias.
    pub sequences: f64,
    /// Number of different positions at the end of the turn; a lower bound unless it is counted.
    pub results: u64,
    /// Whether both numbers are exact.
    pub is_counted: bool,
}

/// The exact numbers of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnCount {
    /// Number of sequences of actions; `None` if too many positions can occur within the turn.
    pub sequences: Option<u128>,
    /// Number of different positions at the end of the turn: all, or those found until the limit.
    pub results: u64,
}

impl TurnOptions {
    /// Counts the options of a seat that is to act, or estimates them if more than `max_positions` positions can
    /// occur within the turn. A turn in a race is a single announcement or pass.
    ///
    /// ```
    /// use botwerk_agents::game_statistics::TurnOptions;
    /// use botwerk_engine::{RootSeed, Seat};
    /// # use botwerk_engine::{GameRules, GameType, Options, netzwerk::Netzwerk};
    /// # let board = [("width", "2"), ("ranks", "3")];
    /// # let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
    /// # let game = Netzwerk::new(2, options).unwrap();
    ///
    /// let seed = RootSeed::from_text("7");
    /// let start = game.initial_state(seed);
    /// let counted = TurnOptions::new(&game, &start, Seat::FIRST, 1_000_000, &mut seed.rng());
    /// let estimated = TurnOptions::new(&game, &start, Seat::FIRST, 10, &mut seed.rng());
    /// assert!(counted.is_counted && counted.sequences > counted.results as f64);
    /// assert!(!estimated.is_counted && estimated.results < counted.results);
    /// assert!((estimated.sequences / counted.sequences).log10().abs() < 0.5);
    /// ```
    pub fn new<G: Game>(
        game: &G,
        state: &G::State,
        seat: Seat,
        max_positions: usize,
        rng: &mut StableRng,
    ) -> Self {
        let TurnCount { sequences, results } = count_turn(game, state, seat, max_positions);
        let sequences = sequences.map(|sequences| sequences as f64);
        Self {
            sequences: sequences.unwrap_or_else(|| {
                let samples = (0..SAMPLES).map(|_| sample_sequences(game, state, seat, rng));
                samples.sum::<f64>() / f64::from(SAMPLES)
            }),
            results,
            is_counted: sequences.is_some(),
        }
    }
}

/// Counts the sequences and results of the turn of a seat that is to act, until more than `max_positions` positions
/// have occurred within it. Both are 0 if no seat is to act.
pub fn count_turn<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    max_positions: usize,
) -> TurnCount {
    let Turn::Decision(decision) = game.turn(state) else {
        return TurnCount {
            sequences: Some(0),
            results: 0,
        };
    };
    if decision.simultaneous {
        let actions = game.count_actions(state, Actor::Seat(seat));
        return TurnCount {
            sequences: Some(actions as u128),
            results: actions as u64,
        };
    }
    let mut counter = TurnCounter {
        game,
        seat,
        is_within: |state: &G::State| is_same_decision(game, state, decision, seat),
        max_positions,
        sequences: FxHashMap::default(),
        results: 0,
    };
    TurnCount {
        sequences: counter.count(state),
        results: counter.results,
    }
}

/// Counts the positions of one turn.
struct TurnCounter<'a, G: Game, F> {
    game: &'a G,
    seat: Seat,
    is_within: F,
    max_positions: usize,
    /// The number of sequences from each position to the end of the turn.
    sequences: FxHashMap<G::State, u128>,
    results: u64,
}

impl<G: Game, F: Fn(&G::State) -> bool> TurnCounter<'_, G, F> {
    /// Returns the number of sequences from a position, or `None` if there are too many positions.
    fn count(&mut self, state: &G::State) -> Option<u128> {
        if let Some(known) = self.sequences.get(state) {
            return Some(*known);
        }
        if self.sequences.len() >= self.max_positions {
            return None;
        }
        // No turn returns to one of its positions; if one did, the loop would count as no sequence.
        self.sequences.insert(state.clone(), 0);
        let is_end = !(self.is_within)(state);
        let count = if is_end {
            self.results += 1;
            1
        } else {
            let actor = Actor::Seat(self.seat);
            let mut actions = Vec::new();
            self.game.legal_actions(state, actor, &mut actions);
            let mut sum = 0u128;
            for action in actions {
                let mut next = state.clone();
                self.game.apply_unchecked(&mut next, actor, action);
                sum = sum.saturating_add(self.count(&next)?);
            }
            sum
        };
        if let Some(entry) = self.sequences.get_mut(state) {
            *entry = count;
        }
        Some(count)
    }
}

/// Plays a random turn and returns an estimate of the number of sequences: the product of the inverse
/// probabilities of its actions, whose expected value is that number (Knuth, Estimating the efficiency of
/// backtrack programs, Mathematics of Computation 29, 1975).
///
/// That holds for any probabilities. Those proportional to the number of actions that follow reduce the variance,
/// because an action that ends the turn would end most uniform samples early.
pub fn sample_sequences<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    rng: &mut StableRng,
) -> f64 {
    let Turn::Decision(decision) = game.turn(state) else {
        return 1.0;
    };
    let actor = Actor::Seat(seat);
    let mut state = state.clone();
    let (mut actions, mut weights) = (Vec::new(), Vec::new());
    let mut estimate = 1.0;
    loop {
        actions.clear();
        game.legal_actions(&state, actor, &mut actions);
        if decision.simultaneous {
            return actions.len() as f64;
        }
        weights.clear();
        weights.extend(actions.iter().map(|action| {
            let mut next = state.clone();
            game.apply_unchecked(&mut next, actor, *action);
            if is_same_decision(game, &next, decision, seat) {
                1 + game.count_actions(&next, actor) as u64
            } else {
                1
            }
        }));
        let Some(index) = rng.weighted_index(weights.iter().copied()) else {
            return 0.0;
        };
        let total: u64 = weights.iter().sum();
        estimate *= total as f64 / weights[index] as f64;
        game.apply_unchecked(&mut state, actor, actions[index]);
        if !is_same_decision(game, &state, decision, seat) {
            return estimate;
        }
    }
}

#[cfg(test)]
mod tests;
