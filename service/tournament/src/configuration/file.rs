//! Tournaments as TOML files.

use botwerk_engine::GameId;
use toml::de::DeTable;

use super::time_control::MOST_NODES;
use super::toml_reader::{TomlReader, TomlTable};
use super::{Bank, Configuration, Entrant, FileError, Player, TimeControl, validate};
use crate::format::{Format, Rotation};
use crate::statistics::{Hypotheses, Scale};

/// What a file says.
#[derive(Debug, Clone, PartialEq)]
pub struct TournamentFile {
    /// The tournament.
    pub configuration: Configuration,
    /// What everything is drawn from, if the file says so.
    pub seed: Option<String>,
}

/// Reads a tournament.
///
/// # Errors
/// All mistakes, in the order of their lines.
pub fn parse_file(text: &str) -> Result<TournamentFile, Vec<FileError>> {
    let reading = TomlReader::new(text);
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let at = error.span().unwrap_or_default();
        reading.error(at, "TOML", error.message());
    }
    if !reading.is_clean() {
        return Err(reading.mistakes());
    }
    let file = root_of(TomlTable::new(&reading, root.get_ref(), 0..0, ""));
    if let Some(file) = &file {
        for fault in validate(&file.configuration) {
            reading.wrong_field(&fault.field, fault.message);
        }
    }
    match file {
        Some(file) if reading.is_clean() => Ok(file),
        _ => Err(reading.mistakes()),
    }
}

/// `None` if something without which nothing can be checked is missing.
fn root_of(mut root: TomlTable<'_, '_>) -> Option<TournamentFile> {
    let name = root.string("name");
    if name.is_none() {
        root.missing("name", "name = \"evening cup\"");
    }
    let game = game(&mut root);
    let options = root.table("options").map(TomlTable::rest_as_texts);
    let seats = root.number("seats", 2..9);
    let seed = root.string("seed");
    let opening_turns = root.number("opening_turns", 0..101);
    let virtual_time = root.bool("virtual_time");
    let format = root.table("format");
    if format.is_none() {
        root.missing(
            "format",
            "[format] with kind = \"round-robin\" and cycles = 1",
        );
    }
    let format = format.and_then(format_of);
    let time_control = root
        .table("time_control")
        .map(time_control)
        .unwrap_or_default();
    let entrants: Vec<Option<Entrant>> = root.tables("entrant").into_iter().map(entrant).collect();
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

fn game(root: &mut TomlTable<'_, '_>) -> Option<GameId> {
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
const COUNTS: std::ops::Range<u64> = 1..1_000_001;

fn format_of(mut table: TomlTable<'_, '_>) -> Option<(Format, Rotation)> {
    const KINDS: &str = "round-robin, gauntlet, swiss, knockout or sprt";
    let Some(kind) = table.string("kind") else {
        table.missing("kind", "kind = \"round-robin\"");
        return None;
    };
    let mut count = |name, usual: u64| table.number(name, COUNTS).unwrap_or(usual) as u32;
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
            tie_pairs: table.number("tie_pairs", 0..1001).unwrap_or(4) as u32,
        },
        "sprt" => Format::Sprt {
            most_pairs: count("most_pairs", 50_000),
            hypotheses: hypotheses(&mut table),
        },
        other => {
            table.error(
                "kind",
                format!("{other}: there is no such format; take {KINDS}"),
            );
            return None;
        }
    };
    let rotation = match table.string("rotation").as_deref() {
        None | Some("cyclic") => Rotation::Cyclic,
        Some("all") => Rotation::All,
        Some(other) => {
            let message =
                format!("{other}: take cyclic (as many matches as seats) or all (every order)");
            table.error("rotation", message);
            Rotation::Cyclic
        }
    };
    table.reject_unknown();
    Some((format, rotation))
}

fn hypotheses(table: &mut TomlTable<'_, '_>) -> Hypotheses {
    let scale = match table.string("scale").as_deref() {
        None | Some("normalised") => Scale::Normalised,
        Some("logistic") => Scale::Logistic,
        Some(other) => {
            table.error("scale", format!("{other}: take normalised or logistic"));
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

fn time_control(mut table: TomlTable<'_, '_>) -> TimeControl {
    let bank = table.time("base");
    let increment = table.time("increment");
    if increment.is_some() && bank.is_none() {
        table.missing("base", "base = \"60s\" beside an increment");
    }
    let control = TimeControl {
        turn_millis: table.time("turn"),
        round_millis: table.time("round"),
        bank: bank.map(|base_millis| Bank {
            base_millis,
            increment_millis: increment.unwrap_or(0),
        }),
        budget_nodes: table.number("nodes", 1..MOST_NODES + 1),
        lag_cap_millis: table.time("lag_cap").map(|cap| cap.min(86_400_000) as u32),
    };
    table.reject_unknown();
    control
}

fn entrant(mut table: TomlTable<'_, '_>) -> Option<Entrant> {
    let name = table.string("name");
    let agent = table.string("agent").map(Player::Agent);
    let bot = table.string("bot").map(Player::Bot);
    let command = table.texts("command").map(Player::Command);
    let mut players: Vec<Player> = [agent, bot, command].into_iter().flatten().collect();
    let player = players.pop();
    if player.is_none() || !players.is_empty() {
        table.error(
            "agent",
            "one of agent = \"minimax:nodes=20000\", bot = \"NAME\" and command = [\"python3\", \"bot.py\"] says who plays",
        );
        return None;
    }
    let player = player?;
    let usual = match &player {
        Player::Agent(text) | Player::Bot(text) => Some(text.clone()),
        Player::Command(_) => None,
    };
    let name = name.or(usual);
    if name.is_none() {
        table.missing("name", "name = \"mine\" beside a command");
    }
    table.reject_unknown();
    Some(Entrant {
        name: name?,
        player,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUP: &str = r#"
name = "cup"
game = "netzwerk"
seed = "7"
opening_turns = 2

[format]
kind = "round-robin"
cycles = 3

[time_control]
turn = "200ms"

[options]
repetition = 3
forced_capture = true

[[entrant]]
agent = "minimax:nodes=20000"

[[entrant]]
name = "mine"
command = ["python3", "bot.py"]

[[entrant]]
bot = "theirs"
"#;

    #[test]
    fn a_file_is_read() {
        let TournamentFile {
            configuration,
            seed,
        } = parse_file(CUP).unwrap();
        assert_eq!(seed.as_deref(), Some("7"));
        assert_eq!(configuration.format, Format::RoundRobin { cycles: 3 });
        assert_eq!(configuration.time_control.turn_millis, Some(200));
        let names: Vec<_> = configuration
            .entrants
            .iter()
            .map(|e| e.name.as_str())
            .collect();
        assert_eq!(names, ["minimax:nodes=20000", "mine", "theirs"]);
        let options = [("forced_capture", "true"), ("repetition", "3")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(configuration.options, options);
    }

    fn mistakes(text: &str) -> Vec<String> {
        let mistakes = parse_file(text).unwrap_err();
        mistakes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_mistakes_are_told_at_once_with_their_lines() {
        let text = CUP
            .replace("cycles = 3", "cycles = 0\nround = 7")
            .replace("turn = \"200ms\"", "turn = 200")
            .replace("agent = \"minimax:nodes=20000\"", "agent = \"maximin\"")
            .replace("bot = \"theirs\"", "bot = \"mine\"")
            .replace("repetition = 3", "repetitions = 3");
        let mistakes = mistakes(&text);
        let begins = [
            "line 9: format.cycles: 0 given; must be a whole number from 1",
            "line 10: format.round: there is no such field",
            "line 13: time_control.turn: must be a time",
            "line 16: options.repetitions: there is none of that name",
            "line 20: entrant[0].agent: unknown agent of netzwerk",
            "line 26: entrant[2].name: mine: entrant[1] has the same name",
        ];
        assert_eq!(mistakes.len(), begins.len(), "{mistakes:#?}");
        for (mistake, begin) in mistakes.iter().zip(begins) {
            assert!(mistake.starts_with(begin), "{mistake}");
        }
    }

    #[test]
    fn what_is_no_toml_is_told_with_its_line() {
        let mistakes = mistakes("name = \"cup\"\ngame = \n");
        assert!(mistakes[0].starts_with("line 2: TOML: "), "{mistakes:?}");
    }

    #[test]
    fn what_is_missing_is_told_with_an_example() {
        let mistakes = mistakes("name = \"cup\"\n[[entrant]]\n");
        let said = mistakes.join("\n");
        for part in [
            "game: is missing",
            "format: is missing",
            "entrant[0].agent: one of",
        ] {
            assert!(said.contains(part), "{said}");
        }
    }

    #[test]
    fn bounds_in_the_wrong_order_and_formats_that_do_not_fit_are_refused() {
        let sprt = CUP.replace(
            "kind = \"round-robin\"\ncycles = 3",
            "kind = \"sprt\"\nelo0 = 10\nelo1 = 0",
        );
        let said = mistakes(&sprt).join("\n");
        assert!(said.contains("elo0 must be less than elo1"), "{said}");
        let swiss = CUP.replace(
            "kind = \"round-robin\"\ncycles = 3",
            "kind = \"swiss\"\nrounds = 9",
        );
        let said = mistakes(&swiss).join("\n");
        assert!(
            said.contains("9 rounds: 3 entrants can meet in at most 2"),
            "{said}"
        );
        let seats = CUP.replace("seed = \"7\"", "seats = 3");
        let said = mistakes(&seats).join("\n");
        assert!(said.contains("line 4: seats: "), "{said}");
    }
}
