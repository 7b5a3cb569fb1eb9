//! Tools of the Model Context Protocol: matches, mistakes, attacks, transcripts, HTTP and the document.

mod attacks;
mod client;
mod document;
mod http;
mod python;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use botwerk_client::proto;
use botwerk_engine::GameId;
use botwerk_tests::{TestServer, json_lines};
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::run;
use client::{McpClient, field};

/// A short match of Netzwerk: the arguments of `new_match`.
fn small_match() -> Value {
    json!({
        "game": "netzwerk",
        "options": {"width": 2, "ranks": 3, "quiet_turns": "6"},
        "opponents": ["greedy"],
        "seed": "7",
    })
}

/// Returns the files of a directory with this extension.
fn files(directory: &Path, extension: &str) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

#[test]
fn match_is_played_to_its_end_with_transcript_and_record() {
    let directory = tempdir().unwrap();
    let transcripts = directory.path().join("transcripts");
    let mut client = McpClient::start(&["--transcripts", transcripts.to_str().unwrap()]);
    client.good("rules", &json!({"game": "netzwerk"}));
    let started = client.good("new_match", &small_match());
    assert_eq!(field(&started, "status"), "your turn");
    assert_eq!(field(&started, "handle"), "seat-1");
    assert_eq!(field(&started, "you"), "White (seat 0)");
    assert_eq!(field(&started, "players"), "White (model), Black (greedy)");
    assert_eq!(field(&started, "turn"), "1, part 0, stage turn");
    let left: u64 = field(&started, "time left")
        .trim_end_matches(" s")
        .parse()
        .unwrap();
    assert!((590..=600).contains(&left), "{started}");
    assert!(started.contains("\nboard:\n") && started.contains("\nposition: w b2,d2 "));
    assert!(started.contains("b2-b4"), "no example: {started}");

    // A rejected action names its rule and leaves the turn open.
    let seat = json!({"handle": "seat-1"});
    let message = client.fails(
        "ILLEGAL_ACTION",
        "act",
        &json!({"handle": "seat-1", "actions": "b2-b6"}),
    );
    assert!(message.contains("(NW-10)"), "{message}");
    let after = json!({"handle": "seat-1", "after": "b2-b4"});
    let continued = client.good("legal_actions", &after);
    assert!(continued.lines().any(|line| line == "/"), "{continued}");
    assert_eq!(
        field(&client.good("observe", &seat), "turn"),
        "1, part 0, stage turn"
    );
    // Part of a turn, and the rest.
    let part = client.good(
        "act",
        &json!({"handle": "seat-1", "actions": "b2-b4", "turn": 1}),
    );
    assert!(
        part.starts_with("accepted: b2-b4\nstatus: your turn\n"),
        "{part}"
    );
    assert_eq!(field(&part, "turn"), "1, part 1, stage turn");
    client.fails(
        "WRONG_TURN",
        "act",
        &json!({"handle": "seat-1", "actions": "/", "turn": 2}),
    );
    let rest = client.good("act", &json!({"handle": "seat-1", "actions": "/ ."}));
    assert!(rest.contains("\n- Black (greedy): "), "{rest}");
    let transcript = client.play_to_end("seat-1");
    assert_eq!(field(&transcript, "status"), "match over");
    assert!(transcript.contains("\n- you: b2-b4"), "{transcript}");
    let record = field(&transcript, "record").to_owned();
    run(&["record", "verify", &record]).good();
    client.fails(
        "MATCH_OVER",
        "act",
        &json!({"handle": "seat-1", "actions": "b2-b4"}),
    );
    client.fails("MATCH_OVER", "resign", &seat);
    assert!(client.end().success());

    let [calls, of_match] = &files(&transcripts, "jsonl")[..] else {
        panic!("expected the calls of the match, and those of none");
    };
    let (calls, of_match) = if calls.ends_with("calls.jsonl") {
        (calls, of_match)
    } else {
        (of_match, calls)
    };
    assert_eq!(
        json_lines(&fs::read_to_string(calls).unwrap())[0]["tool"],
        "rules"
    );
    let lines = json_lines(&fs::read_to_string(of_match).unwrap());
    assert_eq!(lines[0]["tool"], "new_match");
    assert_eq!(lines[0]["answer"], *started);
    assert_eq!(
        (&lines[1]["is_error"], &lines[1]["seat"]),
        (&json!(true), &json!(0))
    );
    assert_eq!(lines[1]["arguments"]["actions"], "b2-b6");
    let mode = fs::metadata(of_match).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn mistakes_are_answered_with_a_reason_and_what_is_expected() {
    let mut client = McpClient::start(&[]);
    client.good("new_match", &small_match());
    for (tool, arguments, reason, message) in [
        (
            "rules",
            json!({"game": "chess"}),
            "UNKNOWN_GAME",
            "micro-robots, netzwerk",
        ),
        (
            "rules",
            json!({"game": "droids", "section": "x"}),
            "BAD_ARGUMENT",
            "Material, Set-up",
        ),
        ("rules", json!({}), "BAD_ARGUMENT", "missing field `game`"),
        (
            "new_match",
            json!({"game": "netzwerk", "oponents": []}),
            "BAD_ARGUMENT",
            "`oponents`",
        ),
        (
            "new_match",
            json!({"game": "netzwerk", "seat": 2}),
            "BAD_ARGUMENT",
            "expected 0 to 1",
        ),
        (
            "new_match",
            json!({"game": "netzwerk", "opponents": ["x"]}),
            "UNKNOWN_AGENT",
            "greedy",
        ),
        (
            "new_match",
            json!({"game": "netzwerk", "opponents": []}),
            "BAD_OPTIONS",
            "seats",
        ),
        (
            "new_match",
            json!({"game": "netzwerk", "options": {"x": 1}}),
            "BAD_OPTIONS",
            "width",
        ),
        (
            "new_match",
            json!({"game": "netzwerk", "options": {"width": []}}),
            "BAD_OPTIONS",
            "text",
        ),
        (
            "new_match",
            json!({"game": "netzwerk", "time_limit_seconds": 0}),
            "BAD_ARGUMENT",
            "1 to",
        ),
        (
            "join_match",
            json!({"match": "matches/x", "seat_token": "y"}),
            "NOT_FOUND",
            "there is no",
        ),
        (
            "observe",
            json!({"handle": "seat-2"}),
            "NOT_FOUND",
            "handle",
        ),
        (
            "wait",
            json!({"handle": "seat-1", "wait_seconds": 301}),
            "BAD_ARGUMENT",
            "0 to 300",
        ),
        (
            "wait",
            json!({"handle": "seat-1", "wait_seconds": -1}),
            "BAD_ARGUMENT",
            "u64",
        ),
        (
            "legal_actions",
            json!({"handle": "seat-1", "limit": 0}),
            "BAD_ARGUMENT",
            "1 to 500",
        ),
        (
            "legal_actions",
            json!({"handle": "seat-1", "after": "b2-b6"}),
            "ILLEGAL_ACTION",
            "NW-10",
        ),
        (
            "act",
            json!({"handle": "seat-1", "actions": ""}),
            "ILLEGAL_ACTION",
            "expected",
        ),
        (
            "act",
            json!({"handle": "seat-1", "actions": "say 5"}),
            "ILLEGAL_ACTION",
            "expected",
        ),
        (
            "act",
            json!({"handle": "seat-1", "actions": 5}),
            "BAD_ARGUMENT",
            "string",
        ),
        (
            "act",
            json!({"handle": "seat-1", "actions": "x".repeat(9000)}),
            "BAD_ARGUMENT",
            "8192",
        ),
    ] {
        let found = client.fails(reason, tool, &arguments);
        assert!(found.contains(message), "{tool} {arguments}: {found}");
    }
    let unknown = client.request("tools/call", &json!({"name": "next_invitation"}));
    assert!(
        unknown["error"]["message"]
            .as_str()
            .unwrap()
            .contains("unknown tool")
    );
    let unknown = client.request("resources/read", &json!({"uri": "file:///etc/passwd"}));
    assert!(
        unknown["error"]["message"]
            .as_str()
            .unwrap()
            .contains("botwerk://rules/GAME")
    );
    // None of it has changed the match.
    let seen = client.good("observe", &json!({"handle": "seat-1"}));
    assert_eq!(field(&seen, "turn"), "1, part 0, stage turn");
    let empty = json!({"handle": "seat-1", "prefix": "z9"});
    assert!(
        client
            .good("legal_actions", &empty)
            .starts_with("no legal action here; 0 match")
    );
    let page = json!({"handle": "seat-1", "limit": 1});
    let page = client.good("legal_actions", &page);
    assert_eq!(page.lines().next(), Some("legal actions 1 to 1 of 2:"));
    assert!(page.ends_with("offset 1, or with a prefix"), "{page}");
}

#[test]
fn legal_actions_are_denied_where_the_match_or_the_operator_denies_them() {
    let mut client = McpClient::start(&[]);
    let mut arguments = small_match();
    arguments["legal_actions"] = json!(false);
    let started = client.good("new_match", &arguments);
    assert!(started.ends_with("\nnext: call `act`"), "{started}");
    client.fails(
        "LEGAL_ACTIONS_DENIED",
        "legal_actions",
        &json!({"handle": "seat-1"}),
    );
    arguments["legal_actions"] = json!(true);
    client.good("new_match", &arguments);
    client.good("legal_actions", &json!({"handle": "seat-2"}));
    let mut client = McpClient::start(&["--no-legal-actions"]);
    client.good("new_match", &arguments);
    client.fails(
        "LEGAL_ACTIONS_DENIED",
        "legal_actions",
        &json!({"handle": "seat-1"}),
    );
}

#[test]
fn rules_are_resources_and_every_game_has_a_prompt() {
    let mut client = McpClient::start(&[]);
    for game in GameId::BUILT_IN {
        let uri = format!("botwerk://rules/{game}");
        let read = client.request("resources/read", &json!({"uri": uri}));
        let text = &read["result"]["contents"][0]["text"];
        assert_eq!(text, game.spec().rules, "{uri}");
        let name = format!("play_{}", game.name().replace('-', "_"));
        let prompt = client.request("prompts/get", &json!({"name": name}));
        let text = prompt["result"]["messages"][0]["content"]["text"].as_str();
        assert!(
            text.is_some_and(|it| it.contains("`new_match`")),
            "{prompt}"
        );
    }
    for (method, field) in [("resources/list", "resources"), ("prompts/list", "prompts")] {
        let listed = client.request(method, &json!({}));
        let items = listed["result"][field].as_array().unwrap();
        assert_eq!(items.len(), GameId::BUILT_IN.len(), "{listed}");
    }
}

#[test]
fn seats_are_limited_and_those_of_ended_matches_make_room() {
    let mut client = McpClient::start(&[]);
    for _ in 0..256 {
        client.good("new_match", &small_match());
    }
    let refused = client.fails("LIMIT_EXCEEDED", "new_match", &small_match());
    assert!(refused.contains("256 seats are played"), "{refused}");
    client.good("resign", &json!({"handle": "seat-7"}));
    client.good("new_match", &small_match());
    client.fails("NOT_FOUND", "observe", &json!({"handle": "seat-7"}));
}

#[test]
fn resigned_match_is_lost_and_a_race_reports_its_announcements() {
    let mut client = McpClient::start(&[]);
    client.good("new_match", &small_match());
    let over = client.good("resign", &json!({"handle": "seat-1"}));
    assert_eq!(field(&over, "status"), "match over");
    assert!(
        over.contains("- You lose: White has left (NW-30)."),
        "{over}"
    );
    let race = json!({
        "game": "micro-robots",
        "options": {"chips_to_win": 1},
        "opponents": ["solver"],
        "virtual_time": true,
        "seed": "7",
    });
    let started = client.good("new_match", &race);
    assert_eq!(field(&started, "turn"), "1, part 0, stage race");
    let passed = client.good("act", &json!({"handle": "seat-2", "actions": "pass"}));
    assert_eq!(field(&passed, "status"), "match over");
    assert!(
        passed.contains("- announcements of the race: seat 1 (solver): say "),
        "{passed}"
    );
    assert!(passed.contains("You lose"), "{passed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_process_loses_nothing_and_the_seat_is_taken_again() {
    let server = TestServer::in_memory().await;
    let address = server.address();
    let directory = tempdir().unwrap();
    let path = directory.path().to_str().unwrap().to_owned();
    let played = tokio::task::spawn_blocking(move || {
        let arguments = ["--server", &address, "--transcripts", &path];
        let mut client = McpClient::start(&arguments);
        let started = client.good("new_match", &small_match());
        let token = field(&started, "seat_token")
            .split(',')
            .next()
            .unwrap()
            .to_owned();
        let name = field(&started, "match")
            .split(',')
            .next()
            .unwrap()
            .to_owned();
        client.good("act", &json!({"handle": "seat-1", "actions": "b2-b4"}));
        client.kill();
        let lines = fs::read_to_string(files(Path::new(&path), "jsonl")[0].as_path()).unwrap();
        assert_eq!(json_lines(&lines).len(), 2);

        let mut client = McpClient::start(&arguments);
        let joined = client.good("join_match", &json!({"match": name, "seat_token": token}));
        assert_eq!(field(&joined, "turn"), "1, part 1, stage turn", "{joined}");
        assert!(joined.contains("- you: b2-b4"), "{joined}");
        // Taking it twice is one seat.
        let again = client.good("join_match", &json!({"match": name, "seat_token": token}));
        assert_eq!(field(&again, "handle"), "seat-1");
        client.good("resign", &json!({"handle": "seat-1"}));
        client.play_to_end("seat-1")
    });
    let transcript = played.await.unwrap();
    run(&["record", "verify", field(&transcript, "record")]).good();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seat_survives_a_restart_of_the_server() {
    let directory = tempdir().unwrap();
    let db = directory.path().join("matches.db");
    let server = TestServer::on_file(db.clone()).await;
    let address = server.address();
    let mut client = tokio::task::block_in_place(|| McpClient::start(&["--server", &address]));
    tokio::task::block_in_place(|| client.good("new_match", &small_match()));
    server.stop().await;
    tokio::task::block_in_place(|| {
        let observe = |client: &mut McpClient| client.good("observe", &json!({"handle": "seat-1"}));
        while !observe(&mut client).contains("\nnote: the server cannot be reached") {}
    });
    let config = botwerk_service::Config {
        db: db.into(),
        ..botwerk_tests::in_memory()
    };
    let server = TestServer::start_at(&address, config).await;
    tokio::task::block_in_place(|| {
        // The actions are sent as soon as the server is back.
        let seen = client.good("act", &json!({"handle": "seat-1", "actions": "b2-b4 / ."}));
        assert!(!seen.contains("note: "), "{seen}");
    });
    drop(client);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_of_a_tournament_is_invited_and_plays() {
    use proto::entrant::Player;
    let server = TestServer::in_memory().await;
    let api = server.client().await;
    let request = proto::RegisterBotRequest {
        name: "model".into(),
        ..Default::default()
    };
    let registered = api.bots().register_bot(request).await.unwrap().into_inner();
    let address = server.address();
    let variables = [
        ("BOTWERK_SERVER", &*address),
        ("BOTWERK_BOT_TOKEN", &*registered.bot_token),
    ];
    let mut client = tokio::task::block_in_place(|| McpClient::start_with(&[], &variables));
    let none =
        tokio::task::block_in_place(|| client.good("next_invitation", &json!({"wait_seconds": 0})));
    assert_eq!(none, "no invitation yet; call `next_invitation` again");
    let option = |name: &str, value: &str| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    let entrant = |name: &str, player| proto::Entrant {
        name: name.into(),
        player: Some(player),
        ..Default::default()
    };
    let setup = proto::TournamentSetup {
        name: "with a model".into(),
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            options: vec![
                option("width", "2"),
                option("ranks", "3"),
                option("quiet_turns", "4"),
            ],
            seats: 2,
        }),
        format: Some(proto::TournamentFormat {
            kind: Some(proto::tournament_format::Kind::RoundRobin(
                proto::RoundRobin { cycles: 1 },
            )),
        }),
        entrants: vec![
            entrant("model", Player::Bot("model".into())),
            entrant(
                "random",
                Player::Agent(proto::AgentSpec::new("random", &[])),
            ),
        ],
        ..Default::default()
    };
    let request = proto::CreateTournamentRequest {
        setup: Some(setup),
        ..Default::default()
    };
    api.organizer().create_tournament(request).await.unwrap();
    tokio::task::block_in_place(|| {
        let mut matches = 0;
        loop {
            let invitation = client.good("next_invitation", &json!({}));
            if invitation.ends_with(" has ended") {
                break;
            }
            let handle = field(&invitation, "handle").to_owned();
            client.play_to_end(&handle);
            matches += 1;
        }
        // Two matches from the same start, seats swapped.
        assert_eq!(matches, 2);
    });
    drop(client);
    server.stop().await;
}
