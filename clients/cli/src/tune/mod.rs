//! `tune`: weights of a player's evaluation, from games that it plays against itself.

mod netzwerk;

use std::path::PathBuf;

use botwerk_engine::GameId;
use clap::Args;

use super::failure::{Failure, Reason};
use super::output::Output;

/// What is played, and where the weights go.
#[derive(Debug, Args)]
pub(super) struct TuneArgs {
    /// The game: see `botwerk games`
    #[arg(long)]
    game: String,
    /// How often games are played and weights fitted to all games so far
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Games of each round
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes of each decision
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Turns that are drawn before each game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=10))]
    opening_turns: u32,
    /// Openings that the result plays with both sides against the weights that it began with
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    duels: u32,
    /// Threads that play games; the weights do not depend on their number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    /// What all randomness comes from; without it the system's randomness
    #[arg(long)]
    seed: Option<String>,
    /// The weights to begin with; without it those that the player uses
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Where the weights are written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

type Tuner = fn(&TuneArgs, &mut Output) -> Result<(), Failure>;

/// The games that have a player with weights.
const TUNERS: &[(GameId, Tuner)] = &[(GameId::Netzwerk, netzwerk::run)];

/// Tunes the game's player.
pub(super) fn run(args: &TuneArgs, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    let tuner = TUNERS.iter().find(|(tuned, _)| *tuned == game);
    let (_, tuner) = tuner.ok_or_else(|| {
        let known: Vec<_> = TUNERS.iter().map(|(tuned, _)| tuned.name()).collect();
        let known = known.join(", ");
        let message = format!("game {game}: no player of it has weights; one has: {known}");
        Failure::new(Reason::BadArgument, message)
    })?;
    tuner(args, output)
}

impl TuneArgs {
    /// The command line that repeats this run.
    fn command(&self) -> String {
        let Self {
            game,
            rounds,
            games,
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
