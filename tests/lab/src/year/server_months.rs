//! The server between the months.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use botwerk_command::failure::{Failure, Reason};
use botwerk_service::Durability;
use proto::tournament_format::Kind as Format;
use tokio::time::sleep;

use super::calls::CallTarget;
use super::full_disk;
use super::month::Month;
use super::owners::{Owners, VERSIONS_PER_DAY};
use super::year_args::YearArgs;
use crate::bench::tournament::setup::{agent, setup};
use crate::child_server::{ChildServer, Launch};
use crate::program::Program;

/// Turns of both sides after which a match is drawn.
const TURN_CAP: &str = "4";

/// The built-in agents of the league, the first of which fixes the scale.
const AGENTS: [&str; 2] = ["random", "greedy"];

/// Rating of the agent that fixes the scale, in Elo.
const ANCHOR: i32 = 0;

/// The token of the operator.
const ADMIN_TOKEN: &str = "5c6e2f0b7a9d41838e1f64d2a3b09c75";

/// Time for a league to continue.
const PROGRESS_LIMIT: Duration = Duration::from_secs(600);

/// Interval at which a league is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// How long a disk is full.
const FULL_TIME: Duration = Duration::from_millis(500);

/// Matches that are looked for after a kill.
const REMEMBERED: u32 = 100;

/// The servers of a year, one after the other, and what they know.
pub(super) struct ServerMonths {
    file: PathBuf,
    programs: Vec<Program>,
    flags: Vec<String>,
    league: String,
    owners: Owners,
    absent: Vec<String>,
    uploads: tempfile::TempDir,
}

impl ServerMonths {
    /// Creates the file with a league of two built-in agents.
    pub(super) async fn create(
        args: &YearArgs,
        file: &Path,
        programs: &[Program],
    ) -> Result<Self, Failure> {
        let uploads = tempfile::tempdir()?;
        let token = uploads.path().join("admin.token");
        std::fs::write(&token, ADMIN_TOKEN)?;
        let flags = [
            format!("--admin-token-file={}", token.display()),
            // Bots that are paired in the last round of a month are never online.
            "--join-limit-secs=1".to_owned(),
            "--sign-up=open".to_owned(),
            "--max-sign-ups-per-day=1000000".to_owned(),
            format!("--max-bots-per-owner={}", args.bots_per_owner()),
            format!("--max-versions-per-day={VERSIONS_PER_DAY}"),
        ];
        let mut months = Self {
            file: file.to_owned(),
            programs: programs.to_vec(),
            flags: flags.to_vec(),
            league: String::new(),
            owners: Owners::new(args),
            // A check repeats the choices of agents, which only a server plays therefore.
            absent: AGENTS.map(str::to_owned).to_vec(),
            uploads,
        };
        let server = months.start(0)?;
        let client = connect(&server).await?;
        months.league = create_league(&client, args).await?;
        months
            .owners
            .arrive(&client, &months.league, args, 0)
            .await?;
        months.end(server, &client).await?;
        Ok(months)
    }

    /// Returns the name of the league.
    pub(super) fn league(&self) -> &str {
        &self.league
    }

    /// Returns the names of the entrants that are not paired.
    pub(super) fn absent(&self) -> &[String] {
        &self.absent
    }

    /// Runs servers for what happens at the end of a month.
    pub(super) async fn open_month(
        &mut self,
        args: &YearArgs,
        month: &mut Month,
    ) -> Result<(), Failure> {
        let server = self.start(month.number)?;
        let client = connect(&server).await?;
        let opened = self.get(&client).await?;
        self.wait_for_more(&client, opened.result_count).await?;
        self.owners
            .arrive(&client, &self.league, args, month.number)
            .await?;
        self.owners.punish(&client, month.number).await?;
        self.owners.exceed_bots(&client, args, month).await?;
        let (address, program) = (server.address(), &self.programs[0]);
        let folder = self.uploads.path();
        let owners = &mut self.owners;
        owners
            .exceed_uploads(&client, address, program, folder, month)
            .await?;
        self.owners.check_absent(&client, month).await?;
        self.absent = self.owners.absent();
        self.absent.extend(AGENTS.map(str::to_owned));
        let playing = self.owners.playing();
        let target = CallTarget {
            client: &client,
            address: server.address(),
            token: ADMIN_TOKEN,
            league: &self.league,
            bots: &playing,
        };
        month.calls = target.measure(args.calls).await?;
        month.memory = server.memory()?;
        self.fill_disk(&server, &client, month).await?;
        let seen = self.ended_matches(&client).await?;
        let acknowledged = self.get(&client).await?.result_count;
        let killed = server.kill(|| {});
        killed.map_err(|message| Failure::new(Reason::Unreachable, message))?;
        month.kills += 1;
        // The next version takes over.
        let started = Instant::now();
        let server = self.start(month.number + 1)?;
        let client = connect(&server).await?;
        let found = self.get(&client).await?.result_count;
        month.lost += acknowledged.saturating_sub(found);
        month.matches = self.wait_for_more(&client, found).await?;
        month.takeover = started.elapsed();
        month.peak_memory = server.peak_memory()?;
        for name in seen {
            let is_there = client
                .matches()
                .get_match(proto::GetMatchRequest { name })
                .await;
            let found = is_there.ok().and_then(|answer| answer.into_inner().r#match);
            let has_ended = found.is_some_and(|one| one.state() == proto::MatchState::Over);
            month.lost += u64::from(!has_ended);
        }
        self.end(server, &client).await
    }

    /// Runs `botwerk db check`; returns the number of faults that it has found.
    pub(super) fn check_file(&self) -> Result<u64, Failure> {
        let mut command = self.programs[0].command();
        command.args(["--json", "db", "check"]).arg(&self.file);
        let checked = command.stdin(Stdio::null()).output()?;
        let faults = String::from_utf8_lossy(&checked.stderr).lines().count() as u64;
        if checked.status.success() {
            return Ok(0);
        }
        eprint!("{}", String::from_utf8_lossy(&checked.stderr));
        Ok(faults.max(1))
    }

    fn start(&self, month: u64) -> Result<ChildServer, Failure> {
        let program = &self.programs[month as usize % self.programs.len()];
        let flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
        ChildServer::start(Launch {
            program: &program.surviving_limits(),
            db: &self.file,
            listen: "127.0.0.1:0",
            durability: Durability::Results,
            flags: &flags,
            log: Stdio::null(),
        })
    }

    /// Pauses the league, waits for its matches, and shuts a server down.
    async fn end(&self, mut server: ChildServer, client: &Client) -> Result<(), Failure> {
        let started = Instant::now();
        loop {
            let name = self.league.clone();
            let request = proto::PauseTournamentRequest { name };
            let paused = client.organizer().pause_tournament(request).await;
            paused.map_err(ClientError::from)?;
            while self.get(client).await?.running_matches > 0 {
                check_limit(started)?;
                sleep(POLL_INTERVAL).await;
            }
            let found = self.get(client).await?;
            if found.result_count == found.match_count {
                break;
            }
            // A round of agents is in progress, whose matches only a server plays.
            check_limit(started)?;
            let name = self.league.clone();
            let request = proto::ResumeTournamentRequest { name };
            let resumed = client.organizer().resume_tournament(request).await;
            resumed.map_err(ClientError::from)?;
            self.wait_for_more(client, found.result_count).await?;
        }
        let asked = server.shut_down();
        asked.map_err(|message| Failure::new(Reason::Unreachable, message))?;
        server.wait()
    }

    /// Takes the space of the disk from a server for a while, and waits until the league continues.
    async fn fill_disk(
        &self,
        server: &ChildServer,
        client: &Client,
        month: &mut Month,
    ) -> Result<(), Failure> {
        full_disk::fill(server.id())?;
        sleep(FULL_TIME).await;
        let stored = self.get(client).await?.result_count;
        full_disk::free(server.id())?;
        month.full_disks += 1;
        self.wait_for_more(client, stored).await?;
        Ok(())
    }

    async fn get(&self, client: &Client) -> Result<proto::Tournament, Failure> {
        let name = self.league.clone();
        let request = proto::GetTournamentRequest { name };
        let found = client.tournaments().get_tournament(request).await;
        let found = found.map_err(ClientError::from)?.into_inner();
        Ok(found.tournament.unwrap_or_default())
    }

    /// Waits until the league has more results, and returns how many.
    async fn wait_for_more(&self, client: &Client, before: u64) -> Result<u64, Failure> {
        let started = Instant::now();
        loop {
            let found = self.get(client).await?.result_count;
            if found > before {
                return Ok(found);
            }
            check_limit(started)?;
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Returns the names of the newest matches that have ended.
    async fn ended_matches(&self, client: &Client) -> Result<Vec<String>, Failure> {
        let request = proto::ListMatchesRequest {
            page_size: REMEMBERED,
            state: proto::MatchState::Over.into(),
            ..Default::default()
        };
        let found = client.matches().list_matches(request).await;
        let found = found.map_err(ClientError::from)?.into_inner().matches;
        Ok(found.into_iter().map(|one| one.name).collect())
    }
}

/// Connects as the operator.
async fn connect(server: &ChildServer) -> Result<Client, Failure> {
    Ok(Client::connect(server.address())
        .await?
        .with_token(ADMIN_TOKEN)?)
}

fn check_limit(started: Instant) -> Result<(), Failure> {
    if started.elapsed() < PROGRESS_LIMIT {
        return Ok(());
    }
    let message = format!("the league has not progressed within {PROGRESS_LIMIT:?}");
    Err(Failure::new(Reason::Unreachable, message))
}

/// Creates the league and returns its name.
async fn create_league(client: &Client, args: &YearArgs) -> Result<String, Failure> {
    let anchor = proto::Entrant {
        anchor: Some(ANCHOR),
        ..agent(AGENTS[0], AGENTS[0])
    };
    let format = Format::League(proto::League::default());
    let mut setup = setup(format, vec![anchor, agent(AGENTS[1], AGENTS[1])], None);
    setup.name = "year".into();
    setup.record_days = args.record_days;
    // As are the records that are added.
    setup.uses_virtual_time = true;
    if let Some(game) = &mut setup.setup {
        game.options.push(proto::GameOption {
            name: "turn_cap".into(),
            value: TURN_CAP.into(),
        });
    }
    let request = proto::CreateTournamentRequest {
        setup: Some(setup),
        seed: args.seed.clone(),
        concurrency: 2,
        oversubscribe: true,
        ..Default::default()
    };
    let created = client.organizer().create_tournament(request).await;
    let created = created.map_err(ClientError::from)?.into_inner();
    Ok(created.tournament.unwrap_or_default().name)
}
