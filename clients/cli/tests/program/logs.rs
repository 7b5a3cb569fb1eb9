//! `botwerk tournament show --view log`: what bots write to standard error, kept match by match.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use botwerk_tests::wait_until_blocking;
use serde_json::Value;
use tempfile::tempdir;

use crate::stdio::first_legal;
use crate::{command, run};

/// Writes a tournament of two programs that write to standard error: one on standard input and output, and one
/// that calls the server.
fn write_cup(folder: &Path, stdio: &Path, cycles: u32) -> String {
    let own = env!("CARGO_BIN_EXE_botwerk");
    let caller = folder.join("caller");
    let text = format!(
        "trap 'kill $!' EXIT\nwhile sleep 0.02; do echo calling >&2; done &\n\
         \"{own}\" bot run greedy\n"
    );
    fs::write(&caller, text).unwrap();
    let text = format!(
        "name = \"cup\"\ngame = \"netzwerk\"\n[options]\nwidth = 2\nranks = 3\n[format]\n\
         kind = \"round-robin\"\ncycles = {cycles}\n\
         [[entrant]]\nname = \"writes\"\nplayer = \"{}\"\n\
         [[entrant]]\nname = \"calls\"\nplayer = \"grpc:bash {}\"\n\
         [[entrant]]\nplayer = \"random\"\n",
        stdio.display(),
        caller.display()
    );
    let file = folder.join("cup.toml");
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

/// Returns the logs of an entrant in a database.
fn logs(db: &str, entrant: &str) -> Vec<Value> {
    let arguments = [
        "tournament",
        "show",
        "--view",
        "log",
        "--json",
        "--db",
        db,
        "--entrant",
        entrant,
    ];
    run(&arguments).good_json()
}

#[test]
fn every_match_has_the_log_of_its_own_bots() {
    let folder = tempdir().unwrap();
    // With a sequence that would clear a terminal, and an end without a line feed.
    let bot = first_legal(
        r#"printf 'decision %s of process %s \033[2J\n' "$turn" "$$" >&2; printf end >&2; sleep 0.1"#,
    );
    let file = write_cup(folder.path(), &bot.path, 2);
    run(&["tournament", "run", &file]);
    let db = file.replace(".toml", ".db");
    let written = logs(&db, "writes");
    // A match that ends before the first decision of a bot has no log of it.
    assert!((5..=8).contains(&written.len()), "{written:#?}");
    let text = |log: &Value| log["log"].as_str().unwrap().to_owned();
    let mut processes = Vec::new();
    for log in &written {
        let text = text(log);
        assert!(text.starts_with("decision 1 of process "), "{text}");
        let process = text.split(' ').nth(4).unwrap().to_owned();
        // One process a match, and its lines in that match only.
        let lines = text.matches("of process").count();
        assert_eq!(
            text.matches(&format!("of process {process} ")).count(),
            lines
        );
        assert!(!processes.contains(&process));
        processes.push(process);
        assert!(log["match"].as_str().unwrap().starts_with("matches/"));
        assert!(log["place"].is_u64(), "{log}");
    }
    let called = logs(&db, "calls");
    assert!(!called.is_empty());
    assert!(
        called.iter().any(|log| text(log).contains("calling\n")),
        "{called:#?}"
    );

    let printed = run(&[
        "tournament",
        "show",
        "--view",
        "log",
        "--db",
        &db,
        "--entrant",
        "writes",
    ])
    .good();
    assert!(printed.starts_with("== pairing "), "{printed}");
    assert!(!printed.contains('\u{1b}'), "{printed}");
    let name = written[3]["match"].as_str().unwrap();
    let one = [
        "tournament",
        "show",
        "--view",
        "log",
        "--db",
        &db,
        "--entrant",
        "writes",
        "--match",
        name,
    ];
    let printed = run(&one).good();
    assert_eq!(printed.matches("== pairing ").count(), 1, "{printed}");
    let agent = run(&[
        "tournament",
        "show",
        "--view",
        "log",
        "--db",
        &db,
        "--entrant",
        "random",
    ])
    .good();
    assert!(
        agent.starts_with("no log of random in 8 matches"),
        "{agent}"
    );
    let unknown = run(&[
        "tournament",
        "show",
        "--view",
        "log",
        "--db",
        &db,
        "--entrant",
        "unheard-of",
    ]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown
            .stderr
            .contains("expected one of writes, calls, random; found unheard-of"),
        "{}",
        unknown.stderr
    );
}

#[test]
fn log_survives_the_killed_tournament() {
    let folder = tempdir().unwrap();
    let bot = first_legal(r#"echo "before the end" >&2; sleep 30"#);
    let file = write_cup(folder.path(), &bot.path, 1);
    let mut tournament = command(&["tournament", "run", &file])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let db = file.replace(".toml", ".db");
    let arguments = [
        "tournament",
        "show",
        "--view",
        "log",
        "--json",
        "--db",
        &db,
        "--entrant",
        "writes",
    ];
    wait_until_blocking("the log is stored", || {
        run(&arguments).stdout.contains("before the end")
    });
    tournament.kill().unwrap();
    tournament.wait().unwrap();
    let kept = logs(&db, "writes");
    assert!(
        kept[0]["log"]
            .as_str()
            .unwrap()
            .contains("before the end\n"),
        "{kept:?}"
    );
}
