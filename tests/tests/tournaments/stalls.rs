//! Tournaments that do not progress: they say why, and are paused after a limit.

use std::num::NonZeroU64;

use botwerk_client::{ClientError, proto};
use botwerk_service::Config;
use botwerk_tests::{TestServer, in_memory};
use proto::{ObstacleKind, TournamentState};

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    agent, bot, bot_token, create, launched_bot, netzwerk, round_robin, wait_until, wait_until_over,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tournament_that_waits_for_a_bot_is_paused_and_can_be_resumed() {
    let config = Config {
        stall_limit_secs: NonZeroU64::MIN,
        ..in_memory()
    };
    let server = TestServer::start(config).await;
    let client = server.client().await;
    let entrants = vec![launched_bot("absent"), agent(0, "random")];
    let created = create(&client, netzwerk(round_robin(1), entrants, None)).await;
    let waiting = wait_until(&client, &created.name, |now| !now.obstacles.is_empty()).await;
    let obstacle = proto::TournamentObstacle {
        kind: ObstacleKind::BotOffline as i32,
        entrant: "absent".into(),
        message: "the bot of absent is not online".into(),
    };
    assert_eq!(waiting.obstacles, [obstacle]);

    let is_paused = |now: &proto::Tournament| now.state() == TournamentState::Paused;
    let paused = wait_until(&client, &created.name, is_paused).await;
    let failure = paused.failure.unwrap();
    assert_eq!(failure.reason().name(), "TOURNAMENT_STALLED");
    let expected = "no match was played for 1 s: the bot of absent is not online";
    assert_eq!(failure.message, expected);
    assert_eq!(paused.obstacles, []);

    let token = bot_token(&client, &created.name, "absent").await;
    let _bot = TestBot::start(&server.address(), token, Behaviour::Plays);
    let request = proto::ResumeTournamentRequest {
        name: created.name.clone(),
    };
    let resumed = client.organizer().resume_tournament(request).await;
    let resumed = resumed.unwrap().into_inner().tournament.unwrap();
    assert_eq!(resumed.failure, None);
    let over = wait_until_over(&client, &created.name).await;
    assert_eq!((over.result_count, over.failure), (2, None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn option_that_the_game_does_not_allow_is_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![agent(0, "random"), agent(1, "random")];
    let setup = proto::TournamentSetup {
        opening_turns: Some(11),
        ..netzwerk(round_robin(1), entrants, None)
    };
    let request = proto::CreateTournamentRequest {
        setup: Some(setup),
        ..Default::default()
    };
    let rejected = client.organizer().create_tournament(request).await;
    let error = ClientError::from(rejected.unwrap_err()).to_string();
    let expected = "opening_turns: expected a number from 0 to 10, found `11`";
    assert!(error.contains(expected), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_is_not_invited_to_a_game_for_which_it_is_not_registered() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::RegisterBotRequest {
        name: "guest".into(),
        games: vec!["micro-robots".into()],
        max_concurrent_matches: 1,
    };
    let registered = client.bots().register_bot(request).await.unwrap();
    let token = registered.into_inner().bot_token;
    let mut guest = TestBot::start(&server.address(), token, Behaviour::Plays);
    let entrants = vec![bot("guest"), agent(0, "random")];
    let created = create(&client, netzwerk(round_robin(1), entrants, None)).await;
    let kind = ObstacleKind::GameNotPlayed as i32;
    wait_until(&client, &created.name, |now| {
        now.obstacles.iter().any(|obstacle| obstacle.kind == kind)
    })
    .await;
    assert_eq!(guest.take_events().len(), 0);
    // The stream of the bot stays.
    let update = proto::UpdateBotRequest {
        bot: "bots/guest".into(),
        games: vec!["netzwerk".into()],
        max_concurrent_matches: 1,
    };
    client.bots().update_bot(update).await.unwrap();
    wait_until_over(&client, &created.name).await;
}
