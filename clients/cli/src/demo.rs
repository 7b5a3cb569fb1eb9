//! `demo`: plays a small tournament of every game between all built-in agents and one bot.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use botwerk_agents::GameAgents;
use botwerk_client::proto;
use botwerk_engine::GameId;
use botwerk_engine::clock::TimeControl;
use botwerk_engine::record::Record;
use botwerk_tournament::OpeningOrder;
use botwerk_tournament::configuration::{Configuration, Entrant, LaunchCommand, Player};
use botwerk_tournament::format::{Format, Rotation};
use botwerk_tournament_wire::setup_message;
use clap::Args;
use serde_json::json;

use super::connection::block_on;
use super::failure::{Failure, Reason};
use super::interrupt::Interrupt;
use super::matches::print_final_position;
use super::output::Output;
use super::own_command;
use super::tournament::follow;
use super::tournament::run::create;
use super::tournament::server::TournamentServer;
use super::tournament::source::Source;
use super::tournament::standings;
use super::tournament::table_format::TableFormat;

/// Number of blocks per matchup.
const CYCLES: u32 = 3;

/// Number of seats per match.
const SEATS: usize = 2;

/// Node budgets of the strongest agent and of all others. They are small because a node of some
/// agents is a whole playout.
const STRONGEST_NODES: u64 = 2000;
const NODES: u64 = 200;

/// Arguments of `demo`.
#[derive(Debug, Args)]
pub(super) struct DemoArgs {
    /// Database file to create, with a directory of records next to it [default: in a new temporary
    /// directory]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Seed for all randomness
    #[arg(long, default_value = "demo")]
    seed: String,
}

/// Plays the tournaments, prints the standings and verifies every record.
pub(super) fn run(args: &DemoArgs, output: &mut Output) -> Result<(), Failure> {
    let db = new_database_path(args.db.as_deref())?;
    block_on(2, run_demo(&db, &args.seed, output))
}

/// Returns the path of a database that does not exist yet.
fn new_database_path(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let failed = |path: &Path, error| Failure::file(&path.display().to_string(), &error);
    if let Some(path) = given {
        if path.exists() {
            let message = format!("{} already exists; name a new file", path.display());
            return Err(Failure::new(Reason::FileError, message));
        }
        return Ok(path.to_owned());
    }
    let folder = std::env::temp_dir().join(format!("botwerk-demo-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
    Ok(folder.join("demo.db"))
}

async fn run_demo(db: &Path, seed: &str, output: &mut Output) -> Result<(), Failure> {
    let started = Instant::now();
    let records = db.with_extension("records");
    fs::create_dir_all(&records)
        .map_err(|error| Failure::file(&records.display().to_string(), &error))?;
    let server = TournamentServer::in_file(db).await?;
    if !output.is_json() {
        output.line(format!("A server listens on {}.", server.address))?;
        output.flush()?;
    }
    let mut runner = DemoRunner {
        server,
        logs: db.with_extension("logs"),
        records,
        seed: seed.to_owned(),
        matches: 0,
    };
    for game in GameId::all() {
        runner.play(game, output).await?;
    }
    let DemoRunner {
        server,
        records,
        matches,
        ..
    } = runner;
    server.close().await?;
    if output.is_json() {
        return output.json(&json!({
            "matches": matches, "verified": matches, "db": db, "records": records,
            "seconds": started.elapsed().as_secs_f64(),
        }));
    }
    let seconds = started.elapsed().as_secs_f64();
    output.line(format!(
        "\n{matches} matches played over gRPC, stored, fetched and verified in {seconds:.1} s."
    ))?;
    output.line(format!("Database  {}", db.display()))?;
    output.line(format!("Records   {}", records.display()))?;
    print_next_steps(&records, output)
}

/// Prints suggested commands, with the program's name as it was called.
fn print_next_steps(records: &Path, output: &mut Output) -> Result<(), Failure> {
    let program = own_command::as_typed();
    let record = records.join("micro-robots-1.bwr");
    let show = format!("record show {}", record.display());
    let commands = [
        (
            "play a match against an agent that imitates a person",
            "play --game micro-robots",
        ),
        ("show one of these matches", &*show),
        ("serve matches to bots in any language", "serve"),
        (
            "run a tournament",
            "tournament run docs/tournaments/netzwerk-round-robin.toml",
        ),
        ("list the options of a game", "game show micro-robots"),
    ];
    output.line("\nTry next:")?;
    for (about, command) in commands {
        output.line(format!("  {about}\n      {program} {command}"))?;
    }
    Ok(())
}

/// The server and the outputs of the demo.
struct DemoRunner {
    server: TournamentServer,
    /// Directory of the bots' logs.
    logs: PathBuf,
    records: PathBuf,
    seed: String,
    matches: u64,
}

impl DemoRunner {
    /// Plays a tournament of one game and prints its standings.
    async fn play(&mut self, game: GameId, output: &mut Output) -> Result<(), Failure> {
        let configuration = configuration(game);
        let request = proto::CreateTournamentRequest {
            setup: Some(setup_message(&configuration)),
            // A server accepts a seed only once.
            seed: format!("{}/{}", self.seed, game.name()),
            ..Default::default()
        };
        let (tournament, commands) = create(&self.server, &configuration, request).await?;
        let name = tournament.name.clone();
        let interrupt = Interrupt::listen();
        let (server, logs) = (&self.server, &self.logs);
        follow::play(server, tournament, &commands, logs, &interrupt, output).await?;
        let mut last = None;
        let source = Source::Server(self.server.client.clone());
        let mut played = Vec::new();
        source
            .pairings(&name, |pairing| {
                played.push(pairing);
                Ok(())
            })
            .await?;
        for pairing in &played {
            last = Some(self.write_record(game, &source, pairing).await?);
        }
        let table = source.standings(&name).await?;
        let table = standings::text(&table, TableFormat::default_for(output))?;
        if output.is_json() {
            return output.line(table);
        }
        if let Some(record) = last {
            let (title, count) = (game.spec().title, played.len());
            output.line(format!(
                "\n{title}: final position of the last of {count} matches:\n"
            ))?;
            print_final_position(&record, output)?;
        }
        output.line(format!("\n{table}"))
    }

    /// Fetches the record of a match, verifies it and writes it to a file.
    async fn write_record(
        &mut self,
        game: GameId,
        source: &Source,
        pairing: &proto::Pairing,
    ) -> Result<Record, Failure> {
        let scored = pairing.attempts.iter().find(|attempt| attempt.is_scored);
        let text = source
            .record(scored.map_or("", |attempt| &*attempt.r#match))
            .await?;
        // The tournament has ended, so no seed is secret any more.
        let text = text.unwrap_or_default();
        let file = format!("{}-{}.bwr", game.name(), pairing.index + 1);
        let path = self.records.join(file);
        fs::write(&path, &text)
            .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        self.matches += 1;
        verify_text(game, &text, &path)
    }
}

/// Returns a round robin of all built-in agents and one launched bot, the strongest agent.
fn configuration(game: GameId) -> Configuration {
    let entrant = |name: &str, player| Entrant::new(name.into(), player);
    let roster = game.roster();
    let players = roster.iter().enumerate().map(|(rank, info)| {
        let nodes = if rank == 0 { STRONGEST_NODES } else { NODES };
        let spec = info.with_node_limit(nodes).to_string();
        entrant(info.name, Player::Agent(spec))
    });
    let mut entrants: Vec<Entrant> = players.collect();
    if let Some(strongest) = roster.first() {
        let spec = strongest.with_node_limit(STRONGEST_NODES).to_string();
        let argv = own_command::with_arguments(&["bot", "run", &spec]);
        entrants.push(entrant("a bot", Player::Command(LaunchCommand::new(argv))));
    }
    Configuration {
        name: format!("demo of {}", game.spec().title),
        game,
        options: Vec::new(),
        seats: SEATS,
        format: Format::RoundRobin { cycles: CYCLES },
        rotation: Rotation::Cyclic,
        opening_turns: None,
        openings: Vec::new(),
        opening_order: OpeningOrder::Shuffled,
        adjudication: None,
        entrants,
        time_control: TimeControl::default(),
        virtual_time: true,
        sandbox: None,
        record_days: None,
        public_comments: false,
    }
}

/// Parses and verifies a record.
fn verify_text(game: GameId, text: &str, path: &Path) -> Result<Record, Failure> {
    let verification_failure = |message: String| {
        Failure::new(
            Reason::VerificationFailed,
            format!("{}: {message}; report this", path.display()),
        )
    };
    let record =
        Record::from_text(text).map_err(|error| verification_failure(error.to_string()))?;
    game.verify(&record)
        .map_err(|difference| verification_failure(difference.to_string()))?;
    Ok(record)
}
