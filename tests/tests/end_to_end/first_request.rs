//! The first action request of a game whose start position has no chance outcome.

use botwerk_client::proto;
use botwerk_engine::GameId;
use botwerk_service::Config;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, agent_seat, bearer, create_match, in_memory,
    match_request, open_seat,
};

fn netzwerk(seats: Vec<proto::SeatSetup>) -> proto::CreateMatchRequest {
    proto::CreateMatchRequest {
        allows_hints: true,
        ..match_request(GameId::NETZWERK, seats, &[])
    }
}

/// Returns a turn that an agent suggests to a seat.
async fn suggested_turn(
    client: &botwerk_client::Client,
    created: &CreatedMatch,
    seat: usize,
) -> String {
    let request = proto::GetHintRequest {
        r#match: created.name.clone(),
        agent: agent_seat("random").agent,
        limits: None,
    };
    let mut answer = bearer(client, &created.tokens[seat])
        .analysis()
        .get_hint(request)
        .await
        .unwrap()
        .into_inner();
    let answer = answer.message().await.unwrap().unwrap();
    answer.analysis.unwrap().principal_variation[0].text.clone()
}

#[tokio::test]
async fn first_seat_is_to_act_once_all_seats_have_joined() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, netzwerk(vec![open_seat(), open_seat()])).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let mut second = SeatStream::join(&client, &created, 1).await;
    let request = first.request().await;
    assert_eq!((request.seq, request.turn, request.part), (1, 1, 0));
    let get = proto::GetMatchRequest {
        name: created.name.clone(),
    };
    let answer = client.matches().get_match(get).await.unwrap().into_inner();
    assert_eq!(answer.r#match.unwrap().state(), proto::MatchState::Running);
    // A rejoin receives the same request with the same `seq`.
    let mut again = SeatStream::join(&client, &created, 0).await;
    assert_eq!(again.request().await.seq, 1);
    again
        .submit(&request, &suggested_turn(&client, &created, 0).await)
        .await;
    assert_eq!(again.accepted().await.turn, 1);
    assert_eq!(second.update().await.seq, 1);
    server.stop().await;
}

#[tokio::test]
async fn built_in_agent_starts_the_match() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, netzwerk(vec![agent_seat("random"), open_seat()])).await;
    let mut second = SeatStream::join(&client, &created, 1).await;
    assert_eq!(second.request().await.turn, 1);
    server.stop().await;
}

#[tokio::test]
async fn started_match_resumes_after_restart() {
    let folder = tempfile::tempdir().unwrap();
    let config = || Config {
        db: folder.path().join("matches.db").into(),
        ..in_memory()
    };
    let server = TestServer::start(config()).await;
    let client = server.client().await;
    let created = create_match(&client, netzwerk(vec![open_seat(), open_seat()])).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let _second = SeatStream::join(&client, &created, 1).await;
    assert_eq!(first.request().await.seq, 1);
    let address = server.address();
    server.stop().await;
    let server = TestServer::start_at(&address, config()).await;
    let client = server.client().await;
    let mut first = SeatStream::open(&client).await;
    let joined = first.join_seat(&created, 0, 0).await;
    assert_eq!(joined.state(), proto::MatchState::Suspended);
    let _second = SeatStream::join(&client, &created, 1).await;
    let request = first.request().await;
    assert_eq!((request.seq, request.turn), (1, 1));
    first
        .submit(&request, &suggested_turn(&client, &created, 0).await)
        .await;
    first.accepted().await;
    server.stop().await;
}
