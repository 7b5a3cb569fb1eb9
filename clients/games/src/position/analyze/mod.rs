//! `position analyze`: searches a position with an agent and prints what it expects.

mod report;
mod search;

use botwerk_agents::{AnalysisPosition, GameAgents, parse_position_or_view};
use botwerk_client::{agent_spec_message, proto};
use botwerk_command::connection::{AccessArgs, block_on};
use botwerk_command::failure::Failure;
use botwerk_command::output::Output;
use botwerk_command::search_args::SearchArgs;
use botwerk_command::seat_argument::seat_argument;
use botwerk_command::seed::Seed;
use botwerk_engine::{AnyGame, GameId, GameRules, Seat};
use clap::Args;
pub use report::AnalysisReport;
use search::Search;

use super::args::PositionArgs;

/// Arguments of `position analyze`. Without a limit the search runs until Ctrl-C.
#[derive(Debug, Args)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Earlier position of the match, for the repetition rule; may be repeated
    #[arg(long, value_name = "TEXT", requires = "position")]
    earlier: Vec<String>,
    /// Seat whose view is searched, from 0 [default: the first seat that must act]
    #[arg(long, value_name = "N")]
    seat: Option<u32>,
    #[command(flatten)]
    search: SearchArgs,
    /// Search on this server instead of in this process
    #[arg(long, value_name = "ADDRESS")]
    server: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
}

/// Searches until a limit is reached, the agent is done, or Ctrl-C is pressed.
pub(super) fn run(args: &AnalyzeArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(2, async {
        let search = match &args.server {
            Some(server) => {
                let client = args.access.connect(server).await?;
                let unit = args.search.value_unit(args.position.game.id()?)?;
                Search::on_server(&client, args.request()?, unit).await?
            }
            None => args.search(args.position.game.id()?)?,
        };
        search.follow(interrupted(), output).await
    })
}

impl AnalyzeArgs {
    fn search(&self, game: GameId) -> Result<Search, Failure> {
        let mut limits = self.search.limits()?;
        let spec = self.search.agent(game)?;
        let agent = game.agent(&spec)?;
        let agent_limit = game.limits(&spec)?.time.map(|time| time.as_millis() as u64);
        limits.millis = limits.millis.into_iter().chain(agent_limit).min();
        let seed = Seed::given_or_random(self.position.seed())?.root();
        let viewer = self.seat.and_then(|number| Seat::new(number as usize));
        let read = |game: &AnyGame, text: &str| parse_position_or_view(game, text, viewer, seed);
        let mut referee = self.position.referee_after(&self.earlier, read)?;
        if !self.position.is_given() {
            referee.resolve_chance(&mut Vec::new());
        }
        let seats = referee.game().seats();
        let seat = self
            .seat
            .map(|number| seat_argument(number as usize, seats));
        let position = AnalysisPosition::new(&referee, seat.transpose()?, seed)?;
        let unit = self.search.value_unit(game)?;
        Ok(Search::local(position, agent, limits, unit))
    }

    fn request(&self) -> Result<proto::AnalyzePositionRequest, Failure> {
        let limits = self.search.limits()?;
        let agent = self.search.given_agent(self.position.game.id()?)?;
        Ok(proto::AnalyzePositionRequest {
            setup: Some(self.position.setup()?),
            position: self.position.text().into(),
            earlier_positions: self.earlier.clone(),
            seat: self.seat,
            agent: agent.as_ref().map(agent_spec_message),
            limits: Some(proto::SearchLimits {
                nodes: limits.nodes.unwrap_or(0),
                depth: limits.depth.unwrap_or(0),
                time_nanos: limits.millis.unwrap_or(0).saturating_mul(1_000_000),
            }),
            seed: self.position.seed().unwrap_or("").into(),
            ..Default::default()
        })
    }
}

/// Waits for Ctrl-C.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        // Without a handler, Ctrl-C ends the process as usual.
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests;
