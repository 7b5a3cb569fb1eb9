//! `solve`: exact answers, for games that have a solver, and positions for it.

mod droids;
mod generate;
mod lines;
mod micro_robots;
mod netzwerk;
mod ricochet;

use botwerk_command::failure::{Failure, Reason};
use botwerk_command::given::Given;
use botwerk_command::output::Output;
use botwerk_engine::GameId;
use clap::Args;

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// Game: see `botwerk game list`
    #[arg(long)]
    game: String,
    /// Prove the answer: with micro-robots next to every route, with netzwerk in FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    certificate: Option<String>,
    #[command(
        flatten,
        next_help_heading = "Generated positions, with micro-robots or ricochet"
    )]
    generate: generate::GenerateArgs,
    #[command(flatten, next_help_heading = "micro-robots")]
    micro_robots: Given<micro_robots::TaskArgs>,
    #[command(flatten, next_help_heading = "netzwerk")]
    netzwerk: Given<netzwerk::BoardArgs>,
    #[command(flatten, next_help_heading = "droids")]
    droids: Given<droids::SoloArgs>,
    #[command(flatten, next_help_heading = "ricochet")]
    ricochet: Given<ricochet::InstanceArgs>,
}

/// The games that have a solver.
const SOLVERS: &[(GameId, Solver)] = &[
    (GameId::MICRO_ROBOTS, SolveArgs::micro_robots),
    (GameId::NETZWERK, SolveArgs::netzwerk),
    (GameId::DROIDS, SolveArgs::droids),
    (GameId::RICOCHET, SolveArgs::ricochet),
];

type Solver = fn(&SolveArgs, &mut Output) -> Result<(), Failure>;

/// Solves with the game's solver, or generates positions.
///
/// # Errors
/// Returns an error if an argument is invalid, or the output cannot be written.
pub fn run(args: &SolveArgs, output: &mut Output) -> Result<(), Failure> {
    let game: GameId = args.game.parse()?;
    if let Some(moves) = args.generate.moves() {
        args.reject_solver_flags()?;
        return generate::run(moves, &args.generate, game, output);
    }
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
        self.reject_others(GameId::MICRO_ROBOTS)?;
        if self
            .certificate
            .as_ref()
            .is_some_and(|file| !file.is_empty())
        {
            let message = "certificate: printed next to the route; omit the file";
            return Err(Failure::new(Reason::BadArgument, message));
        }
        micro_robots::run(&self.micro_robots.args, self.certificate.is_some(), output)
    }

    fn netzwerk(&self, output: &mut Output) -> Result<(), Failure> {
        self.reject_others(GameId::NETZWERK)?;
        if self.certificate.as_ref().is_some_and(String::is_empty) {
            let message = "certificate: no file given; write --certificate FILE";
            return Err(Failure::new(Reason::BadArgument, message));
        }
        netzwerk::run(&self.netzwerk.args, self.certificate.as_deref(), output)
    }

    fn droids(&self, output: &mut Output) -> Result<(), Failure> {
        self.reject_others(GameId::DROIDS)?;
        if self.certificate.is_some() {
            let message = "certificate: not available for matches; omit it";
            return Err(Failure::new(Reason::BadArgument, message));
        }
        droids::run(&self.droids.args, output)
    }

    fn ricochet(&self, output: &mut Output) -> Result<(), Failure> {
        self.reject_others(GameId::RICOCHET)?;
        if self.certificate.is_some() {
            let message = "certificate: every answer has its proof; omit it";
            return Err(Failure::new(Reason::BadArgument, message));
        }
        ricochet::run(&self.ricochet.args, output)
    }

    /// Returns an error if flags of another game are given, which would be ignored.
    fn reject_others(&self, solved: GameId) -> Result<(), Failure> {
        for (other, flags) in self.given_flags() {
            if other != solved && !flags.is_empty() {
                let (game, flags) = (&self.game, flags.join(", "));
                let message =
                    format!("{flags}: only with --game {other}, not with {game}; omit it");
                return Err(Failure::new(Reason::BadArgument, message));
            }
        }
        Ok(())
    }
    /// Returns an error if flags are given that only solve, which would be ignored.
    fn reject_solver_flags(&self) -> Result<(), Failure> {
        let of_games = self.given_flags().into_iter();
        let mut flags: Vec<_> = of_games.flat_map(|(_, flags)| flags).collect();
        let certificate = "--certificate".to_owned();
        flags.extend(self.certificate.is_some().then_some(&certificate));
        match flags.first() {
            None => Ok(()),
            Some(flag) => {
                let message = format!("{flag}: not with --generate; omit it");
                Err(Failure::new(Reason::BadArgument, message))
            }
        }
    }

    /// Returns the given flags of each game's solver.
    fn given_flags(&self) -> [(GameId, &Vec<String>); 4] {
        [
            (GameId::MICRO_ROBOTS, &self.micro_robots.flags),
            (GameId::NETZWERK, &self.netzwerk.flags),
            (GameId::DROIDS, &self.droids.flags),
            (GameId::RICOCHET, &self.ricochet.flags),
        ]
    }
}
