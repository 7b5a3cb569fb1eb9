//! Pausing, going on, calling off, and what a stop of the server leaves.

use botwerk_client::proto;
use botwerk_tests::TestServer;
use proto::TournamentState;

use crate::bots::{Manner, TestBot};
use crate::table::{
    agent, agents, create, get, netzwerk, pairings, program, robots, round_robin, token_of, until,
    until_over,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paused_tournament_begins_nothing_and_goes_on() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = create(
        &client,
        robots(round_robin(500), agents(&["solver", "random"])),
    )
    .await;
    let name = made.name;
    let pause = proto::PauseTournamentRequest { name: name.clone() };
    client.tournaments().pause_tournament(pause).await.unwrap();
    let paused = until(&client, &name, |now| now.running == 0).await;
    assert_eq!(paused.state, TournamentState::Paused as i32);
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let still = get(&client, &name).await;
    assert!(still.results < still.matches);
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert_eq!(get(&client, &name).await.results, still.results);
    let resume = proto::ResumeTournamentRequest { name: name.clone() };
    client
        .tournaments()
        .resume_tournament(resume)
        .await
        .unwrap();
    assert_eq!(until_over(&client, &name).await.results, 1000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_tournament_ends_its_matches_and_tells_its_seed() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![program("slow"), agent(0, "random")];
    let made = create(&client, netzwerk(round_robin(3), entrants, None)).await;
    let name = made.name;
    let token = token_of(&client, &name, "slow").await;
    let mut bot = TestBot::start(&server.address(), token, Manner::Hangs);
    until(&client, &name, |now| now.running > 0).await;
    let cancel = proto::CancelTournamentRequest { name: name.clone() };
    let cancelled = client.tournaments().cancel_tournament(cancel).await;
    let cancelled = cancelled.unwrap().into_inner().tournament.unwrap();
    assert_eq!(cancelled.state, TournamentState::Cancelled as i32);
    assert_eq!((cancelled.running, cancelled.seed.len()), (0, 64));
    let played = pairings(&client, &name).await;
    let states: Vec<_> = played
        .iter()
        .flat_map(|p| &p.attempts)
        .map(proto::Attempt::state)
        .collect();
    assert!(
        states
            .iter()
            .all(|state| *state == proto::MatchState::Aborted),
        "{states:?}"
    );
    // Whoever was in a match is told of its end.
    let heard = tokio::time::timeout(std::time::Duration::from_secs(5), bot.heard.recv());
    assert!(heard.await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_on_by_itself_where_the_server_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("cup.db");
    let server = TestServer::on_file(db.clone()).await;
    let client = server.client().await;
    let entrants = vec![program("a"), program("b"), agent(0, "random")];
    let made = create(&client, netzwerk(round_robin(3), entrants, None)).await;
    let name = made.name;
    let tokens = [
        token_of(&client, &name, "a").await,
        token_of(&client, &name, "b").await,
    ];
    let start = |address: String| {
        tokens
            .clone()
            .map(|token| TestBot::start(&address, token, Manner::Plays))
    };
    let bots = start(server.address());
    until(&client, &name, |now| now.results >= 3).await;
    drop(bots);
    server.stop().await;
    let server = TestServer::on_file(db).await;
    let client = server.client().await;
    let left = get(&client, &name).await;
    assert!(left.results >= 3 && left.results < 18, "{left:?}");
    // Their tokens are good for ever.
    let _bots = start(server.address());
    let over = until_over(&client, &name).await;
    assert_eq!((over.results, over.matches), (18, 18));
    let all = pairings(&client, &name).await;
    let scored = |pairing: &proto::Pairing| pairing.attempts.iter().filter(|a| a.scored).count();
    assert!(all.iter().all(|pairing| scored(pairing) == 1));
}
