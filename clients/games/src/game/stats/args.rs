//! The arguments of `game stats`.

use std::path::PathBuf;

use botwerk_agents::AgentSpec;
use botwerk_command::agent_argument::agent_argument;
use botwerk_command::cores::cores;
use botwerk_command::failure::Failure;
use botwerk_command::seed::Seed;
use botwerk_command::setting::GameArgs;
use botwerk_engine::GameId;
use botwerk_lanes::StatisticsRequest;
use clap::Args;

/// Arguments of `game stats`.
#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Agent on all seats, such as `minimax:nodes=2000`; several take turns on the seats [default: the
    /// agent that plays against people, with 1000 nodes]
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// Number of seats [default: 2, or the fewest that the options allow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    seats: Option<u8>,
    /// Number of matches, for each step of a ladder as well; a multiple of the seats with several
    /// players or a ladder [default: 200, or the next multiple]
    #[arg(long, visible_alias = "games", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    matches: Option<u64>,
    /// Seed of all randomness; matches after the first have the seeds SEED/2, SEED/3 and so on
    /// [default: random]
    #[arg(long)]
    seed: Option<String>,
    /// Measure the strength of the agent by budget: each value against the next lower one, such as
    /// `nodes=100,400,1600`
    #[arg(long, value_name = "SETTING=N,N,...")]
    ladder: Option<String>,
    /// Play the same matches with this option as well, and print the differences; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    compare: Vec<String>,
    /// Play the same matches with this ruleset file as well, and print the differences
    #[arg(long, value_name = "FILE")]
    compare_ruleset: Option<String>,
    /// Directory for matches.csv and statistics.json; files are overwritten, the directory is created if it
    /// does not exist
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,
    /// Maximum number of matches in progress [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
}

impl StatsArgs {
    /// Returns what is to be measured.
    pub(super) fn request(&self) -> Result<StatisticsRequest, Failure> {
        let game = self.game.id()?;
        let ruleset = self.compare_ruleset.as_deref();
        let is_compared = !self.compare.is_empty() || ruleset.is_some();
        let compared = is_compared.then(|| self.game.given_with(&self.compare, ruleset));
        Ok(StatisticsRequest {
            game,
            options: self.game.given()?,
            compared_options: compared.transpose()?,
            seats: self.seats.map(usize::from),
            players: self.specs(game)?,
            matches: self.matches,
            seed: Seed::given_or_random(self.seed.as_deref())?
                .text()
                .to_owned(),
            ladder: self.ladder.clone(),
            concurrency: self.concurrency.map_or_else(cores, usize::from),
        })
    }

    fn specs(&self, game: GameId) -> Result<Vec<AgentSpec>, Failure> {
        let players = self.players.iter();
        players.map(|text| agent_argument(game, text)).collect()
    }
}
