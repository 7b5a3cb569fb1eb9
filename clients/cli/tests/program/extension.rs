//! `botwerk tournament run --extend`: a changed file continues the tournament of the former one.

use std::fs;
use std::path::Path;

use crate::run;
use crate::serve::Server;

/// Returns a tournament that waits for a bot and is paused at once.
fn cup(cycles: u32, more: &str) -> String {
    format!(
        "name = \"a cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\ncycles = {cycles}\n\
         [[entrant]]\nplayer = \"random\"\n[[entrant]]\nplayer = \"bot:guest\"\n{more}"
    )
}

#[test]
fn changed_file_extends_an_unfinished_tournament_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let [file, db] =
        ["cup.toml", "cup.db"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let play = |cycles: u32, more: &str, flags: &[&str]| {
        fs::write(&file, cup(cycles, more)).unwrap();
        run(&[&["tournament", "run", &file, "--stall-limit", "1"], flags].concat())
    };
    let stalled = |ended: botwerk_tests::Run| {
        assert!(ended.stderr.contains("is paused: "), "{ended:?}");
        ended
            .stdout
            .split(' ')
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let first = stalled(play(1, "", &[]));
    play(2, "", &[]).failed(2, "; --extend continues it with what the file adds");
    assert_eq!(stalled(play(2, "", &["--extend"])), first);
    // It is found again, with the flag and without it.
    assert_eq!(stalled(play(2, "", &["--extend"])), first);
    assert_eq!(stalled(play(2, "", &[])), first);
    let third = "[[entrant]]\nname = \"third\"\nplayer = \"greedy\"\n";
    assert_eq!(stalled(play(3, third, &["--extend"])), first);
    let status = &run(&[
        "--json",
        "tournament",
        "show",
        "--view",
        "status",
        "--db",
        &db,
    ])
    .good_json()[0];
    assert_eq!(
        (&status["tournament"], &status["state"]),
        (&first.into(), &"paused".into())
    );
    // Less is no extension.
    let smaller = play(1, third, &["--extend"]);
    smaller.failed(2, "--extend: no unfinished tournament has less");
    play(1, third, &[]).failed(2, "another, unfinished tournament");
}

#[test]
fn file_is_resumed_after_an_entrant_was_added() {
    let folder = tempfile::tempdir().unwrap();
    let [file, db] =
        ["cup.toml", "cup.db"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    fs::write(&file, cup(1, "")).unwrap();
    let play = || run(&["tournament", "run", &file, "--stall-limit", "1"]);
    let first = play();
    assert!(first.stderr.contains("is paused: "), "{first:?}");
    let name = first.stdout.split(' ').next().unwrap();
    let server = Server::start(Path::new(&db), "127.0.0.1:0");
    let address = server.address.as_str();
    let added = ["third", "--player", "greedy", "--server", address];
    run(&[&["tournament", "add", name][..], &added].concat()).good();
    drop(server);
    let again = play();
    let expected = format!("{name} was created by this file before; entrants added since then: 1");
    assert!(again.stdout.starts_with(&expected), "{again:?}");
    assert!(again.stderr.contains("is paused: "), "{again:?}");
}

#[test]
fn file_with_a_seed_and_the_added_entrant_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let [file, db] =
        ["cup.toml", "cup.db"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let write = |seed: u32, more: &str| {
        fs::write(&file, format!("seed = \"{seed}\"\n{}", cup(1, more))).unwrap();
    };
    let play = |more: &[&str]| {
        run(&[
            &["tournament", "run", &file, "--stall-limit", "1"][..],
            more,
        ]
        .concat())
    };
    write(7, "");
    let first = play(&[]);
    let name = first.stdout.split(' ').next().unwrap().to_owned();
    let server = Server::start(Path::new(&db), "127.0.0.1:0");
    let address = server.address.clone();
    let added = ["third", "--player", "greedy", "--server", &address];
    run(&[&["tournament", "add", &name][..], &added].concat()).good();
    let third = "[[entrant]]\nname = \"third\"\nplayer = \"greedy\"\n";
    write(7, third);
    // Only the database of a server tells the seed of an unfinished tournament.
    let elsewhere = run(&["tournament", "run", &file, "--server", &address]);
    elsewhere.failed(
        2,
        &format!("tournament resume --server {address} {name} --file"),
    );
    drop(server);
    let again = play(&[]);
    let expected = format!("{name} was created by this file before");
    assert!(again.stdout.starts_with(&expected), "{again:?}");
    write(8, third);
    play(&[]).failed(2, "it has other openings or another seed");
    let listed = run(&[
        "--json",
        "tournament",
        "show",
        "--view",
        "status",
        "--db",
        &db,
    ])
    .good_json();
    assert_eq!(listed[0]["tournament"], name.as_str());
}

#[test]
fn file_is_resumed_by_a_program_with_other_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let [file, db] =
        ["cup.toml", "cup.db"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    fs::write(&file, cup(1, "")).unwrap();
    let play = || run(&["tournament", "run", &file, "--stall-limit", "1"]);
    let first = play();
    let name = first.stdout.split(' ').next().unwrap();
    // As if bots had had less time by default.
    let connection = rusqlite::Connection::open(&db).unwrap();
    for sql in [
        "UPDATE tournaments SET
         configuration = json_set(configuration, '$.time_control.turn_millis', 50000)",
        "UPDATE tournament_requests SET request_sha256 = 'of other content'",
    ] {
        assert_eq!(connection.execute(sql, []).unwrap(), 1);
    }
    drop(connection);
    let again = play();
    let expected = format!(
        "{name} was created by this file before; it keeps the values that the file stood for then"
    );
    assert!(again.stdout.starts_with(&expected), "{again:?}");
}
