//! Rejected requests: each has a specific reason and leaves the server unaffected.

use botwerk_client::{Client, proto};
use botwerk_tests::{
    TestServer, agent_seat, bearer, create_match, finish_match, micro_robots, open_seat,
    status_reason,
};
use proto::time_control::Kind as Limit;

const REPEATED: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                        6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 1W";

/// Returns a valid request with one change applied.
fn request_with(change: impl FnOnce(&mut proto::CreateMatchRequest)) -> proto::CreateMatchRequest {
    let mut request = micro_robots(vec![open_seat(), open_seat()], &[]);
    change(&mut request);
    request
}

fn option(name: &str, value: &str) -> proto::CreateMatchRequest {
    setup(|setup| {
        // The valid request already sets the board.
        setup.options.retain(|option| option.name != name);
        setup.options.push(proto::GameOption {
            name: name.into(),
            value: value.into(),
        });
    })
}

fn setup(change: impl FnOnce(&mut proto::GameSetup)) -> proto::CreateMatchRequest {
    request_with(|request| change(request.setup.as_mut().unwrap()))
}

fn limit(kind: Limit) -> proto::CreateMatchRequest {
    request_with(|request| {
        request.time_control = Some(proto::TimeControl {
            kind: Some(kind),
            ..Default::default()
        });
    })
}

/// Invalid requests, each with its reason and a text that the message must contain.
fn invalid_requests() -> Vec<(proto::CreateMatchRequest, &'static str, &'static str)> {
    let long = "x".repeat(129);
    vec![
        (request_with(|r| r.setup = None), "BAD_REQUEST", "setup"),
        (setup(|s| s.game = "chess".into()), "UNKNOWN_GAME", "chess"),
        (setup(|s| s.game = String::new()), "UNKNOWN_GAME", ""),
        (request_with(|r| r.seats = vec![]), "BAD_REQUEST", "seats"),
        (
            request_with(|r| r.seats = vec![open_seat()]),
            "BAD_OPTIONS",
            "1",
        ),
        (
            request_with(|r| r.seats = vec![open_seat(); 65]),
            "BAD_OPTIONS",
            "65",
        ),
        (
            request_with(|r| r.seats = vec![open_seat(); 5000]),
            "BAD_OPTIONS",
            "5000",
        ),
        (setup(|s| s.seats = 3), "BAD_REQUEST", "3"),
        (setup(|s| s.seats = u32::MAX), "BAD_REQUEST", "4294967295"),
        (option("nonsense", "1"), "BAD_OPTIONS", "nonsense"),
        (option("", ""), "BAD_OPTIONS", ""),
        (
            micro_robots(vec![open_seat(), open_seat()], &[("board", "drawn")]),
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
            request_with(|r| r.seats[0] = agent_seat("grandmaster")),
            "UNKNOWN_AGENT",
            "grandmaster",
        ),
        (
            request_with(|r| r.seats[0] = agent_seat("solver:depth=3")),
            "BAD_OPTIONS",
            "depth",
        ),
        (
            request_with(|r| r.seats[0] = agent_seat("human:mean=soon")),
            "BAD_OPTIONS",
            "mean",
        ),
        (
            request_with(|r| {
                r.seats[0].agent = Some(proto::AgentSpec::default());
            }),
            "UNKNOWN_AGENT",
            "",
        ),
        (
            request_with(|r| r.seats[1].name.clone_from(&long)),
            "BAD_REQUEST",
            "seats[1]",
        ),
        (
            request_with(|r| r.request_id = long),
            "BAD_REQUEST",
            "request_id",
        ),
        (limit(Limit::TurnNanos(0)), "BAD_REQUEST", "time_control"),
        (limit(Limit::RoundNanos(0)), "BAD_REQUEST", "time_control"),
        (
            limit(Limit::TurnNanos(u64::MAX)),
            "BAD_REQUEST",
            "time_control",
        ),
    ]
}

#[tokio::test]
async fn create_match_with_invalid_request_is_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for (request, reason, keyword) in invalid_requests() {
        let what = format!("{request:?}");
        let what = &what[..what.len().min(600)];
        let status = client.matches().create_match(request).await.unwrap_err();
        assert_eq!(status_reason(&status), reason, "{what}");
        assert!(
            status.message().contains(keyword),
            "{}: {what}",
            status.message()
        );
    }
    let request = proto::ListMatchesRequest::default();
    let list = client.matches().list_matches(request).await.unwrap();
    assert!(list.into_inner().matches.is_empty());
    // A request at the limits is accepted.
    let request = request_with(|r| {
        r.seats = vec![open_seat(); 64];
        r.request_id = "x".repeat(128);
    });
    let created = create_match(&client, request).await;
    assert_eq!(created.tokens.len(), 64);
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
        ..Default::default()
    };
    let answer = client.matches().list_matches(request).await;
    answer
        .map(tonic::Response::into_inner)
        .map_err(|status| status_reason(&status))
}

#[tokio::test]
async fn lists_are_paged_and_reject_foreign_page_tokens() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut names = Vec::new();
    for _ in 0..7 {
        let created =
            create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
        names.insert(0, created.name);
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
        assert_eq!(status_reason(&status), "BAD_REQUEST");
    }
    let request = proto::ListMatchesRequest {
        state: 77,
        ..Default::default()
    };
    let status = client.matches().list_matches(request).await.unwrap_err();
    assert_eq!(status_reason(&status), "BAD_REQUEST");
    server.stop().await;
}

#[tokio::test]
async fn requests_for_unknown_matches_are_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let watched = |name: &str| proto::WatchTarget {
        r#match: name.into(),
        resume_after_seq: 0,
    };
    let watch = |matches: Vec<proto::WatchTarget>, token: &str| {
        let request = proto::WatchMatchRequest {
            matches,
            as_seat: !token.is_empty(),
            view_options: None,
        };
        (request, token.to_owned())
    };
    let two = vec![watched(&created.name), watched(&created.name)];
    let cases = [
        (watch(vec![], ""), "BAD_REQUEST"),
        (watch(vec![watched(&created.name); 65], ""), "BAD_REQUEST"),
        (watch(two.clone(), ""), "BAD_REQUEST"),
        (watch(two, &created.tokens[0]), "BAD_REQUEST"),
        (watch(vec![watched(&created.name)], "garbage"), "BAD_TOKEN"),
        (watch(vec![watched("matches/x")], ""), "NOT_FOUND"),
        (watch(vec![watched("")], ""), "NOT_FOUND"),
    ];
    for ((request, token), reason) in cases {
        let status = bearer(&client, &token)
            .matches()
            .watch_match(request)
            .await
            .unwrap_err();
        assert_eq!(status_reason(&status), reason);
    }
    let record = |name: &str| proto::GetRecordRequest {
        r#match: name.into(),
    };
    let early = client.matches().get_record(record(&created.name)).await;
    assert_eq!(status_reason(&early.unwrap_err()), "MATCH_NOT_OVER");
    let unknown = client.matches().get_record(record("matches/x")).await;
    assert_eq!(status_reason(&unknown.unwrap_err()), "NOT_FOUND");
    let name = "match/x".to_owned();
    let unknown = client
        .matches()
        .get_match(proto::GetMatchRequest { name })
        .await;
    assert_eq!(status_reason(&unknown.unwrap_err()), "NOT_FOUND");
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn rejection_of_long_input_has_a_short_message() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let long = "\u{1F916} garbage ".repeat(20_000);
    let request = proto::ParsePositionRequest {
        setup: micro_robots(vec![], &[]).setup,
        text: long.clone(),
    };
    let status = client.rules().parse_position(request).await.unwrap_err();
    assert_eq!(status_reason(&status), "BAD_POSITION");
    assert!(status.message().len() < 2000);
    let status = client
        .matches()
        .create_match(option("board", &long))
        .await
        .unwrap_err();
    assert_eq!(status_reason(&status), "BAD_OPTIONS");
    server.stop().await;
}
