//! `game list`, `game show`, `completions`, and the command line itself.

use std::io::Read;

use crate::{command, run};

#[test]
fn games_are_listed_with_their_agents() {
    let text = run(&["game", "list"]).good();
    let first = "micro-robots  Micro Robots, 2 to 64 seats; agents: ";
    assert!(text.starts_with(first), "{text}");
    let games = run(&["game", "list", "--json"]).good_json();
    assert_eq!(games[0]["game"], "micro-robots");
    assert_eq!(games[0]["seats"]["max"], 64);
    let agents = games[0]["agents"].as_array().unwrap();
    for agent in agents {
        let name = agent.as_str().unwrap();
        assert!(text.lines().next().unwrap().contains(name), "{text}");
    }
    assert!(agents.contains(&"solver".into()), "{agents:?}");
}

#[test]
fn game_is_shown_with_options_notation_and_ruleset() {
    let text = run(&["game", "show", "micro-robots"]).good();
    for part in [
        "Micro Robots, 2 to 64 seats",
        "chips_to_win",
        "MR-26",
        "say 5",
        "SHA-256",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    let game = &run(&["game", "show", "micro-robots", "--json"]).good_json()[0];
    let options = game["options"].as_array().unwrap();
    let expert = options.iter().find(|option| option["name"] == "expert");
    let expert = expert.unwrap();
    assert_eq!(
        (&expert["rule"], &expert["default"]),
        (&"MR-29".into(), &"false".into())
    );
    assert_eq!(expert["accepted_values"], "true or false");
    assert_eq!(game["ruleset_sha256"].as_str().unwrap().len(), 64);
    assert!(game["notation"].as_array().unwrap().len() > 5);
    assert_eq!(
        (&game["observation_version"], &game["hash_version"]),
        (&1.into(), &1.into())
    );
}

#[test]
fn games_shows_the_notation_of_positions_with_a_valid_example() {
    for game in ["micro-robots", "netzwerk", "droids"] {
        let text = run(&["game", "show", game]).good();
        let (_, notation) = text.split_once("\nNotation of positions\n").unwrap();
        let mut lines = notation.lines();
        let example = lines.next().unwrap().trim();
        run(&["position", "show", "--game", game, "--position", example]).good();
        let fields = lines.take_while(|line| line.starts_with("    ")).count();
        let json = &run(&["game", "show", game, "--json"]).good_json()[0];
        assert_eq!(json["example_position"], example);
        assert_eq!(json["position_notation"].as_array().unwrap().len(), fields);
        // Netzwerk omits fields at the end that are empty.
        let separator = if game == "micro-robots" { " ; " } else { " " };
        assert!(fields >= example.split(separator).count(), "{game}");
    }
}

#[test]
fn errors_and_lists_are_json_lines_on_request() {
    for arguments in [
        &["nonsense"][..],
        &["play"],
        &["serve", "--io-threads", "0"],
        &["match", "--game", "netzwerk", "--matches", "many", "random"],
        &["game", "show", "chess"],
        &["position", "show", "--game", "netzwerk", "--seat", "7"],
        &["watch", "--server", "127.0.0.1:1"],
    ] {
        let failed = run(&[&["--json"], arguments].concat());
        assert_eq!((failed.code, &*failed.stdout), (2, ""), "{arguments:?}");
        let errors = botwerk_tests::json_lines(&failed.stderr);
        assert_eq!(errors.len(), 1, "{}", failed.stderr);
        let error = &errors[0]["error"];
        assert!(!error["reason"].as_str().unwrap().is_empty(), "{error}");
        let message = error["message"].as_str().unwrap();
        assert!(
            !message.contains("Usage:") && !message.contains('\n'),
            "{message}"
        );
    }
    for arguments in [
        &["game", "list"][..],
        &["game", "show", "netzwerk"],
        &["position", "legal", "--game", "netzwerk"],
        &[
            "position", "perft", "--game", "netzwerk", "--depth", "1", "--divide",
        ],
        &["position", "show", "--game", "netzwerk"],
    ] {
        run(&[arguments, &["--json"]].concat()).good_json();
    }
    // Help is text, also with --json.
    let help = run(&["--json", "--help"]).good();
    assert!(help.contains("Usage: botwerk"), "{help}");
}

#[test]
fn game_is_shown_with_its_agents_and_their_settings() {
    let text = run(&["game", "show", "micro-robots"]).good();
    let agents = text.split_once("\nAgents\n").unwrap().1;
    assert!(
        agents.contains("\n  human@1: thinks for a random time"),
        "{text}"
    );
    let game = &run(&["game", "show", "micro-robots", "--json"]).good_json()[0];
    let agents = game["agents"].as_array().unwrap();
    let mut agents = agents.iter();
    let human = agents.find(|agent| agent["name"] == "human").unwrap();
    assert_eq!(human["reproducible"], true);
    assert_eq!(human["version"], 1);
    assert_eq!(human["settings"][2]["name"], "mean");
}

#[test]
fn unknown_game_is_rejected() {
    run(&["game", "show", "chess"]).failed(2, "unknown game `chess`");
    let stats = ["game", "stats", "--game", "chess"];
    run(&stats).failed(2, "unknown game `chess`");
    run(&["game", "show", "chess", "--json"]).failed_json(2, "UNKNOWN_GAME");
}

#[test]
fn completions_are_printed_for_supported_shells() {
    assert!(run(&["completions", "bash"]).good().contains("_botwerk"));
    assert_eq!(run(&["completions", "abacus"]).code, 2);
}

#[test]
fn invalid_command_line_is_rejected() {
    for arguments in [
        &[][..],
        &["juggle"],
        &["game", "list", "--nosuch"],
        &["solve"],
        &["record", "verify"],
    ] {
        let run = run(arguments);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{arguments:?}");
        assert!(!run.stderr.is_empty());
    }
    let help = run(&["--help"]).good();
    assert!(help.contains("Usage: botwerk"), "{help}");
    assert_eq!(run(&[]).stderr, help, "the program alone shows the same");
}

#[test]
fn closed_standard_output_is_not_a_failure() {
    // Far more than a pipe holds, so that the program must notice.
    let game = ["--game", "micro-robots", "--matches", "1000", "--json"];
    let mut child = command(&[&["match", "random", "random"], &game[..]].concat())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 100]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
}
