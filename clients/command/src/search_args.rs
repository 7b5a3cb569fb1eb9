//! Searches on the command line: the agent and its limits.

use botwerk_agents::{AgentSpec, GameAgents};
use botwerk_engine::{GameId, parse_millis};
use clap::Args;

use super::agent_argument::agent_argument;
use super::failure::{Failure, Reason};

/// The limits of a search; `None` is no limit.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchLimits {
    /// Maximum number of search nodes.
    pub nodes: Option<u64>,
    /// Maximum depth in turns.
    pub depth: Option<u32>,
    /// Maximum time in milliseconds.
    pub millis: Option<u64>,
}

impl SearchLimits {
    /// Returns `true` if there is no limit.
    pub const fn is_unlimited(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.millis.is_none()
    }
}

/// A search on the command line.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Agent that searches, such as `solver` [default: the strongest one of the game]
    #[arg(long, value_name = "PLAYER")]
    agent: Option<String>,
    /// Maximum number of search nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Maximum search depth in turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Maximum search time, such as `5s` or `500ms`
    #[arg(long)]
    time: Option<String>,
}

impl SearchArgs {
    /// Returns the given agent, or `None` if none is given.
    ///
    /// # Errors
    /// Returns an error if the agent or one of its settings is invalid.
    pub fn given_agent(&self, game: GameId) -> Result<Option<AgentSpec>, Failure> {
        let agent = self.agent.as_deref().map(|text| agent_argument(game, text));
        agent.transpose()
    }

    /// Returns the agent that searches in this process.
    ///
    /// # Errors
    /// Returns an error if the given agent or one of its settings is invalid.
    pub fn agent(&self, game: GameId) -> Result<AgentSpec, Failure> {
        Ok(self.given_agent(game)?.unwrap_or_else(|| game.strongest()))
    }

    /// Returns the unit of the values of the agent.
    ///
    /// # Errors
    /// Returns an error if the given agent or one of its settings is invalid.
    pub fn value_unit(&self, game: GameId) -> Result<&'static str, Failure> {
        let spec = self.agent(game)?;
        let roster = game.roster();
        let info = roster.iter().find(|info| info.name == spec.name);
        Ok(info.map_or("", |info| info.value_unit))
    }

    /// Returns the limits.
    ///
    /// # Errors
    /// Returns an error if the time is malformed.
    pub fn limits(&self) -> Result<SearchLimits, Failure> {
        let time = self.time.as_deref().map(|text| {
            let millis = parse_millis(text).filter(|millis| *millis > 0);
            millis.ok_or_else(|| {
                let message = format!("time {text}: expected a time such as 5s or 500ms");
                Failure::new(Reason::BadArgument, message)
            })
        });
        Ok(SearchLimits {
            nodes: self.nodes,
            depth: self.depth,
            millis: time.transpose()?,
        })
    }
}
