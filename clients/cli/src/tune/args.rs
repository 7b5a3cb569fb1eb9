//! The options of `tune`.

use std::path::PathBuf;

use clap::Args;

/// What is played, and where the weights go.
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The game: see `botwerk games`
    #[arg(long)]
    pub(super) game: String,
    /// How often games are played and weights fitted to all games so far
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) rounds: u32,
    /// Games of each round
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) matches: u32,
    /// Nodes of each decision
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Turns that are drawn before each game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=10))]
    pub(super) opening_turns: u32,
    /// Openings that the result plays with both sides against the weights that it began with
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(super) validation_openings: u32,
    /// Threads that play games; the weights do not depend on their number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub(super) threads: u8,
    /// What all randomness comes from; without it the system's randomness
    #[arg(long)]
    pub(super) seed: Option<String>,
    /// The weights to begin with; without it those that the player uses
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,
    /// Where the weights are written
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
}

impl TuneArgs {
    /// The command line that repeats this run.
    pub(super) fn command(&self) -> String {
        let Self {
            game,
            rounds,
            matches: games,
            nodes,
            opening_turns,
            ..
        } = self;
        let seed = self.seed.as_deref().unwrap_or("(drawn)");
        format!(
            "botwerk tune --game {game} --rounds {rounds} --games {games} --nodes {nodes} \
             --opening-turns {opening_turns} --seed {seed}"
        )
    }
}
