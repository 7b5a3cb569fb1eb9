//! `demo`: all bundled players of every game meet, over real connections.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use botwerk_agents::{AgentSpec, Roster, verify};
use botwerk_client::{AgentPlayer, Client, ClientError, play_seat, proto};
use botwerk_engine::record::Record;
use botwerk_engine::{GameId, RootSeed, with_game};

use botwerk_tournament::format::{Format, Pairing, Rotation, Schedule};
use clap::Args;
use serde_json::json;

use super::connection::block_on;
use super::failure::{Failure, Reason};
use super::host::Host;
use super::matches::draw;
use super::output::Output;
use super::progress;
use super::standings::Standings;

/// How often each two players meet, each time on both seats.
const CYCLES: u32 = 5;

/// Players of a match.
const SEATS: usize = 2;

/// Nodes of each decision of players that search: they meet, they do not measure themselves.
const NODES: u64 = 200;

/// Where to keep the matches.
#[derive(Debug, Args)]
pub(super) struct DemoArgs {
    /// A database file to be made; records go into a folder beside it [default: in a new folder
    /// for temporary files]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// What all randomness comes from
    #[arg(long, default_value = "demo")]
    seed: String,
}

/// Plays, shows and verifies.
pub(super) fn run(args: &DemoArgs, output: &mut Output) -> Result<(), Failure> {
    let db = fresh_database(args.db.as_deref())?;
    block_on(2, demonstrate(&db, &args.seed, output))
}

/// A path at which no file is yet.
fn fresh_database(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let failed = |path: &Path, error| Failure::file(&path.display().to_string(), &error);
    if let Some(path) = given {
        if path.exists() {
            let message = format!("{} is there already; name a new file", path.display());
            return Err(Failure::new(Reason::Unreadable, message));
        }
        return Ok(path.to_owned());
    }
    let folder = std::env::temp_dir().join(format!("botwerk-demo-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
    Ok(folder.join("demo.db"))
}

async fn demonstrate(db: &Path, seed: &str, output: &mut Output) -> Result<(), Failure> {
    let begin = Instant::now();
    let records = db.with_extension("records");
    fs::create_dir_all(&records)
        .map_err(|error| Failure::file(&records.display().to_string(), &error))?;
    let host = Host::start(db).await?;
    if !output.is_json() {
        output.line(format!("A server listens on {}.", host.address()))?;
        output.flush()?;
    }
    let mut hall = Hall {
        host,
        records,
        seed: seed.to_owned(),
        matches: 0,
    };
    for game in GameId::ALL {
        with_game!(*game, G => hall.play::<G>(output).await)?;
    }
    let Hall {
        host,
        records,
        matches,
        ..
    } = hall;
    host.stop().await?;
    if output.is_json() {
        return output.json(&json!({
            "matches": matches, "verified": matches, "db": db, "records": records,
            "seconds": begin.elapsed().as_secs_f64(),
        }));
    }
    let seconds = begin.elapsed().as_secs_f64();
    output.line(format!(
        "\n{matches} matches over gRPC, stored, fetched and verified in {seconds:.1} s."
    ))?;
    output.line(format!("Database  {}", db.display()))?;
    output.line(format!("Records   {}", records.display()))?;
    say_what_next(&records, output)
}

/// Commands to go on with, written as this program was called.
fn say_what_next(records: &Path, output: &mut Output) -> Result<(), Failure> {
    let program = std::env::args().next().unwrap_or_else(|| "botwerk".into());
    let replay = format!("replay {}", records.join("micro-robots-1.bwr").display());
    let commands = [
        (
            "a match of your own against a player like a person",
            "play --game micro-robots",
        ),
        ("one of these matches", &*replay),
        ("a server for bots in any language", "serve"),
        ("the options of a game", "games micro-robots"),
    ];
    output.line("\nTry next:")?;
    for (about, command) in commands {
        output.line(format!("  {about}\n      {program} {command}"))?;
    }
    Ok(())
}

/// Where the players meet.
struct Hall {
    host: Host,
    records: PathBuf,
    seed: String,
    matches: u64,
}

impl Hall {
    /// Plays a round robin of one game and shows what came of it.
    async fn play<G: Roster>(&mut self, output: &mut Output) -> Result<(), Failure> {
        let players = G::roster().iter();
        let players: Vec<_> = players.map(|entry| entry.info.within(NODES)).collect();
        let names: Vec<_> = G::roster().iter().map(|entry| entry.info.name).collect();
        let format = Format::RoundRobin { cycles: CYCLES };
        // Nothing is drawn to pair everybody with everybody.
        let seed = RootSeed::from_text("");
        let schedule = Schedule::new(format, names.len(), SEATS, Rotation::Cyclic, seed)?;
        let pairings: Vec<Pairing> = schedule.pairings().collect();
        let mut connections = Vec::new();
        for _ in &names {
            connections.push(self.host.connect().await?);
        }
        let bar = progress::bar(pairings.len() as u64, "matches");
        let mut standings = Standings::new(&names);
        let mut last = None;
        for pairing in &pairings {
            let record = self.play_one::<G>(pairing, &players, &connections).await?;
            let outcome = record.outcome.as_ref();
            standings.add(&pairing.seats, outcome.map_or(&[], |line| &line.places));
            self.matches += 1;
            bar.inc(1);
            last = Some(record);
        }
        bar.finish_and_clear();
        if output.is_json() {
            return standings.json_lines(G::spec().id.name(), output);
        }
        output.line(format!("\n{}: {} matches", G::spec().title, pairings.len()))?;
        if let Some(record) = last {
            output.line("The last one ended so:\n")?;
            draw::<G>(&record, output)?;
        }
        output.line("")?;
        output.line(standings.table())
    }

    /// Plays one match over the players' connections, fetches its record and verifies it.
    async fn play_one<G: Roster>(
        &self,
        pairing: &Pairing,
        players: &[AgentSpec],
        connections: &[Client],
    ) -> Result<Record, Failure> {
        // Both matches of a block are dealt alike.
        let seed = format!("{}/{}/{}", self.seed, G::spec().id.name(), pairing.block);
        let seats = pairing.seats.iter().map(|entrant| proto::SeatSetup {
            name: players[*entrant].name.clone(),
            agent: None,
        });
        let request = proto::CreateMatchRequest {
            setup: Some(proto::GameSetup {
                game: G::spec().id.name().into(),
                ..Default::default()
            }),
            seats: seats.collect(),
            seed: seed.clone(),
            virtual_time: true,
            ..Default::default()
        };
        let host = &connections[0];
        let made = host
            .matches()
            .create_match(request)
            .await
            .map_err(ClientError::from)?;
        let made = made.into_inner();
        let name = made.r#match.unwrap_or_default().name;
        let mut seats = Vec::new();
        for (entrant, token) in pairing.seats.iter().zip(made.seat_tokens) {
            let (client, name) = (connections[*entrant].clone(), name.clone());
            let player = AgentPlayer::<G>::new(&players[*entrant].to_string())?;
            let mut player = player.with_seed(RootSeed::from_text(&seed));
            seats.push(tokio::spawn(async move {
                play_seat(&client, &name, &token.token, &mut player).await
            }));
        }
        for seat in seats {
            seat.await.map_err(|error| {
                Failure::new(Reason::Unreachable, format!("a player failed: {error}"))
            })??;
        }
        let text = host.record(&name).await?;
        let file = format!("{}-{}.bwr", G::spec().id.name(), pairing.index + 1);
        let path = self.records.join(file);
        fs::write(&path, &text)
            .map_err(|error| Failure::file(&path.display().to_string(), &error))?;
        verified::<G>(&text, &path)
    }
}

/// The record of a text, once it is verified.
fn verified<G: Roster>(text: &str, path: &Path) -> Result<Record, Failure> {
    let differs = |why: String| {
        Failure::new(
            Reason::Differs,
            format!("{}: {why}; report this", path.display()),
        )
    };
    let record = Record::from_text(text).map_err(|error| differs(error.to_string()))?;
    verify::<G>(&record).map_err(|difference| differs(difference.to_string()))?;
    Ok(record)
}
