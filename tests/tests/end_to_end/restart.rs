//! A server that stops and starts again on the same file.

use std::path::{Path, PathBuf};

use botwerk_client::{AgentPlayer, Client, play_seat, proto};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_service::{Config, serve};
use botwerk_tests::{
    Made, SeatStream, TestServer, bundled, eventually, finish, in_memory, make, micro_robots,
    remote, soon, task, verified,
};
use proto::play_response::Kind;

fn on(db: &Path) -> Config {
    Config {
        db: PathBuf::from(db),
        ..in_memory()
    }
}

/// Stops a server and starts another one at the same address on the same file.
async fn restart(server: TestServer, db: &Path) -> TestServer {
    let address = server.address();
    server.stop().await;
    TestServer::at(&address, on(db)).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_go_on_by_themselves_and_the_record_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let mut server = TestServer::with(on(&db)).await;
    let client = server.client().await;
    let request = micro_robots(vec![remote(), remote()], &[("chips_to_win", "9")]);
    let made = make(&client, request).await;
    let mut tasks = Vec::new();
    for token in made.tokens.clone() {
        let (client, name) = (client.clone(), made.name.clone());
        tasks.push(tokio::spawn(async move {
            // Slow enough that the server stops in the middle.
            let agent = "human:distribution=uniform,mean=40ms,error=30";
            let mut player = AgentPlayer::<MicroRobots>::new(agent).unwrap();
            play_seat(&client, &name, &token, &mut player).await
        }));
    }
    let mut before = 0;
    for _ in 0..2 {
        before = grown(&client, &made, before).await;
        server = restart(server, &db).await;
    }
    let mut overs = Vec::new();
    for task in tasks {
        overs.push(eventually(task).await.unwrap().unwrap());
    }
    assert_eq!(overs[0].outcome, overs[1].outcome);
    let (record, _) = verified(&client, &made.name).await;
    assert!(record.events.len() as u64 > before);
    server.stop().await;
}

/// Waits until a match has ten more events than `before`.
async fn grown(client: &Client, made: &Made, before: u64) -> u64 {
    let growing = async {
        loop {
            let request = proto::GetMatchRequest {
                name: made.name.clone(),
            };
            // Right after a restart the connection may have to be opened again.
            if let Ok(found) = client.matches().get_match(request).await {
                let events = found.into_inner().r#match.unwrap().events;
                if events >= before + 10 {
                    return events;
                }
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    eventually(growing).await
}

/// Reports of a stream: number and what they say.
fn reports(stream: &SeatStream) -> Vec<(u64, String)> {
    let told = stream.seen.iter().filter_map(|frame| match frame {
        Kind::Update(update) => {
            let texts: Vec<_> = update.events.iter().map(|e| e.text.clone()).collect();
            Some((
                update.seq,
                format!("{} {:x}", texts.join(", "), update.view_hash),
            ))
        }
        _ => None,
    });
    told.collect()
}

#[tokio::test]
async fn reports_keep_their_numbers_and_an_open_race_is_broken_off() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::with(on(&db)).await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let mut second = SeatStream::join(&client, &made, 1).await;
    for _ in 0..2 {
        let race = first.request().await;
        let task = task(race.view.as_ref().unwrap());
        let request = second.request().await;
        second.answer(&request, "pass").await;
        second.accepted().await;
        first.answer(&race, &task.say()).await;
        let show = first.request().await;
        first.answer(&show, &task.show()).await;
    }
    let open = first.request().await;
    // A hidden pass of the other seat in the open race.
    let request = second.request().await;
    second.answer(&request, "pass").await;
    let passed = second.accepted().await;
    let before = reports(&first);
    let server = restart(server, &db).await;
    let client = server.client().await;
    // Nothing goes on before both are back.
    let mut again = SeatStream::open(&client).await;
    let joined = again.take(&made, 0, open.seq).await;
    assert_eq!(joined.state(), proto::MatchState::Suspended);
    assert!(soon(again.next()).await.is_none());
    let mut second = SeatStream::open(&client).await;
    second.take(&made, 1, 0).await;
    // Behind the last frame seen: the break and the new race, and nothing else.
    let update = again.update().await;
    assert_eq!(update.seq, open.seq + 1);
    assert_eq!(update.events[0].text, "break");
    let race = again.request().await;
    assert_eq!((race.seq, race.turn), (open.seq + 2, open.turn + 1));
    // From the beginning: the same reports with the same numbers.
    let mut all = SeatStream::open(&client).await;
    all.take(&made, 0, 0).await;
    all.request().await;
    let after = reports(&all);
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.len(), before.len() + 1);
    // What was answered stays answered, to the letter.
    second.answer(&request, "pass").await;
    assert_eq!(second.accepted().await, passed);
    finish(&client, &made).await;
    let (record, _) = verified(&client, &made.name).await;
    let breaks = record.events.iter().filter(|e| e.action == "break").count();
    assert_eq!(breaks, 1);
    server.stop().await;
}

#[tokio::test]
async fn on_virtual_time_announcements_are_held_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::with(on(&db)).await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        virtual_time: true,
        ..micro_robots(
            vec![remote(), remote(), bundled("human:mean=100s,error=0")],
            &[],
        )
    };
    let made = make(&client, request).await;
    let mut first = SeatStream::join(&client, &made, 0).await;
    let mut second = SeatStream::join(&client, &made, 1).await;
    let race = first.request().await;
    first.answer_with(&race, "say 8", 30).await;
    first.accepted().await;
    second.request().await;
    let server = restart(server, &db).await;
    let client = server.client().await;
    let mut first = SeatStream::open(&client).await;
    first.take(&made, 0, 0).await;
    let mut second = SeatStream::open(&client).await;
    second.take(&made, 1, 0).await;
    let race = second.request().await;
    second.answer_with(&race, "say 8", 31).await;
    let show = first.request().await;
    assert_eq!(show.stage, "show");
    finish(&client, &made).await;
    server.stop().await;
}

#[tokio::test]
async fn matches_that_are_over_can_be_found_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::with(on(&db)).await;
    let client = server.client().await;
    let request = proto::CreateMatchRequest {
        request_id: "once".into(),
        ..micro_robots(vec![remote(), remote()], &[])
    };
    let made = make(&client, request.clone()).await;
    let waiting = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let over = finish(&client, &made).await;
    let record = client.record(&made.name).await.unwrap();
    let server = restart(server, &db).await;
    let client = server.client().await;
    assert_eq!(client.record(&made.name).await.unwrap(), record);
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
    let both = [waiting.name.clone(), made.name.clone()];
    assert_eq!(list(proto::MatchState::Over).await, both[1..]);
    assert_eq!(list(proto::MatchState::Waiting).await, both[..1]);
    assert_eq!(list(proto::MatchState::Unspecified).await, both);
    let request = proto::GetMatchRequest {
        name: made.name.clone(),
    };
    let found = client
        .matches()
        .get_match(request)
        .await
        .unwrap()
        .into_inner();
    assert_eq!(found.r#match.unwrap().outcome, over.outcome);
    // The same request makes no second match, and tells no tokens again.
    let request = proto::CreateMatchRequest {
        request_id: "once".into(),
        ..Default::default()
    };
    let again = client.matches().create_match(request).await.unwrap();
    let again = again.into_inner();
    assert_eq!(again.r#match.unwrap().name, made.name);
    assert!(again.seat_tokens.is_empty() && again.owner_token.is_empty());
    // A match that waited for its players still does.
    finish(&client, &waiting).await;
    server.stop().await;
}

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("matches.db");
    let server = TestServer::with(on(&db)).await;
    let client = server.client().await;
    make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let second = serve(listener, on(&db), std::future::pending());
    let error = eventually(second).await.unwrap_err().to_string();
    assert!(error.contains("open in another server"), "{error}");
    server.stop().await;
}
