//! `solve`: exact answers, for games that have a solver.

mod droids;
mod micro_robots;
mod netzwerk;

use botwerk_engine::GameId;
use clap::Args;

use super::failure::{Failure, Reason};
use super::output::Output;

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub(super) struct SolveArgs {
    /// Game: see `botwerk games`
    #[arg(long)]
    game: String,
    /// Prove the answer: with micro-robots next to every route, with netzwerk in FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    certificate: Option<String>,
    #[command(flatten, next_help_heading = "micro-robots")]
    micro_robots: micro_robots::TaskArgs,
    #[command(flatten, next_help_heading = "netzwerk")]
    netzwerk: netzwerk::BoardArgs,
    #[command(flatten, next_help_heading = "droids")]
    droids: droids::SoloArgs,
}

/// The games that have a solver.
const SOLVERS: &[(GameId, Solver)] = &[
    (GameId::MicroRobots, SolveArgs::micro_robots),
    (GameId::Netzwerk, SolveArgs::netzwerk),
    (GameId::Droids, SolveArgs::droids),
];

type Solver = fn(&SolveArgs, &mut Output) -> Result<(), Failure>;

/// Solves with the game's solver.
pub(super) fn run(args: &SolveArgs, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    let solver = SOLVERS.iter().find(|(solved, _)| *solved == game);
    let (_, solver) = solver.ok_or_else(|| {
        let names: Vec<_> = SOLVERS.iter().map(|(solved, _)| solved.name()).collect();
        let names = names.join(", ");
        Failure::new(
            Reason::BadArgument,
            format!("game {game}: no solver; expected one of {names}"),
        )
    })?;
    solver(args, output)
}

impl SolveArgs {
    fn micro_robots(&self, output: &mut Output) -> Result<(), Failure> {
        self.reject_if(self.netzwerk.is_given(), GameId::Netzwerk)?;
        self.reject_if(self.droids.is_given(), GameId::Droids)?;
        if self
            .certificate
            .as_ref()
            .is_some_and(|file| !file.is_empty())
        {
            let message = "certificate: printed next to the route; omit the file";
            return Err(Failure::new(Reason::BadArgument, message));
        }
        micro_robots::run(&self.micro_robots, self.certificate.is_some(), output)
    }

    fn netzwerk(&self, output: &mut Output) -> Result<(), Failure> {
        self.reject_if(self.micro_robots.is_given(), GameId::MicroRobots)?;
        self.reject_if(self.droids.is_given(), GameId::Droids)?;
        if self.certificate.as_ref().is_some_and(String::is_empty) {
            let message = "certificate: no file given; write --certificate FILE";
            return Err(Failure::new(Reason::BadArgument, message));
        }
        netzwerk::run(&self.netzwerk, self.certificate.as_deref(), output)
    }

    fn droids(&self, output: &mut Output) -> Result<(), Failure> {
        self.reject_if(self.micro_robots.is_given(), GameId::MicroRobots)?;
        self.reject_if(self.netzwerk.is_given(), GameId::Netzwerk)?;
        if self.certificate.is_some() {
            let message = "certificate: not available for matches; omit it";
            return Err(Failure::new(Reason::BadArgument, message));
        }
        droids::run(&self.droids, output)
    }

    /// Returns an error if arguments of another game are given.
    fn reject_if(&self, is_given: bool, other: GameId) -> Result<(), Failure> {
        if !is_given {
            return Ok(());
        }
        let game = &self.game;
        let message = format!(
            "solve: some arguments belong to {other}, not to {game}; \
             `botwerk solve --help` lists them all"
        );
        Err(Failure::new(Reason::BadArgument, message))
    }
}
