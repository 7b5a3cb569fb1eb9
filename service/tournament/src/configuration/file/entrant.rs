//! Entrants of tournament files.

use std::slice;

use botwerk_engine::GameId;

use super::super::draft::EntrantDraft;
use super::super::toml_reader::TomlTable;
use super::super::{Player, versioned_name};

/// The player of an entrant.
const PLAYER: &str = "player";

/// Fields that name a kind of player, with the start of the text that names the same one.
const KINDS_OF_PLAYERS: [(&str, &str); 4] = [
    ("agent", ""),
    ("bot", "bot:"),
    ("command", "grpc:"),
    ("stdio", ""),
];

/// Parses the player of an entrant: an agent of the game, or of any if the file has none that could be read.
fn parse_player(table: &mut TomlTable<'_, '_>, game: Option<GameId>) -> Option<Player> {
    let text = table.string(PLAYER);
    let mut is_named = false;
    for (field, start) in KINDS_OF_PLAYERS {
        if let Some(words) = table.unknown_words(field) {
            let player = toml::Value::String(format!("{start}{words}"));
            table.error(field, format!("unknown field; write {PLAYER} = {player}"));
            is_named = true;
        }
    }
    if !is_named {
        table.missing(
            PLAYER,
            "player = \"minimax:nodes=20000\", \"./bot\", \"grpc:./bot\" or \"bot:NAME\"",
        );
    }
    let all = GameId::all();
    let games = game.as_ref().map_or(&all[..], slice::from_ref);
    match Player::parse(&text?, games) {
        Ok(player) => Some(player),
        Err(error) => {
            table.error(PLAYER, error.to_string());
            None
        }
    }
}

/// Parses an entrant. Its name is that of its agent or registered bot, if the file does not say it.
pub(super) fn parse_entrant(mut table: TomlTable<'_, '_>, game: Option<GameId>) -> EntrantDraft {
    let name = table.string("name");
    let mut player = parse_player(&mut table, game);
    if let Some(read_paths) = table.strings("read") {
        match &mut player {
            Some(Player::Command(command) | Player::Stdio(command)) => {
                command.read_paths = read_paths;
            }
            Some(_) => table.error("read", "is for programs; omit it"),
            None => {}
        }
    }
    let name = name.or_else(|| match &player {
        Some(Player::Agent(text) | Player::Bot(text)) => Some(text.clone()),
        Some(Player::Command(_) | Player::Stdio(_)) => {
            table.missing("name", "name = \"mine\" with a program");
            None
        }
        None => None,
    });
    let version = table.string("version");
    let name = match (name, &version) {
        (Some(name), Some(version)) => Some(versioned_name(&name, version)),
        (name, _) => name,
    };
    let anchor = table.rating("anchor");
    table.reject_unknown();
    EntrantDraft {
        name,
        version,
        player,
        anchor,
    }
}
