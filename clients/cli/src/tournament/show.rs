//! `tournament show`: shows a tournament in one of several views.

use clap::{Args, ValueEnum};

use super::source::SourceArgs;
use super::table_format::FormatArgs;
use super::{bracket, crosstable, live_standings, log, standings, status, workers};
use crate::connection::block_on;
use crate::failure::{Failure, Reason};
use crate::given::Given;
use crate::output::Output;

/// Arguments of `tournament show`.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// What to show
    #[arg(long, value_name = "VIEW", default_value = "standings")]
    view: View,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten, next_help_heading = "With --view standings")]
    standings: Given<standings::StandingsArgs>,
    /// Show the live standings until the tournament has ended, then the standings
    #[arg(long, conflicts_with_all = ["db", "format", "season", "newest"])]
    watch: bool,
    #[command(flatten, next_help_heading = "With --view log")]
    log: Given<log::LogArgs>,
    #[command(flatten, next_help_heading = "With --view workers")]
    workers: Given<workers::WorkersArgs>,
}

/// A view of a tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    /// Standings with all statistics
    Standings,
    /// Results of all pairs of entrants
    Crosstable,
    /// Bracket of a knockout
    Bracket,
    /// What a bot has written to standard error, match by match
    Log,
    /// Workers of the server; with a tournament, its matches that were played differently
    Workers,
    /// Short summary
    Status,
}

/// Prints the view.
pub(super) fn run(args: &ShowArgs, output: &mut Output) -> Result<(), Failure> {
    args.reject_foreign_flags()?;
    let format = args.format.format_or_default(output);
    block_on(1, async {
        match args.view {
            View::Workers => return workers::show(&args.source, &args.workers.args, output).await,
            View::Standings if args.watch => {
                return live_standings::watch(&args.source, output).await;
            }
            _ => {}
        }
        let (source, name) = args.source.open().await?;
        match args.view {
            View::Crosstable => crosstable::show(&source, &name, format, output).await,
            View::Bracket => bracket::show(&source, &name, format, output).await,
            View::Log => log::show(&source, &name, &args.log.args, output).await,
            View::Status => status::show(&source, &name, output).await,
            View::Standings | View::Workers => {
                standings::show(&source, &name, &args.standings.args, format, output).await
            }
        }
    })
}

impl ShowArgs {
    /// Returns an error if a flag is given that the view would ignore.
    fn reject_foreign_flags(&self) -> Result<(), Failure> {
        let one = |flag: &str, is_given: bool| Vec::from_iter(is_given.then(|| flag.to_owned()));
        let tables: &[View] = &[View::Standings, View::Crosstable, View::Bracket];
        let stored = &[tables, &[View::Log, View::Status]].concat();
        let flags: [(Vec<String>, &[View]); 6] = [
            (self.standings.flags.clone(), &[View::Standings]),
            (one("--watch", self.watch), &[View::Standings]),
            (self.log.flags.clone(), &[View::Log]),
            (self.workers.flags.clone(), &[View::Workers]),
            (one("--format", self.format.is_given()), tables),
            (one("--db", self.source.db.is_some()), stored),
        ];
        for (given, views) in flags {
            if let (Some(flag), false) = (given.first(), views.contains(&self.view)) {
                let names: Vec<_> = views.iter().map(|view| view.name()).collect();
                let (found, names) = (self.view.name(), names.join(", "));
                let message = format!("{flag}: not with --view {found}; expected --view {names}");
                return Err(Failure::new(Reason::BadArgument, message));
            }
        }
        Ok(())
    }
}

impl View {
    /// Returns the name on the command line.
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
