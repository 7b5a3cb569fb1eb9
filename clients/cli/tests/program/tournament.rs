//! `botwerk tournament`: files that say who meets.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use botwerk_tests::{http_get, wait_until_blocking};

use crate::interrupt::{interrupt, wait_for_handler};
use crate::stdio::processes;
use crate::{command, export_tournament, run};

/// The folder of examples.
fn examples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tournaments");
    let files = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files
        .map(|file| file.unwrap().path())
        .filter(|file| file.extension().is_some_and(|end| end == "toml"))
        .map(|file| file.to_str().unwrap().to_owned())
        .collect();
    files.sort();
    files
}

#[test]
fn every_example_can_be_played_and_there_is_one_of_every_format_and_game() {
    // The bot of an example is where its author is.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("my_bot.py"), "").unwrap();
    let check = |file: &String| -> serde_json::Value {
        let mut check = command(&["tournament", "check", file, "--json"]);
        let output = check.current_dir(&folder).output().unwrap();
        assert!(output.status.success(), "{file}: {output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let printed: Vec<_> = examples().iter().map(check).collect();
    let all = |field: &str| -> Vec<&str> {
        printed
            .iter()
            .map(|printed| printed[field].as_str().unwrap())
            .collect()
    };
    for format in [
        "round-robin",
        "gauntlet",
        "swiss",
        "knockout",
        "sprt",
        "league",
    ] {
        assert!(all("format").contains(&format), "no example of {format}");
    }
    for game in ["micro-robots", "netzwerk", "droids"] {
        assert!(all("game").contains(&game), "no example of {game}");
    }
}

#[test]
fn check_tells_what_would_be_played() {
    let examples = examples();
    let named = |name: &str| examples.iter().find(|file| file.contains(name)).unwrap();
    let text = run(&["tournament", "check", named("netzwerk-round-robin")]).good();
    assert!(text.contains("netzwerk round robin: round-robin in netzwerk with 2 seats\n"));
    assert!(text.ends_with("\n120 matches\n"), "{text}");
    let text = run(&["tournament", "check", named("micro-robots-knockout")]).good();
    assert!(
        text.ends_with("8 matches in the first round, at most 36 in total\n"),
        "{text}"
    );
    let text = run(&["tournament", "check", named("micro-robots-tables")]).good();
    assert!(text.contains("blocks of 3 matches"), "{text}");
    assert!(text.ends_with("\n60 matches\n"), "{text}");
}

#[test]
fn all_errors_of_a_file_are_reported_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup.toml");
    let text = "name = \"cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"swiss\"\nround = 9\n\
                [[entrant]]\nplayer = \"minimax\"\n[[entrant]]\nplayer = \"minimx:nodes=9\"\n";
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let printed = run(&["tournament", "check", path]);
    assert_eq!(printed.code, 2);
    let lines: Vec<_> = printed.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:#?}");
    assert!(
        lines[0].contains("line 3: format.rounds: expected at most 1, so that 2 entrants"),
        "{lines:#?}"
    );
    assert!(
        lines[1].contains("line 5: format.round: unknown field"),
        "{lines:#?}"
    );
    assert!(
        lines[2].contains("line 8: entrant[1].name: is missing"),
        "{lines:#?}"
    );
    let expected = "line 9: entrant[1].player: minimx:nodes=9: neither an agent of netzwerk (did you mean `minimax`?) nor a program; ";
    assert!(lines[3].contains(expected), "{lines:#?}");
    let printed = run(&["tournament", "check", "/nowhere/cup.toml"]);
    assert_eq!(printed.code, 2);
}

/// A file of a quick tournament, with a bot that is this program itself.
fn written(folder: &Path, cycles: u32) -> String {
    let program = env!("CARGO_BIN_EXE_botwerk");
    let text = format!(
        "name = \"a cup\"\ngame = \"micro-robots\"\nvirtual_time = true\n\n[options]\n\
         chips_to_win = \"1\"\n\n[format]\nkind = \"round-robin\"\ncycles = {cycles}\n\n\
         [[entrant]]\nplayer = \"solver\"\n\n[[entrant]]\nplayer = \"random\"\n\n[[entrant]]\n\
         name = \"a bot\"\nplayer = \"grpc:{program} bot run random\"\n"
    );
    let file = folder.join("cup.toml");
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_tournament_is_played_shown_in_every_form_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), 2);
    let text = run(&["tournament", "run", &file]).good();
    assert!(text.contains("seed commitment"), "{text}");
    assert!(text.contains("over, 12 of 12 matches"), "{text}");
    // The same file is the same tournament, which is over.
    let again = run(&["tournament", "run", &file]).good();
    assert_eq!(
        again.lines().next().unwrap().split(' ').next(),
        text.split(' ').next()
    );
    let db = folder.path().join("cup.db");
    let db = db.to_str().unwrap();
    assert!(
        run(&["db", "check", db])
            .good()
            .contains("1 tournaments audited")
    );
    let show = |command: &str, form: &str| {
        run(&[
            "tournament",
            "show",
            "--view",
            command,
            "--db",
            db,
            "--format",
            form,
        ])
        .good()
    };
    for command in ["standings", "crosstable"] {
        assert!(show(command, "table").contains("a bot"));
        assert!(show(command, "markdown").contains("| a bot |"));
        assert!(show(command, "csv").lines().count() >= 4);
        assert!(show(command, "json").lines().count() >= 3);
    }
    let status = run(&["tournament", "show", "--view", "status", "--db", db]).good();
    assert!(status.contains("seed commitment"), "{status}");
    let foreign: [(&[&str], &str); 5] = [
        (
            &["--view", "status", "--format", "csv"],
            "--format: not with --view status; expected --view standings, crosstable, bracket",
        ),
        (
            &["--view", "crosstable", "--season", "1"],
            "--season: not with --view crosstable; expected --view standings",
        ),
        (
            &["--view", "bracket", "--entrant", "a bot"],
            "--entrant: not with --view bracket; expected --view log",
        ),
        (
            &["--readmit", "1"],
            "--readmit: not with --view standings; expected --view workers",
        ),
        (
            &["--view", "workers"],
            "--db: not with --view workers; expected --view standings",
        ),
    ];
    for (arguments, message) in foreign {
        let show = ["tournament", "show", "--db", db];
        run(&[&show[..], arguments].concat()).failed(2, message);
    }
    let watched = run(&["tournament", "show", "--view", "crosstable", "--watch"]);
    watched.failed(
        2,
        "--watch: not with --view crosstable; expected --view standings",
    );
    let log = run(&["tournament", "show", "--view", "log", "--db", db]);
    assert!(
        log.code == 2 && log.stderr.contains("--entrant"),
        "{}",
        log.stderr
    );
    let to = folder.path().join("export");
    export_tournament(db, &to);
    assert_eq!(fs::read_dir(to.join("records")).unwrap().count(), 12);
    let games = fs::read_to_string(to.join("matches.csv")).unwrap();
    assert_eq!(games.lines().count(), 13);
    let pages = folder.path().join("pages");
    let html = pages.to_str().unwrap();
    let export = ["--json", "tournament", "export", "--db", db, "--html", html];
    let printed = run(&export).good_json();
    assert_eq!(
        (&printed[0]["html"], &printed[0]["records"]),
        (&html.into(), &12.into())
    );
    // Everything that a page may ask for is a file in the folder.
    let file = |name: &str| fs::read_to_string(pages.join(name)).unwrap();
    for part in ["app.css", "exported.js", "icon.svg"] {
        assert!(file("index.html").contains(&format!("\"{part}\"")));
        assert!(!file(part).is_empty());
    }
    for name in ["export", "tournament", "standings", "pairings/0", "worker"] {
        let start = format!("botwerkFile(\"{name}\",\"");
        assert!(file(&format!("data/{name}.js")).starts_with(&start));
    }
    for record in fs::read_dir(pages.join("data/records")).unwrap() {
        let path = record.unwrap().path();
        let id = path.file_stem().unwrap().to_str().unwrap();
        // The address that the match has on a server.
        let address = file(&format!("matches/{id}/index.html"));
        assert!(address.contains(&format!("\"../../index.html#/matches/{id}\"")));
        let script = fs::read_to_string(&path).unwrap();
        let content = script.split_once(',').unwrap().1.trim_end_matches(");\n");
        let record: String = serde_json::from_str(content).unwrap();
        assert!(record.starts_with('{') && record.lines().count() > 2);
    }
    assert_eq!(fs::read_dir(pages.join("tournaments")).unwrap().count(), 2);
    assert!(file("rules/netzwerk/index.html").contains("src=\"../../address.js\""));
    assert!(file("address.js").contains("index.html#/"));
    run(&export[1..]).failed(2, "the directory is not empty");
    let nowhere = run(&["tournament", "export", "--db", db]);
    assert_eq!((nowhere.code, nowhere.stdout.as_str()), (2, ""));
    assert!(nowhere.stderr.contains("--out <DIR>"), "{}", nowhere.stderr);
    let resumed = run(&["tournament", "resume", "--db", db]).good();
    assert!(resumed.contains("over, 12 of 12 matches"), "{resumed}");
}

/// Runs a command that serves a tournament after its end, checks that its page is served, and stops it with Ctrl-C.
/// Returns what it has printed.
fn run_until_kept(arguments: &[&str]) -> Vec<String> {
    let mut child = command(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut printed: Vec<String> = Vec::new();
    let is_serving = |line: &String| line.contains("serving");
    while !printed.last().is_some_and(is_serving) {
        printed.push(lines.next().unwrap().unwrap());
    }
    let serving = printed.last().unwrap();
    let (_, page) = serving.split_once("http://").unwrap();
    let page = page.split([';', '"']).next().unwrap();
    let (address, path) = page.split_at(page.find('/').unwrap());
    assert!(path.starts_with("/tournaments/"), "{serving}");
    let shown = run(&["tournament", "show", "--server", address]).good();
    assert!(shown.contains("over, 12 of 12 matches"), "{shown}");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (status, html) = runtime.block_on(http_get(address, path, None));
    assert!(status == 200 && html.contains("app.js"), "{status}");
    interrupt(&child);
    printed.extend(lines.map(Result::unwrap));
    let status = child.wait().unwrap();
    assert!(status.success(), "{status}");
    printed
}

#[test]
fn kept_tournament_is_served_after_its_end_until_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), 2);
    let played = run_until_kept(&["tournament", "run", &file, "--keep"]).join("\n");
    assert!(played.contains("over, 12 of 12 matches"), "{played}");
    assert!(played.ends_with("; press Ctrl-C to stop"), "{played}");
    // What has ended before is served as well, and said in one line for programs.
    let db = folder.path().join("cup.db");
    let db = db.to_str().unwrap();
    for again in [
        &["--json", "tournament", "run", &file, "--keep"][..],
        &["--json", "tournament", "resume", "--db", db, "--keep"],
    ] {
        let printed = run_until_kept(again);
        let is_json = |line: &String| serde_json::from_str::<serde_json::Value>(line).is_ok();
        assert!(printed.iter().all(is_json), "{printed:#?}");
        let serving = printed.iter().filter(|line| line.contains("\"serving\""));
        assert_eq!(serving.count(), 1, "{printed:#?}");
    }
    let remote = [
        "tournament",
        "run",
        &file,
        "--keep",
        "--server",
        "127.0.0.1:1",
    ];
    assert_eq!(run(&remote).code, 2);
}

#[test]
fn ctrl_c_says_how_to_go_on_and_what_was_played_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), 300);
    let child = command(&["--json", "tournament", "run", &file])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let db = folder.path().join("cup.db");
    let db = db.to_str().unwrap();
    let show = [
        "--json",
        "tournament",
        "show",
        "--view",
        "status",
        "--db",
        db,
    ];
    wait_until_blocking("a match has been played", || {
        let status = run(&show);
        status.code == 0 && status.good_json()[0]["results"].as_u64() > Some(0)
    });
    wait_for_handler(&child);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let stdout = String::from_utf8(output.stdout).unwrap();
    let printed: serde_json::Value = serde_json::from_str(stdout.lines().last().unwrap()).unwrap();
    assert_eq!(printed["interrupted"], true);
    let go_on = printed["resume"].as_str().unwrap();
    assert!(
        go_on.contains("tournament run") && go_on.contains("cup.db"),
        "{go_on}"
    );
    let results = printed["results"].as_u64().unwrap();
    assert!(results > 0 && results < 1800, "{results}");
    let status = &run(&show).good_json()[0];
    assert!(status["results"].as_u64().unwrap() >= results, "{status}");
    // A changed file is another tournament, which does not take the place of this one.
    let other = run(&["tournament", "run", &written(folder.path(), 2), "--db", db]);
    other.failed(
        2,
        "is another, unfinished tournament in this database (format.",
    );
}

#[test]
fn changed_file_is_played_in_the_same_database_only_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), 1);
    let first = run(&["tournament", "run", &file]).good();
    // A comment changes nothing.
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("# a comment\n{text}")).unwrap();
    let again = run(&["tournament", "run", &file]).good();
    assert_eq!(first.split(' ').next(), again.split(' ').next());
    fs::write(&file, text.replace("cycles = 1", "cycles = 2")).unwrap();
    let changed = run(&["tournament", "run", &file]);
    changed.failed(2, "; --new plays this one as well");
    let second = run(&["tournament", "run", "--new", &file]).good();
    assert!(second.contains("over, 12 of 12 matches"), "{second}");
    assert_ne!(first.split(' ').next(), second.split(' ').next());
}

#[test]
fn what_cannot_be_played_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), 2);
    let missing = run(&["tournament", "resume"]);
    missing.failed(2, "--db FILE or --server ADDRESS");
    let db = folder.path().join("nothing.db");
    let nothing = run(&["tournament", "resume", "--db", db.to_str().unwrap()]);
    nothing.failed(2, "no such file");
    // A database of another product.
    let other = folder.path().join("other.db");
    let connection = rusqlite::Connection::open(&other).unwrap();
    connection
        .execute_batch("CREATE TABLE songs (name TEXT)")
        .unwrap();
    drop(connection);
    let other = run(&["tournament", "run", &file, "--db", other.to_str().unwrap()]);
    other.failed(2, "is a database of another program");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        text.replace(env!("CARGO_BIN_EXE_botwerk"), "/no/such/program"),
    )
    .unwrap();
    for command in ["check", "run"] {
        let absent = run(&["tournament", command, &file]);
        assert_eq!((absent.code, &*absent.stderr), (2, ""));
        let expected = ": entrant[2].player: /no/such/program: no such program; ";
        assert!(absent.stdout.contains(expected), "{}", absent.stdout);
    }
    assert!(!folder.path().join("cup.db").exists());
}

#[test]
fn bot_that_exits_at_start_is_reported_and_ends_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    let text = "name = \"cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\n\
                [[entrant]]\nplayer = \"random\"\n[[entrant]]\nname = \"broken\"\n\
                player = \"grpc:sh -c 'exit 3'\"\n";
    fs::write(&file, text).unwrap();
    let ended = run(&["tournament", "run", file.to_str().unwrap()]);
    assert_eq!(ended.code, 2, "{}", ended.stdout);
    let waiting = ended
        .stdout
        .lines()
        .find(|line| line.starts_with("waiting: "));
    let waiting = waiting.unwrap_or_else(|| panic!("{}", ended.stdout));
    let expected = "waiting: the bot of broken is not online: its program exited ";
    assert!(waiting.starts_with(expected), "{waiting}");
    assert!(
        waiting.contains("exited with status 3 after 0."),
        "{waiting}"
    );
    assert!(ended.stdout.contains("To resume:"), "{}", ended.stdout);
    let expected =
        "botwerk: broken: its program exited 8 times, the last time it exited with status 3";
    assert!(ended.stderr.starts_with(expected), "{}", ended.stderr);
    let log = fs::read_to_string(folder.path().join("cup.logs/broken.log")).unwrap();
    let expected = "botwerk: starting [\"sh\", \"-c\", \"exit 3\"]\nbotwerk: exited with status 3 ";
    assert!(log.starts_with(expected), "{log}");
}

#[test]
fn options_are_checked_before_a_match_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    let text = "name = \"cup\"\ngame = \"netzwerk\"\nopening_turns = 11\n[format]\nkind = \"round-robin\"\n\
                [[entrant]]\nplayer = \"random\"\n[[entrant]]\nplayer = \"greedy\"\n";
    fs::write(&file, text).unwrap();
    let checked = run(&["tournament", "check", file.to_str().unwrap()]);
    assert_eq!((checked.code, &*checked.stderr), (2, ""));
    let expected = "cup.toml: line 3: opening_turns: expected a number from 0 to 10, found `11`\n";
    assert!(checked.stdout.ends_with(expected), "{}", checked.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn bots_end_with_everything_they_have_started_however_the_runner_ends() {
    for (seconds, signal) in [
        (30001, "-KILL"),
        (30002, "-TERM"),
        (30003, "-INT"),
        (30004, "-HUP"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cup.toml");
        // The second process leaves the group of the first and loses its parent.
        let script = format!("(setsid sleep {seconds}.1 &); sleep {seconds}.2");
        let text = format!(
            "name = \"a cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\n[[entrant]]\nplayer = \"random\"\n\
             [[entrant]]\nname = \"a bot\"\nplayer = \"grpc:sh -c '{script}'\"\n"
        );
        fs::write(&file, text).unwrap();
        let mut runner = command(&["tournament", "run", file.to_str().unwrap()])
            .spawn()
            .unwrap();
        let both = [format!("sleep {seconds}.1"), format!("sleep {seconds}.2")];
        let wait_until = |what: &str, are_alive: bool| {
            let is_alive = |text: &String| {
                let found = processes(text);
                found.iter().any(|line| line.starts_with("sleep"))
            };
            wait_until_blocking(what, || both.iter().all(|text| is_alive(text) == are_alive));
        };
        wait_until("both processes run", true);
        let id = runner.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(sent.unwrap().success());
        runner.wait().unwrap();
        wait_until("both processes have ended", false);
    }
}

/// A registered bot comes to the server of `tournament run` by the command that is printed.
#[test]
fn registered_bot_gets_its_token_as_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    let text = "name = \"cup\"\ngame = \"netzwerk\"\n[options]\nwidth = 2\nranks = 3\n[format]\n\
                kind = \"round-robin\"\n[[entrant]]\nplayer = \"random\"\n[[entrant]]\nplayer = \"bot:guest\"\n";
    fs::write(&file, text).unwrap();
    let mut run = command(&["tournament", "run", file.to_str().unwrap()]);
    let mut run = run
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(run.stdout.take().unwrap()).lines();
    let printed = lines.find_map(|line| {
        let line = line.unwrap();
        line.strip_prefix("a bot gets its token by: ")
            .map(str::to_owned)
    });
    let printed = printed.unwrap();
    let address = printed.rsplit(' ').next().unwrap().to_owned();
    let program = env!("CARGO_BIN_EXE_botwerk");
    let register = printed.replace("botwerk bot", &format!("'{program}' --json bot"));
    let registered = Command::new("sh").args(["-c", &register]).output().unwrap();
    let registered: serde_json::Value = serde_json::from_slice(&registered.stdout).unwrap();
    let token = registered["bot_token"].as_str().unwrap();
    let mut bot = command(&["bot", "run", "random", "--server", &address, "--once"]);
    let mut bot = bot.env("BOTWERK_BOT_TOKEN", token).spawn().unwrap();
    assert!(run.wait().unwrap().success());
    assert!(bot.wait().unwrap().success());
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert!(
        rest.iter()
            .any(|line| line.contains("over, 2 of 2 matches")),
        "{rest:?}"
    );
}
