//! Files that are accepted and files that are rejected.

use super::*;
use crate::configuration::{Entrant, LaunchCommand, Player};

pub(super) const CUP: &str = r#"
name = "cup"
game = "netzwerk"
seed = "7"
opening_turns = 2

[format]
kind = "round-robin"
cycles = 3

[time_control]
turn = "200ms"

[options]
repetition = 3
forced_capture = true

[[entrant]]
player = "minimax:nodes=20000"

[[entrant]]
name = "mine"
player = "grpc:python3 bot.py"

[[entrant]]
player = "bot:theirs"
"#;

/// Returns the file with another format.
fn with_format(format: &str) -> String {
    CUP.replace("kind = \"round-robin\"\ncycles = 3", format)
}

/// Returns the file with another time control.
fn with_time(time: &str) -> String {
    CUP.replace("turn = \"200ms\"", time)
}

fn configuration(text: &str) -> Configuration {
    parse_file(text).unwrap().configuration
}

fn errors(text: &str) -> Vec<String> {
    let errors = parse_file(text).unwrap_err();
    errors.iter().map(ToString::to_string).collect()
}

/// Asserts that the file has exactly these errors, each given by its start.
fn assert_errors<const N: usize>(text: &str, starts: [&str; N]) {
    let errors = errors(text);
    assert_eq!(errors.len(), N, "{errors:#?}");
    for (error, start) in errors.iter().zip(starts) {
        assert!(error.starts_with(start), "expected {start}, found {error}");
    }
}

#[test]
fn file_is_parsed() {
    let TournamentFile {
        configuration,
        seed,
    } = parse_file(CUP).unwrap();
    assert_eq!(seed.as_deref(), Some("7"));
    assert_eq!(configuration.name, "cup");
    assert_eq!(configuration.game.name(), "netzwerk");
    assert_eq!(configuration.seats, 2);
    assert_eq!(configuration.opening_turns, Some(2));
    assert!(!configuration.virtual_time);
    assert_eq!(configuration.format, Format::RoundRobin { cycles: 3 });
    assert_eq!(configuration.rotation, Rotation::Cyclic);
    let turn = TimeControl {
        turn_millis: Some(200),
        ..TimeControl::default()
    };
    assert_eq!(configuration.time_control, turn);
    let options = [("forced_capture", "true"), ("repetition", "3")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(configuration.options, options);
    let entrant = |name: &str, player| Entrant::new(name.into(), player);
    let command = vec!["python3".into(), "bot.py".into()];
    let agent = "minimax:nodes=20000";
    assert_eq!(
        configuration.entrants,
        [
            entrant(agent, Player::Agent(agent.into())),
            entrant("mine", Player::Command(LaunchCommand::new(command))),
            entrant("theirs", Player::Bot("theirs".into())),
        ]
    );
}

#[test]
fn every_format_has_its_fields_and_defaults() {
    let formats = [
        ("kind = \"round-robin\"", Format::RoundRobin { cycles: 1 }),
        (
            "kind = \"gauntlet\"",
            Format::Gauntlet {
                challengers: 1,
                cycles: 1,
            },
        ),
        (
            "kind = \"gauntlet\"\nchallengers = 2\ncycles = 1_000_000",
            Format::Gauntlet {
                challengers: 2,
                cycles: 1_000_000,
            },
        ),
        (
            "kind = \"swiss\"\nrounds = 2\npairs = 3",
            Format::Swiss {
                rounds: 2,
                pairs: 3,
                bye: ByePoints::Round,
            },
        ),
        (
            "kind = \"knockout\"",
            Format::Knockout {
                pairs: 1,
                tiebreak_pairs: 4,
            },
        ),
        (
            "kind = \"knockout\"\npairs = 2\ntiebreak_pairs = 0",
            Format::Knockout {
                pairs: 2,
                tiebreak_pairs: 0,
            },
        ),
    ];
    for (text, format) in formats {
        assert_eq!(configuration(&with_format(text)).format, format);
    }
    let all = with_format("kind = \"round-robin\"\nrotation = \"all\"");
    assert_eq!(configuration(&all).rotation, Rotation::All);
}

#[test]
fn sprt_has_its_bounds() {
    let cup = |format: &str| {
        let third = "[[entrant]]\nplayer = \"bot:theirs\"\n";
        configuration(&with_format(format).replace(third, "")).format
    };
    let default = Hypotheses {
        elo0: 0.0,
        elo1: 10.0,
        scale: Scale::Normalised,
        alpha: 0.05,
        beta: 0.05,
    };
    let format = Format::Sprt {
        hypotheses: default,
        max_pairs: 50_000,
    };
    assert_eq!(cup("kind = \"sprt\""), format);
    let text = "kind = \"sprt\"\nelo0 = -2.5\nelo1 = 3\nscale = \"logistic\"\nalpha = 0.1\n\
                beta = 0.2\nmax_pairs = 9";
    let format = Format::Sprt {
        hypotheses: Hypotheses {
            elo0: -2.5,
            elo1: 3.0,
            scale: Scale::Logistic,
            alpha: 0.1,
            beta: 0.2,
        },
        max_pairs: 9,
    };
    assert_eq!(cup(text), format);
}

#[test]
fn every_time_control_can_be_set() {
    let control = |text: &str| configuration(&with_time(text)).time_control;
    let default = TimeControl::default();
    let round = TimeControl {
        round_millis: Some(30_000),
        lag_cap_millis: Some(50),
        ..default
    };
    assert_eq!(control("round = \"30s\"\nlag_cap = \"50ms\""), round);
    let bank = |base_millis, increment_millis| TimeControl {
        bank: Some(Bank {
            base_millis,
            increment_millis,
        }),
        ..default
    };
    assert_eq!(control("base = \"60s\""), bank(60_000, 0));
    let increment = "base = \"60s\"\nincrement = \"100ms\"";
    assert_eq!(control(increment), bank(60_000, 100));
    // The maximum is part of the range.
    let budget = TimeControl {
        budget_nodes: Some(1 << 48),
        ..default
    };
    assert_eq!(control("nodes = 281474976710656"), budget);
}

#[test]
fn all_errors_are_reported_at_once_with_their_lines() {
    let text = CUP
        .replace("cycles = 3", "cycles = 0\nround = 7")
        .replace("turn = \"200ms\"", "turn = 200")
        .replace("minimax:nodes=20000", "minimax:nods=20000")
        .replace("bot:theirs", "bot:mine")
        .replace("repetition = 3", "repetitions = 3");
    assert_errors(
        &text,
        [
            "line 9: format.cycles: expected a whole number from 1 to 1000000, found 0",
            "line 10: format.round: unknown field; expected one of kind, cycles",
            "line 13: time_control.turn: expected a time such as",
            "line 16: options.repetitions: ",
            "line 20: entrant[0].player: ",
            "line 26: entrant[2].name: mine is also the name of entrant[1]",
        ],
    );
}

#[test]
fn value_that_cannot_be_read_hides_no_other_error() {
    let sprt = "kind = \"sprt\"\nelo1 = \"ten\"\nalpha = 2\nbeta = 0";
    let text = with_format(sprt)
        .replace("name = \"cup\"", "name = 7")
        .replace("opening_turns = 2", "opening_turns = 11")
        .replace("turn = \"200ms\"", "turn = \"200 milliseconds\"")
        .replace("player = \"minimax:nodes=20000\"", "player = 3")
        .replace(
            "player = \"bot:theirs\"",
            "name = \"mine\"\nplayer = \"minimax:\"",
        );
    assert_errors(
        &text,
        [
            "line 2: name: expected a string, found integer",
            "line 5: opening_turns: expected a number from 0 to 10, found `11`",
            "line 9: format.elo1: expected a number, found string",
            "line 10: format.alpha: expected more than 0 and less than 0.5, found 2",
            "line 11: format.beta: expected more than 0 and less than 0.5, found 0",
            "line 14: time_control.turn: expected a time such as \"200ms\" or \"10s\", found \"200 milliseconds\"",
            "line 21: entrant[0].player: expected a string, found integer",
            "line 27: entrant[2]: 3 entrants: sprt needs exactly 2",
            "line 28: entrant[2].name: mine is also the name of entrant[1]; change one",
            "line 29: entrant[2].player: agent: at byte 8",
        ],
    );
}

#[test]
fn every_field_is_reported_on_its_line() {
    let text = "name = \"\"\ngame = \"go\"\nseats = 9\nseed = 1\nopening_turns = -1\nvirtual_time = 1\n\
                format = { kind = \"swiss\", rounds = 0 }\n";
    let fields = [
        "name",
        "game",
        "seats",
        "seed",
        "opening_turns",
        "virtual_time",
    ];
    let errors = errors(text);
    for (line, field) in (1..).zip(fields) {
        let start = format!("line {line}: {field}: ");
        assert!(
            errors.iter().any(|it| it.starts_with(&start)),
            "{errors:#?}"
        );
    }
    assert!(
        errors
            .iter()
            .any(|it| it.starts_with("line 7: format.rounds: "))
    );
}

#[test]
fn toml_errors_are_reported_with_their_line() {
    let errors = errors("name = \"cup\"\ngame = \n");
    assert!(errors[0].starts_with("line 2: TOML: "), "{errors:?}");
}

#[test]
fn missing_fields_are_reported_with_an_example() {
    assert_errors(
        "[[entrant]]\n",
        [
            "line 1: name: is missing; for example name = ",
            "line 1: game: is missing; for example game = ",
            "line 1: format: is missing; for example [format] with kind",
            "line 1: entrant[0].player: is missing; for example player = ",
        ],
    );
    assert_errors(&with_format(""), ["line 7: format.kind: is missing"]);
    let command = CUP.replace("name = \"mine\"\n", "");
    assert_errors(&command, ["line 21: entrant[1].name: is missing"]);
    let increment = with_time("increment = \"1s\"");
    assert_errors(&increment, ["line 11: time_control.base: is missing"]);
}

#[test]
fn unknown_words_are_reported_with_the_valid_ones() {
    let kind = with_format("kind = \"cup\"");
    let expected = "line 8: format.kind: unknown format `cup`; expected round-robin, gauntlet";
    assert_errors(&kind, [expected]);
    let rotation = with_format("kind = \"swiss\"\nrounds = 2\nrotation = \"none\"");
    assert_errors(&rotation, ["line 10: format.rotation: unknown rotation"]);
    let scale = with_format("kind = \"sprt\"\nscale = \"elo\"");
    let entrants = "line 25: entrant[2]: 3 entrants";
    assert_errors(&scale, ["line 9: format.scale: unknown scale", entrants]);
    let game = CUP.replace("\"netzwerk\"", "\"chess\"");
    assert_errors(&game, ["line 3: game: "]);
}

#[test]
fn unknown_fields_are_rejected_in_every_table() {
    let text = with_time("turn = \"1s\"\nlimit = 1")
        .replace("seed", "seeds")
        .replace("bot:theirs\"", "bot:theirs\"\nelo = 9");
    assert_errors(
        &text,
        [
            "line 4: seeds: unknown field; expected one of name, game, ",
            "line 13: time_control.limit: unknown field; expected one of base, ",
            "line 28: entrant[2].elo: unknown field; expected one of name, player, read, version",
        ],
    );
}

#[test]
fn values_of_another_type_are_reported() {
    let text = r#"
name = 1
game = 2
seats = "two"
virtual_time = "no"
options = 3
format = 4
entrant = 5
"#;
    assert_errors(
        text,
        [
            "line 2: name: expected a string, found integer",
            "line 3: game: expected a string, found integer",
            "line 4: seats: expected a whole number from 2 to 8, found string",
            "line 5: virtual_time: expected true or false, found string",
            "line 6: options: expected a table, found integer",
            "line 7: format: expected a table, found integer",
            "line 8: entrant: expected a list of tables, each headed [[entrant]], found integer",
        ],
    );
    let list = CUP.replace("name = \"mine\"", "name = \"mine\"\nread = [\"data\", 3]");
    assert_errors(
        &list,
        [
            "line 23: entrant[1].read: expected a list of strings such as [\"data\", \"book.txt\"], found a list with integer",
        ],
    );
    let option = CUP.replace("repetition = 3", "repetition = 3.5");
    let expected = "line 15: options.repetition: expected a string, a whole number, true or false";
    assert_errors(&option, [expected]);
    let elo = with_format("kind = \"sprt\"\nelo0 = \"low\"");
    let entrants = "line 25: entrant[2]: 3 entrants";
    assert_errors(&elo, ["line 9: format.elo0: expected a number", entrants]);
    let entrants = r#"name = "cup"
game = "netzwerk"
entrant = [7]
[format]
kind = "swiss"
"#;
    assert_eq!(
        errors(entrants)[0],
        "line 3: entrant: expected a table, found integer"
    );
}

#[test]
fn counts_have_a_range() {
    let cycles = |text: &str| with_format(&format!("kind = \"round-robin\"\ncycles = {text}"));
    for text in ["0", "1000001", "-1"] {
        let start = format!(
            "line 9: format.cycles: expected a whole number from 1 to 1000000, found {text}"
        );
        assert_errors(&cycles(text), [&start]);
    }
    assert_eq!(
        configuration(&cycles("0x10")).format,
        Format::RoundRobin { cycles: 16 }
    );
}

#[test]
fn formats_that_do_not_fit_are_rejected() {
    let sprt = errors(&with_format("kind = \"sprt\"\nelo0 = 10\nelo1 = 0")).join("\n");
    assert!(
        sprt.contains("format.elo1: expected more than elo0, which is 10"),
        "{sprt}"
    );
    let swiss = errors(&with_format("kind = \"swiss\"\nrounds = 9")).join("\n");
    let expected = "format.rounds: expected at most 3, so that 3 entrants can be paired";
    assert!(swiss.contains(expected), "{swiss}");
    let seats = errors(&CUP.replace("seed = \"7\"", "seats = 3"));
    let seats_error = seats
        .iter()
        .any(|error| error.starts_with("line 4: seats: "));
    assert!(seats_error, "{seats:?}");
}

#[test]
fn adjudication_has_a_table_for_each_rule() {
    let rules = "[adjudication.resign]\nscore = 600\nturns = 4\n\
                 [adjudication.draw]\nscore = 20\nturns = 8\nmin_turn = 30\n";
    let with = |rules: &str| CUP.replace("[time_control]", &format!("{rules}\n[time_control]"));
    let expected = Adjudication {
        resign: Some(ResignRule {
            score: 600,
            turns: 4,
        }),
        draw: Some(DrawRule {
            score: 20,
            turns: 8,
            min_turn: 30,
        }),
    };
    assert_eq!(configuration(&with(rules)).adjudication, Some(expected));
    assert_eq!(configuration(CUP).adjudication, None);
    let fields = |rules: &str| -> Vec<_> {
        let errors = parse_file(&with(rules)).unwrap_err();
        errors.into_iter().map(|error| error.field).collect()
    };
    let draw = "adjudication.draw";
    let expected = [
        format!("{draw}.score"),
        format!("{draw}.turns"),
        format!("{draw}.turn"),
    ];
    assert_eq!(fields("[adjudication.draw]\nturn = 8"), expected);
    assert_eq!(
        fields("[adjudication]\nlose = 8"),
        ["adjudication", "adjudication.lose"]
    );
}

#[test]
fn leagues_have_a_sandbox_unless_the_file_turns_it_off() {
    let league = |sandbox: &str| {
        let text = format!(
            "name = \"league\"\ngame = \"netzwerk\"\n{sandbox}\n[format]\nkind = \"league\"\n\
             [[entrant]]\nplayer = \"greedy\"\nanchor = true\n\
             [[entrant]]\nname = \"rook\"\nplayer = \"./rook\"\n"
        );
        configuration(&text).sandbox
    };
    assert_eq!(league(""), Some(Sandbox::default()));
    assert_eq!(league("sandbox = true"), Some(Sandbox::default()));
    assert_eq!(league("sandbox = false"), None);
    assert_eq!(configuration(CUP).sandbox, None);
}
