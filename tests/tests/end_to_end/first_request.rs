//! A match in which chance does not begin: its start position asks a seat.

use botwerk_client::proto;
use botwerk_service::Config;
use botwerk_tests::{Made, SeatStream, TestServer, bundled, in_memory, make, remote};

fn netzwerk(seats: Vec<proto::SeatSetup>) -> proto::CreateMatchRequest {
    proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: "netzwerk".into(),
            ..Default::default()
        }),
        seats,
        allow_hints: true,
        ..Default::default()
    }
}

/// A turn that a player suggests to a seat.
async fn suggested(client: &botwerk_client::Client, made: &Made, seat: usize) -> String {
    let request = proto::HintRequest {
        r#match: made.name.clone(),
        seat_token: made.tokens[seat].clone(),
        agent: bundled("random").agent,
        limits: None,
    };
    let mut found = client.analysis().hint(request).await.unwrap().into_inner();
    let found = found.message().await.unwrap().unwrap();
    found.analysis.unwrap().principal_variation[0].text.clone()
}

#[tokio::test]
async fn the_seat_is_asked_as_soon_as_all_have_joined() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, netzwerk(vec![remote(), remote()])).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let mut second = SeatStream::join(&client, &made, 1).await;
    let request = first.request().await;
    assert_eq!((request.seq, request.turn, request.act), (1, 1, 0));
    let get = proto::GetMatchRequest {
        name: made.name.clone(),
    };
    let found = client.matches().get_match(get).await.unwrap().into_inner();
    assert_eq!(found.r#match.unwrap().state(), proto::MatchState::Running);
    // Whoever joins again is asked the same under the same number.
    let mut again = SeatStream::join(&client, &made, 0).await;
    assert_eq!(again.request().await.seq, 1);
    again
        .answer(&request, &suggested(&client, &made, 0).await)
        .await;
    assert_eq!(again.accepted().await.turn, 1);
    assert_eq!(second.update().await.seq, 1);
    server.stop().await;
}

#[tokio::test]
async fn a_bundled_player_begins_too() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, netzwerk(vec![bundled("random"), remote()])).await;
    let mut second = SeatStream::join(&client, &made, 1).await;
    assert_eq!(second.request().await.turn, 1);
    server.stop().await;
}

#[tokio::test]
async fn the_match_has_begun_after_a_restart_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let config = || Config {
        db: folder.path().join("matches.db"),
        ..in_memory()
    };
    let server = TestServer::with(config()).await;
    let client = server.client().await;
    let made = make(&client, netzwerk(vec![remote(), remote()])).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let _second = SeatStream::join(&client, &made, 1).await;
    assert_eq!(first.request().await.seq, 1);
    let address = server.address();
    server.stop().await;
    let server = TestServer::at(&address, config()).await;
    let client = server.client().await;
    let mut first = SeatStream::open(&client).await;
    let joined = first.take(&made, 0, 0).await;
    assert_eq!(joined.state(), proto::MatchState::Suspended);
    let _second = SeatStream::join(&client, &made, 1).await;
    let request = first.request().await;
    assert_eq!((request.seq, request.turn), (1, 1));
    first
        .answer(&request, &suggested(&client, &made, 0).await)
        .await;
    first.accepted().await;
    server.stop().await;
}
