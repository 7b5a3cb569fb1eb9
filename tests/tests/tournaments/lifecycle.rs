//! Pausing, resuming and cancelling tournaments, and restarts of the server.

use botwerk_client::proto;
use botwerk_tests::{TestServer, eventually};
use proto::TournamentState;

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    agent, agents, bot_token, create, get, launched_bot, netzwerk, pairings, robots, round_robin,
    wait_until, wait_until_over,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn paused_tournament_starts_no_match_until_resumed() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create(
        &client,
        robots(round_robin(500), agents(&["solver", "random"])),
    )
    .await;
    let name = created.name;
    let pause = proto::PauseTournamentRequest { name: name.clone() };
    client.organizer().pause_tournament(pause).await.unwrap();
    let paused = wait_until(&client, &name, |now| now.running_matches == 0).await;
    assert_eq!(paused.state, TournamentState::Paused as i32);
    assert!(paused.result_count < paused.match_count);
    // In the meantime the server plays another one.
    let other = create(
        &client,
        robots(round_robin(50), agents(&["solver", "random"])),
    );
    wait_until_over(&client, &other.await.name).await;
    assert_eq!(get(&client, &name).await.result_count, paused.result_count);
    let resume = proto::ResumeTournamentRequest { name: name.clone() };
    client.organizer().resume_tournament(resume).await.unwrap();
    assert_eq!(wait_until_over(&client, &name).await.result_count, 1000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelled_tournament_aborts_its_matches_and_discloses_its_seed() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![launched_bot("slow"), agent(0, "random")];
    let created = create(&client, netzwerk(round_robin(3), entrants, None)).await;
    let name = created.name;
    let token = bot_token(&client, &name, "slow").await;
    let mut bot = TestBot::start(&server.address(), token, Behaviour::Hangs);
    wait_until(&client, &name, |now| now.running_matches > 0).await;
    let cancel = proto::CancelTournamentRequest { name: name.clone() };
    let cancelled = client.organizer().cancel_tournament(cancel).await;
    let cancelled = cancelled.unwrap().into_inner().tournament.unwrap();
    assert_eq!(cancelled.state, TournamentState::Cancelled as i32);
    assert_eq!((cancelled.running_matches, cancelled.seed.len()), (0, 64));
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
    // The bot in the aborted match receives its end.
    assert!(eventually(bot.events.recv()).await.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournament_resumes_after_restart() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("cup.db");
    let server = TestServer::on_file(db.clone()).await;
    let client = server.client().await;
    let entrants = vec![launched_bot("a"), launched_bot("b"), agent(0, "random")];
    let created = create(&client, netzwerk(round_robin(3), entrants, None)).await;
    let name = created.name;
    let tokens = [
        bot_token(&client, &name, "a").await,
        bot_token(&client, &name, "b").await,
    ];
    let start = |address: String| {
        tokens
            .clone()
            .map(|token| TestBot::start(&address, token, Behaviour::Plays))
    };
    let bots = start(server.address());
    wait_until(&client, &name, |now| now.result_count >= 3).await;
    drop(bots);
    server.stop().await;
    let server = TestServer::on_file(db).await;
    let client = server.client().await;
    let restarted = get(&client, &name).await;
    assert!(
        restarted.result_count >= 3 && restarted.result_count < 18,
        "{restarted:?}"
    );
    // Bot tokens stay valid across restarts.
    let _bots = start(server.address());
    let over = wait_until_over(&client, &name).await;
    assert_eq!((over.result_count, over.match_count), (18, 18));
    let all = pairings(&client, &name).await;
    let scored = |pairing: &proto::Pairing| pairing.attempts.iter().filter(|a| a.is_scored).count();
    assert!(all.iter().all(|pairing| scored(pairing) == 1));
}
