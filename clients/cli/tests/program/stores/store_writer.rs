//! Writes the stores of the present schema.

use std::process::{Child, Stdio};

use botwerk_client::{Client, proto};
use botwerk_tests::wait_until;
use serde_json::{Value, json};

use super::Bot;
use super::fixture::{Fixture, FixtureKind};
use super::store_copy::{StoreCopy, StoreServer};
use crate::command;
use crate::server_tournaments::{create_tournament, get_tournament};
use crate::stdio::first_legal;

/// A small board, on which matches are short.
const BOARD: &str = "game = \"netzwerk\"\nopening_turns = 2\n[options]\nwidth = 2\nranks = 3\n";

const AGENTS: &str =
    "[[entrant]]\nplayer = \"greedy\"\nanchor = true\n[[entrant]]\nplayer = \"random\"\n";

/// Creates a tournament of a registered bot and two agents; returns its name.
async fn create(client: &Client, name: &str, format: &str, bot: &str) -> String {
    let bot = format!("[[entrant]]\nname = \"{bot}\"\nplayer = \"bot:alice/{bot}\"\n");
    let agents = if format.contains("league") {
        AGENTS.to_owned()
    } else {
        AGENTS.replace("anchor = true\n", "")
    };
    let text = format!("name = \"{name}\"\n{BOARD}[format]\n{format}\n{agents}{bot}");
    create_tournament(client, &text).await
}

/// Creates a match of two agents outside of tournaments.
async fn create_match(client: &Client) -> String {
    let agent = |name: &str| proto::SeatSetup {
        agent: Some(proto::AgentSpec::new(name, &[])),
        ..Default::default()
    };
    let option = |name: &str, value: &str| proto::GameOption {
        name: name.into(),
        value: value.into(),
    };
    let request = proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            options: vec![option("width", "2"), option("ranks", "3")],
            seats: 2,
        }),
        seats: vec![agent("greedy"), agent("random")],
        seed: "store".into(),
        uses_virtual_time: true,
        ..Default::default()
    };
    let created = client.matches().create_match(request).await.unwrap();
    created.into_inner().r#match.unwrap().name
}

/// Starts a bot whose program writes to standard error.
fn start_program(server: &str, token: &str, program: &str) -> Bot {
    let mut bot = command(&["bot", "run", program, "--upload-logs", "--server", server]);
    bot.env("BOTWERK_BOT_TOKEN", token);
    let bot: Child = bot
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    Bot(bot)
}

fn text(line: &Value, field: &str) -> String {
    line[field].as_str().unwrap().to_owned()
}

async fn write_store(kind: FixtureKind) {
    let Some(store) = StoreCopy::create(kind) else {
        return;
    };
    let server = StoreServer::start(&store.url);
    let client = server.operator().await;
    let invited = server.operate(&["owner", "invite", "stores"]);
    let sign_up = ["owner", "sign-up", "alice", &text(&invited[0], "code")];
    let owner_token = text(&server.own("", &sign_up)[0], "owner_token");
    let owner = |arguments: &[&str]| server.own(&owner_token, arguments);
    let [guest_token, absent_token] = ["guest", "absent"].map(|name| {
        let registered = owner(&["bot", "register", name]);
        text(&registered[0], "bot_token")
    });
    owner(&["bot", "push", "--detach", &store.write_bot("spinner")]);

    let program = first_legal("echo decision $turn >&2; sleep 0.02");
    let guest = start_program(&server.address, &guest_token, &program.seat());
    let round_robin = "kind = \"round-robin\"\ncycles = 1";
    let finished = create(&client, "finished", round_robin, "guest").await;
    wait_until("the end of the tournament", async || {
        get_tournament(&client, &finished).await.state() == proto::TournamentState::Over
    })
    .await;
    let unfinished = create(&client, "unfinished", round_robin, "absent").await;
    wait_until("the matches of the agents", async || {
        get_tournament(&client, &unfinished).await.result_count == 2
    })
    .await;
    let single = create_match(&client).await;
    wait_until("the end of the match", async || {
        let name = single.clone();
        let mut matches = client.matches();
        let found = matches.get_match(proto::GetMatchRequest { name }).await;
        found
            .unwrap()
            .into_inner()
            .r#match
            .unwrap()
            .outcome
            .is_some()
    })
    .await;
    let seasons = "kind = \"league\"\nseasons = 4\nseason_matches = 6";
    let league = create(&client, "league", seasons, "guest").await;
    wait_until("the second season", async || {
        get_tournament(&client, &league).await.result_count > 6
    })
    .await;

    let show = |arguments: &[&str]| {
        let command = ["tournament", "show"];
        server.operate(&[&command[..], arguments].concat())
    };
    let standings = show(&[&finished]);
    let season = show(&[&league, "--season", "1"]);
    let logs = show(&[&finished, "--view", "log", "--entrant", "guest"]);
    let versions = owner(&["bot", "versions", "alice/spinner"]);
    let mut alice = owner(&["owner", "show"]);
    let facts = alice[0].as_object_mut().unwrap();
    // Change while bots play, and every day.
    facts.remove("concurrent_matches");
    facts.remove("reset_time_nanos");
    let state = get_tournament(&client, &league).await.state();
    assert_eq!(state, proto::TournamentState::Running);
    server.stop();
    drop(guest);
    let expected = json!({
        "owner_token": owner_token, "guest_token": guest_token, "absent_token": absent_token,
        "finished": finished, "unfinished": unfinished, "league": league,
        "standings": standings, "season": season, "logs": logs, "owner": alice, "versions": versions,
        "records": store.export_records(),
    });
    let (version, content) = store.content();
    Fixture::new(kind, version).write(&content, &expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes the stores of the present schema to tests/stores"]
async fn stores_of_the_present_schema_are_written() {
    write_store(FixtureKind::Sqlite).await;
    write_store(FixtureKind::Postgres).await;
}
