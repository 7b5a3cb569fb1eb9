//! `tournament check`: whether a file can be played, and what would be.

use std::fs;
use std::path::Path;

use botwerk_engine::RootSeed;
use botwerk_tournament::TournamentSeed;
use botwerk_tournament::configuration::{self, Configuration, Player, TournamentFile};
use botwerk_tournament::format::Rotation;
use serde_json::json;

use crate::failure::Failure;
use crate::output::Output;

/// Reads the file and tells who would meet how often.
pub(super) fn run(path: &Path, output: &mut Output) -> Result<(), Failure> {
    let configuration = read_file(path, output)?.configuration;
    // How many matches there are does not hang on what is drawn.
    let schedule = configuration.schedule(TournamentSeed::new(RootSeed::from_text("")))?;
    let (most, first) = (
        schedule.max_matches(),
        schedule.match_count(&schedule.first_batch()),
    );
    let Configuration {
        name,
        game,
        seats,
        format,
        entrants,
        ..
    } = &configuration;
    if output.is_json() {
        let names: Vec<_> = entrants.iter().map(|entrant| &entrant.name).collect();
        return output.json(&json!({
            "name": name, "game": game.name(), "seats": seats, "format": format.name(),
            "entrants": names, "matches_a_block": schedule.matches_per_block(),
            "matches_at_first": first, "matches_at_most": most as u64,
        }));
    }
    output.line(format!(
        "{name}: {} in {game} with {seats} seats",
        format.name()
    ))?;
    for entrant in entrants {
        output.line(format!("  {:24} {}", entrant.name, who(&entrant.player)))?;
    }
    let seats = match configuration.rotation {
        Rotation::Cyclic => "everybody sits everywhere once",
        Rotation::All => "in every order",
    };
    let block = schedule.matches_per_block();
    output.line(format!("blocks of {block} matches: {seats}"))?;
    if u128::from(first) == most {
        output.line(format!("{first} matches"))
    } else {
        output.line(format!(
            "{first} matches in the first round, {most} at most in all"
        ))
    }
}

fn who(player: &Player) -> String {
    match player {
        Player::Agent(spec) => format!("the bundled player {spec}"),
        Player::Bot(name) => format!("the bot {name}, once it attends"),
        Player::Command(command) => format!("the program {}", command.join(" ")),
    }
}

/// Reads a tournament's file and prints all its mistakes, a line each.
pub(super) fn read_file(path: &Path, output: &mut Output) -> Result<TournamentFile, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| Failure::file(&name, &error))?;
    let mistakes = match configuration::parse_file(&text) {
        Ok(file) => return Ok(file),
        Err(mistakes) => mistakes,
    };
    for mistake in &mistakes {
        if output.is_json() {
            let (line, field, message) = (mistake.line, &mistake.field, &mistake.message);
            output.json(&json!({
                "file": name, "line": line, "field": field, "message": message,
            }))?;
        } else {
            output.line(format!("{name}: {mistake}"))?;
        }
    }
    Err(Failure::ReportedInvalid)
}
