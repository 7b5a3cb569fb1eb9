//! Secrets that no log may contain: tokens, and the seed before the end of the match.

use botwerk_client::{AgentPlayer, Client, ConnectOptions, play_seat, proto};
use botwerk_engine::GameType;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_tests::bearer;

use super::serve::{Server, logging_server};
use crate::{command, run};

const ADMIN: &str = "admin-token-of-the-log-test";
const SEED: &str = "5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed5eed";

/// Plays a match with every way to show a token; gives all secrets of it.
async fn play(address: &str) -> Vec<String> {
    let access = ConnectOptions {
        admin_token: Some(ADMIN.into()),
        ca: None,
    };
    let client = Client::connect_with(address, &access).await.unwrap();
    let request = proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: "micro-robots".into(),
            ..Default::default()
        }),
        seats: vec![proto::SeatSetup::default(); 2],
        seed: SEED.into(),
        ..Default::default()
    };
    let made = client.matches().create_match(request).await.unwrap();
    let made = made.into_inner();
    let name = made.r#match.unwrap().name;
    let tokens: Vec<_> = made
        .seat_tokens
        .into_iter()
        .map(|seat| seat.token)
        .collect();
    let wrong = "0123456789abcdef0123456789abcdef";
    for token in [&tokens[0], wrong] {
        let act = proto::SubmitActionsRequest {
            r#match: name.clone(),
            submission: Some(proto::Submission {
                turn: 99,
                text: "say 1".into(),
                ..Default::default()
            }),
        };
        bearer(&client, token)
            .matches()
            .submit_actions(act)
            .await
            .unwrap_err();
        let abort = proto::AbortMatchRequest {
            r#match: name.clone(),
        };
        bearer(&client, token)
            .matches()
            .abort_match(abort)
            .await
            .unwrap_err();
    }
    let bots = tokens.iter().map(|token| {
        let (client, name, token) = (client.clone(), name.clone(), token.clone());
        tokio::spawn(async move {
            let player = AgentPlayer::new(MicroRobots::ID, "solver").unwrap();
            play_seat(&client, &name, &token, player).await.unwrap()
        })
    });
    for bot in bots.collect::<Vec<_>>() {
        bot.await.unwrap();
    }
    let aborted = proto::AbortMatchRequest { r#match: name };
    // The match is over, so only the token is shown.
    let _ = bearer(&client, &made.owner_token)
        .matches()
        .abort_match(aborted)
        .await;
    let mut secrets = tokens;
    secrets.extend([made.owner_token, ADMIN.into(), SEED.into(), wrong.into()]);
    secrets
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn log_contains_no_secret_at_any_level() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let db = folder.path().join("matches.db");
    let server = Server::run(
        logging_server(&db, &log)
            .env("BOTWERK_LOG_LEVEL", "trace,botwerk=trace")
            .env("BOTWERK_ADMIN_TOKEN", ADMIN),
    );
    let secrets = play(&server.address).await;
    drop(server);
    let log = std::fs::read_to_string(&log).unwrap();
    for secret in secrets {
        let line = log.lines().find(|line| line.contains(&secret));
        assert!(line.is_none(), "{secret} stands in the log: {line:?}");
    }
    // Each call has a span with method and status, and every line is JSON.
    let mut submitted = 0;
    for line in log.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let span = &line["span"];
        let is_submit = span["method"] == "/botwerk.v1.MatchService/SubmitActions";
        if is_submit && line["fields"]["message"] == "call ended" {
            assert!(span["status"].is_string(), "{line}");
            submitted += 1;
        }
    }
    assert_eq!(submitted, 2);
}

#[test]
fn admin_token_has_no_flag_and_is_never_quoted() {
    let help = run(&["serve", "--help"]).good();
    assert!(help.contains("BOTWERK_ADMIN_TOKEN"), "{help}");
    assert!(!help.contains("--admin-token "), "{help}");
    let short = "sesame";
    let output = command(&["serve", "--db", ":memory:", "--listen", "127.0.0.1:0"])
        .env("BOTWERK_ADMIN_TOKEN", short)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stdout = String::from_utf8(output.stderr).unwrap();
    assert!(
        stdout.contains("at least 16") && !stdout.contains(short),
        "{stdout}"
    );
}
