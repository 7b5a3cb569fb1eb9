//! `solve --assess`: measures agents against the solution of a board.

use botwerk_agents::netzwerk::solver::{Assessment, Tablebase, ValueRetention};
use botwerk_agents::{AgentSpec, Roster};
use botwerk_command::agent_argument::agent_argument;
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::seed::Seed;
use botwerk_engine::GameId;
use botwerk_engine::netzwerk::Netzwerk;
use clap::Args;
use serde_json::{Value, json};

/// Arguments of the assessment.
#[derive(Debug, Args)]
pub(super) struct AssessArgs {
    /// Measure an agent against the solution, such as `minimax:nodes=1000`; may be repeated
    #[arg(long, value_name = "AGENT")]
    assess: Vec<String>,
    /// Number of positions per agent: half of them draws, the others won in at least three turns
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..), requires = "assess")]
    decisions: u32,
    /// Seed of the positions and of the agents [default: random]
    #[arg(long, requires = "assess")]
    seed: Option<String>,
}

/// An agent and its assessment.
pub(super) struct AssessedAgent {
    player: AgentSpec,
    assessment: Assessment,
}

impl AssessArgs {
    /// Parses the agents, before anything is solved for them.
    pub(super) fn players(&self) -> Result<Vec<AgentSpec>, Failure> {
        let read = |text: &String| {
            let player = agent_argument(GameId::NETZWERK, text)?;
            let limits = Netzwerk::limits(&player)?;
            if limits.time.is_some() {
                let message = format!(
                    "assess {player}: time limits are not supported here; limit it by \
                     nodes or depth"
                );
                return Err(Failure::new(Reason::BadArgument, message));
            }
            Ok(player)
        };
        self.assess.iter().map(read).collect()
    }

    /// Assesses every agent in the same positions.
    pub(super) fn run(
        &self,
        game: &Netzwerk,
        table: &Tablebase,
        players: Vec<AgentSpec>,
    ) -> Result<Vec<AssessedAgent>, Failure> {
        let seed = Seed::given_or_random(self.seed.as_deref())?.root();
        let assessments = players.into_iter().map(|player| {
            let mut agent = Netzwerk::agent(&player)?;
            let assessment = table.assess(game, &mut *agent, self.decisions, seed);
            Ok(AssessedAgent { player, assessment })
        });
        assessments.collect()
    }
}

impl AssessedAgent {
    pub(super) fn text(&self) -> String {
        let Assessment { wins, draws } = self.assessment;
        format!(
            "{}: preserved {} of wins, {} in the minimum of turns; {} of draws",
            self.player,
            ratio_text(wins.kept, wins.choices),
            ratio_text(wins.shortest, wins.choices),
            ratio_text(draws.kept, draws.choices),
        )
    }

    pub(super) fn json(&self) -> Value {
        let value_json = |retention: ValueRetention| {
            json!({
                "positions": retention.choices,
                "preserved": retention.kept,
                "shortest": retention.shortest,
            })
        };
        json!({
            "player": self.player.to_string(),
            "wins": value_json(self.assessment.wins),
            "draws": value_json(self.assessment.draws),
        })
    }
}

fn ratio_text(part: u64, all: u64) -> String {
    let percent = 100.0 * part as f64 / all.max(1) as f64;
    format!("{part} of {all} ({percent:.1} %)")
}
