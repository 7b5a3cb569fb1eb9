//! Matches between two sets of weights.

use botwerk_agents::arena;
use botwerk_agents::droids::{EvaluationWeights, search_with_weights};
use botwerk_agents::strength::Score;
use botwerk_command::failure::Failure;
use botwerk_engine::droids::Droids;
use botwerk_engine::{GameType, Options, RootSeed};
use botwerk_lanes::run_concurrently;

/// Matches of one scenario.
pub(super) struct Contest<'a> {
    pub(super) scenario: &'a str,
    nodes: u64,
    threads: usize,
    game: Droids,
}

impl<'a> Contest<'a> {
    pub(super) fn new(scenario: &'a str, nodes: u64, threads: u8) -> Result<Self, Failure> {
        let options = Options::resolve(Droids::spec().options, [("scenario", scenario)])?;
        let game = Droids::new(2, options)?;
        Ok(Self {
            scenario,
            nodes,
            threads: usize::from(threads),
            game,
        })
    }

    /// Returns the score of the first weights against the second, each on both seats of every opening.
    pub(super) fn score(
        &self,
        first: EvaluationWeights,
        second: EvaluationWeights,
        seed: &str,
        openings: u32,
    ) -> f64 {
        let matches = 2 * u64::from(openings);
        let play = |number: u64| {
            let seed = RootSeed::from_text(&format!("{seed}/{}", number / 2));
            let seat = number as usize % 2;
            let mut agents =
                [first, second].map(|weights| search_with_weights(weights, self.nodes));
            if seat == 1 {
                agents.reverse();
            }
            let finished = arena::play(&self.game, seed, &mut agents, &mut Vec::new());
            let places = &finished.outcome.places;
            Score::from_two_places(places[seat], places[1 - seat]).points()
        };
        let points = run_concurrently(matches, self.threads, &|| false, &play, &mut || {});
        points.iter().sum::<f64>() / points.len().max(1) as f64
    }
}
