//! Tournaments with many results, which are written into the file of a server that does not run: they are there within
//! seconds, and no call tells them from results that were played.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use botwerk_client::{Client, proto};
use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::{RootSeed, StableRng};
use botwerk_service::decompress_text;
use botwerk_tournament::configuration::Configuration;
use botwerk_tournament::format::Pairing;
use botwerk_tournament::{MatchResult, NextStep, Progress, TournamentSeed};
use proto::tournament_format::Kind as Format;
use rusqlite::{Connection, params};

use super::attack::AttackContext;
use super::tournament_state::{create, pause, wait_until};
use crate::bench::tournament::setup::{agent, setup};

/// Results that the server plays itself. All others are made from them.
const PLAYED_RESULTS: u64 = 8;

/// Time for the server to play them.
const PLAY_LIMIT: Duration = Duration::from_secs(60);

/// The number of a tournament in progress in the store.
const RUNNING: i64 = 1;

/// Turns of both sides after which a match is drawn: results of short matches are small, and soon played.
const TURN_CAP: &str = "2";

/// Returns a round robin of random agents that has 2 ½ times this number of matches, so that an entrant that is
/// withdrawn after as many results has played less than half of its matches.
pub(super) fn round_robin(entrants: u64, results: u64) -> proto::TournamentSetup {
    let matches_of_cycle = entrants * (entrants - 1);
    let cycles = (results * 5 / 2).div_ceil(matches_of_cycle) as u32;
    let format = Format::RoundRobin(proto::RoundRobin { cycles });
    short_matches(format, entrants)
}

/// Returns a Swiss tournament of random agents with about this number of matches.
pub(super) fn swiss(entrants: u64, rounds: u64, matches: u64) -> proto::TournamentSetup {
    let matches_of_pairs = entrants / 2 * 2 * rounds;
    let format = Format::Swiss(proto::Swiss {
        rounds: rounds as u32,
        pairs: matches.div_ceil(matches_of_pairs) as u32,
        has_one_point_byes: false,
    });
    short_matches(format, entrants)
}

fn short_matches(format: Format, entrants: u64) -> proto::TournamentSetup {
    let entrant = |number| agent(&format!("entrant {number}"), "random");
    let mut setup = setup(format, (1..=entrants).map(entrant).collect(), None);
    if let Some(game) = &mut setup.setup {
        game.options.push(proto::GameOption {
            name: "turn_cap".into(),
            value: TURN_CAP.into(),
        });
    }
    setup
}

/// Creates a tournament in a new file and stores results of its first pairings, at most as many as it has. The tournament
/// continues, or is over, once a server opens the file. Returns its name.
pub(super) async fn store(
    context: &AttackContext,
    file: &Path,
    setup: proto::TournamentSetup,
    results: u64,
) -> Result<String, Failure> {
    let server = context.start_server(file, &[])?;
    let client = Client::connect(server.address()).await?;
    let name = create(&client, setup, &context.seed).await?;
    let has_played = |found: &proto::Tournament| found.result_count >= PLAYED_RESULTS;
    wait_until(&client, &name, PLAY_LIMIT, has_played).await?;
    pause(&client, &name, PLAY_LIMIT).await?;
    drop(server);
    let filled =
        Filling::open(file, &name, &context.seed).and_then(|filling| filling.fill(results));
    filled.map_err(database_failure)?;
    Ok(name)
}

/// Copies a file into an empty PostgreSQL database.
pub(super) fn copy_to_postgres(
    context: &AttackContext,
    file: &Path,
    url: &str,
) -> Result<(), Failure> {
    let mut command = context.program.command();
    command.args(["db", "copy"]).arg(file).arg(url);
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()?;
    if status.success() {
        return Ok(());
    }
    let message = format!("`botwerk db copy` has failed: {status}; see its message");
    Err(Failure::new(Reason::FileError, message))
}

fn id_of(name: &str) -> &str {
    name.trim_start_matches("tournaments/")
}

fn database_failure(error: rusqlite::Error) -> Failure {
    Failure::new(Reason::FileError, format!("results not stored: {error}"))
}

/// Opens a file for writing as fast as possible: a file that is lost is made again.
fn open(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    for mode in ["DELETE", "OFF"] {
        connection.pragma_update_and_check(None, "journal_mode", mode, |_| Ok(()))?;
    }
    connection.pragma_update(None, "synchronous", "OFF")?;
    Ok(connection)
}

/// A stored tournament whose results are added.
struct Filling {
    connection: Connection,
    key: i64,
    progress: Progress,
    matches_per_block: u64,
    /// The results that were played, by pairing, and those from which others are made, with their matches.
    played: BTreeMap<u64, MatchResult>,
    templates: Vec<(MatchResult, i64)>,
    rng: StableRng,
}

impl Filling {
    fn open(file: &Path, name: &str, seed: &str) -> rusqlite::Result<Self> {
        let connection = open(file)?;
        let sql = "SELECT key, configuration, seed FROM tournaments WHERE id = $1";
        let (key, configuration, root) = connection.query_row(sql, [id_of(name)], |row| {
            Ok((
                row.get(0)?,
                row.get::<_, String>(1)?,
                row.get::<_, String>(2)?,
            ))
        })?;
        let configuration: Configuration = read_json(&configuration)?;
        let root = RootSeed::from_hex(&root).ok_or_else(|| unreadable("seed"))?;
        let schedule = configuration.schedule(TournamentSeed::new(root));
        let schedule = schedule.map_err(|error| unreadable(error.to_string()))?;
        let mut filling = Self {
            key,
            progress: Progress::new(schedule, Vec::new()),
            matches_per_block: configuration.matches_per_block(),
            played: BTreeMap::new(),
            templates: Vec::new(),
            rng: RootSeed::from_text(seed).rng(),
            connection,
        };
        filling.read_played()?;
        Ok(filling)
    }

    fn read_played(&mut self) -> rusqlite::Result<()> {
        let sql = "SELECT pairing, result, match_key FROM attempts
                   WHERE tournament_key = $1 AND result IS NOT NULL";
        let mut rows = self.connection.prepare(sql)?;
        let mut rows = rows.query([self.key])?;
        while let Some(row) = rows.next()? {
            let result: MatchResult = read_result(row.get(1)?)?;
            self.played
                .insert(row.get::<_, i64>(0)? as u64, result.clone());
            self.templates.push((result, row.get(2)?));
        }
        Ok(())
    }

    /// Stores results until there are as many as wanted, all matches of the last block included.
    fn fill(mut self, results: u64) -> rusqlite::Result<()> {
        self.connection.execute_batch("BEGIN")?;
        let mut count = 0;
        while count < results
            || !count.is_multiple_of(self.matches_per_block)
            || !self.played.is_empty()
        {
            let Some(step) = self.progress.next_step() else {
                break;
            };
            let NextStep::Play(pairing) = step else {
                continue;
            };
            let result = match self.played.remove(&pairing.index) {
                Some(played) => played,
                None => self.add_result(&pairing)?,
            };
            self.progress.add(pairing.index, &result);
            count += 1;
        }
        let sql = "UPDATE tournaments SET state = $1 WHERE key = $2";
        self.connection.execute(sql, params![RUNNING, self.key])?;
        self.connection.execute_batch("COMMIT")
    }

    /// Stores a result like one that was played, with a winner at random.
    fn add_result(&mut self, pairing: &Pairing) -> rusqlite::Result<MatchResult> {
        let template = self.rng.below(self.templates.len() as u64) as usize;
        let (template, match_key) = &self.templates[template];
        let places = [vec![1, 2], vec![2, 1]];
        let result = MatchResult {
            seats: pairing.seats.clone(),
            places: places[self.rng.below(2) as usize].clone(),
            ..template.clone()
        };
        let sql = "INSERT INTO attempts (tournament_key, pairing, attempt, match_key, result)
                   VALUES ($1, $2, 1, $3, $4)";
        self.connection.prepare_cached(sql)?.execute(params![
            self.key,
            pairing.index as i64,
            match_key,
            to_json(&result)?
        ])?;
        Ok(result)
    }
}

fn unreadable(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(error.into())
}

fn read_result(stored: Vec<u8>) -> rusqlite::Result<MatchResult> {
    let text = decompress_text(stored).map_err(|_| unreadable("result"))?;
    read_json(&text)
}

fn read_json<T: serde::de::DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(unreadable)
}

fn to_json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(unreadable)
}
