//! Stores that programs of each schema have written: `tests/stores` has one of each, with what it is to contain. A copy of
//! it is opened, continued and verified by this program.

mod fixture;
mod store_copy;
mod store_writer;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use botwerk_client::proto;
use botwerk_tests::wait_until;
use serde_json::Value;

use crate::server_tournaments::get_tournament;
use crate::{command, run};
use fixture::{Fixture, FixtureKind};
use store_copy::{StoreCopy, StoreServer};

/// A registered bot that plays at random; dropping it kills it.
struct Bot(Child);

impl Bot {
    fn start(server: &str, token: &str) -> Self {
        let mut bot = command(&["bot", "run", "random", "--server", server]);
        bot.env("BOTWERK_BOT_TOKEN", token);
        let bot = bot.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        Self(bot.unwrap())
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Asserts that each line has the fields of the expected one; it may have more.
fn assert_contains(found: &[Value], expected: &Value) {
    let expected = expected.as_array().unwrap();
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&found[field], value, "{field} of {found}");
        }
    }
}

/// Asserts that the database is valid, and that its records have the texts of the expected ones, among others.
fn assert_records(store: &StoreCopy, expected: &Value) {
    let checked = run(&["--json", "db", "check", &store.url]).good_json();
    assert_eq!(checked[0]["is_valid"], true, "{checked:?}");
    let records = store.export_records();
    for (file, text) in expected.as_object().unwrap() {
        let found = records
            .get(file)
            .unwrap_or_else(|| panic!("{file} is missing"));
        assert_eq!(Some(&**found), text.as_str(), "{file}");
    }
}

/// Opens a copy of a store, compares it with what it is to contain, and continues what has not ended.
async fn open_continue_and_verify(fixture: &Fixture) {
    let Some(store) = StoreCopy::unpack(fixture) else {
        return;
    };
    let expected = fixture.expected();
    let text = |name: &str| expected[name].as_str().unwrap().to_owned();
    let server = StoreServer::start(&store.url);
    let show = |arguments: &[&str]| {
        let command = ["tournament", "show"];
        server.operate(&[&command[..], arguments].concat())
    };
    let (finished, unfinished, league) = (text("finished"), text("unfinished"), text("league"));
    assert_contains(&show(&[&finished]), &expected["standings"]);
    assert_contains(&show(&[&league, "--season", "1"]), &expected["season"]);
    let logs = show(&[&finished, "--view", "log", "--entrant", "guest"]);
    assert_contains(&logs, &expected["logs"]);
    assert_records(&store, &expected["records"]);

    // The owner's token grants the same.
    let owner = |arguments: &[&str]| server.own(&text("owner_token"), arguments);
    assert_contains(&owner(&["owner", "show"]), &expected["owner"]);
    let versions = owner(&["bot", "versions", "alice/spinner"]);
    assert_contains(&versions, &expected["versions"]);
    let folder = store.write_bot("spinner");
    owner(&["bot", "push", "--detach", &folder]);
    let more = owner(&["bot", "versions", "alice/spinner"]);
    assert_eq!(more.len(), versions.len() + 1, "{more:?}");

    // What had not ended continues to its end.
    let client = server.operator().await;
    let _bots =
        ["guest_token", "absent_token"].map(|token| Bot::start(&server.address, &text(token)));
    for tournament in [&unfinished, &league] {
        wait_until("the end of the tournament", async || {
            get_tournament(&client, tournament).await.state() == proto::TournamentState::Over
        })
        .await;
    }
    let season = season_after_the_end(&expected["season"], &get_tournament(&client, &league).await);
    assert_contains(&show(&[&league, "--season", "1"]), &season);
    assert_records(&store, &expected["records"]);
}

/// Returns what the table of a season contains when its league is over: the seed is published, and no match is expected.
fn season_after_the_end(season: &Value, league: &proto::Tournament) -> Value {
    assert!(!league.seed.is_empty(), "{league:?}");
    let mut season = season.clone();
    season[0]["state"] = "over".into();
    season[0]["seed"] = (&*league.seed).into();
    season[0]["matches"] = season[0]["results"].clone();
    season
}

/// Asserts that the stores of a database are there, and runs the test with each.
async fn check_stores(kind: FixtureKind) {
    let fixtures = Fixture::all(kind);
    assert!(!fixtures.is_empty());
    for fixture in fixtures {
        eprintln!("{fixture:?}");
        open_continue_and_verify(&fixture).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_of_former_schemas_are_opened_continued_and_verified() {
    check_stores(FixtureKind::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn databases_of_former_schemas_are_opened_continued_and_verified() {
    check_stores(FixtureKind::Postgres).await;
}

#[test]
fn stores_are_small_and_have_expectations() {
    let files: BTreeSet<String> = fs::read_dir(Path::new(fixture::FOLDER))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let kinds = [FixtureKind::Sqlite, FixtureKind::Postgres];
    let fixtures = kinds.into_iter().flat_map(Fixture::all);
    let named: BTreeSet<String> = fixtures.flat_map(|fixture| fixture.file_names()).collect();
    assert_eq!(files, named);
    for file in files {
        let bytes = fs::metadata(Path::new(fixture::FOLDER).join(&file))
            .unwrap()
            .len();
        assert!(bytes < 60_000, "{file}: {bytes} bytes");
    }
}
