//! The answer to every call for every role, as documented, and the secrets that no answer may contain.

mod requests;
mod scene;

use std::collections::BTreeSet;

use botwerk_proto::DESCRIPTORS;
use prost_reflect::DescriptorPool;

use self::scene::{Answer, COMMAND, Role, Scene};

/// The document with the table of answers.
const DOCUMENT: &str = include_str!("../../../../service/SECURITY.md");

/// The first columns of the table; the last one is text.
const COLUMNS: [&str; 9] = [
    "call",
    "operator",
    "owner",
    "player",
    "opponent",
    "bot",
    "stranger",
    "owner of bots",
    "organiser",
];

/// The answers to a call. Calls with equal answers share a row of the table.
struct Row {
    /// The method, or the path of an endpoint, and what is special about the call.
    call: String,
    /// The answer for each role: `ok` or a reason.
    answers: Vec<String>,
}

fn table() -> Vec<Row> {
    let cells = |line: &str| -> Vec<String> {
        let inner = line.trim().trim_matches('|').split('|');
        inner.map(|cell| cell.trim().replace('`', "")).collect()
    };
    let mut lines = DOCUMENT
        .lines()
        .skip_while(|line| !line.starts_with("| call |"));
    let head = cells(lines.next().unwrap());
    assert_eq!(head[..COLUMNS.len()], COLUMNS, "the columns of the table");
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    let calls_of_row = |line: &str| -> Vec<Row> {
        let cells = cells(line);
        assert_eq!(cells.len(), COLUMNS.len() + 1, "{line}");
        // What follows the answer in parentheses is a remark.
        let answer = |cell: &String| cell.split(" (").next().unwrap().to_owned();
        let answers: Vec<_> = cells[1..COLUMNS.len()].iter().map(answer).collect();
        let calls = cells[0].split(", ").map(str::to_owned);
        calls
            .map(|call| Row {
                call,
                answers: answers.clone(),
            })
            .collect()
    };
    rows.flat_map(calls_of_row).collect()
}

#[test]
fn every_method_of_the_api_has_a_row() {
    let pool = DescriptorPool::decode(DESCRIPTORS).unwrap();
    let services: Vec<_> = pool.services().collect();
    let methods = services.iter().flat_map(|service| {
        let methods: Vec<_> = service.methods().collect();
        methods
            .into_iter()
            .map(|method| format!("{}.{}", service.name(), method.name()))
    });
    let methods: BTreeSet<String> = methods.collect();
    let rows = table();
    let named = rows.iter().filter_map(|row| row.call.split(' ').next());
    let named: BTreeSet<String> = named
        .filter(|name| name.contains("Service."))
        .map(str::to_owned)
        .collect();
    assert_eq!(named, methods);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_role_is_answered_as_documented_and_learns_no_foreign_secret() {
    let scene = Scene::start().await;
    let mut shown_commands = BTreeSet::new();
    for Row { call, answers } in table() {
        for (role, expected) in Role::ALL.into_iter().zip(answers) {
            let stage = scene.stage().await;
            let Answer { outcome, bytes } = stage.call(&call, role).await;
            assert_eq!(outcome, expected, "{call} as {role:?}");
            let text = String::from_utf8_lossy(&bytes);
            for (name, secret) in stage.secrets_withheld_from(role) {
                assert!(!text.contains(&secret), "{call} tells {role:?} {name}");
            }
            if text.contains(COMMAND) {
                assert!(role.sees_commands(), "{call} as {role:?}");
                shown_commands.insert(call.clone());
            }
            stage.end_upload().await;
        }
    }
    // The test would find the command if a call revealed it to others.
    for call in ["GetTournament", "WatchTournament", "GetStandings"] {
        let call = format!("TournamentService.{call}");
        assert!(
            shown_commands.contains(&call),
            "{call} in {shown_commands:?}"
        );
    }
}

#[tokio::test]
async fn seat_token_acts_for_its_own_seat_only() {
    let scene = Scene::start().await;
    let stage = scene.stage().await;
    assert_eq!(
        stage
            .call("MatchService.SubmitActions", Role::Opponent)
            .await
            .outcome,
        "ok"
    );
    // The player's own answer to the same request is still open.
    assert_eq!(
        stage
            .call("MatchService.SubmitActions", Role::Player)
            .await
            .outcome,
        "ok"
    );
    let stage = scene.stage().await;
    assert_eq!(
        stage
            .call("MatchService.ResignSeat", Role::Opponent)
            .await
            .outcome,
        "ok"
    );
    assert_eq!(stage.terminations().await, ["NONE", "RESIGNED"]);
}
