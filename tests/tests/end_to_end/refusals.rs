//! Requests that are refused, each with its reason, and a server that minds none of them.

use botwerk_client::{Client, proto};
use botwerk_tests::{TestServer, bundled, finish, make, micro_robots, reason_of, remote};
use proto::time_control::Kind as Limit;

const REPEATED: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                        6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 1W";

/// A request that is right but for what `change` does to it.
fn but(change: impl FnOnce(&mut proto::CreateMatchRequest)) -> proto::CreateMatchRequest {
    let mut request = micro_robots(vec![remote(), remote()], &[]);
    change(&mut request);
    request
}

fn option(name: &str, value: &str) -> proto::CreateMatchRequest {
    setup(|setup| {
        // The board is given already.
        setup.options.retain(|option| option.name != name);
        setup.options.push(proto::GameOption {
            name: name.into(),
            value: value.into(),
        });
    })
}

fn setup(change: impl FnOnce(&mut proto::GameSetup)) -> proto::CreateMatchRequest {
    but(|request| change(request.setup.as_mut().unwrap()))
}

fn limit(kind: Limit) -> proto::CreateMatchRequest {
    but(|request| {
        request.time_control = Some(proto::TimeControl {
            kind: Some(kind),
            ..Default::default()
        });
    })
}

/// Matches that cannot be made: why, and a word that the message must have.
fn impossible() -> Vec<(proto::CreateMatchRequest, &'static str, &'static str)> {
    let long = "x".repeat(129);
    vec![
        (but(|r| r.setup = None), "BAD_REQUEST", "setup"),
        (setup(|s| s.game = "chess".into()), "UNKNOWN_GAME", "chess"),
        (setup(|s| s.game = String::new()), "UNKNOWN_GAME", ""),
        (but(|r| r.seats = vec![]), "BAD_REQUEST", "seats"),
        (but(|r| r.seats = vec![remote()]), "BAD_OPTIONS", "1"),
        (but(|r| r.seats = vec![remote(); 65]), "BAD_OPTIONS", "65"),
        (
            but(|r| r.seats = vec![remote(); 5000]),
            "BAD_OPTIONS",
            "5000",
        ),
        (setup(|s| s.seats = 3), "BAD_REQUEST", "3"),
        (setup(|s| s.seats = u32::MAX), "BAD_REQUEST", "4294967295"),
        (option("nonsense", "1"), "BAD_OPTIONS", "nonsense"),
        (option("", ""), "BAD_OPTIONS", ""),
        (
            micro_robots(vec![remote(), remote()], &[("board", "drawn")]),
            "BAD_OPTIONS",
            "twice",
        ),
        (option("chips_to_win", "0"), "BAD_OPTIONS", "chips_to_win"),
        (option("chips_to_win", "26"), "BAD_OPTIONS", "chips_to_win"),
        (option("race_limit", "never"), "BAD_OPTIONS", "race_limit"),
        (
            option("race_limit", "99999999999999999999s"),
            "BAD_OPTIONS",
            "race_limit",
        ),
        (option("expert", "maybe"), "BAD_OPTIONS", "expert"),
        (option("board", "2Y 1W"), "BAD_OPTIONS", "board"),
        (option("board", REPEATED), "BAD_OPTIONS", "1W"),
        (
            but(|r| r.seats[0] = bundled("grandmaster")),
            "UNKNOWN_AGENT",
            "grandmaster",
        ),
        (
            but(|r| r.seats[0] = bundled("solver:depth=3")),
            "BAD_OPTIONS",
            "depth",
        ),
        (
            but(|r| r.seats[0] = bundled("human:mean=soon")),
            "BAD_OPTIONS",
            "mean",
        ),
        (
            but(|r| {
                r.seats[0].agent = Some(proto::AgentSpec::default());
            }),
            "UNKNOWN_AGENT",
            "",
        ),
        (
            but(|r| r.seats[1].name.clone_from(&long)),
            "BAD_REQUEST",
            "seats[1]",
        ),
        (but(|r| r.request_id = long), "BAD_REQUEST", "request_id"),
        (limit(Limit::TurnMillis(0)), "BAD_REQUEST", "time_control"),
        (limit(Limit::RoundMillis(0)), "BAD_REQUEST", "time_control"),
        (
            limit(Limit::TurnMillis(u64::MAX)),
            "BAD_REQUEST",
            "time_control",
        ),
    ]
}

#[tokio::test]
async fn matches_that_cannot_be_are_not_made() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for (request, reason, word) in impossible() {
        let what = format!("{request:?}");
        let what = &what[..what.len().min(600)];
        let status = client.matches().create_match(request).await.unwrap_err();
        assert_eq!(reason_of(&status), reason, "{what}");
        assert!(
            status.message().contains(word),
            "{}: {what}",
            status.message()
        );
    }
    let request = proto::ListMatchesRequest::default();
    let list = client.matches().list_matches(request).await.unwrap();
    assert!(list.into_inner().matches.is_empty());
    // And one that can be is.
    let request = but(|r| {
        r.seats = vec![remote(); 64];
        r.request_id = "x".repeat(128);
    });
    let made = make(&client, request).await;
    assert_eq!(made.tokens.len(), 64);
    server.stop().await;
}

async fn list(
    client: &Client,
    size: u32,
    token: &str,
) -> Result<proto::ListMatchesResponse, String> {
    let request = proto::ListMatchesRequest {
        page_size: size,
        page_token: token.into(),
        state: 0,
    };
    let answer = client.matches().list_matches(request).await;
    answer
        .map(tonic::Response::into_inner)
        .map_err(|status| reason_of(&status))
}

#[tokio::test]
async fn lists_have_pages_and_refuse_tokens_of_others() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut names = Vec::new();
    for _ in 0..7 {
        let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
        names.insert(0, made.name);
    }
    let mut listed = Vec::new();
    let mut token = String::new();
    loop {
        let page = list(&client, 3, &token).await.unwrap();
        assert!(page.matches.len() <= 3);
        listed.extend(page.matches.into_iter().map(|m| m.name));
        token = page.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(listed, names);
    assert_eq!(list(&client, u32::MAX, "").await.unwrap().matches.len(), 7);
    for garbage in ["x", "-1", "zzzz", "' OR 1=1 --", "\u{1F916}"] {
        assert_eq!(
            list(&client, 3, garbage).await.unwrap_err(),
            "BAD_REQUEST",
            "{garbage}"
        );
        let request = proto::ListGamesRequest {
            page_size: 3,
            page_token: garbage.into(),
        };
        let status = client.catalog().list_games(request).await.unwrap_err();
        assert_eq!(reason_of(&status), "BAD_REQUEST");
    }
    let request = proto::ListMatchesRequest {
        state: 77,
        ..Default::default()
    };
    let status = client.matches().list_matches(request).await.unwrap_err();
    assert_eq!(reason_of(&status), "BAD_REQUEST");
    server.stop().await;
}

#[tokio::test]
async fn watching_and_reading_what_is_not_there_is_refused() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let watched = |name: &str| proto::Watched {
        r#match: name.into(),
        after_seq: 0,
    };
    let watch = |matches: Vec<proto::Watched>, token: &str| proto::WatchMatchRequest {
        matches,
        seat_token: token.into(),
        view_options: None,
    };
    let two = vec![watched(&made.name), watched(&made.name)];
    let cases = [
        (watch(vec![], ""), "BAD_REQUEST"),
        (watch(vec![watched(&made.name); 65], ""), "BAD_REQUEST"),
        (watch(two, &made.tokens[0]), "BAD_REQUEST"),
        (watch(vec![watched(&made.name)], "garbage"), "BAD_TOKEN"),
        (watch(vec![watched("matches/x")], ""), "NOT_FOUND"),
        (watch(vec![watched("")], ""), "NOT_FOUND"),
    ];
    for (request, reason) in cases {
        let status = client.matches().watch_match(request).await.unwrap_err();
        assert_eq!(reason_of(&status), reason);
    }
    let record = |name: &str| proto::GetRecordRequest {
        r#match: name.into(),
    };
    let early = client.matches().get_record(record(&made.name)).await;
    assert_eq!(reason_of(&early.unwrap_err()), "MATCH_RUNNING");
    let none = client.matches().get_record(record("matches/x")).await;
    assert_eq!(reason_of(&none.unwrap_err()), "NOT_FOUND");
    let name = "match/x".to_owned();
    let none = client
        .matches()
        .get_match(proto::GetMatchRequest { name })
        .await;
    assert_eq!(reason_of(&none.unwrap_err()), "NOT_FOUND");
    finish(&client, &made).await;
    server.stop().await;
}

#[tokio::test]
async fn a_long_quote_does_not_break_the_answer() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let long = "\u{1F916} garbage ".repeat(20_000);
    let request = proto::ParsePositionRequest {
        setup: micro_robots(vec![], &[]).setup,
        text: long.clone(),
    };
    let status = client.rules().parse_position(request).await.unwrap_err();
    assert_eq!(reason_of(&status), "BAD_POSITION");
    assert!(status.message().len() < 2000);
    let status = client
        .matches()
        .create_match(option("board", &long))
        .await
        .unwrap_err();
    assert_eq!(reason_of(&status), "BAD_OPTIONS");
    server.stop().await;
}
