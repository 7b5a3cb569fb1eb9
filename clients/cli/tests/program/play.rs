//! `play`: a person's lines come from standard input.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin};

use super::serve::Server;
use crate::{command, run_with};

const PLAY: [&str; 9] = [
    "play",
    "--game",
    "micro-robots",
    "--opponent",
    "human:distribution=fixed,mean=3600s",
    "--seed",
    "7",
    "--option",
    "chips_to_win=1",
];

#[test]
fn person_announces_shows_and_wins() {
    let ([target, moves], lines) = winning_lines(&PLAY);
    let played = run_with(&PLAY, &lines).good();
    assert!(played.contains(&format!("you: say {moves}")), "{played}");
    assert!(
        played
            .contains("You win: seat 0 has won a chip (MR-26).\nPoints: you 1, seat 1 (human) 0."),
        "{played}"
    );
    // The final board: the robot stands on the target.
    assert!(played.contains(&format!("[{target}]")), "{played}");
}

/// Returns the target of the first race, its number of moves, and the lines with which a person wins it.
fn winning_lines(play: &[&str]) -> ([String; 2], String) {
    // On the board of this seed the first task is solved with a solver, as a person would.
    let first = run_with(play, "quit\n").good();
    let (start, target) = task(&first);
    let board = board(&first);
    let solve = [
        "solve",
        "--game",
        "micro-robots",
        "--board",
        &board,
        "--start",
        &start,
        "--target",
        &target,
    ];
    let solved = run_with(&solve, "").good();
    let (moves, route) = solved.trim().split_once(" moves: ").unwrap();
    let lines = format!("say {moves}\nshow {route}\n");
    ([target, moves.to_owned()], lines)
}

#[test]
fn winner_reads_of_the_next_level() {
    let options = [
        "--game",
        "micro-robots",
        "--seed",
        "7",
        "--option",
        "chips_to_win=1",
    ];
    let at_level = |level| [&["play"], &options[..], &["--level", level]].concat();
    let (_, lines) = winning_lines(&at_level("1"));
    let first = run_with(&at_level("1"), &lines).good();
    let next = "Next level: `botwerk play --game micro-robots --level 2`.\n";
    assert!(first.ends_with(next), "{first}");
    let lost = run_with(&at_level("1"), "quit\n").good();
    assert!(!lost.contains("Next level"), "{lost}");
}

#[test]
fn mistakes_are_explained_without_penalty() {
    let played = run_with(&PLAY, "help\nsay 0\nfly\nshow 1P-6P\nquit\n").good();
    assert!(played.contains("announce a number of moves"), "{played}");
    assert!(
        played.contains("a number of moves from 1 to 99"),
        "{played}"
    );
    assert!(played.contains("found `fly`"), "{played}");
    assert!(played.contains("no route is to be shown"), "{played}");
    assert!(
        played.contains("You lose: all seats but seat 1 have left (MR-31).\nYou resigned."),
        "{played}"
    );
}

#[test]
fn result_is_a_sentence_without_points_in_games_that_have_none() {
    let play = ["play", "--game", "netzwerk", "--opponent", "random"];
    let played = run_with(&play, "quit\n").good();
    let end = "You lose: White has left (NW-30).\nYou resigned.\n";
    assert!(played.ends_with(end), "{played}");
}

#[test]
fn mistakes_cost_nothing_on_any_server_and_lines_can_be_taken_back() {
    let server = Server::start(Path::new(":memory:"), "127.0.0.1:0");
    let mistakes = "b2-b8\nb2-b4 b2-b4\n/\nfly\n".repeat(5);
    let input = format!("{mistakes}b2-b4\nundo\nd2-d4 /\n.\nundo\nquit\n");
    let play = ["play", "--game", "netzwerk", "--opponent", "random"];
    for on in [&[][..], &["--server", &server.address]] {
        let played = run_with(&[&play[..], on].concat(), &input).good();
        assert_eq!(played.matches("`legal` lists").count(), 20, "{played}");
        // A turn is one line, and what was taken back is not part of it.
        assert!(played.contains("\n  you: d2-d4 / .\n"), "{played}");
        assert!(!played.contains("you: b2-b4"), "{played}");
        let opponent = played
            .lines()
            .filter(|line| line.starts_with("  Black (random): "));
        assert_eq!(opponent.count(), 1, "{played}");
        assert!(played.contains("nothing to take back"), "{played}");
        assert!(played.contains("You resigned."), "{played}");
    }
}

#[test]
fn rules_legend_and_legal_actions_are_printed_on_request() {
    let play = ["play", "--game", "netzwerk", "--opponent", "random"];
    let input = "rules\nrules nw-21\nrules NW-99\nlegend\nlegal\nboard\nquit\n";
    let played = run_with(&play, input).good();
    for part in [
        "  Bring half of your robots",
        "  NW-21: A player who cannot move a robot loses.",
        "no rule `NW-99`",
        "a robot of White, of Black",
        "  b2-b4, d2-d4, f2-f4, h2-h4, j2-j4, l2-l4\n",
    ] {
        assert!(played.contains(part), "{part}: {played}");
    }
    // At the start, on request and at the end.
    assert_eq!(played.matches("12  | x | x |").count(), 3, "{played}");
    let json = [&play[..], &["--json"]].concat();
    let lines = botwerk_tests::json_lines(&run_with(&json, input).good());
    let legal = lines.iter().find_map(|line| line.get("legal")).unwrap();
    assert_eq!(legal.as_array().unwrap().len(), 6);
    let reasons = lines
        .iter()
        .filter_map(|line| line["error"]["reason"].as_str());
    assert_eq!(reasons.collect::<Vec<_>>(), ["BAD_ARGUMENT"]);
    let message = lines.last().unwrap()["message"].as_str().unwrap();
    assert_eq!(message, "You lose: White has left (NW-30). You resigned.");
}

#[test]
fn default_opponents_answer_within_a_second() {
    for (game, turns) in [
        ("netzwerk", &["b2-b4 / ."][..]),
        ("droids", &["draw violet"; 7][..]),
    ] {
        let mut person = Person::sit_down(&["play", "--game", game, "--seed", "7"]);
        for turn in turns {
            person.read_until("your ");
            writeln!(person.input, "{turn}").unwrap();
        }
        person.read_until(turns.last().unwrap());
        let asked = std::time::Instant::now();
        person.read_until("your ");
        // Level 1 needs milliseconds; the rest is for a busy machine.
        let answered = asked.elapsed();
        assert!(answered.as_millis() < 1500, "{game}: {answered:?}");
        writeln!(person.input, "quit").unwrap();
        person.child.wait().unwrap();
    }
}

#[test]
fn end_of_input_resigns_the_match() {
    let played = run_with(&PLAY, "").good();
    assert!(played.contains("(MR-31)"), "{played}");
}

#[test]
fn person_can_request_hints() {
    let played = run_with(&PLAY, "help\nhint\n?\nhint\nhint\nquit\n").good();
    assert!(played.contains("  hint or ?  "), "{played}");
    let hints = hints(&played);
    let moves = hints[0].strip_prefix("hint 1 of 3: ").unwrap();
    let moves = moves.strip_suffix(" moves").unwrap();
    let next = hints[1].strip_prefix("hint 2 of 3: next: ").unwrap();
    let all = hints[2].strip_prefix("hint 3 of 3: all: ").unwrap();
    assert!(all.starts_with(next), "{hints:?}");
    assert_eq!(all.split(' ').count().to_string(), moves, "{hints:?}");
    assert_eq!(hints[3..], hints[2..3], "the last one is repeated");
    // The same answer in JSON, and the announcement that it suggests.
    let json = [&PLAY[..], &["--json"]].concat();
    let played = run_with(&json, &format!("?\nsay {moves}\n?\nquit\n")).good();
    let suggested: Vec<_> = botwerk_tests::json_lines(&played)
        .into_iter()
        .filter_map(|line| {
            let turn = &line.get("hint")?["principal_variation"][0]["text"];
            Some(turn.as_str().unwrap().to_owned())
        })
        .collect();
    assert_eq!(suggested[0], format!("say {moves}"));
    assert!(suggested[1].starts_with("show "), "{suggested:?}");
    // Nobody is helped who is asked nothing.
    assert!(!run_with(&PLAY, "quit\nhint\n").good().contains("hint:"));
}

/// The lines with hints.
fn hints(played: &str) -> Vec<&str> {
    let lines = played.lines().map(str::trim);
    lines
        .filter(|line| line.starts_with("hint "))
        .filter(|line| line.contains(" of "))
        .collect()
}

#[test]
fn hints_of_ricochet_robots_name_the_robot_that_moves_last() {
    let play = [
        "play",
        "--game",
        "ricochet",
        "--opponent",
        "human:distribution=fixed,mean=3600s",
        "--seed",
        "7",
        "--option",
        "overtime=1s",
        "--option",
        "targets_to_win=1",
    ];
    let played = run_with(&play, "hint\nhint\nhint\nhint\nquit\n").good();
    let found = hints(&played);
    let hint = |index: usize, start: &str| {
        let start = format!("hint {} of 4: {start}", index + 1);
        found[index].strip_prefix(&start).unwrap()
    };
    let moves = hint(0, "").strip_suffix(" moves").unwrap();
    let robot = hint(1, "").strip_suffix(" moves last").unwrap();
    let (next, all) = (hint(2, "next: "), hint(3, "all: "));
    assert!(all.starts_with(next), "{found:?}");
    let last = all.rsplit(' ').next().unwrap();
    assert_eq!(last[..1], robot[..1], "{found:?}");
    // Following the hints wins the target. In the show the number is known.
    let lines = format!("say {moves}\nhint\npass\nhint\nhint\nhint\nshow {all}\n");
    let played = run_with(&play, &lines).good();
    assert!(played.contains("  hint: pass\n"), "{played}");
    let shown = hints(&played);
    assert_eq!(shown.len(), 3, "{played}");
    assert_eq!(shown[0], format!("hint 1 of 3: {robot} moves last"));
    assert!(
        played.contains("You win: seat 0 has won a target (RR-8)"),
        "{played}"
    );
}

/// The start and the target of `robot [1P], target <2W>`.
fn task(text: &str) -> (String, String) {
    let between = |open: &str, close: &str| {
        let rest = text.split_once(open).unwrap().1;
        rest.split_once(close).unwrap().0.to_owned()
    };
    (between("robot [", "]"), between("target <", ">"))
}

/// The board as its six drawn rows show it.
fn board(text: &str) -> String {
    let is_row = |line: &&str| {
        let spaces = line.replace(['[', ']', '<', '>'], " ");
        let words: Vec<_> = spaces.split_whitespace().map(str::to_owned).collect();
        words.len() == 6 && words.iter().all(|word| word.len() == 2)
    };
    let rows = text.lines().filter(is_row).take(6);
    let rows = rows.map(|line| {
        let spaces = line.replace(['[', ']', '<', '>'], " ");
        spaces.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    rows.collect::<Vec<_>>().join(" / ")
}

/// Somebody at the terminal who reads before typing on.
struct Person {
    child: Child,
    input: ChildStdin,
}

impl Person {
    fn sit_down(arguments: &[&str]) -> Self {
        let mut child = command(arguments).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        Self { child, input }
    }

    /// Reads what is printed until a text comes.
    fn read_until(&mut self, text: &str) {
        let output = self.child.stdout.as_mut().unwrap();
        let (mut read, mut byte) = (Vec::new(), [0]);
        while !String::from_utf8_lossy(&read).contains(text) {
            assert_eq!(output.read(&mut byte).unwrap(), 1, "no `{text}`");
            read.push(byte[0]);
        }
    }
}

#[test]
fn lost_server_prints_how_to_rejoin() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("play.db");
    let server = Server::start(&db, "127.0.0.1:0");
    let address = server.address.clone();
    let play = ["play", "--game", "netzwerk", "--opponent", "greedy"];
    let mut person = Person::sit_down(&[&play[..], &["--server", &address]].concat());
    person.read_until("White moves robots");
    writeln!(person.input, "b2-b4 /").unwrap();
    person.read_until("White moves batteries");
    drop(server);
    let mut stdout = String::new();
    let errors = person.child.stderr.as_mut().unwrap();
    errors.read_to_string(&mut stdout).unwrap();
    assert_eq!(person.child.wait().unwrap().code(), Some(2), "{stdout}");
    assert!(stdout.contains("type `b2-b4 /` again"), "{stdout}");
    let (_, way_back) = stdout.split_once("`botwerk ").unwrap();
    let (way_back, _) = way_back.split_once('`').unwrap();
    let listen = address.strip_prefix("http://").unwrap_or(&address);
    let _server = Server::start(&db, listen);
    let way_back: Vec<&str> = way_back.split(' ').collect();
    let played = run_with(&way_back, "b2-b4 /\na3-a5 .\nquit\n").good();
    assert!(played.contains("you: b2-b4 / a3-a5 ."), "{played}");
    assert!(
        played.contains("Black moves robots") || played.contains("You lose"),
        "{played}"
    );
}
