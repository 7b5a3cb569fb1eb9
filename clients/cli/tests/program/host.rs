//! `host` and `bot push`: owners upload programs, which a host builds, checks and plays in sandboxes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use botwerk_client::{Client, ConnectOptions, proto};
use botwerk_tests::{bearer, http_get, json_lines, metric_value, wait_until};
use proto::entrant::Player;
use serde_json::Value;
use tempfile::TempDir;

use super::serve::Server;
use crate::{command, run};

const ADMIN_TOKEN: &str = "an-admin-token-of-length";
const WORKER_TOKEN: &str = "a-worker-token-of-length";

/// A server with an owner, and a host.
struct Arena {
    folder: TempDir,
    server: Server,
    host: Child,
    owner_token: String,
}

impl Drop for Arena {
    fn drop(&mut self) {
        let _ = self.host.kill();
        let _ = self.host.wait();
    }
}

impl Arena {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let db = folder.path().join("arena.db");
        let listen = ["--json", "serve", "--listen", "127.0.0.1:0", "--db"];
        let mut serve = command(&[&listen[..], &[db.to_str().unwrap()]].concat());
        serve
            .stderr(Stdio::null())
            .env("BOTWERK_ADMIN_TOKEN", ADMIN_TOKEN)
            .env("BOTWERK_WORKER_TOKEN", WORKER_TOKEN);
        let server = Server::run(&mut serve);
        let mut arena = Self {
            host: start_host(&server.address, folder.path()),
            folder,
            server,
            owner_token: String::new(),
        };
        let mut invite = arena.command(&["owner", "invite"]);
        let code = text(invite.env("BOTWERK_ADMIN_TOKEN", ADMIN_TOKEN));
        arena.owner_token = text(&mut arena.command(&["owner", "sign-up", "alice", &code]));
        arena
    }

    /// Returns a command of the owner.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command
            .env("BOTWERK_SERVER", &self.server.address)
            .env("BOTWERK_OWNER_TOKEN", &self.owner_token);
        command
    }

    /// Writes the folder of a bot with a manifest and a file.
    fn bot_folder(&self, name: &str, manifest: &str, file: (&str, &str)) -> PathBuf {
        let folder = self.folder.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        let manifest = format!("game = \"netzwerk\"\n{manifest}\n");
        fs::write(folder.join("botwerk.toml"), manifest).unwrap();
        fs::write(folder.join(file.0), file.1).unwrap();
        folder
    }

    /// Uploads a folder; returns the state of the version in the end and its reason, and whether it plays.
    fn push(&self, folder: &Path) -> (String, String, bool) {
        let arguments = ["--json", "bot", "push", folder.to_str().unwrap()];
        let output = self.command(&arguments).output().unwrap();
        let lines = json_lines(&String::from_utf8(output.stdout).unwrap());
        let last = lines.last().expect("the version is printed");
        let text = |key: &str| last[key].as_str().unwrap().to_owned();
        (text("state"), text("reason"), output.status.success())
    }

    fn versions(&self, bot: &str) -> Vec<Value> {
        let listed = text(&mut self.command(&["--json", "bot", "versions", bot]));
        json_lines(&listed)
    }

    /// Asserts that samples have these values in the metrics.
    async fn assert_metrics(&self, samples: &[(&str, f64)]) {
        let (_, text) = http_get(&self.server.address, "/metrics", Some(ADMIN_TOKEN)).await;
        for (sample, value) in samples {
            let sample = format!("botwerk_{sample}");
            assert_eq!(
                metric_value(&text, &sample),
                Some(*value),
                "{sample}: {text}"
            );
        }
    }

    async fn operator(&self) -> Client {
        let access = ConnectOptions {
            admin_token: Some(ADMIN_TOKEN.into()),
            ca: None,
        };
        let client = Client::connect_with(&self.server.address, &access).await;
        client.unwrap()
    }
}

fn start_host(server: &str, folder: &Path) -> Child {
    let files = folder.join("host");
    let folder = files.to_str().unwrap();
    let flags = ["--folder", folder, "--uncounted-memory"];
    let mut host = command(&[&["host", "--server", server], &flags[..]].concat());
    host.env("BOTWERK_WORKER_TOKEN", WORKER_TOKEN);
    host.stdout(Stdio::null())
        .stderr(fs::File::create(files.with_extension("log")).unwrap())
        .spawn()
        .unwrap()
}

fn text(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn python_bot() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/stdio/bot.py");
    fs::read_to_string(path).unwrap()
}

/// Returns an open league with two agents.
fn open_league() -> proto::CreateTournamentRequest {
    let entrant = |name: &str, anchor| proto::Entrant {
        name: name.into(),
        player: Some(Player::Agent(proto::AgentSpec::new(name, &[]))),
        anchor,
        ..Default::default()
    };
    let league = proto::League {
        is_open: true,
        ..Default::default()
    };
    proto::CreateTournamentRequest {
        setup: Some(proto::TournamentSetup {
            name: "open".into(),
            setup: Some(proto::GameSetup {
                game: "netzwerk".into(),
                ..Default::default()
            }),
            format: Some(proto::TournamentFormat {
                kind: Some(proto::tournament_format::Kind::League(league)),
            }),
            entrants: vec![entrant("random", Some(0)), entrant("greedy", None)],
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// Returns a tournament of two matches between a bot and an agent.
fn tournament(bot: &str) -> proto::CreateTournamentRequest {
    let entrant = |name: &str, player| proto::Entrant {
        name: name.into(),
        player: Some(player),
        ..Default::default()
    };
    let round_robin = proto::RoundRobin { cycles: 1 };
    proto::CreateTournamentRequest {
        setup: Some(proto::TournamentSetup {
            name: "arena".into(),
            setup: Some(proto::GameSetup {
                game: "netzwerk".into(),
                ..Default::default()
            }),
            format: Some(proto::TournamentFormat {
                kind: Some(proto::tournament_format::Kind::RoundRobin(round_robin)),
            }),
            entrants: vec![
                entrant("guest", Player::Bot(bot.into())),
                entrant(
                    "random",
                    Player::Agent(proto::AgentSpec::new("random", &[])),
                ),
            ],
            ..Default::default()
        }),
        ..Default::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn uploaded_programs_are_built_checked_and_played_in_sandboxes() {
    let arena = Arena::start();
    let thought = "import sys\nprint('a thought', file=sys.stderr, flush=True)\n";
    let bot = ("bot.py", &*(thought.to_owned() + &python_bot()));
    let spinner = arena.bot_folder("spinner", "command = \"python3 bot.py\"", bot);
    assert_eq!(
        arena.push(&spinner),
        ("playing".into(), String::new(), true)
    );
    let client = arena.operator().await;
    let created = client
        .organizer()
        .create_tournament(tournament("alice/spinner"))
        .await;
    let name = created.unwrap().into_inner().tournament.unwrap().name;
    wait_until("the tournament has ended", async || {
        let request = proto::GetTournamentRequest { name: name.clone() };
        let found = client.tournaments().get_tournament(request).await.unwrap();
        found.into_inner().tournament.unwrap().state() == proto::TournamentState::Over
    })
    .await;
    let request = proto::ListPairingsRequest {
        tournament: name.clone(),
        ..Default::default()
    };
    let pairings = client.tournaments().list_pairings(request).await.unwrap();
    let pairings = pairings.into_inner().pairings;
    assert_eq!(pairings.len(), 2);
    // No seat has left a match early, and the owner reads what its bot has written.
    let owner = bearer(&client, &arena.owner_token);
    for pairing in pairings {
        let seat = u32::from(pairing.entrants[0] != "guest");
        for (seat, is_own) in [(seat, true), (1 - seat, false)] {
            let log = proto::GetSeatLogRequest {
                r#match: pairing.attempts[0].r#match.clone(),
                seat,
            };
            let read = owner.bots().get_seat_log(log).await;
            assert_eq!(read.is_ok(), is_own, "{read:?}");
            if let Ok(log) = read {
                assert_eq!(log.into_inner().text, "a thought\n");
            }
        }
        let result = format!("{:?}", pairing.result);
        for fault in ["Crashed", "Illegal", "NoShow", "Disconnected", "Flagged"] {
            assert!(!result.contains(fault), "{result}");
        }
    }

    // Bots could fill the disk with the log of the host.
    let host_log = fs::read_to_string(arena.folder.path().join("host.log")).unwrap();
    assert!(host_log.contains("bot started"), "{host_log}");
    assert!(!host_log.contains("a thought"), "{host_log}");

    // The next version is compiled by its host, and replaces the first.
    let manifest = "build = \"cc -o bot bot.c\"\ncommand = \"python3 bot.py\"";
    arena.bot_folder(
        "spinner",
        manifest,
        ("bot.c", "int main(void) { return 0; }\n"),
    );
    assert_eq!(
        arena.push(&spinner),
        ("playing".into(), String::new(), true)
    );
    let versions = arena.versions("alice/spinner");
    let states: Vec<_> = versions
        .iter()
        .map(|line| line["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["playing", "replaced"]);
    arena
        .assert_metrics(&[
            ("hosts", 1.0),
            ("versions{state=\"playing\"}", 1.0),
            ("versions{state=\"replaced\"}", 1.0),
            ("leased_versions{state=\"playing\"}", 1.0),
            ("version_checks_total{result=\"accepted\"}", 2.0),
            ("uploads", 0.0),
        ])
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn uploaded_bot_enters_an_open_league_by_itself_and_is_rated() {
    let arena = Arena::start();
    let client = arena.operator().await;
    let created = client.organizer().create_tournament(open_league()).await;
    let name = created.unwrap().into_inner().tournament.unwrap().name;
    let bot = ("bot.py", &*python_bot());
    let spinner = arena.bot_folder("spinner", "command = \"python3 bot.py\"", bot);
    assert_eq!(
        arena.push(&spinner),
        ("playing".into(), String::new(), true)
    );
    wait_until("the bot has a rated match", async || {
        let request = proto::GetStandingsRequest {
            name: name.clone(),
            ..Default::default()
        };
        let found = client.tournaments().get_standings(request).await.unwrap();
        let entrants = found.into_inner().standings;
        let mut own = entrants
            .iter()
            .filter(|entrant| entrant.entrant == "alice/spinner");
        own.next().is_some_and(|entrant| entrant.matches > 0)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn uploaded_bot_waits_until_its_owner_has_processor_time_again() {
    let arena = Arena::start();
    let bot = ("bot.py", &*python_bot());
    let spinner = arena.bot_folder("spinner", "command = \"python3 bot.py\"", bot);
    assert_eq!(
        arena.push(&spinner),
        ("playing".into(), String::new(), true)
    );
    let owner = || {
        let shown = text(&mut arena.command(&["--json", "owner", "show"]));
        json_lines(&shown).remove(0)
    };
    // The check has played matches.
    wait_until("its processor time was counted", async || {
        owner()["processor_secs"].as_f64().unwrap() > 0.0
    })
    .await;
    let set_quota = |secs: &str| {
        let arguments = ["owner", "quota", "alice", "--processor-secs", secs];
        let mut quota = arena.command(&arguments);
        text(quota.env("BOTWERK_ADMIN_TOKEN", ADMIN_TOKEN));
    };
    let state_is = async |state: &str| {
        wait_until(state, async || {
            arena.versions("alice/spinner")[0]["state"] == state
        })
        .await;
    };
    set_quota("0");
    state_is("checked").await;
    let pushed = arena
        .command(&["bot", "push", spinner.to_str().unwrap()])
        .output();
    let error = String::from_utf8(pushed.unwrap().stderr).unwrap();
    assert!(
        error.contains("of 0 s today; the next upload may be at 0:00 UTC, in"),
        "{error}"
    );
    set_quota("9000");
    state_is("playing").await;
    assert_eq!(owner()["max_processor_secs_per_day"], 9000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_and_broken_uploads_are_rejected_with_what_their_authors_need() {
    let arena = Arena::start();
    let steals = "build = \"cat /etc/shadow /root/* || exit 3\"\ncommand = \"./bot\"";
    let thief = arena.bot_folder("thief", steals, ("a", ""));
    let (state, reason, is_playing) = arena.push(&thief);
    assert_eq!((&*state, is_playing), ("rejected", false));
    assert!(reason.contains("exit code 3"), "{reason}");
    let log = text(&mut arena.command(&["bot", "versions", "alice/thief", "--log", "0"]));
    assert!(
        log.contains("No such file") && !log.contains("root:"),
        "{log}"
    );

    let nonsense = ("bot.py", "print(7)\n");
    let broken = arena.bot_folder("broken", "command = \"python3 bot.py\"", nonsense);
    let (_, reason, is_playing) = arena.push(&broken);
    assert!(
        reason.starts_with("check: failed") && !is_playing,
        "{reason}"
    );

    // As the alert BotwerkUploadsRejected counts them.
    let rejected = [
        ("version_checks_total{result=\"rejected\"}", 2.0),
        ("version_checks_total{result=\"accepted\"}", 0.0),
        ("versions{state=\"rejected\"}", 2.0),
    ];
    arena.assert_metrics(&rejected).await;

    // A stranger sees nothing of it, and a folder that may not be uploaded is rejected before it is.
    let log = [
        "bot",
        "versions",
        "alice/thief",
        "--server",
        &arena.server.address,
    ];
    run(&log).failed(2, "authorization");
    let none = arena.folder.path().join("none");
    fs::create_dir(&none).unwrap();
    let mut push = arena.command(&["bot", "push", none.to_str().unwrap()]);
    let missing = push.output().unwrap();
    let message = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(message.contains("botwerk.toml: missing"), "{message}");
}
