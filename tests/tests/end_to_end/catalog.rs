//! The catalogue: games, options, agents.

use botwerk_agents::Roster;
use botwerk_client::proto;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::record::ruleset_sha256;
use botwerk_engine::{GameId, GameType};
use botwerk_tests::{TestServer, agent_seat, create_match, micro_robots, open_seat, status_reason};

#[tokio::test]
async fn catalogue_lists_every_game_with_its_rules_and_options() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::ListGamesRequest::default();
    let list = client.catalog().list_games(request).await.unwrap();
    let games = list.into_inner().games;
    let names: Vec<_> = games.iter().map(|game| game.name.as_str()).collect();
    let expected: Vec<_> = GameId::BUILT_IN.iter().map(|game| game.name()).collect();
    assert_eq!(names, expected);
    let request = proto::GetGameRequest {
        game: "micro-robots".into(),
    };
    let game = client
        .catalog()
        .get_game(request)
        .await
        .unwrap()
        .into_inner();
    let spec = MicroRobots::spec();
    assert_eq!(game.rules, spec.rules);
    assert_eq!(game.ruleset_sha256, ruleset_sha256(GameId::MICRO_ROBOTS));
    assert_eq!(game.options.len(), spec.options.len());
    // Every default is a valid value of its option.
    let mut request = micro_robots(vec![open_seat(), open_seat()], &[]);
    let setup = request.setup.as_mut().unwrap();
    let defaults = game.options.into_iter().map(|option| proto::GameOption {
        name: option.name,
        value: option.default_value,
    });
    setup.options = defaults.collect();
    create_match(&client, request).await;
    let request = proto::GetGameRequest {
        game: "Micro Robots".into(),
    };
    let status = client.catalog().get_game(request).await.unwrap_err();
    assert_eq!(status_reason(&status), "UNKNOWN_GAME");
    server.stop().await;
}

#[tokio::test]
async fn every_agent_of_the_catalogue_can_be_seated() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut agents = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = proto::ListAgentsRequest {
            game: "micro-robots".into(),
            page_size: 1,
            page_token,
        };
        let page = client
            .catalog()
            .list_agents(request)
            .await
            .unwrap()
            .into_inner();
        agents.extend(page.agents);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(agents.len(), MicroRobots::roster().len());
    for agent in agents {
        let settings = agent.settings.iter();
        let settings = settings.map(|s| format!("{}={}", s.name, s.default_value));
        let settings: Vec<_> = settings.collect();
        let spec = match settings.as_slice() {
            [] => agent.name.clone(),
            settings => format!("{}:{}", agent.name, settings.join(",")),
        };
        let created = create_match(
            &client,
            micro_robots(vec![agent_seat(&spec), open_seat()], &[]),
        )
        .await;
        assert!(created.tokens[0].is_empty() && !created.tokens[1].is_empty());
    }
    let request = proto::ListAgentsRequest {
        game: "chess".into(),
        ..Default::default()
    };
    let status = client.catalog().list_agents(request).await.unwrap_err();
    assert_eq!(status_reason(&status), "UNKNOWN_GAME");
    server.stop().await;
}
