//! Complete matches of Micro Robots.

use botwerk_agents::verify;
use botwerk_client::{AgentPlayer, Client, ClientError, play_seat, proto};
use botwerk_engine::GameType;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::Record;
use botwerk_tests::TestServer;

fn remote() -> proto::SeatSetup {
    proto::SeatSetup::default()
}

fn bundled(name: &str) -> proto::SeatSetup {
    let agent = proto::AgentSpec {
        name: name.into(),
        settings: Vec::new(),
    };
    proto::SeatSetup {
        agent: Some(agent),
        ..Default::default()
    }
}

fn request(seats: Vec<proto::SeatSetup>, virtual_time: bool) -> proto::CreateMatchRequest {
    proto::CreateMatchRequest {
        setup: Some(proto::GameSetup {
            game: "micro-robots".into(),
            ..Default::default()
        }),
        seats,
        seed: "7".into(),
        uses_virtual_time: virtual_time,
        ..Default::default()
    }
}

/// Creates a match and plays its open seats with the named agents.
async fn play(
    client: &Client,
    request: proto::CreateMatchRequest,
    agents: &[&str],
) -> Result<(String, Vec<proto::MatchOver>), ClientError> {
    let created = client.matches().create_match(request).await?.into_inner();
    let name = created.r#match.unwrap().name;
    let mut tasks = Vec::new();
    for (token, agent) in created.seat_tokens.into_iter().zip(agents) {
        let (client, name) = (client.clone(), name.clone());
        let player = AgentPlayer::new(MicroRobots::ID, agent)?;
        tasks.push(tokio::spawn(async move {
            play_seat(&client, &name, &token.token, player).await
        }));
    }
    let mut ends = Vec::new();
    for task in tasks {
        ends.push(task.await.unwrap()?);
    }
    Ok((name, ends))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_remote_solvers_play_to_the_end_and_the_record_verifies() {
    for virtual_time in [false, true] {
        let server = TestServer::in_memory().await;
        let client = server.client().await;
        let request = request(vec![remote(), remote()], virtual_time);
        let (name, ends) = play(&client, request, &["solver", "first-found"])
            .await
            .unwrap();
        assert_eq!(ends.len(), 2);
        assert_eq!(ends[0].outcome, ends[1].outcome);
        assert_eq!(ends[0].state(), proto::MatchState::Over);
        let record = Record::from_text(&client.record(&name).await.unwrap()).unwrap();
        let verified = verify::<MicroRobots>(&record).unwrap();
        assert!(verified.events > 10, "{verified:?}");
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn built_in_agents_play_without_clients() {
    for virtual_time in [false, true] {
        let server = TestServer::in_memory().await;
        let client = server.client().await;
        let seats = vec![bundled("solver"), bundled("first-found")];
        let created = client
            .matches()
            .create_match(request(seats, virtual_time))
            .await
            .unwrap();
        let name = created.into_inner().r#match.unwrap().name;
        let watched = proto::WatchTarget {
            r#match: name.clone(),
            resume_after_seq: 0,
        };
        let watch = proto::WatchMatchRequest {
            matches: vec![watched],
            ..Default::default()
        };
        let mut frames = client
            .matches()
            .watch_match(watch)
            .await
            .unwrap()
            .into_inner();
        let over = loop {
            let frame = frames.message().await.unwrap().unwrap();
            if let proto::watch_match_response::Kind::MatchOver(over) = frame.kind.unwrap() {
                break over;
            }
        };
        assert_eq!(over.outcome.unwrap().rule, "MR-26");
        let record = Record::from_text(&client.record(&name).await.unwrap()).unwrap();
        let verified = verify::<MicroRobots>(&record).unwrap();
        assert!(verified.choices > 0, "{virtual_time}: {verified:?}");
        server.stop().await;
    }
}
