//! What the operator of a server does from the command line: tournaments and bots.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;

use botwerk_tests::wait_until_blocking;

use super::serve::Server;
use crate::{command, run};

/// A program that ends with this value.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Writes the file of a tournament between an agent and the bot `guest`.
fn written(folder: &Path) -> PathBuf {
    let file = folder.join("cup.toml");
    let text = "name = \"a cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\n\
                [[entrant]]\nplayer = \"random\"\n[[entrant]]\nplayer = \"bot:guest\"\n";
    fs::write(&file, text).unwrap();
    file
}

/// Waits until a command prints what is expected.
fn wait_for(
    arguments: &[&str],
    expected: impl Fn(&serde_json::Value) -> bool,
) -> serde_json::Value {
    let mut found = None;
    wait_until_blocking(&arguments.join(" "), || {
        let lines = run(arguments).good_json();
        found = lines.into_iter().find(&expected);
        found.is_some()
    });
    found.unwrap()
}

#[test]
fn operator_registers_bots_and_manages_tournaments() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("matches.db"), "127.0.0.1:0");
    let at = ["--server", &server.address];
    let with = |arguments: &[&str]| run(&[arguments, &at].concat());
    assert!(with(&["bot", "list"]).good().starts_with("no bots; "));
    let register = [
        "bot",
        "register",
        "guest",
        "--game",
        "netzwerk",
        "--concurrency",
        "2",
    ];
    let token = with(&register).good();
    assert_eq!(token.trim_end().len(), 32, "{token}");
    let listed = &with(&["--json", "bot", "list"]).good_json()[0];
    assert_eq!(
        (&listed["name"], &listed["is_online"]),
        (&"guest".into(), &false.into())
    );
    assert_eq!(listed["max_concurrent_matches"], 2);
    let unknown = with(&["bot", "register", "other", "--game", "chess"]);
    unknown.failed(2, "chess");

    assert!(
        with(&["tournament", "list"])
            .good()
            .starts_with("no tournaments; ")
    );
    let file = written(folder.path());
    let arguments = ["tournament", "run", file.to_str().unwrap()];
    let runner = command(&[&arguments[..], &at].concat()).spawn().unwrap();
    let _runner = Running(runner);
    let list = [&["--json", "tournament", "list"][..], &at].concat();
    let waiting = wait_for(&list, |line| line["state"] == "running");
    let name = waiting["tournament"].as_str().unwrap();
    assert_eq!(
        (&waiting["name"], &waiting["entrants"]),
        (&"a cup".into(), &2.into())
    );

    let id = name.trim_start_matches("tournaments/");
    let message = ["--message", "out of office"];
    let withdraw = [&["tournament", "withdraw", id, "guest"], &message[..]].concat();
    let withdrawn =
        format!("guest is withdrawn from {name}: out of office; none of its matches counts\n");
    // While it is paused, no match is forfeited.
    with(&["tournament", "pause", id]).good();
    assert_eq!(with(&withdraw).good(), withdrawn);
    let readmitted = with(&["tournament", "readmit", id, "guest"]).good();
    let expected = "in which 0 of 2 matches have a result\n";
    assert!(readmitted.ends_with(expected), "{readmitted}");
    assert_eq!(with(&withdraw).good(), withdrawn);
    with(&["tournament", "resume", id]).good();
    wait_for(&list, |line| line["state"] == "over");
    let cancelled = with(&["tournament", "cancel", id]);
    assert_eq!(cancelled.code, 2, "{}", cancelled.stderr);
    assert!(
        cancelled.stderr.contains("the tournament has ended"),
        "{}",
        cancelled.stderr
    );
    // Without an id it is the newest.
    let watched = with(&["--json", "tournament", "show", "--watch"]).good_json();
    assert_eq!(watched[0]["results"], 2);
}

#[test]
fn embedded_server_listens_for_other_bots() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path());
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap().to_string();
    drop(free);
    let arguments = [
        "tournament",
        "run",
        file.to_str().unwrap(),
        "--listen",
        &address,
    ];
    let token = ("BOTWERK_ADMIN_TOKEN", "admin-token-of-the-listen-test");
    let mut runner = command(&arguments).env(token.0, token.1).spawn().unwrap();
    let bot = [
        "bot", "run", "random", "--name", "guest", "--rotate", "--once", "--server", &address,
    ];
    // The server may not listen yet.
    wait_until_blocking("the bot plays", || {
        let ended = command(&bot).env(token.0, token.1).status();
        ended.unwrap().success()
    });
    assert!(runner.wait().unwrap().success());
}

#[test]
fn bot_with_an_agent_that_no_game_has_is_refused_before_it_connects() {
    let at = ["--name", "guest", "--server", "127.0.0.1:9"];
    let unknown = run(&[&["bot", "run", "chessmaster"][..], &at].concat());
    unknown.failed(2, "neither an agent nor a program");
    let setting = run(&[&["bot", "run", "minimax:depth=far"][..], &at].concat());
    setting.failed(2, "depth");
}
