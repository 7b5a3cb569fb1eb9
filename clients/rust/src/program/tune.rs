//! `tune`: weights of a player's evaluation, from games that it plays against itself.

use std::fs;
use std::path::PathBuf;

use botwerk_agents::netzwerk::minimax::tuner::{Round, Tuning, tune};
use botwerk_agents::netzwerk::minimax::{Weights, WeightsFile};
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{Game, GameId, Options, RootSeed};
use clap::Args;
use serde_json::json;

use super::failure::{Failure, Reason};
use super::output::Output;
use super::seed::Seed;

/// What is played, and where the weights go.
#[derive(Debug, Args)]
pub(super) struct TuneArgs {
    /// The game: netzwerk, whose `minimax` has weights
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

/// Tunes and writes the weights after the last round.
pub(super) fn run(args: &TuneArgs, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    if game != GameId::Netzwerk {
        let message = format!("game {game}: no player of it has weights; netzwerk's minimax has");
        return Err(Failure::new(Reason::BadArgument, message));
    }
    let turns = args.opening_turns.to_string();
    let options = Options::resolve(Netzwerk::spec().options, [("opening_turns", turns)])?;
    let game = Netzwerk::new(2, options)?;
    let seed = Seed::given_or_drawn(args.seed.as_deref())?.of_match(1);
    let tuning = Tuning {
        rounds: args.rounds,
        games: args.games,
        nodes: args.nodes,
        threads: usize::from(args.threads),
        seed: RootSeed::from_text(&seed),
    };
    let weights = match &args.from {
        Some(path) => Weights::from(&read(path)?),
        None => Weights::tuned().clone(),
    };
    let mut told = Ok(());
    let tuned = tune(&game, &weights, &tuning, &args.command(), |round| {
        told = tell(round, output);
    });
    told?;
    let text = WeightsFile::from(&tuned).to_text();
    fs::write(&args.out, text)
        .map_err(|error| Failure::file(&args.out.display().to_string(), &error))
}

impl TuneArgs {
    /// The command line that repeats this run.
    fn command(&self) -> String {
        let Self {
            rounds,
            games,
            nodes,
            opening_turns,
            ..
        } = self;
        let seed = self.seed.as_deref().unwrap_or("(drawn)");
        format!(
            "botwerk tune --game netzwerk --rounds {rounds} --games {games} --nodes {nodes} \
             --opening-turns {opening_turns} --seed {seed}"
        )
    }
}

fn read(path: &PathBuf) -> Result<WeightsFile, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| Failure::file(&name, &error))?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::new(Reason::BadArgument, format!("{name}: no weights: {error}")))
}

fn tell(round: &Round, output: &mut Output) -> Result<(), Failure> {
    let Round {
        number,
        games,
        positions,
        loss: [before, after],
    } = round;
    if output.is_json() {
        return output.json(&json!({
            "round": number, "games": games, "positions": positions,
            "loss_before": before, "loss_after": after,
        }));
    }
    output.line(format!(
        "round {number}: {games} games, {positions} positions, loss {before:.4} before and \
         {after:.4} after fitting"
    ))?;
    output.flush()
}
