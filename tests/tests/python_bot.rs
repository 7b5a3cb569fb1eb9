//! A bot in another language plays a whole match: `tests/python/bot.py`, with stubs generated from
//! the contract in a virtual environment of its own.
//!
//! Without python3 the test says so and passes, unless `BOTWERK_REQUIRE_PYTHON` is set.

// Whatever fails here fails the test, outside of test functions as well.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;

use botwerk_client::{Client, proto};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::Record;
use botwerk_tests::{TestServer, run};

/// The packages of the virtual environment.
const PACKAGES: [&str; 2] = ["grpcio==1.85.1", "grpcio-tools==1.85.1"];

/// Lines that the bot may have at most, blank ones left out.
const BOT_LINES: usize = 30;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn has_python() -> bool {
    let version = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
    Command::new("python3")
        .args(["-c", version])
        .output()
        .is_ok_and(|o| o.status.success())
}

/// A virtual environment with stubs of the contract; made once, then used again.
fn environment() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-bot");
    let python = folder.join("bin/python");
    let ready = folder.join("ready");
    if std::fs::read_to_string(&ready).is_ok_and(|packages| packages == PACKAGES.join(" ")) {
        generate_stubs(&python, &folder);
        return folder;
    }
    run(Command::new("python3")
        .args(["-m", "venv", "--clear"])
        .arg(&folder));
    run(Command::new(&python)
        .args(["-m", "pip", "install", "--quiet"])
        .args(PACKAGES));
    generate_stubs(&python, &folder);
    std::fs::write(ready, PACKAGES.join(" ")).unwrap();
    folder
}

fn generate_stubs(python: &Path, folder: &Path) {
    let stubs = folder.join("stubs");
    std::fs::create_dir_all(&stubs).unwrap();
    let contract = repository().join("proto");
    let files = std::fs::read_dir(contract.join("botwerk/v1")).unwrap();
    run(Command::new(python)
        .args(["-m", "grpc_tools.protoc"])
        .arg(format!("-I{}", contract.display()))
        .arg(format!("--python_out={}", stubs.display()))
        .arg(format!("--grpc_python_out={}", stubs.display()))
        .args(files.map(|file| file.unwrap().path())));
}

/// Makes a match of an open seat against `solver`; gives its name and the seat's token.
async fn make_match(client: &Client, virtual_time: bool) -> (String, String) {
    let solver = proto::AgentSpec {
        name: "solver".into(),
        settings: Vec::new(),
    };
    let request = proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: "micro-robots".into(),
            ..Default::default()
        }),
        seats: vec![
            proto::SeatSetup {
                name: "python".into(),
                agent: None,
            },
            proto::SeatSetup {
                agent: Some(solver),
                ..Default::default()
            },
        ],
        seed: "python".into(),
        virtual_time,
        ..Default::default()
    };
    let made = client
        .matches()
        .create_match(request)
        .await
        .unwrap()
        .into_inner();
    (
        made.r#match.unwrap().name,
        made.seat_tokens[0].token.clone(),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_python_bot_plays_a_whole_match_against_solver() {
    if !has_python() {
        let required = std::env::var_os("BOTWERK_REQUIRE_PYTHON").is_some();
        assert!(
            !required,
            "python3 of version 3.10 or later with venv is needed here"
        );
        eprintln!("skipped: no python3 of version 3.10 or later with venv");
        return;
    }
    let environment = environment();
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for virtual_time in [false, true] {
        let (name, token) = make_match(&client, virtual_time).await;
        let mut bot = Command::new(environment.join("bin/python"));
        bot.arg(repository().join("tests/python/bot.py"))
            .args([&server.address(), &name, &token])
            .env("PYTHONPATH", environment.join("stubs"));
        let said = tokio::task::spawn_blocking(move || run(&mut bot))
            .await
            .unwrap();
        let said = String::from_utf8(said.stdout).unwrap();
        let record = Record::from_text(&client.record(&name).await.unwrap()).unwrap();
        botwerk_agents::verify::<MicroRobots>(&record).unwrap();
        let outcome = record.outcome.unwrap();
        let places: Vec<_> = outcome.places.iter().map(ToString::to_string).collect();
        assert_eq!(said.trim(), format!("places {}", places.join(" ")));
        if virtual_time {
            // By declared effort the bot is first now and then, and what it shows is right.
            assert!(outcome.points[0] > 0, "{outcome:?}");
        }
    }
    server.stop().await;
}

#[test]
fn the_bot_is_short_and_the_readme_shows_it() {
    let bot = std::fs::read_to_string(repository().join("tests/python/bot.py")).unwrap();
    let lines = bot.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= BOT_LINES, "{lines} lines");
    let readme = std::fs::read_to_string(repository().join("README.md")).unwrap();
    assert!(
        readme.contains(&bot),
        "README.md must show the bot as it is"
    );
}
