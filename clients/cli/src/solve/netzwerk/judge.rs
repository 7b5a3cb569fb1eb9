//! Players measured against the solution of a board.

use botwerk_agents::netzwerk::solver::{Assessment, Tablebase, ValueRetention};
use botwerk_agents::{AgentSpec, Roster};
use botwerk_engine::netzwerk::Netzwerk;
use clap::Args;
use serde_json::{Value, json};

use crate::failure::{Failure, Reason};
use crate::seed::Seed;

/// Who is measured, and how.
#[derive(Debug, Args)]
pub(super) struct AssessArgs {
    /// Measure a player against the solution, such as `minimax:nodes=1000`; may be repeated
    #[arg(long, value_name = "AGENT")]
    assess: Vec<String>,
    /// Positions in which each player is asked: every second one a draw, the others won in three
    /// turns or more
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..), requires = "assess")]
    decisions: u32,
    /// What positions and players' draws come from; without it the system's randomness
    #[arg(long, requires = "assess")]
    seed: Option<String>,
}

/// A player and what it has kept.
pub(super) struct AssessedAgent {
    player: AgentSpec,
    judgement: Assessment,
}

impl AssessArgs {
    /// Whether any of them is given.
    pub(super) fn is_given(&self) -> bool {
        !self.assess.is_empty()
    }

    /// The players, before anything is solved for them.
    pub(super) fn players(&self) -> Result<Vec<AgentSpec>, Failure> {
        let read = |text: &String| {
            let player: AgentSpec = text.parse().map_err(botwerk_agents::AgentError::from)?;
            let limits = Netzwerk::limits(&player)?;
            if limits.time.is_some() {
                let message = format!(
                    "judge {player}: is limited by time, which nobody keeps here; limit it by \
                     nodes or depth"
                );
                return Err(Failure::new(Reason::BadArgument, message));
            }
            Ok(player)
        };
        self.assess.iter().map(read).collect()
    }

    /// Asks every player in the same positions.
    pub(super) fn run(
        &self,
        game: &Netzwerk,
        table: &Tablebase,
        players: Vec<AgentSpec>,
    ) -> Result<Vec<AssessedAgent>, Failure> {
        let seed = Seed::given_or_drawn(self.seed.as_deref())?.root();
        let judged = players.into_iter().map(|player| {
            let mut agent = Netzwerk::agent(&player)?;
            let judgement = table.assess(game, &mut *agent, self.decisions, seed);
            Ok(AssessedAgent { player, judgement })
        });
        judged.collect()
    }
}

impl AssessedAgent {
    pub(super) fn text(&self) -> String {
        let Assessment { wins, draws } = self.judgement;
        format!(
            "{}: kept {} of wins, {} in the fewest turns; {} of draws",
            self.player,
            share(wins.kept, wins.choices),
            share(wins.shortest, wins.choices),
            share(draws.kept, draws.choices),
        )
    }

    pub(super) fn json(&self) -> Value {
        let kept = |kept: ValueRetention| json!({"asked": kept.choices, "kept": kept.kept, "shortest": kept.shortest});
        json!({
            "player": self.player.to_string(),
            "wins": kept(self.judgement.wins),
            "draws": kept(self.judgement.draws),
        })
    }
}

fn share(part: u64, all: u64) -> String {
    let percent = 100.0 * part as f64 / all.max(1) as f64;
    format!("{part} of {all} ({percent:.1} %)")
}
