//! Servers that stop and restart on the same database file.

use botwerk_engine::GameType;
use std::path::{Path, PathBuf};

use botwerk_client::{AgentPlayer, play_seat, proto};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_service::{Config, serve};
use botwerk_tests::{
    SeatStream, TestServer, agent_seat, create_match, eventually, finish_match, in_memory,
    micro_robots, open_seat, solve_race, verify_record, wait_for_events,
};
use proto::play_response::Kind;

pub(crate) fn file_config(db: &Path) -> Config {
    Config {
        db: PathBuf::from(db).into(),
        ..in_memory()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_resume_after_restarts_and_the_record_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let mut server = TestServer::start(file_config(&db)).await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[("chips_to_win", "9")]);
    let created = create_match(&client, request).await;
    let mut tasks = Vec::new();
    for token in created.tokens.clone() {
        let (client, name) = (client.clone(), created.name.clone());
        tasks.push(tokio::spawn(async move {
            // Slow enough that the server stops during the match.
            let agent = "human:distribution=uniform,mean=40ms,error=30";
            let player = AgentPlayer::new(MicroRobots::ID, agent).unwrap();
            play_seat(&client, &name, &token, player).await
        }));
    }
    let mut before = 0;
    for _ in 0..2 {
        before = wait_for_events(&client, &created.name, before + 10).await;
        server = server.restart_on_file(&db).await;
    }
    let mut overs = Vec::new();
    for task in tasks {
        overs.push(eventually(task).await.unwrap().unwrap());
    }
    assert_eq!(overs[0].outcome, overs[1].outcome);
    let (record, _) = verify_record(&client, &created.name).await;
    assert!(record.events.len() as u64 > before);
    server.stop().await;
}

/// Returns the updates of a stream: sequence number and content.
fn updates(stream: &SeatStream) -> Vec<(u64, String)> {
    let updates = stream.frames.iter().filter_map(|frame| match frame {
        Kind::Update(update) => {
            let texts: Vec<_> = update.events.iter().map(|e| e.text.clone()).collect();
            Some((
                update.seq,
                format!("{} {:x}", texts.join(", "), update.view_hash),
            ))
        }
        _ => None,
    });
    updates.collect()
}

#[tokio::test]
async fn restart_keeps_sequence_numbers_and_abandons_an_open_race() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::start(file_config(&db)).await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let mut second = SeatStream::join(&client, &created, 1).await;
    for _ in 0..2 {
        let race = first.request().await;
        let solution = solve_race(race.view.as_ref().unwrap());
        let request = second.request().await;
        second.submit(&request, "pass").await;
        second.accepted().await;
        first.submit(&race, &solution.say()).await;
        let show = first.request().await;
        first.submit(&show, &solution.show()).await;
    }
    let open = first.request().await;
    // A hidden pass of the other seat in the open race.
    let request = second.request().await;
    second.submit(&request, "pass").await;
    let passed = second.accepted().await;
    let before = updates(&first);
    let server = server.restart_on_file(&db).await;
    let client = server.client().await;
    // The match stays suspended until both seats have rejoined.
    let mut again = SeatStream::open(&client).await;
    let joined = again.join_seat(&created, 0, open.seq).await;
    assert_eq!(joined.state(), proto::MatchState::Suspended);
    again.assert_silent().await;
    let mut second = SeatStream::open(&client).await;
    second.join_seat(&created, 1, 0).await;
    // After the last received frame: only the break and the new race.
    let update = again.update().await;
    assert_eq!(update.seq, open.seq + 1);
    assert_eq!(update.events[0].text, "break");
    let race = again.request().await;
    assert_eq!((race.seq, race.turn), (open.seq + 2, open.turn + 1));
    // From the start: the same updates with the same numbers.
    let mut all = SeatStream::open(&client).await;
    all.join_seat(&created, 0, 0).await;
    all.request().await;
    let after = updates(&all);
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.len(), before.len() + 1);
    // An answered submission receives the identical answer.
    second.submit(&request, "pass").await;
    assert_eq!(second.accepted().await, passed);
    finish_match(&client, &created).await;
    let (record, _) = verify_record(&client, &created.name).await;
    let breaks = record.events.iter().filter(|e| e.action == "break").count();
    assert_eq!(breaks, 1);
    server.stop().await;
}

#[tokio::test]
async fn announcements_on_virtual_time_are_held_across_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::start(file_config(&db)).await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        uses_virtual_time: true,
        ..micro_robots(
            vec![
                open_seat(),
                open_seat(),
                agent_seat("human:mean=100s,error=0"),
            ],
            &[],
        )
    };
    let created = create_match(&client, request).await;
    let mut first = SeatStream::join(&client, &created, 0).await;
    let mut second = SeatStream::join(&client, &created, 1).await;
    let race = first.request().await;
    first.submit_with_effort(&race, "say 8", 30).await;
    first.accepted().await;
    second.request().await;
    let server = server.restart_on_file(&db).await;
    let client = server.client().await;
    let mut first = SeatStream::open(&client).await;
    first.join_seat(&created, 0, 0).await;
    let mut second = SeatStream::open(&client).await;
    second.join_seat(&created, 1, 0).await;
    let race = second.request().await;
    second.submit_with_effort(&race, "say 8", 31).await;
    let show = first.request().await;
    assert_eq!(show.stage, "show");
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn finished_matches_can_be_read_after_restart() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::start(file_config(&db)).await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        request_id: "once".into(),
        ..micro_robots(vec![open_seat(), open_seat()], &[])
    };
    let created = create_match(&client, request.clone()).await;
    let waiting = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let over = finish_match(&client, &created).await;
    let record = client.record(&created.name).await.unwrap();
    let server = server.restart_on_file(&db).await;
    let client = server.client().await;
    assert_eq!(client.record(&created.name).await.unwrap(), record);
    let list = |state: proto::MatchState| {
        let mut matches = client.matches();
        async move {
            let request = proto::ListMatchesRequest {
                state: state as i32,
                ..Default::default()
            };
            let answer = matches.list_matches(request).await.unwrap().into_inner();
            let names = answer.matches.into_iter().map(|m| m.name);
            names.collect::<Vec<_>>()
        }
    };
    let both = [waiting.name.clone(), created.name.clone()];
    assert_eq!(list(proto::MatchState::Over).await, both[1..]);
    assert_eq!(list(proto::MatchState::Waiting).await, both[..1]);
    assert_eq!(list(proto::MatchState::Unspecified).await, both);
    let get = proto::GetMatchRequest {
        name: created.name.clone(),
    };
    let found = client.matches().get_match(get).await.unwrap().into_inner();
    assert_eq!(found.r#match.unwrap().outcome, over.outcome);
    // The same request creates no second match, and its tokens are sent again.
    let again = create_match(&client, request.clone()).await;
    assert_eq!(
        (&again.name, &again.tokens, &again.owner),
        (&created.name, &created.tokens, &created.owner)
    );
    // Another request with its id is a mistake.
    let other = proto::CreateMatchRequest {
        seed: "8".into(),
        ..request
    };
    let rejected = client.matches().create_match(other).await.unwrap_err();
    assert_eq!(botwerk_tests::status_reason(&rejected), "REQUEST_ID_REUSED");
    // A match that was waiting for seats still is.
    finish_match(&client, &waiting).await;
    server.stop().await;
}

#[tokio::test]
async fn second_server_on_the_same_file_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::start(file_config(&db)).await;
    let client = server.client().await;
    create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let second = serve(listener, file_config(&db), std::future::pending());
    let error = eventually(second).await.unwrap_err().to_string();
    assert!(error.contains("open in another server"), "{error}");
    server.stop().await;
}
