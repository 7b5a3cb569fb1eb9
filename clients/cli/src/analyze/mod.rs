//! `analyze`: searches a position with an agent and prints what it expects, or finds the blunders of a match.

mod record_report;
mod report;
mod search;

use botwerk_agents::{AgentSpec, AnalysisError, AnalysisPosition, Roster, parse_position_or_view};
use botwerk_client::{agent_spec_message, proto};
use botwerk_engine::{Seat, parse_millis, with_game};
use clap::Args;
use clap::builder::ArgPredicate;
use record_report::RecordRequest;
pub(super) use report::AnalysisReport;
use search::{Search, SearchLimits};

use super::agent_argument::agent_argument;
use super::connection::{AccessArgs, block_on};
use super::failure::{Failure, Reason};
use super::output::Output;
use super::position::PositionArgs;
use super::seat_argument::seat_argument;
use super::seed::Seed;
use super::verify::load_record;

/// Arguments of `analyze`. Without a limit the search of a position runs until Ctrl-C.
#[derive(Debug, Args)]
#[command(mut_arg("game", |game| {
    // A record has its game.
    let game = game.required(false).required_unless_present("record");
    game.default_value_if("record", ArgPredicate::IsPresent, "")
}))]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Record of a match whose turns are searched one after another; the blunders are printed, `-` for standard
    /// input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "earlier", "server"])]
    record: Option<String>,
    /// Earlier position of the match, for the repetition rule; may be repeated
    #[arg(long, value_name = "TEXT", requires = "position")]
    earlier: Vec<String>,
    /// Seat whose view is searched, from 0 [default: the first seat that must act; of a record all]
    #[arg(long, value_name = "N")]
    seat: Option<u32>,
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
    /// Search on this server instead of in this process
    #[arg(long, value_name = "ADDRESS")]
    server: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
}

/// Searches until a limit is reached, the agent is done, or Ctrl-C is pressed.
pub(super) fn run(args: &AnalyzeArgs, output: &mut Output) -> Result<(), Failure> {
    if let Some(name) = &args.record {
        let file = load_record(name)?;
        return with_game!(file.game(), G => {
            let request = args.record_request::<G>(name)?;
            record_report::run::<G>(&request, file.record(), output)
        });
    }
    block_on(2, async {
        let search = match &args.server {
            Some(server) => {
                let client = args.access.connect(server).await?;
                let unit = with_game!(args.position.game.id()?, G => args.value_unit::<G>())?;
                Search::on_server(&client, args.request()?, unit).await?
            }
            None => with_game!(args.position.game.id()?, G => args.search::<G>())?,
        };
        search.follow(interrupted(), output).await
    })
}

impl AnalyzeArgs {
    fn search<G: Roster>(&self) -> Result<Search, Failure> {
        let mut limits = self.limits()?;
        let spec = self.agent::<G>()?.unwrap_or_else(G::strongest);
        let agent = G::agent(&spec)?;
        let agent_limit = G::limits(&spec)?.time.map(|time| time.as_millis() as u64);
        limits.millis = limits.millis.into_iter().chain(agent_limit).min();
        let seed = Seed::given_or_random(self.position.seed())?.root();
        let viewer = self.seat.and_then(|number| Seat::new(number as usize));
        let read = |game: &G, text: &str| parse_position_or_view(game, text, viewer, seed);
        let mut referee = self.position.referee_after::<G>(&self.earlier, read)?;
        if !self.position.is_given() {
            referee.resolve_chance(&mut Vec::new());
        }
        let seats = referee.game().seats();
        let seat = self
            .seat
            .map(|number| seat_argument(number as usize, seats));
        let position = AnalysisPosition::new(&referee, seat.transpose()?, seed)?;
        Ok(Search::local(
            position,
            agent,
            limits,
            self.value_unit::<G>()?,
        ))
    }

    fn record_request<'a, G: Roster>(&self, name: &'a str) -> Result<RecordRequest<'a>, Failure> {
        Ok(RecordRequest {
            name,
            agent: self.agent::<G>()?.unwrap_or_else(G::strongest),
            unit: self.value_unit::<G>()?,
            limits: self.limits()?,
            seat: self.seat,
        })
    }

    fn request(&self) -> Result<proto::AnalyzeRequest, Failure> {
        let limits = self.limits()?;
        let agent = with_game!(self.position.game.id()?, G => self.agent::<G>())?;
        Ok(proto::AnalyzeRequest {
            setup: Some(self.position.setup()?),
            position: self.position.text().into(),
            earlier_positions: self.earlier.clone(),
            seat: self.seat,
            agent: agent.as_ref().map(agent_spec_message),
            limits: Some(proto::SearchLimits {
                nodes: limits.nodes.unwrap_or(0),
                depth: limits.depth.unwrap_or(0),
                millis: limits.millis.unwrap_or(0),
            }),
            seed: self.position.seed().unwrap_or("").into(),
            ..Default::default()
        })
    }

    /// Returns the unit of the values of the agent that searches.
    fn value_unit<G: Roster>(&self) -> Result<&'static str, Failure> {
        let spec = self.agent::<G>()?.unwrap_or_else(G::strongest);
        let mut roster = G::roster().iter();
        let entry = roster.find(|entry| entry.info.name == spec.name);
        Ok(entry.map_or("", |entry| entry.info.value_unit))
    }

    fn agent<G: Roster>(&self) -> Result<Option<AgentSpec>, Failure> {
        let agent = self.agent.as_deref().map(agent_argument::<G>);
        agent.transpose()
    }

    fn limits(&self) -> Result<SearchLimits, Failure> {
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

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        let advice = match error {
            AnalysisError::Over => "use a position in which a seat must act",
            AnalysisError::Chance => "resolve it with `botwerk apply --draw`",
            AnalysisError::Seat(_) => "omit --seat to use a seat that must act",
        };
        Self::new(Reason::BadPosition, format!("{error}; {advice}"))
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
