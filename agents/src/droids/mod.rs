//! The agents of Droids.

mod greedy;
mod known_draws;
mod lead;
mod objective;
mod playout;
mod program;
mod program_search;
mod seat;
mod turn_value;

pub use known_draws::wins_with_known_draws;
pub use objective::EvaluationWeights;
pub use program_search::{choice_with_known_hands, search_with_weights};

use botwerk_engine::droids::Droids;

use crate::random::Random;
use crate::roster::{AgentEntry, Roster};

impl Roster for Droids {
    fn roster() -> &'static [AgentEntry<Self>] {
        static ROSTER: [AgentEntry<Droids>; 3] =
            [program_search::entry(), greedy::entry(), Random::entry()];
        &ROSTER
    }
}
