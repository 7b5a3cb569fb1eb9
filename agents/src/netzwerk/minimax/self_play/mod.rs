//! Positions of matches that the agent plays against itself, from which a net learns.
//!
//! Each position at which a side has no win in one turn is a sample, with the score of a search and the result of its
//! match. For each there is another: the position after a turn sampled from its candidates, most of which no match
//! would have, with a score alone. Of such turns a search must know which are bad. Some of the turns that are played
//! are sampled, too, so that matches differ.

mod sample;

use std::sync::Arc;

use botwerk_engine::netzwerk::{Action, Netzwerk, Position, RobotPhases, State};
use botwerk_engine::{
    Actor, GameRules, GameType, History, Options, RootSeed, StableRng, Turn as Decision,
};

use super::evaluator::{Knowledge, Net};
use super::generation::{Candidate, Generation, UNREACHABLE};
use super::keys::occurrences;
use super::root::IterativeDeepening;
use super::score::is_decided;
use super::search_context::SearchContext;
use super::transposition_table::TranspositionTable;
use super::turn::Turn;
use super::width::{GenerationLimits, SearchWidth};
use crate::netzwerk::static_evaluation::any_turn;
pub use sample::{SAMPLE_BYTES, Sample};

/// Size of a transposition table in bytes; matches use few nodes.
const TABLE_BYTES: usize = 1 << 20;

/// Openings of matches have from none to this number of sampled turns, in turn.
const MAX_OPENING_TURNS: u64 = 6;

/// The share of turns that are sampled instead of searched.
const SAMPLED_TURNS: f64 = 0.1;

/// Matches of the agent against itself.
#[derive(Debug, Clone)]
pub struct SelfPlay {
    /// The net, or `None` for the net of the agent.
    pub net: Option<Arc<Net>>,
    /// Node budget of each search.
    pub nodes: u64,
    /// Seed for all randomness.
    pub seed: RootSeed,
}

impl SelfPlay {
    /// Plays the match of a number, and returns its samples.
    ///
    /// ```
    /// use botwerk_agents::netzwerk::minimax::self_play::SelfPlay;
    /// use botwerk_engine::RootSeed;
    ///
    /// let play = SelfPlay { net: None, nodes: 200, seed: RootSeed::from_text("7") };
    /// let samples = play.samples(0);
    /// assert!(samples.iter().any(|sample| sample.result.is_some()));
    /// assert_eq!(samples, play.samples(0));
    /// ```
    pub fn samples(&self, number: u64) -> Vec<Sample> {
        let net = self.net.as_ref().unwrap_or_else(|| Net::standard());
        SelfPlayMatch {
            game: &game_after(number % (MAX_OPENING_TURNS + 1)),
            knowledge: &Knowledge::Net(Arc::clone(net)),
            nodes: self.nodes,
            table: &mut TranspositionTable::new(TABLE_BYTES),
            phases: RobotPhases::new(),
            samples: Vec::new(),
        }
        .play(&format!("{}/{number}", self.seed.to_hex()))
    }
}

/// Returns the game on the printed board with an opening of this number of sampled turns.
fn game_after(opening_turns: u64) -> Netzwerk {
    let turns = [("opening_turns", opening_turns.to_string())];
    let options = Options::resolve(Netzwerk::spec().options, turns);
    let game = options
        .ok()
        .and_then(|options| Netzwerk::new(2, options).ok());
    game.expect("options of this range are valid")
}

/// A match in progress.
struct SelfPlayMatch<'a> {
    game: &'a Netzwerk,
    knowledge: &'a Knowledge,
    nodes: u64,
    table: &'a mut TranspositionTable,
    phases: RobotPhases,
    samples: Vec<Sample>,
}

impl SelfPlayMatch<'_> {
    /// Plays the match and returns its samples.
    fn play(mut self, seed: &str) -> Vec<Sample> {
        let game = self.game;
        let seed = RootSeed::from_text(seed);
        let mut rng = RootSeed::from_text(&format!("{}/turns", seed.to_hex())).rng();
        let mut history = History::new(game, game.initial_state(seed));
        let mut played = Vec::new();
        loop {
            let position = *history.state().position();
            if let Decision::Over(outcome) = game.turn(history.state()) {
                let winners: Vec<_> = outcome.winners().collect();
                let result = |position: &Position| match winners[..] {
                    [winner] if winner == position.side().seat().index() => 1,
                    [_] => -1,
                    _ => 0,
                };
                let played = played.into_iter().map(|(position, score)| Sample {
                    position,
                    score,
                    result: Some(result(&position)),
                });
                self.samples.extend(played);
                return self.samples;
            }
            let won = game.rules().win_in_one_turn(&mut self.phases, &position);
            let actions = won.unwrap_or_else(|| {
                let earlier = occurrences(history.occurrences().iter().map(State::position));
                let (actions, score) = self.search(&position, &earlier);
                played.push((position, score));
                self.sample_turns(&position, &earlier, is_decided(score), &mut rng)
                    .unwrap_or(actions)
            });
            let seat = Actor::Seat(position.side().seat());
            for action in actions {
                history.apply_unchecked(game, seat, action);
            }
        }
    }

    /// Adds a sample of the position after a sampled turn. Returns the actions of another one if it is to be played.
    fn sample_turns(
        &mut self,
        position: &Position,
        earlier: &[(u64, u32)],
        is_decided: bool,
        rng: &mut StableRng,
    ) -> Option<Vec<Action>> {
        let candidates = self.candidates(position);
        let (judged, played) = (
            sample_turn(&candidates, 2, rng)?,
            sample_turn(&candidates, 3, rng)?,
        );
        self.judge(position, judged, earlier);
        let is_played = rng.next_f64() < SAMPLED_TURNS && !is_decided;
        let rules = self.game.rules();
        is_played.then(|| played.actions(rules, &mut self.phases, position, &|| false))?
    }

    /// Returns the turns that a search would try, and more, the best first.
    fn candidates(&self, position: &Position) -> Vec<Candidate> {
        let limits = GenerationLimits {
            searched: usize::MAX,
            ..SearchWidth::Percent(200).at_depth(2)
        };
        let mut candidates = Vec::new();
        let rules = self.game.rules();
        let mut generation = Generation::new(rules, self.knowledge.evaluator(rules));
        let count = &mut |_| Ok(u64::MAX);
        // Without a limit of nodes it cannot be stopped.
        let _all = generation.candidates(position, limits, UNREACHABLE, &mut candidates, count);
        candidates
    }

    /// Adds a sample of the position after a turn, unless the match is over then, or won by the next turn.
    fn judge(&mut self, position: &Position, turn: &Turn, earlier: &[(u64, u32)]) {
        let rules = self.game.rules();
        if rules.decided_by(turn.robots, position.side()).is_some() {
            return;
        }
        let after = turn.after(rules, position);
        if rules.end(&after, false).is_none()
            && rules.win_in_one_turn(&mut self.phases, &after).is_none()
        {
            let (_, score) = self.search(&after, earlier);
            self.samples.push(Sample {
                position: after,
                score,
                result: None,
            });
        }
    }

    /// Returns the turn to play, and its score.
    fn search(&mut self, position: &Position, earlier: &[(u64, u32)]) -> (Vec<Action>, i32) {
        self.table.clear();
        let rules = self.game.rules();
        let context = SearchContext {
            earlier,
            node_limit: self.nodes,
            ..SearchContext::new(rules, self.knowledge, self.table)
        };
        let mut deepening = IterativeDeepening::new(&context, position);
        deepening.deepen_to(u32::MAX, 1, &mut |_| {});
        let phases = &mut self.phases;
        let best = deepening.found().and_then(|found| {
            let turn = found.line.first()?;
            let actions = turn.actions(rules, phases, position, &|| false)?;
            Some((actions, found.score))
        });
        best.unwrap_or_else(|| (any_turn(rules, position), 0))
    }
}

/// Samples one of these turns; the higher the power, the more often one of the first.
fn sample_turn<'c>(
    candidates: &'c [Candidate],
    power: i32,
    rng: &mut StableRng,
) -> Option<&'c Turn> {
    let uniform = rng.next_f64();
    let share = (0..power).fold(1.0, |share, _| share * uniform);
    let index = (candidates.len() as f64 * share) as usize;
    candidates.get(index).map(|candidate| &candidate.turn)
}
