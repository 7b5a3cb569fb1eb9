//! `solve`: shortest routes, for many tasks or one.

mod micro_robots;

use botwerk_engine::GameId;
use clap::Args;

use super::failure::{Failure, Reason};
use super::output::Output;

/// Which tasks, and what is wanted beside a route.
#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    /// The game: see `botwerk games`
    #[arg(long)]
    game: String,
    /// Prove every shortest length by a certificate
    #[arg(long)]
    certificate: bool,
    /// Count the shortest routes
    #[arg(long)]
    count: bool,
    /// One task instead of standard input: its board
    #[arg(long, value_name = "TEXT", requires_all = ["start", "target"])]
    board: Option<String>,
    /// Where the robot stands
    #[arg(long, value_name = "SPACE", requires = "board")]
    start: Option<String>,
    /// Where the last move has to end
    #[arg(long, value_name = "SPACE", requires = "board")]
    target: Option<String>,
    /// Where an earlier move has to end
    #[arg(long, value_name = "SPACE", requires = "board")]
    intermediate: Option<String>,
    /// Exactly so many moves instead of the fewest
    #[arg(long, value_name = "N", requires = "board")]
    length: Option<u64>,
}

type Solver = fn(&SolveArgs, &mut Output) -> Result<(), Failure>;

/// The games that have a solver.
const SOLVERS: &[(GameId, Solver)] = &[(GameId::MicroRobots, micro_robots::run)];

/// Solves with the game's solver.
pub(super) fn run(args: &SolveArgs, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    let solver = SOLVERS.iter().find(|(solved, _)| *solved == game);
    let (_, solver) = solver.ok_or_else(|| {
        let known: Vec<_> = SOLVERS.iter().map(|(solved, _)| solved.name()).collect();
        let known = known.join(", ");
        Failure::new(
            Reason::BadArgument,
            format!("game {game}: has no solver; these have one: {known}"),
        )
    })?;
    solver(args, output)
}
