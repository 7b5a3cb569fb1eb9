//! The logs of seats: who may write and read them, and how long they are kept.

use botwerk_client::{Client, ConnectOptions, proto};
use botwerk_service::{AdminToken, Config};
use botwerk_tests::{TestServer, bearer, in_memory, status_reason};
use tonic::{Code, Status};

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    bot, bot_token, create, launched_bot, netzwerk, pairings, round_robin, wait_until,
};

/// The admin token of the server.
const ADMIN_TOKEN: &str = "an-admin-token-of-a-test";

async fn register(operator: &Client, name: &str) -> String {
    let request = proto::RegisterBotRequest {
        name: name.into(),
        ..Default::default()
    };
    let registered = operator.bots().register_bot(request).await.unwrap();
    registered.into_inner().bot_token
}

/// Appends to the logs of all seats that a bot plays.
async fn append(client: &Client, bot_token: &str, text: &str) -> Result<(), Status> {
    let request = proto::AppendSeatLogRequest {
        text: text.into(),
        ..Default::default()
    };
    bearer(client, bot_token)
        .bots()
        .append_seat_log(request)
        .await
        .map(drop)
}

async fn read(client: &Client, name: &str, seat: usize, token: &str) -> Result<String, String> {
    let request = proto::GetSeatLogRequest {
        r#match: name.into(),
        seat: seat as u32,
    };
    let log = bearer(client, token).bots().get_seat_log(request).await;
    log.map(|log| log.into_inner().text)
        .map_err(|status| status_reason(&status))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn log_of_a_seat_is_for_its_bot_and_the_operator() {
    let config = Config {
        admin_token: Some(ADMIN_TOKEN.parse::<AdminToken>().unwrap()),
        ..in_memory()
    };
    let server = TestServer::start(config).await;
    let client = server.client().await;
    let access = ConnectOptions {
        admin_token: Some(ADMIN_TOKEN.into()),
        ca: None,
    };
    let operator = Client::connect_with(&server.address(), &access)
        .await
        .unwrap();
    let own = register(&operator, "a bot").await;
    let stranger = register(&operator, "another bot").await;
    let entrants = vec![bot("a bot"), launched_bot("launched")];
    let created = create(&operator, netzwerk(round_robin(1), entrants, None)).await;
    let launched = bot_token(&operator, &created.name, "launched").await;
    // Without a match there is no log.
    append(&client, &own, "too early\n").await.unwrap();
    let address = server.address();
    let _bots =
        [&own, &launched].map(|token| TestBot::start(&address, token.clone(), Behaviour::Hangs));
    wait_until(&operator, &created.name, |now| now.running_matches == 1).await;
    let pairing = pairings(&operator, &created.name).await.into_iter();
    let pairing = pairing
        .into_iter()
        .find(|it| !it.attempts.is_empty())
        .unwrap();
    let name = pairing.attempts[0].r#match.clone();
    let seat = pairing
        .entrants
        .iter()
        .position(|it| it == "a bot")
        .unwrap();

    append(&client, &own, "one\n").await.unwrap();
    append(&client, &own, "two\n").await.unwrap();
    append(&client, &launched, "of the launched bot\n")
        .await
        .unwrap();
    for _ in 0..2 {
        assert_eq!(
            read(&client, &name, seat, &own).await.unwrap(),
            "one\ntwo\n"
        );
        assert_eq!(
            read(&operator, &name, seat, "").await.unwrap(),
            "one\ntwo\n"
        );
        let other = read(&client, &name, 1 - seat, &launched).await.unwrap();
        assert_eq!(other, "of the launched bot\n");
        for token in [
            &*stranger,
            &*launched,
            "",
            "0123456789abcdef0123456789abcdef",
        ] {
            let rejected = read(&client, &name, seat, token).await;
            assert_eq!(rejected, Err("BAD_TOKEN".into()), "{token}");
        }
        let rejected = read(&client, &name, 1 - seat, &own).await;
        assert_eq!(rejected, Err("BAD_TOKEN".into()));
        // What is readable stays so after the end of the tournament.
        let cancel = proto::CancelTournamentRequest {
            name: created.name.clone(),
        };
        let _ = operator.organizer().cancel_tournament(cancel).await;
    }

    assert_eq!(
        read(&operator, &name, 2, "").await,
        Err("BAD_REQUEST".into())
    );
    let unknown = read(&operator, "matches/0198", 0, "").await;
    assert_eq!(unknown, Err("NOT_FOUND".into()));
    let long = append(&client, &own, &"x".repeat((16 << 10) + 1)).await;
    let status = long.unwrap_err();
    assert_eq!(
        (status.code(), &*status_reason(&status)),
        (Code::InvalidArgument, "BAD_REQUEST")
    );
    let unknown = append(&client, "no token", "text").await.unwrap_err();
    assert_eq!(status_reason(&unknown), "BAD_TOKEN");
}
