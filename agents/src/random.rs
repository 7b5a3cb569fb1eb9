//! An agent for every game that samples its actions uniformly.

use botwerk_engine::{Game, OptionKind, OptionSpec, Options};

use crate::agent::{Agent, Budget, Choice, DecisionRequest, is_simultaneous};
use crate::roster::{AgentEntry, AgentInfo};

static SETTINGS: [OptionSpec; 1] = [OptionSpec {
    name: "think",
    rule: "MR-24",
    kind: OptionKind::Time {
        min: 0,
        max: 3_600_000,
    },
    default: "10s",
    help: "Maximum delay before a submission in a race; sampled uniformly from 0",
}];

/// Chooses uniformly among the legal actions of one ply; in a race it passes half of the time.
#[derive(Debug)]
pub struct Random {
    think_micros: u64,
}

impl Random {
    /// Returns the roster entry.
    pub const fn entry<G: Game>() -> AgentEntry<G> {
        AgentEntry {
            info: AgentInfo {
                name: "random",
                version: 1,
                description: "chooses uniformly among the legal actions",
                value_unit: "",
                settings: &SETTINGS,
            },
            make: |settings| Box::new(Self::new(settings)),
        }
    }

    fn new(settings: &Options) -> Self {
        Self {
            think_micros: settings.millis("think") * 1000,
        }
    }
}

impl<G: Game> Agent<G> for Random {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, G>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<G::Action>),
    ) -> Choice<G::Action> {
        let mut rng = request.generator();
        let actions = request.legal_actions();
        let action = actions[rng.below(actions.len() as u64) as usize];
        let mut choice = Choice::new(vec![action], 1);
        if is_simultaneous(request) {
            choice.delay_micros = rng.below(self.think_micros + 1);
            let state = request.game.sample_hidden(request.view, &mut rng);
            if let (Some(pass), 0) = (request.game.pass_action(&state), rng.below(2)) {
                choice.actions = vec![pass];
            }
        }
        choice
    }
}
