//! Bots in Python play complete matches: `tests/python/bot.py` Micro Robots,
//! `tests/python/netzwerk_bot.py` Netzwerk, `tests/python/droids_bot.py` Droids, with stubs
//! generated from the API in a virtual environment.
//!
//! Without python3 the test is skipped, unless `BOTWERK_REQUIRE_PYTHON` is set. `bot check` checks the same
//! bots in the tests of the program `botwerk`.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Stdio;

use botwerk_agents::Roster;
use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use botwerk_engine::droids::Droids;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::Record;
use botwerk_tests::{PythonEnvironment, TestServer, bot_script, run};
use proto::entrant::Player;
use proto::tournament_format::Kind as Format;

/// Maximum number of non-blank lines of the bot.
const MAX_BOT_LINES: usize = 50;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Creates a match of an open seat against a built-in agent; returns its name and the seat's token.
async fn create_match(
    client: &Client,
    game: GameId,
    opponent: &str,
    virtual_time: bool,
) -> (String, String) {
    let opponent = proto::AgentSpec {
        name: opponent.into(),
        settings: Vec::new(),
    };
    let request = proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: game.name().into(),
            ..Default::default()
        }),
        seats: vec![
            proto::SeatSetup {
                name: "python".into(),
                agent: None,
            },
            proto::SeatSetup {
                agent: Some(opponent),
                ..Default::default()
            },
        ],
        seed: "python".into(),
        uses_virtual_time: virtual_time,
        ..Default::default()
    };
    let created = client
        .matches()
        .create_match(request)
        .await
        .unwrap()
        .into_inner();
    (
        created.r#match.unwrap().name,
        created.seat_tokens[0].token.clone(),
    )
}

/// Plays a match with a bot and returns its verified record, after checking that the bot has
/// printed the places in it.
async fn play_with_bot<G: Roster>(bot: &str, opponent: &str, virtual_time: bool) -> Option<Record> {
    let environment = PythonEnvironment::prepare()?;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let game = G::ID;
    let (name, token) = create_match(&client, game, opponent, virtual_time).await;
    let mut command = environment.bot(bot);
    command.args([&server.address(), &name, &token]);
    let output = tokio::task::spawn_blocking(move || run(&mut command))
        .await
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let record = Record::from_text(&client.record(&name).await.unwrap()).unwrap();
    botwerk_agents::verify::<G>(&record).unwrap();
    let outcome = record.outcome.as_ref().unwrap();
    let places: Vec<_> = outcome.places.iter().map(ToString::to_string).collect();
    assert_eq!(output.trim(), format!("places {}", places.join(" ")));
    server.stop().await;
    Some(record)
}

// One test, since the environment is created once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn python_bots_play_complete_matches() {
    for virtual_time in [false, true] {
        let record = play_with_bot::<MicroRobots>("bot.py", "solver", virtual_time).await;
        if let (true, Some(record)) = (virtual_time, record) {
            // By declared effort the bot sometimes wins the race, and its routes are correct.
            let outcome = record.outcome.unwrap();
            assert!(outcome.points[0] > 0, "{outcome:?}");
        }
    }
    if let Some(record) = play_with_bot::<Netzwerk>("netzwerk_bot.py", "random", false).await {
        // The bot prefers forward steps, which `random` seldom takes.
        assert_eq!(record.outcome.unwrap().places, [1, 2]);
    }
    if let Some(record) = play_with_bot::<Droids>("droids_bot.py", "random", false).await {
        // The bot can send a stone in every round, which `random` seldom can.
        assert_eq!(record.outcome.unwrap().places, [1, 2]);
    }
    if let Some(environment) = PythonEnvironment::prepare() {
        python_bot_plays_a_tournament(&environment).await;
    }
}

/// Plays a tournament with the bot of single matches, which `invited_bot.py` starts for every
/// invitation.
async fn python_bot_plays_a_tournament(environment: &PythonEnvironment) {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrant = |name: &str, player| proto::Entrant {
        name: name.into(),
        player: Some(player),
        ..Default::default()
    };
    let solver = proto::AgentSpec {
        name: "solver".into(),
        settings: Vec::new(),
    };
    let argv = vec!["python3".into(), "invited_bot.py".into(), "bot.py".into()];
    let setup = proto::TournamentSetup {
        name: "with Python".into(),
        setup: Some(proto::GameSetup {
            game: "micro-robots".into(),
            ..Default::default()
        }),
        format: Some(proto::TournamentFormat {
            kind: Some(Format::RoundRobin(proto::RoundRobin { cycles: 2 })),
        }),
        entrants: vec![
            entrant(
                "python",
                Player::LaunchCommand(proto::LaunchCommand {
                    argv,
                    ..Default::default()
                }),
            ),
            entrant("solver", Player::Agent(solver)),
        ],
        uses_virtual_time: true,
        ..Default::default()
    };
    let mut organizer = client.organizer();
    let request = proto::CreateTournamentRequest {
        setup: Some(setup),
        ..Default::default()
    };
    let created = organizer.create_tournament(request).await.unwrap();
    let name = created.into_inner().tournament.unwrap().name;
    let request = proto::GetBotTokensRequest {
        tournament: name.clone(),
    };
    let tokens = organizer
        .get_bot_tokens(request)
        .await
        .unwrap()
        .into_inner();
    let mut bot = environment
        .bot("invited_bot.py")
        .arg(bot_script("bot.py"))
        .env("BOTWERK_SERVER", server.address())
        .env("BOTWERK_BOT_TOKEN", &tokens.bot_tokens[0].bot_token)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let request = proto::WatchTournamentRequest {
        name: name.clone(),
        interval_nanos: 0,
    };
    let mut updates = client
        .tournaments()
        .watch_tournament(request)
        .await
        .unwrap()
        .into_inner();
    while updates.message().await.unwrap().is_some() {}
    bot.kill().unwrap();
    bot.wait().unwrap();
    let request = proto::GetStandingsRequest {
        name,
        season: 0,
        ..Default::default()
    };
    let table = client
        .tournaments()
        .get_standings(request)
        .await
        .unwrap()
        .into_inner();
    assert_eq!(table.tournament.unwrap().result_count, 4);
    for line in table.standings {
        assert_eq!((line.matches, line.terminations.len()), (4, 0), "{line:?}");
    }
}

#[test]
fn bot_is_short_and_shown_in_the_guide() {
    let bot = std::fs::read_to_string(bot_script("bot.py")).unwrap();
    let lines = bot.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= MAX_BOT_LINES, "{lines} lines");
    let guide = std::fs::read_to_string(repository().join("docs/protocol.md")).unwrap();
    let (_, shown) = guide.split_once("```python\n").unwrap();
    let (shown, _) = shown.split_once("```").unwrap();
    assert!(
        shown.starts_with("def play(") && bot.contains(shown),
        "docs/protocol.md must show `play` of the bot verbatim"
    );
}
