//! Lists of matches by player, and reports about bots.

use std::time::Duration;

use botwerk_client::{Client, ConnectOptions, proto};
use botwerk_service::{AdminToken, Config};
use botwerk_tests::{TestServer, bearer, in_memory, status_reason};
use proto::{BotFaultKind, SeatResult};

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{agents, bot, create, netzwerk, pairings, round_robin, wait_until_over};

/// The admin token of the server.
const ADMIN_TOKEN: &str = "an-admin-token-of-a-test";

/// Returns the names of all matches that a request lists, page by page.
async fn listed(client: &Client, request: &proto::ListMatchesRequest) -> Vec<String> {
    let mut request = request.clone();
    let mut names = Vec::new();
    loop {
        let page = client.matches().list_matches(request.clone()).await;
        let page = page.unwrap().into_inner();
        names.extend(page.matches.into_iter().map(|found| found.name));
        request.page_token = page.next_page_token;
        if request.page_token.is_empty() {
            return names;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_of_a_bot_are_listed_and_reported() {
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
    let operator = Client::connect_with(&server.address(), &access).await;
    let operator = operator.unwrap();
    let register = proto::RegisterBotRequest {
        name: "a bot".into(),
        ..Default::default()
    };
    let registered = operator.bots().register_bot(register).await;
    let token = registered.unwrap().into_inner().bot_token;
    // Two matches: a bot that fails three times in a row is withdrawn.
    let mut entrants = agents(&["random"]);
    let opponent = entrants[0].name.clone();
    entrants.push(proto::Entrant {
        name: "sleeper".into(),
        ..bot("a bot")
    });
    let turn = Some(Duration::from_millis(300));
    let created = create(&operator, netzwerk(round_robin(1), entrants, turn)).await;
    let _bot = TestBot::start(&server.address(), token.clone(), Behaviour::Hangs);
    // Several times in each match.
    let with_bot_token = bearer(&client, &token);
    let write_logs = async {
        loop {
            let append = proto::AppendSeatLogRequest {
                text: "first\n\u{1b}[1mwhy it sleeps\n\n".into(),
                ..Default::default()
            };
            let appended = with_bot_token.bots().append_seat_log(append).await;
            appended.unwrap();
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    };
    tokio::select! {
        _ = wait_until_over(&operator, &created.name) => {}
        () = write_logs => {}
    }

    let all = pairings(&operator, &created.name).await;
    let of_bot = |it: &&proto::Pairing| it.entrants.iter().any(|name| name == "sleeper");
    let with_first = |it: &&proto::Pairing| it.entrants.contains(&opponent);
    let mut expected: Vec<String> = { all.iter().filter(of_bot) }
        .map(|it| it.attempts[0].r#match.clone())
        .collect();
    expected.sort_by(|a, b| b.cmp(a));
    assert_eq!(expected.len(), 2);

    // By the name of the bot and by that of its entrant.
    for name in ["a bot", "sleeper"] {
        let of_player = proto::ListMatchesRequest {
            player: name.into(),
            page_size: 1,
            ..Default::default()
        };
        assert_eq!(listed(&client, &of_player).await, expected, "{name}");
        let lost = proto::ListMatchesRequest {
            result: SeatResult::Lost as i32,
            opponent: opponent.clone(),
            min_end_time_nanos: 1,
            ..of_player.clone()
        };
        assert_eq!(listed(&client, &lost).await.len(), 2, "{name}");
        let won = proto::ListMatchesRequest {
            result: SeatResult::Won as i32,
            ..of_player.clone()
        };
        assert_eq!(listed(&client, &won).await, [""; 0]);
        // The token of a page belongs to its filter.
        let page = client.matches().list_matches(of_player).await.unwrap();
        let page_token = page.into_inner().next_page_token;
        let other = proto::ListMatchesRequest { page_token, ..won };
        let rejected = client.matches().list_matches(other).await.unwrap_err();
        assert_eq!(status_reason(&rejected), "BAD_REQUEST");
    }
    let without_player = proto::ListMatchesRequest {
        opponent: opponent.clone(),
        ..Default::default()
    };
    let rejected = client.matches().list_matches(without_player).await;
    assert_eq!(status_reason(&rejected.unwrap_err()), "BAD_REQUEST");
    let lost = proto::ListPairingsRequest {
        tournament: created.name.clone(),
        entrant: "sleeper".into(),
        opponent: opponent.clone(),
        result: SeatResult::Lost as i32,
        min_create_time_nanos: 1,
        ..Default::default()
    };
    let found = client.tournaments().list_pairings(lost.clone()).await;
    let found = found.unwrap().into_inner().pairings;
    let expected_pairings = all.iter().filter(of_bot).filter(with_first);
    assert!(found.iter().eq(expected_pairings), "{found:?}");
    let none = proto::ListPairingsRequest {
        max_create_time_nanos: 1,
        ..lost
    };
    let found = client.tournaments().list_pairings(none).await;
    assert_eq!(found.unwrap().into_inner().pairings, []);

    let request = proto::GetBotReportRequest {
        bot: "bots/a bot".into(),
    };
    let line = "[1mwhy it sleeps";
    for (reader, line) in [(&client, ""), (&operator, line), (&with_bot_token, line)] {
        let report = reader.bots().get_bot_report(request.clone()).await;
        let report = report.unwrap().into_inner().report.unwrap();
        let reported: Vec<_> = report.matches.iter().map(|it| it.r#match.clone()).collect();
        assert_eq!((reported, report.result_count), (expected.clone(), 2));
        let opponents = report.opponents.iter().map(|it| (&*it.name, it.losses));
        assert!(opponents.eq([(&*opponent, 2)]));
        let [fault] = &report.faults[..] else {
            panic!("{report:?}");
        };
        let (kind, newest) = (fault.kind(), &fault.newest_match);
        assert_eq!((kind, fault.matches), (BotFaultKind::Flagged, 2));
        assert_eq!((newest, &*fault.log_line), (&expected[0], line));
        assert!(
            report
                .matches
                .iter()
                .all(|it| it.end_time_nanos > it.create_time_nanos)
        );
    }
    server.stop().await;
}
