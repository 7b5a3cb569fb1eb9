//! The agents of Netzwerk.

mod greedy;
mod lead;
mod mcts;
pub mod minimax;
mod repetition;
pub mod solver;
mod static_evaluation;
mod turn_value;

use botwerk_engine::netzwerk::Netzwerk;

use crate::random::Random;
use crate::roster::{AgentEntry, Roster};
use crate::spec::AgentSpec;

impl Roster for Netzwerk {
    fn roster() -> &'static [AgentEntry<Self>] {
        static ROSTER: [AgentEntry<Netzwerk>; 4] = [
            minimax::entry(),
            mcts::entry(),
            greedy::entry(),
            Random::entry(),
        ];
        &ROSTER
    }

    fn setting_from_file(name: &str, text: &str) -> Option<Result<String, String>> {
        let read = || {
            let file = minimax::WeightsFile::from_text(text);
            let file = file.map_err(|error| {
                format!("not a file of weights: {error}; use a file that `botwerk-lab tune` wrote")
            })?;
            Ok(minimax::Weights::from(&file).setting())
        };
        (name == minimax::WEIGHTS).then(read)
    }

    fn casual_opponent() -> AgentSpec {
        AgentSpec {
            name: "minimax".to_owned(),
            settings: vec![("time".to_owned(), "800ms".to_owned())],
        }
    }
}
