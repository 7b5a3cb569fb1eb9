//! Faults planted in the steps of a match or tournament: none ends the server twice, and everything else continues.

use botwerk_engine::GameType;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use botwerk_client::{AgentPlayer, Client, ClientError, play_seat, proto};
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_tests::{
    CreatedMatch, agent_seat, bearer, create_match, open_seat, verify_record_of, wait_until,
};
use botwerk_tournament::configuration::parse_file;
use botwerk_tournament_wire::setup_message;
use proto::{MatchState, TournamentState};
use tempfile::TempDir;

use crate::command;
use crate::server_tournaments::get_tournament;

/// The steps of a match at which faults are planted.
const MATCH_STEPS: [&str; 6] = ["opening", "start", "apply", "search", "end", "record"];

/// The steps of a tournament that is played in the process.
const TOURNAMENT_STEPS: [&str; 8] = [
    "opening",
    "pairing",
    "standings",
    "start",
    "apply",
    "search",
    "end",
    "record",
];

/// A folder with the database of a server and the file of its planted fault.
struct Place(TempDir);

/// One run of a server; dropping it kills it.
struct RunningServer {
    child: Child,
    /// `None` if it ended while it started.
    address: Option<String>,
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn plant(&self, failure: &str, step: &str, name: &str) {
        fs::write(self.file("fault"), format!("{failure} {step} {name}\n")).unwrap();
    }

    /// Starts a server; a step of it may take a second.
    fn start(&self) -> RunningServer {
        let db = self.file("matches.db");
        let mut command = command(&[
            "--json",
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--step-limit-secs",
            "3",
            "--max-memory-mib",
            "600",
            "--join-limit-secs",
            "900",
            "--rejoin-limit-secs",
            "900",
            "--db",
        ]);
        command
            .arg(db)
            .env("BOTWERK_PLANTED_FAULT", self.file("fault"));
        command.stderr(log(&self.file("log")));
        command.stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let started: Option<serde_json::Value> = serde_json::from_str(&line).ok();
        let address = started.map(|started| started["listening"].as_str().unwrap().to_owned());
        RunningServer { child, address }
    }
}

fn log(path: &Path) -> fs::File {
    let mut options = fs::OpenOptions::new();
    options.create(true).append(true).open(path).unwrap()
}

impl RunningServer {
    async fn client(&self) -> Client {
        let address = self.address.as_ref().expect("the server has started");
        Client::connect(address).await.unwrap()
    }

    /// Waits until the server has ended by itself, while `provoke` is called again and again.
    async fn wait_for_end(mut self, provoke: impl AsyncFn(&Client)) {
        wait_until("the server has ended", async || {
            if self.child.try_wait().unwrap().is_some() {
                return true;
            }
            if let Some(address) = &self.address
                && let Ok(client) = Client::connect(address).await
            {
                // It may end in the meantime.
                let _ = tokio::time::timeout(Duration::from_secs(5), provoke(&client)).await;
            }
            false
        })
        .await;
    }
}

/// Creates a match of an agent, which moves first, and a client.
async fn new_match(client: &Client) -> CreatedMatch {
    let request = proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            options: Vec::new(),
            seats: 2,
        }),
        seats: vec![agent_seat("random:think=0s"), open_seat()],
        ..Default::default()
    };
    create_match(client, request).await
}

/// Joins the match and plays it; returns the error of the join, if it is rejected.
async fn join(client: &Client, created: &CreatedMatch) -> Option<ClientError> {
    let player = AgentPlayer::new(Netzwerk::ID, "random:think=200ms").unwrap();
    let played = play_seat(client, &created.name, &created.tokens[1], player);
    played.await.err()
}

/// Joins the match, and resigns once it has started; returns the error of the join, if it is rejected.
async fn join_and_resign(client: &Client, created: &CreatedMatch) -> Option<ClientError> {
    let request = proto::ResignSeatRequest {
        r#match: created.name.clone(),
        has_crashed: false,
    };
    let resigned = async {
        // It may not have started.
        wait_until("the seat resigns", async || {
            bearer(client, &created.tokens[1])
                .matches()
                .resign_seat(request.clone())
                .await
                .is_ok()
        })
        .await;
        std::future::pending::<()>().await;
    };
    tokio::select! {
        rejected = join(client, created) => rejected,
        () = resigned => None,
    }
}

async fn state_of(client: &Client, name: &str) -> MatchState {
    let request = proto::GetMatchRequest { name: name.into() };
    let response = client.matches().get_match(request).await.unwrap();
    response.into_inner().r#match.unwrap().state()
}

/// Returns `true` if a join is rejected since the match is suspended after two failures.
async fn is_suspended(client: &Client, failed: &CreatedMatch) -> bool {
    let joined = tokio::time::timeout(Duration::from_secs(5), join_and_resign(client, failed));
    match joined.await {
        Ok(Some(ClientError::Rejected {
            reason, message, ..
        })) => {
            reason.name() == "FAILED_REPEATEDLY" && message.contains("made the server fail 2 times")
        }
        _ => false,
    }
}

/// Checks that a match is suspended with its reason, that its owner can abort it, and that another match is played.
async fn assert_suspended(
    client: &Client,
    failed: &CreatedMatch,
    step: &str,
    other: &CreatedMatch,
) {
    assert!(is_suspended(client, failed).await);
    assert!(join_and_resign(client, other).await.is_none());
    assert_eq!(state_of(client, &other.name).await, MatchState::Over);
    if step == "end" {
        // The end is stored before it is published.
        assert_eq!(state_of(client, &failed.name).await, MatchState::Over);
        return;
    }
    assert_eq!(state_of(client, &failed.name).await, MatchState::Suspended);
    let abort = proto::AbortMatchRequest {
        r#match: failed.name.clone(),
    };
    bearer(client, &failed.owner)
        .matches()
        .abort_match(abort)
        .await
        .unwrap();
    assert_eq!(state_of(client, &failed.name).await, MatchState::Aborted);
    verify_record_of::<Netzwerk>(client, &failed.name).await;
}

/// Plants a fault in a match, which ends the server twice; the third server suspends the match.
async fn assert_match_ends_two_servers(failure: &str, step: &str) {
    println!("{failure} while {step}");
    let place = Place::new();
    let mut server = place.start();
    let client = server.client().await;
    let (failing, other) = (new_match(&client).await, new_match(&client).await);
    place.plant(failure, step, &failing.name);
    if step == "opening" {
        server = {
            drop(server);
            place.start()
        };
    }
    let provoke = async |client: &Client| {
        // A match that ends before its step has failed is over for the next server.
        let must_end = ["end", "record"].contains(&step);
        drop(if must_end {
            join_and_resign(client, &failing).await
        } else {
            join(client, &failing).await
        });
    };
    server.wait_for_end(&provoke).await;
    place.start().wait_for_end(&provoke).await;
    let server = place.start();
    assert_suspended(&server.client().await, &failing, step, &other).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn match_that_aborts_the_process_at_any_step_does_so_twice_at_most() {
    for step in MATCH_STEPS {
        assert_match_ends_two_servers("abort", step).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn match_with_an_endless_loop_ends_two_servers_at_most() {
    for step in ["opening", "start", "end"] {
        assert_match_ends_two_servers("loop", step).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn match_that_takes_all_memory_ends_two_servers_at_most() {
    for step in ["apply", "search"] {
        assert_match_ends_two_servers("grow", step).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn match_that_panics_at_any_step_is_suspended_and_the_server_continues() {
    for step in MATCH_STEPS {
        println!("panic while {step}");
        let place = Place::new();
        let mut server = place.start();
        let client = server.client().await;
        let (failing, other) = (new_match(&client).await, new_match(&client).await);
        place.plant("panic", step, &failing.name);
        if step == "opening" {
            server = {
                drop(server);
                place.start()
            };
        }
        let client = server.client().await;
        // An agent that panics leaves its match, which then ends.
        let has_ended = async || state_of(&client, &failing.name).await == MatchState::Over;
        wait_until("the match has failed", async || {
            is_suspended(&client, &failing).await || (step == "search" && has_ended().await)
        })
        .await;
        if step != "search" {
            assert_suspended(&client, &failing, step, &other).await;
        }
        assert!(server.child.try_wait().unwrap().is_none());
    }
}

/// Creates a tournament with the given number of cycles, which is played in the process.
async fn new_tournament(client: &Client, name: &str, cycles: u32) -> String {
    let text = format!(
        "name = \"{name}\"\ngame = \"netzwerk\"\n[format]\nkind = \"round-robin\"\ncycles = {cycles}\n\
         [[entrant]]\nplayer = \"random\"\n[[entrant]]\nplayer = \"greedy\"\n"
    );
    create_tournament(client, name, &text).await
}

/// Creates the tournament of a file, whose seed is its name.
async fn create_tournament(client: &Client, name: &str, text: &str) -> String {
    let request = proto::CreateTournamentRequest {
        setup: Some(setup_message(&parse_file(text).unwrap().configuration)),
        seed: name.into(),
        concurrency: 1,
        ..Default::default()
    };
    let created = client.organizer().create_tournament(request).await;
    created.unwrap().into_inner().tournament.unwrap().name
}

/// Creates a league whose only matches are those of an anchor and two other agents, without an end.
async fn new_league(client: &Client) -> String {
    let text = "name = \"league\"\ngame = \"netzwerk\"\n[format]\nkind = \"league\"\n\
                [[entrant]]\nplayer = \"random\"\nanchor = true\n\
                [[entrant]]\nname = \"strong\"\nplayer = \"greedy\"\n\
                [[entrant]]\nname = \"weak\"\nplayer = \"random\"\n";
    create_tournament(client, "league", text).await
}

/// Checks that a tournament is paused with its reason, and that another one is played to its end.
async fn assert_paused(client: &Client, failed: &str, other: &str) {
    let paused = get_tournament(client, failed).await;
    assert_eq!(paused.state(), TournamentState::Paused);
    let message = paused.failure.unwrap().message;
    assert!(
        message.contains("made the server fail 2 times"),
        "{message}"
    );
    wait_until("the other tournament is over", async || {
        get_tournament(client, other).await.state() == TournamentState::Over
    })
    .await;
}

async fn request_standings(client: &Client, name: &str) {
    let request = proto::GetStandingsRequest {
        name: name.into(),
        ..Default::default()
    };
    // The server may end in the meantime.
    let _ = client.tournaments().get_standings(request).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournament_that_aborts_the_process_at_any_step_does_so_twice_at_most() {
    for step in TOURNAMENT_STEPS {
        println!("abort while {step}");
        assert_tournament_ends_two_servers("abort", step).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournament_with_an_endless_loop_ends_two_servers_at_most() {
    for step in ["opening", "pairing", "apply"] {
        println!("loop while {step}");
        assert_tournament_ends_two_servers("loop", step).await;
    }
}

async fn assert_tournament_ends_two_servers(failure: &str, step: &str) {
    let place = Place::new();
    let mut server = place.start();
    let client = server.client().await;
    let failing = new_tournament(&client, "first", 100_000).await;
    let other = new_tournament(&client, "second", 20).await;
    place.plant(failure, step, &failing);
    if step == "opening" {
        server = {
            drop(server);
            place.start()
        };
    }
    let provoke = async |client: &Client| {
        if step == "standings" {
            request_standings(client, &failing).await;
        }
    };
    server.wait_for_end(&provoke).await;
    place.start().wait_for_end(&provoke).await;
    let server = place.start();
    let client = server.client().await;
    assert_paused(&client, &failing, &other).await;
    // The operator can have it tried again, or cancelled.
    fs::remove_file(place.file("fault")).unwrap();
    let name = failing.clone();
    let resume = proto::ResumeTournamentRequest { name };
    let resumed = client.organizer().resume_tournament(resume).await.unwrap();
    let resumed = resumed.into_inner().tournament.unwrap();
    assert_eq!(
        (resumed.state(), resumed.failure),
        (TournamentState::Running, None)
    );
    let name = failing;
    let cancel = proto::CancelTournamentRequest { name };
    client.organizer().cancel_tournament(cancel).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournament_whose_director_panics_is_paused_and_the_server_continues() {
    for step in ["opening", "pairing"] {
        println!("panic while {step}");
        let place = Place::new();
        let mut server = place.start();
        let client = server.client().await;
        let failing = new_tournament(&client, "first", 100_000).await;
        let other = new_tournament(&client, "second", 20).await;
        place.plant("panic", step, &failing);
        if step == "opening" {
            server = {
                drop(server);
                place.start()
            };
        }
        let client = server.client().await;
        wait_until("the tournament is paused", async || {
            get_tournament(&client, &failing).await.state() == TournamentState::Paused
        })
        .await;
        assert_paused(&client, &failing, &other).await;
        assert!(server.child.try_wait().unwrap().is_none());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kill_is_no_failure_of_what_the_server_works_on() {
    let place = Place::new();
    let server = place.start();
    let client = server.client().await;
    let running = new_tournament(&client, "first", 100_000).await;
    drop(server);
    for _ in 0..3 {
        let server = place.start();
        let client = server.client().await;
        let before = get_tournament(&client, &running).await;
        assert_eq!(before.state(), TournamentState::Running);
        wait_until("the server plays the tournament", async || {
            get_tournament(&client, &running).await.result_count > before.result_count
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn league_answers_while_a_round_is_paired_and_drops_one_with_an_entrant_that_is_withdrawn() {
    let place = Place::new();
    place.plant("wait", "round", "tournaments/");
    let server = place.start();
    let client = server.client().await;
    let league = new_league(&client).await;
    let withdraw = proto::WithdrawEntrantRequest {
        tournament: league.clone(),
        entrant: "weak".into(),
        ..Default::default()
    };
    let answered = async {
        request_standings(&client, &league).await;
        client.organizer().withdraw_entrant(withdraw).await.unwrap();
        get_tournament(&client, &league).await
    };
    let answered = tokio::time::timeout(Duration::from_secs(60), answered);
    let answered = answered.await.expect("no call waits for the round");
    assert_eq!(
        (answered.state(), answered.match_count),
        (TournamentState::Running, 0)
    );
    fs::remove_file(place.file("fault")).unwrap();
    wait_until("the league plays", async || {
        get_tournament(&client, &league).await.result_count >= 4
    })
    .await;
    let request = proto::ListPairingsRequest {
        tournament: league.clone(),
        ..Default::default()
    };
    let pairings = client.tournaments().list_pairings(request).await.unwrap();
    for pairing in pairings.into_inner().pairings {
        let weak = "weak".to_owned();
        assert!(!pairing.entrants.contains(&weak), "{pairing:?}");
    }
}
