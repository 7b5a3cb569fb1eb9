//! Benches of what an arena does beside its matches: a backup while it plays, and an upload until it is rated.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, ConnectOptions, proto};
use botwerk_command::failure::{Failure, Reason};
use botwerk_service::Durability;
use proto::tournament_format::Kind as Format;

use super::figure::{Bench, BetterWhen, Figure, Measure};
use super::server::{block_on_this_thread, child};
use super::service::BenchSeat;
use super::stopwatch::Stopwatch;
use super::tournament::setup::{agent, create, setup};
use crate::child_server::{ChildServer, Launch};
use crate::percentile::percentile;
use crate::program::Program;

/// What a backup copies beside the match: rows of 1 kB.
const STORED_ROWS: u32 = 100_000;

/// Minimum number of backups, between which the same is measured without one.
const BACKUPS: usize = 3;

/// Time for an upload to be built, checked and rated.
const UPLOAD_LIMIT: Duration = Duration::from_secs(60);

const ADMIN_TOKEN: &str = "an-admin-token-of-length";

/// The source of the bot, which plays random legal actions.
const SOURCE: &str = include_str!("../../../stdio/bot.py");

pub(super) const BENCHES: &[Bench] = &[
    Bench {
        name: "backup",
        about: "p99 of the time from a submission to its update, stored first, while `botwerk db backup` copies 100 MB, \
                relative to the time without",
        figures: &[
            figure("backup-submission-p99-alone", "ms", None),
            figure("backup-submission-p99", "ms", None),
            figure("backup-submission-p99-ratio", "times", Some(1.05)),
            figure("backup-time", "s", None),
        ],
        measure: Measure::Timed(backup),
    },
    Bench {
        name: "upload",
        about: "Time from `botwerk bot push` of a Python bot to its first rated match in an open league, on an idle server \
                with a host",
        figures: &[figure("upload-rated", "s", Some(20.0))],
        measure: Measure::Timed(upload),
    },
];

const fn figure(name: &'static str, unit: &'static str, target: Option<f64>) -> Figure {
    Figure {
        name,
        unit,
        target,
        better: BetterWhen::Lower,
    }
}

fn backup(stopwatch: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let (file, copy) = (
        folder.path().join("bench.db"),
        folder.path().join("copy.db"),
    );
    // A server creates the file.
    drop(child(&file)?);
    store_rows(&file)?;
    let server = child(&file)?;
    block_on_this_thread(async {
        let client = Client::connect(server.address()).await?;
        let mut seat = BenchSeat::join(&client).await?;
        let (mut alone, mut beside, mut backups) = (Vec::new(), Vec::new(), Vec::new());
        let started = Instant::now();
        while backups.len() < BACKUPS || started.elapsed() < stopwatch.limit() {
            let begun = Instant::now();
            let mut backup = start_backup(&file, &copy)?;
            let status = loop {
                beside.push(seat.submit().await?.time);
                if let Some(status) = backup.try_wait()? {
                    break status;
                }
            };
            let duration = begun.elapsed();
            if !status.success() {
                return Err(Failure::new(Reason::Unreachable, "the backup has failed"));
            }
            fs::remove_file(&copy)?;
            backups.push(duration);
            let begun = Instant::now();
            while begun.elapsed() < duration {
                alone.push(seat.submit().await?.time);
            }
        }
        let millis = |times: &[Duration]| percentile(times, 99).as_secs_f64() * 1e3;
        let (alone, beside) = (millis(&alone), millis(&beside));
        let time = percentile(&backups, 50).as_secs_f64();
        Ok(vec![alone, beside, beside / alone, time])
    })
}

/// Writes rows that are no text of a server, so that a backup has something to copy.
fn store_rows(file: &Path) -> Result<(), Failure> {
    let connection = rusqlite::Connection::open(file);
    let filled = connection.and_then(|connection| {
        connection.execute_batch("CREATE TABLE bench (content BLOB)")?;
        let sql = "WITH RECURSIVE row (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM row WHERE number < $1)
                   INSERT INTO bench SELECT randomblob(1000) FROM row";
        connection.execute(sql, [STORED_ROWS])
    });
    filled.map(drop).map_err(|error| {
        let message = format!("{}: {error}", file.display());
        Failure::new(Reason::FileError, message)
    })
}

fn start_backup(file: &Path, copy: &Path) -> Result<Child, Failure> {
    let mut command = Program::linked()?.command();
    command
        .args(["db", "backup"])
        .arg(copy)
        .arg("--db")
        .arg(file);
    Ok(command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()?)
}

fn upload(_: &Stopwatch) -> Result<Vec<f64>, Failure> {
    let folder = tempfile::tempdir()?;
    let token_file = folder.path().join("token");
    fs::write(&token_file, ADMIN_TOKEN)?;
    let token_file = token_file.display().to_string();
    let program = Program::linked()?;
    let server = ChildServer::start(Launch {
        program: &program,
        db: &folder.path().join("bench.db"),
        listen: "127.0.0.1:0",
        durability: Durability::default(),
        flags: &["--admin-token-file", &token_file, "--sign-up", "open"],
        log: Stdio::null(),
    })?;
    let host = program
        .command()
        .args(["host", "--server", server.address(), "--uncounted-memory"])
        .args(["--token-file", &token_file, "--folder"])
        .arg(folder.path().join("host"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let _host = Killed(host);
    block_on_this_thread(async {
        let access = ConnectOptions {
            admin_token: Some(ADMIN_TOKEN.into()),
            ca: None,
        };
        let client = Client::connect_with(server.address(), &access).await?;
        let league = create(&client, league(), 1).await?;
        let bot = write_bot(&folder.path().join("spinner"))?;
        let mut push = program.command();
        push.args(["bot", "push", "--detach", &bot])
            .args(["--server", server.address()])
            .env("BOTWERK_OWNER_TOKEN", sign_up(&client).await?);
        let started = Instant::now();
        let pushed = push.stdin(Stdio::null()).stdout(Stdio::null()).status()?;
        if !pushed.success() {
            return Err(Failure::new(
                Reason::Unreachable,
                "the bot was not uploaded",
            ));
        }
        while !is_rated(&client, &league).await? {
            if started.elapsed() > UPLOAD_LIMIT {
                let message = format!("not rated within {} s", UPLOAD_LIMIT.as_secs());
                return Err(Failure::new(Reason::Unreachable, message));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(vec![started.elapsed().as_secs_f64()])
    })
}

/// A process that ends when this is dropped.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns an open league with two agents.
fn league() -> proto::TournamentSetup {
    let league = proto::League {
        is_open: true,
        ..Default::default()
    };
    let mut entrants = vec![agent("random", "random"), agent("greedy", "greedy")];
    entrants[0].anchor = Some(0);
    setup(Format::League(league), entrants, None)
}

async fn sign_up(client: &Client) -> Result<String, Failure> {
    let request = proto::SignUpRequest {
        name: "alice".into(),
        code: String::new(),
    };
    let signed_up = client.owners().sign_up(request).await;
    Ok(signed_up
        .map_err(ClientError::from)?
        .into_inner()
        .owner_token)
}

/// Writes the folder of a bot; returns its path.
fn write_bot(folder: &Path) -> Result<String, Failure> {
    fs::create_dir(folder)?;
    let manifest = "game = \"netzwerk\"\ncommand = \"python3 bot.py\"\n";
    fs::write(folder.join("botwerk.toml"), manifest)?;
    fs::write(folder.join("bot.py"), SOURCE)?;
    Ok(folder.display().to_string())
}

/// Returns `true` if a match of the bot counts in the league.
async fn is_rated(client: &Client, league: &str) -> Result<bool, Failure> {
    let request = proto::GetStandingsRequest {
        name: league.into(),
        ..Default::default()
    };
    let found = client.tournaments().get_standings(request).await;
    let standings = found.map_err(ClientError::from)?.into_inner().standings;
    let mut own = standings.iter().filter(|it| it.entrant == "alice/spinner");
    Ok(own.next().is_some_and(|it| it.matches > 0))
}
