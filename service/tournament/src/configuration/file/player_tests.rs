//! Players of entrants in tournament files.

use super::tests::CUP;
use super::*;
use crate::configuration::{LaunchCommand, Player};

/// Returns the file with these fields of the second entrant, the first of which is in line 23.
fn with_fields(fields: &str) -> String {
    CUP.replace("player = \"grpc:python3 bot.py\"", fields)
}

/// Returns the second entrant's player.
fn player(fields: &str) -> Player {
    let configuration = parse_file(&with_fields(fields)).unwrap().configuration;
    configuration.entrants[1].player.clone()
}

fn errors(text: &str) -> Vec<String> {
    let errors = parse_file(text).unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

/// Asserts that the fields of the second entrant cause exactly one error with this start.
fn assert_error(fields: &str, start: &str) {
    let errors = errors(&with_fields(fields));
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].starts_with(start), "{errors:#?}");
}

fn command<const N: usize>(words: [&str; N]) -> LaunchCommand {
    LaunchCommand::new(words.map(str::to_owned).to_vec())
}

#[test]
fn player_is_an_agent_a_program_or_a_registered_bot() {
    let agent = "minimax:nodes=20";
    for (fields, expected) in [
        (
            r#"player = "minimax:nodes=20""#,
            Player::Agent(agent.into()),
        ),
        (r#"player = "bot:guest""#, Player::Bot("guest".into())),
        (
            r#"player = "./bot -v""#,
            Player::Stdio(command(["./bot", "-v"])),
        ),
        (
            r#"player = "python3 \"my bots/bot.py\"""#,
            Player::Stdio(command(["python3", "my bots/bot.py"])),
        ),
        (
            r#"player = 'python3 "my bots/bot.py"'"#,
            Player::Stdio(command(["python3", "my bots/bot.py"])),
        ),
        (
            r#"player = '''grpc:sh -c "exit '3'"'''"#,
            Player::Command(command(["sh", "-c", "exit '3'"])),
        ),
        (
            r#"player = "grpc:./bot""#,
            Player::Command(command(["./bot"])),
        ),
        // Another game has an agent of this name.
        (r#"player = "solver""#, Player::Stdio(command(["solver"]))),
        (
            r#"player = "./minimax""#,
            Player::Stdio(command(["./minimax"])),
        ),
        (
            r#"player = "'minimax'""#,
            Player::Stdio(command(["minimax"])),
        ),
        (
            r#"player = "grpc:minimax""#,
            Player::Command(command(["minimax"])),
        ),
    ] {
        assert_eq!(player(fields), expected, "{fields}");
    }
}

#[test]
fn entrant_has_the_name_of_its_agent_or_bot_but_not_of_its_command() {
    let name = |player: &str| {
        let text = CUP.replace("bot:theirs", player);
        parse_file(&text).map(|file| file.configuration.entrants[2].name.clone())
    };
    assert_eq!(name("bot:guest"), Ok("guest".into()));
    assert_eq!(name("minimax:nodes=9"), Ok("minimax:nodes=9".into()));
    // Everybody may see names, and only the operator commands.
    for program in ["./bot", "grpc:./bot", "maximin"] {
        let errors = name(program).unwrap_err();
        assert_eq!(errors.len(), 1, "{errors:#?}");
        assert_eq!((errors[0].line, &*errors[0].field), (25, "entrant[2].name"));
    }
}

#[test]
fn programs_may_read_files() {
    let read = |player: &str| with_fields(&format!("player = \"{player}\"\nread = [\"data\"]"));
    for program in ["./bot", "grpc:./bot"] {
        let configuration = parse_file(&read(program)).unwrap().configuration;
        let launched = configuration.entrants[1].player.launched().unwrap();
        assert_eq!(launched.read_paths, ["data"]);
    }
    for other in ["random", "bot:guest"] {
        let errors = errors(&read(other));
        assert_eq!(
            errors,
            ["line 24: entrant[1].read: is for programs; omit it"]
        );
    }
}

#[test]
fn field_of_one_kind_of_player_says_how_to_write_it() {
    for (field, start) in [
        (
            r#"agent = "random""#,
            "line 23: entrant[1].agent: unknown field; write player = \"random\"",
        ),
        (
            r#"bot = "guest""#,
            "line 23: entrant[1].bot: unknown field; write player = \"bot:guest\"",
        ),
        (
            r#"command = ["python3", "bot.py"]"#,
            "line 23: entrant[1].command: unknown field; write player = \"grpc:python3 bot.py\"",
        ),
        (
            r#"stdio = ["./my bot", "-v"]"#,
            "line 23: entrant[1].stdio: unknown field; write player = \"'./my bot' -v\"",
        ),
        (
            r#"stdio = ["./bot", "a \"'b"]"#,
            "line 23: entrant[1].stdio: unknown field; write player = ",
        ),
    ] {
        assert_error(field, start);
        // The line that the message asks for is one that is accepted.
        let message = errors(&with_fields(field)).remove(0);
        let (_, line) = message.split_once("write ").unwrap();
        player(line);
        assert_error(&format!("{field}\nplayer = \"random\""), start);
    }
    let unreadable = errors(&with_fields("command = [\"python3\", 3]"));
    let expected = [
        "line 21: entrant[1].player: is missing; for example player = \"minimax:nodes=20000\"",
        "line 23: entrant[1].command: unknown field; expected one of name, player, read, version",
    ];
    assert_eq!(unreadable.len(), 2, "{unreadable:#?}");
    for (error, start) in unreadable.iter().zip(expected) {
        assert!(error.starts_with(start), "expected {start}, found {error}");
    }
}

#[test]
fn texts_of_no_player_are_rejected() {
    let error = |player: &str, start: &str| {
        let fields = format!("player = {player}");
        assert_error(&fields, &format!("line 23: entrant[1].player: {start}"));
    };
    error("[\"./bot\"]", "expected a string, found array");
    error("\"\"", "names no player; write an agent, ");
    error("\"# bot\"", "names no player; ");
    error("\"grpc:\"", "names no player; ");
    error("\"''\"", "names no player; ");
    error("\"grpc:'' ''\"", "names no player; ");
    error("\"bot:\"", "names no bot; write `bot:NAME`");
    error("\"./bot 'x\"", "a quote or backslash has no end; ");
    error("'''./bot \\'''", "a quote or backslash has no end; ");
    error(
        "\"./bot \\u0000\"",
        "a program and its arguments cannot have",
    );
    error("\"minimax:\"", "agent: at byte 8: expected a setting");
    error("\"minimax:depth=far\"", "option depth: expected a number");
}

#[test]
fn player_is_read_even_if_the_game_is_not() {
    let text = with_fields("player = \"minimax:\"").replace("\"netzwerk\"", "\"chess\"");
    assert_eq!(errors(&text).len(), 1);
    let parsed = ParsedFile::parse(&text);
    let entrants = &parsed.draft().entrants;
    assert_eq!(entrants[1].player, Some(Player::Agent("minimax:".into())));
}
