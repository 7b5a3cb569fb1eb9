//! Tournament files in TOML.

use std::ops::Range;

use botwerk_engine::GameId;
use botwerk_engine::clock::{Bank, MAX_BUDGET_NODES, MAX_CLOCK_MILLIS, TimeControl};
use toml::de::DeTable;

use super::toml_reader::{TomlReader, TomlTable};
use super::{Configuration, Entrant, FileError, Player, validate};
use crate::format::{Format, Rotation};
use crate::statistics::{Hypotheses, Scale};

/// The content of a tournament file.
#[derive(Debug, Clone, PartialEq)]
pub struct TournamentFile {
    /// The configuration of the tournament.
    pub configuration: Configuration,
    /// The text of the tournament's seed. `None`: the server chooses one.
    pub seed: Option<String>,
}

/// Parses a tournament file.
///
/// # Errors
/// Returns all errors of the file in the order of their lines.
pub fn parse_file(text: &str) -> Result<TournamentFile, Vec<FileError>> {
    let reader = TomlReader::new(text);
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let at = error.span().unwrap_or_default();
        reader.error(at, "TOML", error.message());
    }
    if reader.has_errors() {
        return Err(reader.into_errors());
    }
    let file = parse_root(TomlTable::new(&reader, root.get_ref(), ""));
    if let Some(file) = &file {
        for error in validate(&file.configuration) {
            reader.field_error(&error.field, error.message);
        }
    }
    match file {
        Some(file) if !reader.has_errors() => Ok(file),
        _ => Err(reader.into_errors()),
    }
}

/// Parses the whole file, or returns `None` if a field is missing without which the configuration
/// cannot be validated.
fn parse_root(mut root: TomlTable<'_, '_>) -> Option<TournamentFile> {
    let name = root.string("name");
    if name.is_none() {
        root.missing("name", "name = \"evening cup\"");
    }
    let game = parse_game(&mut root);
    let options = root.table("options").map(TomlTable::rest_as_strings);
    let seats = root.integer("seats", 2..9);
    let seed = root.string("seed");
    let opening_turns = root.integer("opening_turns", 0..101);
    let virtual_time = root.bool("virtual_time");
    let format = root.table("format");
    if format.is_none() {
        root.missing(
            "format",
            "[format] with kind = \"round-robin\" and cycles = 1",
        );
    }
    let format = format.and_then(parse_format);
    let time_control = root
        .table("time_control")
        .map(parse_time_control)
        .unwrap_or_default();
    let entrants: Vec<Option<Entrant>> = root
        .tables("entrant")
        .into_iter()
        .map(parse_entrant)
        .collect();
    root.reject_unknown();
    let (format, rotation) = format?;
    Some(TournamentFile {
        configuration: Configuration {
            name: name?,
            game: game?,
            options: options.unwrap_or_default(),
            seats: seats.unwrap_or(2) as usize,
            format,
            rotation,
            opening_turns: opening_turns.map(|turns| turns as u32),
            entrants: entrants.into_iter().collect::<Option<_>>()?,
            time_control,
            virtual_time: virtual_time.unwrap_or(false),
        },
        seed,
    })
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
    const KINDS: &str = "round-robin, gauntlet, swiss, knockout or sprt";
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
        },
        "knockout" => Format::Knockout {
            pairs: count("pairs", 1),
            tiebreak_pairs: table.integer("tiebreak_pairs", TIEBREAK_PAIRS).unwrap_or(4) as u32,
        },
        "sprt" => Format::Sprt {
            max_pairs: count("max_pairs", 50_000),
            hypotheses: parse_hypotheses(&mut table),
        },
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

fn parse_entrant(mut table: TomlTable<'_, '_>) -> Option<Entrant> {
    let name = table.string("name");
    let agent = table.string("agent").map(Player::Agent);
    let bot = table.string("bot").map(Player::Bot);
    let command = table.strings("command").map(Player::Command);
    let mut players: Vec<Player> = [agent, bot, command].into_iter().flatten().collect();
    let (Some(player), true) = (players.pop(), players.is_empty()) else {
        table.error(
            "agent",
            "set one of agent = \"minimax:nodes=20000\", bot = \"NAME\" and command = [\"python3\", \"bot.py\"]",
        );
        return None;
    };
    let default_name = match &player {
        Player::Agent(text) | Player::Bot(text) => Some(text.clone()),
        Player::Command(_) => None,
    };
    let name = name.or(default_name);
    if name.is_none() {
        table.missing("name", "name = \"mine\" with a command");
    }
    table.reject_unknown();
    Some(Entrant {
        name: name?,
        player,
    })
}

#[cfg(test)]
mod tests;
