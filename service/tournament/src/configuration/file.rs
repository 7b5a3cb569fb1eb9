//! Tournament files in TOML.

mod entrant;

use std::ops::{Range, RangeInclusive};

use botwerk_engine::clock::{Bank, MAX_BUDGET_NODES, MAX_CLOCK_MILLIS, TimeControl};
use botwerk_engine::{Adjudication, DrawRule, GameId, ResignRule};
use toml::de::DeTable;

use super::draft::{ConfigurationDraft, DEFAULT_SEATS};
use super::opening_file::opening_lines;
use super::toml_reader::{FileErrors, TomlReader, TomlTable};
use super::validation::{EXCLUSIVE_OPENINGS, MAX_RECORD_DAYS, opening_errors};
use super::{Configuration, FieldError, FileError, Sandbox, missing_versions, validate_draft};
use crate::format::{ByePoints, Format, LeagueLimits, Rotation};
use crate::openings::OpeningOrder;
use crate::statistics::{Hypotheses, Scale};
use entrant::parse_entrant;

/// The content of a tournament file.
#[derive(Debug, Clone, PartialEq)]
pub struct TournamentFile {
    /// The configuration of the tournament.
    pub configuration: Configuration,
    /// The text of the tournament's seed. `None`: the server chooses one.
    pub seed: Option<String>,
}

/// A tournament file as far as it could be read, with its errors.
#[derive(Debug, Clone)]
pub struct ParsedFile {
    draft: ConfigurationDraft,
    seed: Option<String>,
    /// The file of openings that the file names, until it is read.
    openings_file: Option<String>,
    errors: FileErrors,
}

impl ParsedFile {
    /// Parses a file.
    pub fn parse(text: &str) -> Self {
        let reader = TomlReader::new(text);
        let (root, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let at = error.span().unwrap_or_default();
            reader.error(at, "TOML", error.message());
        }
        if reader.has_errors() {
            // What else is found in such a text may follow from these errors.
            return Self {
                draft: ConfigurationDraft::default(),
                seed: None,
                openings_file: None,
                errors: reader.into_errors(),
            };
        }
        let root = TomlTable::new(&reader, root.get_ref(), "");
        let (draft, seed, openings_file) = parse_root(root);
        let mut parsed = Self {
            errors: reader.into_errors(),
            draft,
            seed,
            openings_file,
        };
        let errors = validate_draft(&parsed.draft).into_iter();
        for error in errors.chain(missing_versions(&parsed.draft, 0)) {
            parsed.report(error);
        }
        parsed
    }

    /// Returns the configuration as far as it could be read.
    pub fn draft(&self) -> &ConfigurationDraft {
        &self.draft
    }

    /// Returns the path of the file of openings, relative to the tournament file, that must be passed to
    /// [`Self::read_openings`]; `None` if the file names none or it was read.
    pub fn openings_file(&self) -> Option<&str> {
        self.openings_file.as_deref()
    }

    /// Reads the text of the file of openings, whose errors are reported under the given name.
    pub fn read_openings(&mut self, name: &str, text: &str) {
        self.openings_file = None;
        let lines = opening_lines(text);
        if lines.is_empty() {
            let message = "the file has no position; write one per line";
            self.report(FieldError {
                field: OPENINGS.into(),
                message: message.into(),
            });
        }
        let positions = lines.iter().map(|line| line.position.to_owned());
        self.draft.openings = positions.collect();
        for (index, error) in opening_errors(&self.draft) {
            match index.and_then(|index| lines.get(index)) {
                Some(line) => self.errors.report_in_file(name, line.line, error),
                None => self.report(error),
            }
        }
    }

    /// Reports why the file of openings could not be read.
    pub fn fail_openings(&mut self, message: String) {
        self.openings_file = None;
        self.report(FieldError {
            field: OPENINGS.into(),
            message,
        });
    }

    /// Adds an error of a field to those of the file.
    pub fn report(&mut self, error: FieldError) {
        self.errors.report(error);
    }

    /// Returns the content of the file.
    ///
    /// # Errors
    /// Returns all errors of the file in the order of their lines.
    pub fn finish(mut self) -> Result<TournamentFile, Vec<FileError>> {
        if let Some(file) = self.openings_file.take() {
            self.fail_openings(format!("{file} was not read"));
        }
        let seed = self.seed;
        match self.draft.complete() {
            Some(configuration) if self.errors.is_empty() => Ok(TournamentFile {
                configuration,
                seed,
            }),
            _ => Err(self.errors.into_sorted()),
        }
    }
}

/// Parses a tournament file that names no other file.
///
/// # Errors
/// Returns all errors of the file in the order of their lines.
pub fn parse_file(text: &str) -> Result<TournamentFile, Vec<FileError>> {
    ParsedFile::parse(text).finish()
}

/// Numbers of sampled turns; the game says which of them it has.
const OPENING_TURNS: Range<u64> = 0..1 << 32;

/// Numbers of days for which records are kept.
const RECORD_DAYS: Range<u64> = 0..MAX_RECORD_DAYS as u64 + 1;

/// The file of start positions.
const OPENINGS: &str = "openings";

/// Returns the path of the file of openings, if there is one.
fn parse_openings_file(root: &mut TomlTable<'_, '_>) -> Option<String> {
    let file = root.string(OPENINGS)?;
    if root.has("opening_turns") {
        root.error("opening_turns", EXCLUSIVE_OPENINGS);
    }
    Some(file)
}

fn parse_opening_order(root: &mut TomlTable<'_, '_>) -> OpeningOrder {
    let order = root.string("opening_order");
    if order.is_some() && !root.has(OPENINGS) {
        root.missing(OPENINGS, "openings = \"openings.txt\" with an order");
    }
    match order.as_deref() {
        None | Some("shuffled") => OpeningOrder::Shuffled,
        Some("sequential") => OpeningOrder::Sequential,
        Some(other) => {
            let message = format!(
                "unknown order `{other}`; expected shuffled (by the tournament's seed) or sequential"
            );
            root.error("opening_order", message);
            OpeningOrder::Shuffled
        }
    }
}

/// Parses the whole file; returns the configuration, the seed and the path of the file of openings.
fn parse_root(mut root: TomlTable<'_, '_>) -> (ConfigurationDraft, Option<String>, Option<String>) {
    let name = root.string("name");
    if name.is_none() {
        root.missing("name", "name = \"evening cup\"");
    }
    let game = parse_game(&mut root);
    let options = root.table("options").map(TomlTable::rest_as_strings);
    let seats = root.integer("seats", 2..9);
    let seed = root.string("seed");
    let opening_turns = root.integer("opening_turns", OPENING_TURNS);
    let openings_file = parse_openings_file(&mut root);
    let opening_order = parse_opening_order(&mut root);
    let virtual_time = root.bool("virtual_time");
    let record_days = root.integer("record_days", RECORD_DAYS);
    let public_comments = root.bool("public_comments");
    let format = root.table("format");
    if format.is_none() {
        root.missing(
            "format",
            "[format] with kind = \"round-robin\" and cycles = 1",
        );
    }
    let format = format.and_then(parse_format);
    let time_control = root.table("time_control").map(parse_time_control);
    let adjudication = root.table("adjudication").map(parse_adjudication);
    let is_league = matches!(format, Some((Format::League(_), _)));
    let sandbox = parse_sandbox(&mut root, is_league);
    let entrants = root.tables("entrant");
    let entrants = entrants.into_iter();
    let entrants = entrants.map(|table| parse_entrant(table, game)).collect();
    root.reject_unknown();
    let draft = ConfigurationDraft {
        name,
        game,
        options: options.unwrap_or_default(),
        seats: seats.map_or(DEFAULT_SEATS, |seats| seats as usize),
        format: format.map(|(format, _)| format),
        rotation: format.map_or(Rotation::Cyclic, |(_, rotation)| rotation),
        opening_turns: opening_turns.map(|turns| turns as u32),
        openings: Vec::new(),
        opening_order,
        adjudication,
        entrants,
        time_control: time_control.unwrap_or_default(),
        virtual_time: virtual_time.unwrap_or(false),
        sandbox,
        record_days: record_days.map(|days| days as u32),
        public_comments: public_comments.unwrap_or(false),
    };
    (draft, seed, openings_file)
}

fn parse_game(root: &mut TomlTable<'_, '_>) -> Option<GameId> {
    let Some(name) = root.string("game") else {
        root.missing("game", "game = \"netzwerk\"");
        return None;
    };
    let game = name.parse();
    if let Err(error) = &game {
        root.error("game", format!("{error}"));
    }
    game.ok()
}

/// Numbers of cycles, rounds and pairs.
const COUNTS: Range<u64> = 1..1_000_001;

/// Numbers of pairs that may be zero.
const TIEBREAK_PAIRS: Range<u64> = 0..1001;

fn parse_format(mut table: TomlTable<'_, '_>) -> Option<(Format, Rotation)> {
    const KINDS: &str = "round-robin, gauntlet, swiss, knockout, sprt or league";
    let Some(kind) = table.string("kind") else {
        table.missing("kind", "kind = \"round-robin\"");
        return None;
    };
    let mut count = |name, default: u64| table.integer(name, COUNTS).unwrap_or(default) as u32;
    let format = match kind.as_str() {
        "round-robin" => Format::RoundRobin {
            cycles: count("cycles", 1),
        },
        "gauntlet" => Format::Gauntlet {
            challengers: count("challengers", 1),
            cycles: count("cycles", 1),
        },
        "swiss" => Format::Swiss {
            rounds: count("rounds", 5),
            pairs: count("pairs", 1),
            bye: ByePoints::Round,
        },
        "knockout" => Format::Knockout {
            pairs: count("pairs", 1),
            tiebreak_pairs: table.integer("tiebreak_pairs", TIEBREAK_PAIRS).unwrap_or(4) as u32,
        },
        "sprt" => Format::Sprt {
            max_pairs: count("max_pairs", 50_000),
            hypotheses: parse_hypotheses(&mut table),
        },
        "league" => Format::League(parse_league(&mut table)),
        other => {
            let message = format!("unknown format `{other}`; expected {KINDS}");
            table.error("kind", message);
            return None;
        }
    };
    let rotation = match table.string("rotation").as_deref() {
        None | Some("cyclic") => Rotation::Cyclic,
        Some("all") => Rotation::All,
        Some(other) => {
            let message = format!(
                "unknown rotation `{other}`; expected cyclic (one match per seat) or all (one \
                 match per order)"
            );
            table.error("rotation", message);
            Rotation::Cyclic
        }
    };
    table.reject_unknown();
    Some((format, rotation))
}

/// Numbers of matches, days and seasons of a league.
const LEAGUE_COUNTS: Range<u64> = 1..100_000_001;

fn parse_league(table: &mut TomlTable<'_, '_>) -> LeagueLimits {
    let is_open = table.bool("open").unwrap_or_default();
    let mut count = |name| table.integer(name, LEAGUE_COUNTS).map(|count| count as u32);
    LeagueLimits {
        is_open,
        seasons: count("seasons"),
        season_matches: count("season_matches"),
        season_days: count("season_days"),
        matches_per_day: count("matches_per_day"),
    }
}

fn parse_hypotheses(table: &mut TomlTable<'_, '_>) -> Hypotheses {
    let scale = match table.string("scale").as_deref() {
        None | Some("normalised") => Scale::Normalised,
        Some("logistic") => Scale::Logistic,
        Some(other) => {
            let message = format!("unknown scale `{other}`; expected normalised or logistic");
            table.error("scale", message);
            Scale::Normalised
        }
    };
    Hypotheses {
        elo0: table.float("elo0").unwrap_or(0.0),
        elo1: table.float("elo1").unwrap_or(10.0),
        scale,
        alpha: table.float("alpha").unwrap_or(0.05),
        beta: table.float("beta").unwrap_or(0.05),
    }
}

fn parse_time_control(mut table: TomlTable<'_, '_>) -> TimeControl {
    let bank = table.time("base");
    let increment = table.time("increment");
    if increment.is_some() && bank.is_none() {
        table.missing("base", "base = \"60s\" with an increment");
    }
    let control = TimeControl {
        turn_millis: table.time("turn"),
        round_millis: table.time("round"),
        bank: bank.map(|base_millis| Bank {
            base_millis,
            increment_millis: increment.unwrap_or(0),
        }),
        budget_nodes: table.integer("nodes", 1..MAX_BUDGET_NODES + 1),
        lag_cap_millis: table
            .time("lag_cap")
            .map(|cap| cap.min(MAX_CLOCK_MILLIS) as u32),
    };
    table.reject_unknown();
    control
}

/// Scores and turns of rules; how large they may be is checked with the other fields.
const RULE_NUMBERS: Range<u64> = 0..1 << 31;

fn parse_adjudication(mut table: TomlTable<'_, '_>) -> Adjudication {
    let resign = table.table("resign").map(|mut table| {
        let rule = ResignRule {
            score: rule_number(&mut table, "score", "score = 600"),
            turns: rule_number(&mut table, "turns", "turns = 4"),
        };
        table.reject_unknown();
        rule
    });
    let draw = table.table("draw").map(|mut table| {
        let min_turn = table.integer("min_turn", RULE_NUMBERS);
        let rule = DrawRule {
            score: rule_number(&mut table, "score", "score = 20"),
            turns: rule_number(&mut table, "turns", "turns = 8"),
            min_turn: min_turn.unwrap_or(1) as u32,
        };
        table.reject_unknown();
        rule
    });
    table.reject_unknown();
    Adjudication { resign, draw }
}

/// Reads a number that must be set; a missing one is reported, and 1 in its place is valid.
fn rule_number(table: &mut TomlTable<'_, '_>, name: &'static str, example: &str) -> u32 {
    let number = table.integer(name, RULE_NUMBERS);
    if number.is_none() {
        table.missing(name, example);
    }
    number.unwrap_or(1) as u32
}

/// The field of what confines launched bots: `true` or a table of limits.
const SANDBOX: &str = "sandbox";

/// Bots of leagues come from many authors, so that they have a sandbox unless the file turns it off.
fn parse_sandbox(root: &mut TomlTable<'_, '_>, is_league: bool) -> Option<Sandbox> {
    if root.has_table(SANDBOX) {
        return root.table(SANDBOX).map(parse_limits);
    }
    let is_on = root.bool(SANDBOX).unwrap_or(is_league);
    is_on.then(Sandbox::default)
}

fn parse_limits(mut table: TomlTable<'_, '_>) -> Sandbox {
    let default = Sandbox::default();
    let mut limit = |name, range: RangeInclusive<u32>| {
        let (first, last) = (u64::from(*range.start()), u64::from(*range.end()));
        table
            .integer(name, first..last + 1)
            .map(|limit| limit as u32)
    };
    let memory_mib = limit("memory_mib", Sandbox::MEMORY_MIB);
    let processes = limit("processes", Sandbox::PROCESSES);
    let disk_mib = limit("disk_mib", Sandbox::DISK_MIB);
    let processor_secs = limit("processor_secs", Sandbox::PROCESSOR_SECS);
    let read_paths = table.strings("read").unwrap_or_default();
    table.reject_unknown();
    Sandbox {
        memory_mib: memory_mib.unwrap_or(default.memory_mib),
        processes: processes.unwrap_or(default.processes),
        disk_mib: disk_mib.unwrap_or(default.disk_mib),
        processor_secs,
        read_paths,
    }
}

#[cfg(test)]
mod league_tests;
#[cfg(test)]
mod opening_tests;
#[cfg(test)]
mod player_tests;
#[cfg(test)]
mod tests;
