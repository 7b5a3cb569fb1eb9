//! The rules of a game, section by section.

use std::fmt::Write;

use botwerk_agents::GameAgents;
use botwerk_engine::{GameId, GameSpec};
use botwerk_games::game::options_table;
use botwerk_play::rules_text;

use super::tool_error::ToolError;

/// Sections that are not in the rules document, and what they contain.
const EXTRA_SECTIONS: [(&str, &str); 5] = [
    ("actions", "how to write actions"),
    ("position", "the fields of a position"),
    ("legend", "the marks of the board"),
    ("options", "the options of `new_match`"),
    ("agents", "the built-in agents, as opponents of `new_match`"),
];

/// Returns one line for each game.
pub(super) fn game_list() -> String {
    let mut text = String::new();
    for game in &GameId::all() {
        let spec = game.spec();
        let (title, min, max) = (spec.title, spec.min_seats, spec.max_seats);
        let about = spec.rules.lines().nth(2).unwrap_or_default();
        let agents = agent_names(*game);
        let _ = writeln!(
            text,
            "{game}: {title}, {min} to {max} seats. {about}\n  agents, the strongest first: {agents}"
        );
    }
    text + "\nCall `rules` with a game for its rules in short, `new_match` to play."
}

fn agent_names(game: GameId) -> String {
    let agents = game.roster();
    let names = agents.iter().map(|info| info.name);
    names.collect::<Vec<_>>().join(", ")
}

/// Returns a section of the rules, or the rules in short and the list of sections if none is named.
///
/// # Errors
/// Returns an error if there is no such section.
pub(super) fn section_text(game: GameId, section: &str) -> Result<String, ToolError> {
    let spec = game.spec();
    let lines = |lines: &[&str]| lines.join("\n");
    let section = section.trim();
    Ok(match section.to_lowercase().as_str() {
        "" => overview(spec),
        "all" => spec.rules.to_owned(),
        "actions" => notation_lines(spec).join("\n"),
        "position" => lines(spec.position_notation),
        "legend" => lines(spec.legend),
        "options" => options_table(spec.options).trim_fmt(),
        "agents" => agent_list(game),
        title => {
            let mut sections = document_sections(spec.rules);
            let found = sections.find(|(found, _)| found.to_lowercase() == title);
            match (found, rules_text::lines(spec, section)) {
                (Some((_, text)), _) => text.trim_end().to_owned(),
                (None, Some(rule)) => rule.join("\n"),
                (None, None) => return Err(unknown_section(spec, section)),
            }
        }
    })
}

/// Returns the notation of the actions of players.
pub(super) fn notation_lines(spec: &GameSpec) -> Vec<&'static str> {
    // What only chance and the referee do cannot be submitted.
    let is_submitted = |line: &&&str| !line.contains("chance: ") && !line.contains("referee: ");
    spec.notation.iter().filter(is_submitted).copied().collect()
}

fn overview(spec: &GameSpec) -> String {
    let mut text = format!(
        "{} in short:\n{}\n\nSections:\n",
        spec.title,
        spec.summary.join("\n")
    );
    for (title, _) in document_sections(spec.rules) {
        let _ = writeln!(text, "- {title}");
    }
    for (name, content) in EXTRA_SECTIONS {
        let _ = writeln!(text, "- {name}: {content}");
    }
    text + "- all: the whole rules document\nA rule id such as those in brackets is a section as well."
}

fn agent_list(game: GameId) -> String {
    let agents = game.roster().into_iter().map(|info| {
        let settings = info.settings.iter().map(|setting| {
            let (name, default) = (setting.name, setting.default);
            format!("\n  {name}={default}: {} ({})", setting.help, setting.kind)
        });
        let settings: String = settings.collect();
        format!("{}: {}{settings}", info.name, info.description)
    });
    let agents: Vec<_> = agents.collect();
    format!(
        "{}\n\nWrite settings after the name: `NAME:SETTING=VALUE,SETTING=VALUE`.",
        agents.join("\n")
    )
}

/// Returns the titles and texts of a document's sections.
fn document_sections(document: &str) -> impl Iterator<Item = (&str, &str)> {
    let sections = document.split("\n## ").skip(1);
    sections.map(|section| {
        let title = section.lines().next().unwrap_or_default();
        // What follows in brackets says where the rules are from.
        let title = title.split(" (").next().unwrap_or(title);
        (title, section)
    })
}

fn unknown_section(spec: &GameSpec, section: &str) -> ToolError {
    let titles = document_sections(spec.rules).map(|(title, _)| title);
    let extra = EXTRA_SECTIONS.iter().map(|(name, _)| *name);
    let names: Vec<_> = titles.chain(extra).chain(["all"]).collect();
    let shown: String = section.chars().take(64).collect();
    ToolError::argument(format!(
        "section `{shown}`: unknown; expected a rule id, or one of: {}",
        names.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_that_the_overview_lists_is_found() {
        for game in &GameId::all() {
            let overview = section_text(*game, "").unwrap();
            let (_, list) = overview.split_once("Sections:\n").unwrap();
            let names: Vec<_> = list
                .lines()
                .filter_map(|line| line.strip_prefix("- "))
                .map(|line| line.split(": ").next().unwrap())
                .collect();
            assert!(names.len() > 10, "{game}: {names:?}");
            for name in names {
                let text = section_text(*game, &name.to_uppercase()).unwrap();
                assert!(!text.is_empty(), "{game}: {name}");
            }
            assert!(notation_lines(game.spec()).len() >= 3);
        }
    }

    #[test]
    fn a_rule_is_a_section_and_unknown_sections_name_the_known_ones() {
        let mut games = GameId::all().into_iter();
        let game = games
            .find(|game| section_text(*game, "nw-21").is_ok())
            .unwrap();
        let rule = section_text(game, "nw-21").unwrap();
        assert!(
            rule.starts_with("NW-21: A player who cannot move"),
            "{rule}"
        );
        let winning = section_text(game, "winning").unwrap();
        assert!(winning.contains("NW-19") && !winning.contains("NW-25"));
        let error = section_text(game, "NW-99").unwrap_err();
        assert!(
            error
                .message
                .contains("Board and notation, A turn, Winning"),
            "{}",
            error.message
        );
    }

    #[test]
    fn every_game_is_listed_with_its_agents() {
        let list = game_list();
        for game in &GameId::all() {
            assert!(
                list.contains(&format!("{game}: {}", game.spec().title)),
                "{list}"
            );
        }
        assert!(
            list.contains("solver, first-found, human, random"),
            "{list}"
        );
    }
}
