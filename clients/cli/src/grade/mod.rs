//! `grade`: says whether a bot is strong enough, by matches against reference players.

mod grade_file;
mod grade_report;
mod junit;

use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use botwerk_agents::Roster;
use botwerk_engine::with_game;
use clap::Args;

use super::arena::{ArenaFolders, ArenaMatch, ArenaSeries, ArenaSummary};
use super::failure::{Failure, Reason};
use super::interrupt::Interrupt;
use super::match_seat::MatchSeat;
use super::opened_game::OpenedGame;
use super::output::Output;
use super::sandbox::SandboxArgs;
use super::seed::Seed;
use grade_file::GradeFile;
use grade_report::{GradeReport, REFERENCE, ReferenceGrade, Verdict, error};

/// Arguments of `grade`.
#[derive(Debug, Args)]
pub(super) struct GradeArgs {
    /// Bot that is graded: a program such as `./bot` or `"stdio:python3 bot.py"`, which speaks the line protocol, or an
    /// agent
    bot: String,
    /// File with the game, the reference players and the score rates that are required, as TOML
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// File to write the result to, as `JUnit` XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Number of matches at a time [default: number of cores]
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Directory to write the records to, one folder for each reference player
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// Grades the bot. Fails with exit code 1 if it does not pass, and with 2 if the matches do not say.
pub(super) fn run(args: &GradeArgs, output: &mut Output) -> Result<(), Failure> {
    let file = GradeFile::read(&args.file)?;
    let report = with_game!(file.game, G => grade::<G>(args, &file))?;
    if let Some(path) = &args.junit {
        let failed = |error| Failure::file(&path.display().to_string(), &error);
        fs::write(path, junit::to_xml(&report)).map_err(failed)?;
    }
    report.print(output)?;
    match report.verdict {
        Verdict::Passed => Ok(()),
        Verdict::Failed => Err(Failure::ReportedNegative),
        Verdict::Error(_) => Err(Failure::ReportedInvalid),
    }
}

fn grade<G: Roster>(args: &GradeArgs, file: &GradeFile) -> Result<GradeReport, Failure> {
    let interrupt = Interrupt::listen();
    let sandbox = file.sandbox(&args.sandbox);
    let player = |text: &str| MatchSeat::parse_player::<G>(text, sandbox.as_ref());
    let bot = player(&args.bot)?;
    // All players are parsed before the first match.
    let references: Result<Vec<_>, Failure> = file
        .references
        .iter()
        .map(|reference| {
            let player =
                player(&reference.player).map_err(|failure| file.in_reference(reference, failure));
            Ok((reference, player?))
        })
        .collect();
    let mut grades = Vec::new();
    for (index, (reference, opponent)) in references?.into_iter().enumerate() {
        let records = args.records.as_ref();
        let records = records.map(|folder| folder.join(format!("{index}")));
        let series = ArenaSeries {
            players: vec![bot.clone(), opponent],
            game: OpenedGame::<G>::new(file.options(), 2, file.opening_turns)?,
            // Every reference player has starts of its own.
            seed: Seed::given_or_random(Some(&format!("{}/{index}", file.seed)))?,
            matches: reference.matches,
            folders: ArenaFolders::create(records, None, 2 * reference.matches)?,
        };
        // A win against a program that does not work says nothing about the bot.
        let each = |played: &ArenaMatch| match played.fault_of(REFERENCE) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        let (played, failed_start) = match series.play(args.concurrency, &interrupt, each) {
            Ok(played) => (played, None),
            Err(Failure::Usage {
                reason: Reason::BotFailed,
                message,
            }) => (Vec::new(), Some(message)),
            Err(failure) => return Err(failure),
        };
        let summary = ArenaSummary::new(&series.players, &played);
        let error = failed_start.or_else(|| error(reference, &played));
        grades.extend(ReferenceGrade::new(reference, summary, &played, error));
    }
    Ok(GradeReport::new(file, bot.to_string(), grades))
}
