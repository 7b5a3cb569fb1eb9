//! `solve --game netzwerk`: the values of all positions of small boards, and certificates.

mod assess;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use botwerk_agents::netzwerk::solver::{
    Certificate, CheckError, Limits, PerfectTurn, Tablebase, TablebaseStats, Task, Value, check,
    solve,
};
use botwerk_command::cores::cores;
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::progress_bar::ProgressBar;
use botwerk_command::setting::named_value;
use botwerk_engine::netzwerk::{Netzwerk, Position, Side, State};
use botwerk_engine::{GameNotation, GameRules, GameType, Options, RootSeed};
use clap::Args;
use serde_json::{Map, json};

use assess::{AssessArgs, AssessedAgent};

/// Arguments for Netzwerk.
#[derive(Debug, Args)]
pub(super) struct BoardArgs {
    /// Number of files of the board: the option `width`
    #[arg(long, value_name = "N")]
    width: Option<String>,
    /// Number of ranks of the board: the option `ranks`
    #[arg(long, value_name = "N")]
    ranks: Option<String>,
    /// Option of the game, may be repeated: see `botwerk game show netzwerk`
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Position at the start of a turn [default: the start position]
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Maximum memory, such as `512MiB` [default: 8GiB]
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Check the certificate in a file instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["width", "ranks", "options", "position", "memory", "certificate", "assess"])]
    check: Option<String>,
    #[command(flatten)]
    assess_args: AssessArgs,
}

/// Default memory limit, in bytes.
const DEFAULT_MEMORY: u128 = 8 << 30;

/// Options without meaning for a solution, because matches have no length limit.
const IGNORED_OPTIONS: [&str; 5] = [
    "repetition",
    "quiet_turns",
    "turn_cap",
    "opening_turns",
    "opening_seed",
];

/// Solves a board, or checks a certificate.
pub(super) fn run(
    args: &BoardArgs,
    certificate: Option<&str>,
    output: &mut Output,
) -> Result<(), Failure> {
    match &args.check {
        Some(file) => check_file(file, args.threads(), output),
        None => solve_board(args, certificate, output),
    }
}

fn solve_board(
    args: &BoardArgs,
    certificate: Option<&str>,
    output: &mut Output,
) -> Result<(), Failure> {
    let game = args.game()?;
    let task = args.task(&game)?;
    let players = args.assess_args.players()?;
    let limits = Limits {
        memory: args.memory()?,
        threads: args.threads(),
    };
    let started = Instant::now();
    let bar = ProgressBar::new(0, "placements");
    let table = solve(&task, &limits, &mut |progress| {
        bar.set_length(progress.placements as u64);
        bar.set_position(progress.solved as u64);
    });
    bar.clear();
    let table = table.map_err(|error| {
        let message = format!("{error}; use a smaller board, fewer robots or more --memory");
        Failure::new(Reason::BadArgument, message)
    })?;
    let time = started.elapsed();
    let written = certificate.map(|file| write(&table, file)).transpose()?;
    let answer = Answer {
        game: &game,
        stats: table.stats(),
        variation: table.principal_variation(),
        table: &table,
        time,
        written,
        assessments: args.assess_args.run(&game, &table, players)?,
    };
    if output.is_json() {
        answer.json(output)
    } else {
        answer.text(output)
    }
}

impl BoardArgs {
    fn game(&self) -> Result<Netzwerk, Failure> {
        let sides = [("width", &self.width), ("ranks", &self.ranks)];
        let mut given = Vec::new();
        for (name, value) in sides {
            given.extend(value.as_ref().map(|value| (name, value.as_str())));
        }
        for text in &self.options {
            let (name, value) = named_value(text)?;
            if IGNORED_OPTIONS.contains(&name) {
                let message = format!(
                    "option {name}: not applicable to a solution, in which endless play is a \
                     draw; leave it out"
                );
                return Err(Failure::new(Reason::BadOptions, message));
            }
            given.push((name, value));
        }
        let options = Options::resolve(Netzwerk::spec().options, given)?;
        Ok(Netzwerk::new(Side::ALL.len(), options)?)
    }

    fn task(&self, game: &Netzwerk) -> Result<Task, Failure> {
        let state = match &self.position {
            // The start position is not random, so any seed will do.
            None => game.initial_state(RootSeed::from_text("0")),
            Some(text) => {
                let state = game.parse_position(text);
                state.map_err(|error| Failure::position(&error))?
            }
        };
        Task::new(game.rules(), state.position()).map_err(|error| {
            let message = format!("{error}; pass the position before or after the turn");
            Failure::new(Reason::BadPosition, message)
        })
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }

    fn memory(&self) -> Result<u128, Failure> {
        let Some(text) = &self.memory else {
            return Ok(DEFAULT_MEMORY);
        };
        let units = [
            ("KiB", 1u128 << 10),
            ("MiB", 1 << 20),
            ("GiB", 1 << 30),
            ("TiB", 1 << 40),
        ];
        let parts = units
            .into_iter()
            .find_map(|(unit, bytes)| Some((text.strip_suffix(unit)?, bytes)));
        let (number, unit) = parts.unwrap_or((text, 1));
        let bytes = number.parse::<u64>().ok();
        bytes.map(|bytes| u128::from(bytes) * unit).ok_or_else(|| {
            let message = format!("memory {text}: expected a size such as 512MiB or 8GiB");
            Failure::new(Reason::BadArgument, message)
        })
    }
}

/// A certificate that was written to a file.
struct Written<'a> {
    file: &'a str,
    bytes: u64,
    sha256: String,
}

fn write<'a>(table: &Tablebase, file: &'a str) -> Result<Written<'a>, Failure> {
    let file_error = |error| Failure::file(file, &error);
    let mut writer = BufWriter::new(File::create(file).map_err(file_error)?);
    let sha256 = table.write_certificate(&mut writer).map_err(file_error)?;
    writer.flush().map_err(file_error)?;
    let bytes = writer.get_ref().metadata().map_err(file_error)?.len();
    Ok(Written {
        file,
        bytes,
        sha256,
    })
}

/// The solution and its cost.
struct Answer<'a> {
    game: &'a Netzwerk,
    table: &'a Tablebase,
    stats: TablebaseStats,
    variation: Vec<PerfectTurn>,
    time: Duration,
    written: Option<Written<'a>>,
    assessments: Vec<AssessedAgent>,
}

impl Answer<'_> {
    fn text(&self, output: &mut Output) -> Result<(), Failure> {
        let TablebaseStats {
            positions,
            wins,
            losses,
            draws,
            longest_win,
            longest_loss,
        } = self.stats;
        let start = self.table.task().start();
        output.line(outcome(start.side(), self.table.start_value()))?;
        output.line(format!("position: {}", self.position(start)))?;
        output.line(format!(
            "positions: {positions}, {wins} won, {losses} lost, {draws} drawn for the side to move"
        ))?;
        output.line(format!(
            "longest win: {}, longest loss: {}",
            turns(longest_win),
            turns(longest_loss)
        ))?;
        output.line(format!("time: {:.1} s", self.time.as_secs_f64()))?;
        if let Some(Written {
            file,
            bytes,
            sha256,
        }) = &self.written
        {
            output.line(format!(
                "certificate: {file}, {bytes} bytes, sha256 {sha256}"
            ))?;
        }
        for turn in &self.variation {
            let (side, value) = (turn.before.side(), turn.value);
            output.line(format!("{side}, {value}: {}", self.turn(turn)))?;
        }
        for agent in &self.assessments {
            output.line(agent.text())?;
        }
        Ok(())
    }

    fn json(&self, output: &mut Output) -> Result<(), Failure> {
        let start = self.table.task().start();
        let (winner, length) = match self.table.start_value() {
            Value::Win(turns) => (Some(start.side()), Some(turns)),
            Value::Draw => (None, None),
            Value::Loss(turns) => (Some(start.side().other()), Some(turns)),
        };
        let options: Map<_, _> = self
            .game
            .options()
            .iter()
            .filter(|(name, _)| !IGNORED_OPTIONS.contains(name))
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect();
        let variation: Vec<_> = self
            .variation
            .iter()
            .map(|turn| {
                json!({
                    "side": turn.before.side().letter(),
                    "value": turn.value.to_string(),
                    "turn": self.turn(turn),
                })
            })
            .collect();
        let certificate = self.written.as_ref().map(|written| {
            json!({"file": written.file, "bytes": written.bytes, "sha256": written.sha256})
        });
        output.json(&json!({
            "options": options,
            "position": self.position(start),
            "winner": winner.map(Side::letter),
            "turns": length,
            "positions": self.stats.positions,
            "wins": self.stats.wins,
            "losses": self.stats.losses,
            "draws": self.stats.draws,
            "longest_win": self.stats.longest_win,
            "longest_loss": self.stats.longest_loss,
            "seconds": self.time.as_secs_f64(),
            "certificate": certificate,
            "variation": variation,
            "assessments": self.assessments.iter().map(AssessedAgent::json).collect::<Vec<_>>(),
        }))
    }

    fn position(&self, position: &Position) -> String {
        self.game
            .format_position(&State::new(self.game.rules(), *position))
    }

    fn turn(&self, turn: &PerfectTurn) -> String {
        let actions = turn.actions.iter();
        let actions = actions.map(|action| self.game.format_action(*action));
        actions.collect::<Vec<_>>().join(" ")
    }
}

/// Returns who wins, and in how many turns.
fn outcome(side: Side, value: Value) -> String {
    match value {
        Value::Win(length) => format!("{side} wins in {}", turns(length)),
        Value::Draw => "draw".into(),
        Value::Loss(length) => format!("{} wins in {}", side.other(), turns(length)),
    }
}

fn turns(number: u8) -> String {
    match number {
        1 => "1 turn".into(),
        _ => format!("{number} turns"),
    }
}

fn check_file(file: &str, threads: usize, output: &mut Output) -> Result<(), Failure> {
    let invalid = |reason, cause: &dyn std::fmt::Display| {
        let message = format!("{file}: {cause}; write it again with --certificate");
        Failure::new(reason, message)
    };
    let bytes = fs::read(file).map_err(|error| Failure::file(file, &error))?;
    let certificate =
        Certificate::read(&bytes).map_err(|error| invalid(Reason::BadRecord, &error))?;
    let started = Instant::now();
    let bar = ProgressBar::new(0, "placements, twice");
    let checked = check(&certificate, threads, &|done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.clear();
    checked.map_err(|error: CheckError| invalid(Reason::VerificationFailed, &error))?;
    let seconds = started.elapsed().as_secs_f64();
    let (value, positions) = (certificate.value(), certificate.positions());
    let sha256 = certificate.digest();
    if output.is_json() {
        return output.json(&json!({
            "file": file,
            "value": value,
            "positions": positions,
            "sha256": sha256,
            "seconds": seconds,
        }));
    }
    output.line(format!(
        "{file}: valid: {value}; {positions} positions, sha256 {sha256}, {seconds:.1} s"
    ))
}
