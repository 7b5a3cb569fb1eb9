//! Required scores: says whether a player is strong enough, by matches against reference players.

mod junit;
mod requirement_file;
mod requirement_report;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use botwerk_engine::GameId;

use super::finished_match::FinishedMatch;
use super::local_match::ProgramLogs;
use super::match_args::MatchArgs;
use super::match_folders::MatchFolders;
use super::match_series::{MatchSeries, RaceClock};
use super::pair_tally::PAIR;
use super::series_summary::SeriesSummary;
use crate::failure::{Failure, Reason};
use crate::interrupt::Interrupt;
use crate::opened_game::OpenedGame;
use crate::output::Output;
use crate::player::Player;
use crate::seed::Seed;
use requirement_file::{Reference, RequirementFile};
use requirement_report::{REFERENCE, ReferenceResult, RequirementReport, Verdict, error};

/// Plays the matches. Fails with exit code 1 if the player does not pass, and with 2 if the matches do not say.
pub(super) fn run(args: &MatchArgs, file: &Path, output: &mut Output) -> Result<(), Failure> {
    let [player] = &args.players[..] else {
        let found = args.players.len();
        let message =
            format!("--require: expected 1 player, found {found}; the file names its opponents");
        return Err(Failure::new(Reason::BadArgument, message));
    };
    let file = RequirementFile::read(file)?;
    let report = judge(file.game, args, player, &file)?;
    if let Some(path) = &args.requirement.junit {
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

fn judge(
    game: GameId,
    args: &MatchArgs,
    player: &str,
    file: &RequirementFile,
) -> Result<RequirementReport, Failure> {
    let interrupt = Interrupt::listen();
    let sandbox = file.sandbox(&args.sandbox);
    let parse = |text: &str| Player::parse(game, text, sandbox.as_ref());
    let player = parse(player)?;
    // All players are parsed before the first match.
    let opponent = |reference: &Reference| {
        parse(&reference.player).map_err(|failure| file.in_reference(reference, failure))
    };
    let opponents: Vec<Player> = file
        .references
        .iter()
        .map(opponent)
        .collect::<Result<_, _>>()?;
    let mut results = Vec::new();
    for (index, (reference, opponent)) in file.references.iter().zip(opponents).enumerate() {
        let records = args.records.as_ref();
        let records = records.map(|folder| folder.join(format!("{index}")));
        let series = MatchSeries {
            players: vec![player.clone(), opponent],
            game: OpenedGame::new(game, file.options(), PAIR, file.opening_turns)?,
            // Every reference player has starts of its own.
            seed: Seed::given_or_random(Some(&format!("{}/{index}", file.seed)))?,
            block_size: PAIR as u64,
            matches: reference.matches,
            clock: RaceClock::Virtual,
            program_logs: ProgramLogs::Kept,
            folders: MatchFolders::create(records, None, 2 * reference.matches)?,
        };
        // A win against a program that does not work says nothing about the player.
        let each = |played: &FinishedMatch| match played.fault_of(REFERENCE) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        let concurrency = series.concurrency(args.concurrency);
        let (played, failed_start) = match series.play(concurrency, &interrupt, each) {
            Ok(played) => (played, None),
            Err(Failure::Usage {
                reason: Reason::BotFailed,
                message,
            }) => (Vec::new(), Some(message)),
            Err(failure) => return Err(failure),
        };
        let summary = SeriesSummary::new(&series.players, series.block_size, &played);
        let error = failed_start.or_else(|| error(reference, &played));
        results.extend(ReferenceResult::new(reference, summary, &played, error));
    }
    Ok(RequirementReport::new(file, player.to_string(), results))
}
