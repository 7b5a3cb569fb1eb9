//! Programs on standard input and output: players of `match`, `bot run`, `bot check` and tournaments.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use botwerk_tests::{Run, json_lines, wait_until_blocking};
use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::{command, export_tournament, match_arguments, record_match, run};

/// The directory of the bots in several languages.
const BOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/stdio");

/// The document of the protocol.
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/stdio.md");

/// Short matches of every game.
pub(crate) const GAMES: [(&str, &[&str]); 4] = [
    ("micro-robots", &["chips_to_win=2"]),
    ("netzwerk", &["width=3", "ranks=4"]),
    ("droids", &["round_cap=3"]),
    ("ricochet", &["round_cap=2"]),
];

/// A program in a directory of its own, which logs what it does next to it.
pub(crate) struct Script {
    directory: TempDir,
    pub(crate) path: PathBuf,
}

impl Script {
    /// Writes a program in Bash, after which `log` is the file of its log.
    fn new(body: &str) -> Self {
        let directory = tempdir().unwrap();
        let path = directory.path().join("bot");
        let log = directory.path().join("log");
        let text = format!("#!/usr/bin/env bash\nlog={}\n{body}\n", log.display());
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Self { directory, path }
    }

    pub(crate) fn seat(&self) -> String {
        self.path.display().to_string()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.directory.path().join("log")).unwrap_or_default()
    }
}

/// The first legal action for every decision; `extra` runs before each answer.
pub(crate) fn first_legal(extra: &str) -> Script {
    Script::new(&format!(
        r#"while read -r line; do
  case $line in
    *'"type":"hello"'*) echo '{{"type":"hello","protocol":1,"legal_actions":true}}' ;;
    *'"type":"decision"'*)
      [[ $line =~ \"turn\":([0-9]+),\"part\":([0-9]+) ]] && turn=${{BASH_REMATCH[1]}} part=${{BASH_REMATCH[2]}}
      [[ $line =~ \"legal_actions\":\[\"([^\"]*) ]] && action=${{BASH_REMATCH[1]}}
      {extra}
      echo "{{\"type\":\"submission\",\"turn\":$turn,\"part\":$part,\"actions\":\"$action\"}}" ;;
    *) echo "$line" >>"$log" ;;
  esac
done
echo "input ended" >>"$log""#
    ))
}

/// Plays a match of Netzwerk on a small board.
fn play(players: [&str; 2], more: &[&str]) -> Run {
    let board = ["--option", "width=2", "--option", "ranks=3", "--seed", "7"];
    run(&[&match_arguments("netzwerk", &players)[..], &board, more].concat())
}

/// Returns the only match that a run has printed, and asserts that no seat had a fault.
fn regular_match(played: &Run) -> Value {
    let printed = json_lines(&played.stdout).remove(0);
    let played = printed["matches"][0].clone();
    assert_eq!(played["faults"], Value::Array(Vec::new()), "{played}");
    played
}

/// Compiles the bots that need it and returns the command of each language that this machine has.
pub(crate) fn bots(directory: &Path) -> Vec<(&'static str, String)> {
    let to = |name: &str| directory.join(name).to_str().unwrap().to_owned();
    let builds: [(&str, &[&str]); 4] = [
        ("bot.c", &["cc", "-O2", "-o", &to("c"), "bot.c"]),
        ("bot.cpp", &["c++", "-O1", "-o", &to("cpp"), "bot.cpp"]),
        ("bot.go", &["go", "build", "-o", &to("go"), "bot.go"]),
        ("Bot.java", &["javac", "-d", &to(""), "Bot.java"]),
    ];
    let commands = [
        ("bot.py", format!("python3 {BOTS}/bot.py")),
        ("bot.js", format!("node {BOTS}/bot.js")),
        ("bot.sh", format!("{BOTS}/bot.sh")),
        ("bot.c", to("c")),
        ("bot.cpp", to("cpp")),
        ("bot.go", to("go")),
        (
            "Bot.java",
            format!(
                "java -Xshare:auto -XX:TieredStopAtLevel=1 -cp {} Bot",
                to("")
            ),
        ),
    ];
    let has = |program: &str| {
        let found = Command::new("sh")
            .args(["-c", &format!("command -v {program}")])
            .output();
        found.unwrap().status.success()
    };
    let mut found = Vec::new();
    for (file, command) in commands {
        let build = builds.iter().find(|(source, _)| *source == file);
        let program = build.map_or_else(|| command.split(' ').next().unwrap(), |it| it.1[0]);
        if !has(program) {
            let is_required = std::env::var_os("BOTWERK_REQUIRE_LANGUAGES").is_some();
            assert!(!is_required, "{program} is not installed");
            eprintln!("{program} is not installed: {file} is not tested");
            continue;
        }
        if let Some((_, build)) = build {
            let built = Command::new(build[0])
                .args(&build[1..])
                .current_dir(BOTS)
                .status();
            assert!(built.unwrap().success(), "{build:?}");
        }
        found.push((file, command));
    }
    found
}

#[test]
fn bots_of_every_language_play_whole_matches_of_every_game() {
    let directory = tempdir().unwrap();
    for (file, command) in bots(directory.path()) {
        let text = fs::read_to_string(format!("{BOTS}/{file}")).unwrap();
        assert!(text.lines().count() <= 25, "{file}");
        for (game, options) in GAMES {
            let record = directory.path().join(format!("{file}-{game}.bwr"));
            let record = record.to_str().unwrap();
            let options = options.iter().flat_map(|option| ["--option", option]);
            let more: Vec<_> = options.chain(["--json", "--seed", "7"]).collect();
            let played = record_match(record, game, &[&command, "random"], &more);
            assert_eq!(played.code, 0, "{file}, {game}: {played:?}");
            let played = regular_match(&played);
            assert_eq!(played["places"].as_array().unwrap().len(), 2);
            run(&["record", "verify", record]).good();
        }
    }
}

#[test]
fn transcript_of_the_document_is_that_of_a_match() {
    let script = Script::new(
        r#"say() { echo "< $1" >>"$log"; echo "$1"; }
while read -r line; do
  echo "> $line" >>"$log"
  [[ $line =~ \"turn\":([0-9]+),\"part\":([0-9]+) ]] && at="\"turn\":${BASH_REMATCH[1]},\"part\":${BASH_REMATCH[2]}"
  case $line in
    *'"type":"hello"'*) say '{"type":"hello","protocol":1,"legal_actions":true}' ;;
    *'"type":"decision"'*)
      asked=$((asked + 1))
      case $asked in
        1) say "{\"type\":\"submission\",$at,\"actions\":\"b2-b6\"}" ;;
        2) say 'b2-b4' ;;
        3) say "{\"type\":\"submission\",$at,\"actions\":\"b2-b4 / .\",\"effort\":10}" ;;
        *) say '{"type":"resign"}' ;;
      esac ;;
  esac
done"#,
    );
    play([&script.seat(), "greedy"], &["--time", "wall"]);
    let document = fs::read_to_string(DOCUMENT).unwrap();
    // The server names the match.
    let log = script.log();
    let start = log.find("matches/").unwrap();
    let name = &log[start..start + log[start..].find('"').unwrap()];
    let log = log.replace(name, "matches/ID");
    let quoted = document.contains(&format!("```text\n{log}```"));
    assert!(quoted, "the transcript is now\n{log}");
}

#[test]
fn match_in_wall_clock_time_and_as_first_and_second_player() {
    let bot = first_legal("");
    for seats in [[&*bot.seat(), "random"], ["random", &*bot.seat()]] {
        for time in ["virtual", "wall"] {
            regular_match(&play(seats, &["--json", "--time", time]));
        }
    }
    let log = bot.log();
    assert_eq!(log.matches("\"type\":\"end\"").count(), 4, "{log}");
    assert_eq!(log.matches("input ended").count(), 4, "{log}");
    let both = play([&bot.seat(), &bot.seat()], &["--time", "wall"]);
    both.good();
}

/// Asserts that the first seat of a match was removed, and why.
fn assert_removed(script: &Script, message: &str) {
    let printed = play([&script.seat(), "greedy"], &["--json"]).good_json();
    let played = &printed[0]["matches"][0];
    assert_eq!(played["places"], serde_json::json!([2, 1]), "{played}");
    let fault = played["faults"][0]["message"].as_str().unwrap();
    assert!(fault.contains(message), "{fault}");
}

#[test]
fn broken_bots_leave_the_match_with_a_reason_and_their_opponents_win() {
    let hello = r#"read -r line; echo '{"type":"hello","protocol":1}'; read -r line"#;
    let cases = [
        // No message, again and again.
        (
            "while true; do echo nonsense; done",
            "more than 100000 lines of the bot are no messages, the first is `nonsense`",
        ),
        // Half a line before it exits.
        ("printf '{\"type\":\"subm'; exit 0", "after 3 restarts"),
        // 100 MB without a line feed.
        ("head -c 100000000 /dev/zero; sleep 60", "after 3 restarts"),
        // No JSON object, again and again.
        (
            "while true; do echo '{nonsense}'; read -r line; done",
            "could not be used",
        ),
        // A decision that was not sent.
        (
            "while true; do echo '{\"type\":\"submission\",\"turn\":9,\"part\":0,\"actions\":\"b2-b4\"}'; done",
            "could not be used",
        ),
        // Illegal again and again.
        (
            "while true; do echo '{\"type\":\"submission\",\"turn\":1,\"part\":0,\"actions\":\"b2-b6\"}'; read -r line; done",
            "could not be used",
        ),
        ("echo '{\"type\":\"resign\"}'; read -r line", "resigned"),
        ("exit 3", "after 3 restarts"),
    ];
    for (body, message) in cases {
        assert_removed(&Script::new(&format!("{hello}\n{body}")), message);
    }
}

#[test]
fn bot_that_answers_twice_plays_on() {
    let bot = first_legal(
        r#"echo "{\"type\":\"submission\",\"turn\":$turn,\"part\":$part,\"actions\":\"$action\"}""#,
    );
    regular_match(&play([&bot.seat(), "random"], &["--json"]));
    assert!(bot.log().contains("WRONG_TURN"), "{}", bot.log());
}

#[test]
fn bot_that_exits_is_started_again_and_plays_on() {
    let bot = first_legal(r#"[[ -e $log.exited ]] || { touch "$log.exited"; exit 1; }"#);
    for time in ["virtual", "wall"] {
        let _ = fs::remove_file(bot.directory.path().join("log.exited"));
        regular_match(&play([&bot.seat(), "random"], &["--json", "--time", time]));
        assert!(bot.directory.path().join("log.exited").exists());
    }
}

#[test]
fn unusable_programs_are_reported_before_the_match() {
    let failed = |seat: &str, message: &str| {
        let run = play([seat, "random"], &[]);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{}", run.stderr);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    };
    failed("", "no player");
    failed(
        "./no-such-bot",
        "neither an agent of netzwerk nor a program",
    );
    failed(
        &Script::new("exit 4").seat(),
        "exited (exit status: 4), before its hello",
    );
    failed(
        &Script::new(r#"echo '{"type":"hello","protocol":2}'; read -r line"#).seat(),
        "expected protocol 1, found 2",
    );
    failed(
        &Script::new("echo hello; read -r line").seat(),
        "printed `hello` before hello: print it to standard error",
    );
    failed(
        &Script::new("for number in {0..10000}; do echo loading; done; read -r line").seat(),
        "more than 10000 lines before hello, the last is `loading`",
    );
    failed(
        &Script::new(r#"echo '{"type":"hello","protocol":1,"legal":true}'; read -r line"#).seat(),
        "unknown field `legal`",
    );
}

/// Lines that are no messages, and forms of messages that languages write by themselves.
#[test]
fn what_programs_write_by_themselves_is_accepted() {
    let bot = Script::new(
        r#"printf '\xef\xbb\xbf\r\nloading the book...\r\n\n'
while read -r line; do
  case $line in
    *'"type":"hello"'*) printf '{"type":"hello","protocol":1,"legal_actions":true}\r\n' ;;
    *'"type":"decision"'*)
      [[ $line =~ \"turn\":([0-9]+),\"part\":([0-9]+) ]] && turn=${BASH_REMATCH[1]} part=${BASH_REMATCH[2]}
      [[ $line =~ \"legal_actions\":\[\"([^\"]*) ]] && action=${BASH_REMATCH[1]}
      for number in {1..20}; do echo "info depth $number"; done
      echo "  {\"type\":\"submission\",\"turn\":$turn,\"part\":$part,\"actions\":\"$action\",\"effort\":1000.0,\"score\":12.5}  " ;;
    *) echo "$line" >>"$log" ;;
  esac
done"#,
    );
    for time in ["virtual", "wall"] {
        let played = play([&bot.seat(), "random"], &["--json", "--time", time]);
        assert!(
            played
                .stderr
                .contains("printed `loading the book...` before hello"),
            "{}",
            played.stderr
        );
        assert_eq!(played.code, 0, "{played:?}");
        regular_match(&played);
    }
    // The bot is sent the reason once per match.
    let reasons = bot.log().matches("`info depth 1` is no message").count();
    assert_eq!(reasons, 2, "{}", bot.log());
}

/// A bot that writes actions in its own spelling plays, unless it has asked for strictness.
#[test]
fn spellings_of_actions_are_read_unless_the_bot_is_strict() {
    let body = |hello: &str| {
        let body = r#"while read -r line; do
  case $line in
    *'"type":"hello"'*) echo '{"type":"hello","protocol":1,"legal_actions":true@}' ;;
    *'"type":"decision"'*)
      [[ $line =~ \"turn\":([0-9]+),\"part\":([0-9]+) ]] && turn=${BASH_REMATCH[1]} part=${BASH_REMATCH[2]}
      [[ $line =~ \"legal_actions\":\[\"([^\"]*) ]] && action=${BASH_REMATCH[1]^^}
      action="It is my turn.\n**Move:** \u201c${action//-/\\u2013}\u201d"
      echo "{\"type\":\"submission\",\"turn\":$turn,\"part\":$part,\"actions\":\"$action\"}" ;;
    *) echo "$line" >>"$log" ;;
  esac
done"#;
        Script::new(&body.replace('@', hello))
    };
    for time in ["virtual", "wall"] {
        let played = play([&body("").seat(), "random"], &["--json", "--time", time]);
        assert_eq!(played.code, 0, "{played:?}");
        regular_match(&played);
    }
    let message = "(11 unparsable, 0 illegal)";
    assert_removed(&body(",\"strict\":true"), message);
}

#[test]
fn program_that_never_starts_is_found_before_the_first_match() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    let program = folder.path().join("broken.py");
    fs::write(&program, "import nothing_of_this_name\n").unwrap();
    let text = format!(
        "name = \"cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\n[[entrant]]\nname = \"broken\"\n\
         player = \"python3 {}\"\n[[entrant]]\nplayer = \"random\"\n",
        program.display()
    );
    fs::write(&file, &text).unwrap();
    let started = Instant::now();
    let failed = run(&["tournament", "run", file.to_str().unwrap()]);
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(
        failed
            .stderr
            .contains("broken: python3: exited (exit status: 1)"),
        "{}",
        failed.stderr
    );
    assert!(
        failed.stderr.contains("nothing_of_this_name"),
        "{}",
        failed.stderr
    );
    assert!(started.elapsed() < Duration::from_secs(30));
    let missing = text.replace("broken.py", "missing.py");
    fs::write(&file, missing).unwrap();
    let checked = run(&["tournament", "check", file.to_str().unwrap()]);
    let printed = checked.stdout + &checked.stderr;
    assert!(printed.contains("missing.py: no such file"), "{printed}");
}

#[test]
fn tournament_with_a_program_is_played_by_it_and_has_its_comments() {
    // One more field between the actions and the end of the message.
    let bot = first_legal(r#"action+="\",\"comment\":\"it is turn $turn""#);
    let folder = tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    let text = format!(
        "name = \"cup\"\ngame = \"netzwerk\"\npublic_comments = true\n[options]\nwidth = 2\nranks = 3\n[format]\n\
         kind = \"round-robin\"\ncycles = 3\n[[entrant]]\nname = \"lines\"\nplayer = \"{}\"\n\
         [[entrant]]\nplayer = \"random\"\n",
        bot.path.display()
    );
    fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let checked = run(&["tournament", "check", file]).good();
    assert!(checked.contains(bot.path.to_str().unwrap()), "{checked}");
    let db = folder.path().join("cup.db");
    let db = db.to_str().unwrap();
    let printed = run(&["tournament", "run", file, "--db", db]).good();
    assert!(printed.contains("over, 6 of 6 matches"), "{printed}");
    assert_eq!(bot.log().matches("\"type\":\"end\"").count(), 6);
    let export = folder.path().join("export");
    export_tournament(db, &export);
    let record = export.join("records/000001.bwr");
    let text = fs::read_to_string(&record).unwrap();
    assert!(
        text.ends_with("}\n") && text.contains("{\"comment\":\"it is turn 1\",\"seat\":"),
        "{text}"
    );
    run(&["record", "verify", record.to_str().unwrap()]).good();
    let shown = run(&["record", "show", record.to_str().unwrap()]).good();
    assert!(shown.contains(" says: it is turn 1\n"), "{shown}");
    let missing = folder.path().join("missing.toml");
    fs::write(
        &missing,
        "name = \"cup\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\ncycles = 1\n\
         [[entrant]]\nname = \"lines\"\nplayer = \"./nothing\"\n[[entrant]]\nplayer = \"random\"\n",
    )
    .unwrap();
    let checked = run(&["tournament", "check", missing.to_str().unwrap()]);
    let printed = checked.stdout + &checked.stderr;
    assert!(
        printed.contains("entrant[0].player: ./nothing: neither an agent of netzwerk nor"),
        "{printed}"
    );
}

#[test]
fn program_passes_bot_check() {
    let bot = first_legal("");
    for (game, _) in GAMES {
        let path = bot.path.to_str().unwrap();
        run(&["bot", "check", "--game", game, path]).good();
    }
}

/// Returns the processes with this text in their command lines.
pub(crate) fn processes(text: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let command_line = |entry: fs::DirEntry| {
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).replace('\0', " "))
    };
    let lines = entries.filter_map(command_line);
    lines.filter(|line| line.contains(text)).collect()
}

#[test]
fn no_process_outlives_the_program() {
    let script = Script::new("sleep 1000 & read -r line; sleep 1000");
    let directory = script.directory.path().to_str().unwrap().to_owned();
    let seat = script.seat();
    let arguments = match_arguments("netzwerk", &["random", &seat]);
    let mut child = command(&arguments).stdin(Stdio::null()).spawn().unwrap();
    wait_until_blocking("the program, the guard and the bot have started", || {
        processes(&directory).len() >= 3
    });
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until_blocking("all processes have ended", || {
        processes(&directory).is_empty()
    });
}
