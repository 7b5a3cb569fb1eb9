//! Leagues: rounds, seasons, days, and entrants that come and go.

use std::collections::BTreeMap;
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use botwerk_service::Config;
use botwerk_tests::{TestServer, in_memory};
use proto::ObstacleKind;
use proto::tournament_format::Kind;

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    agent, bot, bot_token, create, get, launched_bot, netzwerk, pairings, round_robin, standings,
    wait_until, wait_until_over,
};

/// Returns an anchor.
fn anchor(number: usize, name: &str, rating: i32) -> proto::Entrant {
    proto::Entrant {
        anchor: Some(rating),
        ..agent(number, name)
    }
}

fn league(limits: proto::League, entrants: Vec<proto::Entrant>) -> proto::TournamentSetup {
    netzwerk(Kind::League(limits), entrants, None)
}

async fn final_table(
    client: &Client,
    name: &str,
    season: u32,
) -> Result<proto::GetStandingsResponse, ClientError> {
    let request = proto::GetStandingsRequest {
        name: name.into(),
        season,
        ..Default::default()
    };
    let table = client.tournaments().get_standings(request).await?;
    Ok(table.into_inner())
}

async fn add(
    client: &Client,
    name: &str,
    entrant: proto::Entrant,
) -> Result<proto::Tournament, ClientError> {
    let extension = proto::TournamentExtension {
        entrants: vec![entrant],
        ..Default::default()
    };
    let request = proto::ExtendTournamentRequest {
        name: name.into(),
        extension: Some(extension),
        ..Default::default()
    };
    let added = client.organizer().extend_tournament(request).await?;
    Ok(added.into_inner().tournament.unwrap())
}

/// Returns the number of matches of each entrant.
fn matches(table: &proto::GetStandingsResponse) -> BTreeMap<&str, u64> {
    let lines = table.standings.iter();
    lines.map(|line| (&*line.entrant, line.matches)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn season_ends_with_a_table_that_later_results_do_not_change() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let limits = proto::League {
        seasons: 2,
        season_matches: 13,
        ..Default::default()
    };
    let entrants = vec![
        anchor(0, "greedy", 0),
        agent(1, "random"),
        agent(2, "greedy"),
        agent(3, "random"),
    ];
    let name = create(&client, league(limits, entrants)).await.name;
    let over = wait_until_over(&client, &name).await;
    assert_eq!(
        (
            over.result_count,
            over.match_count,
            over.expected_match_count
        ),
        (24, 24, 26)
    );
    let [first, second] = [1, 2].map(|season| final_table(&client, &name, season));
    let (first, second) = (first.await.unwrap(), second.await.unwrap());
    for (season, results, table) in [(1, 12, &first), (2, 24, &second)] {
        let tournament = table.tournament.as_ref().unwrap();
        assert_eq!(
            (table.final_season, tournament.result_count),
            (season, results)
        );
        assert_eq!(matches(table).values().sum::<u64>(), 2 * results);
    }
    // The present table is the last one; its ratings are on the scale of the anchor.
    let present = standings(&client, &name).await;
    assert_eq!(present.standings, second.standings);
    let anchor = present
        .standings
        .iter()
        .find(|line| line.is_anchor)
        .unwrap();
    let elo = anchor.elo.unwrap();
    assert_eq!((elo.value, elo.low, elo.high), (0.0, Some(0.0), Some(0.0)));
    let random = present.standings.last().unwrap();
    assert!(random.entrant.starts_with("random") && random.elo.unwrap().value < 0.0);
    // Both matches of a block have the same entrants with swapped seats.
    let all = pairings(&client, &name).await;
    for pair in all.chunks(2) {
        let mut swapped = pair[1].entrants.clone();
        swapped.reverse();
        assert_eq!(
            (&pair[0].entrants, pair[0].block),
            (&swapped, pair[1].block)
        );
    }
    let error = final_table(&client, &name, 3)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("season: expected 1 to 2, the seasons of"),
        "{error}"
    );
    let robin = netzwerk(
        round_robin(1),
        vec![agent(0, "random"), agent(1, "random")],
        None,
    );
    let robin = create(&client, robin).await.name;
    let error = final_table(&client, &robin, 1)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("is a round-robin, which has no seasons"),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn match_limit_of_a_day_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("league.db");
    let server = TestServer::on_file(db.clone()).await;
    let client = server.client().await;
    let limits = proto::League {
        matches_per_day: 7,
        ..Default::default()
    };
    let entrants = vec![
        anchor(0, "greedy", 0),
        agent(1, "random"),
        agent(2, "greedy"),
    ];
    let name = create(&client, league(limits, entrants)).await.name;
    let waits = |now: &proto::Tournament| {
        let mut obstacles = now.obstacles.iter();
        obstacles.any(|obstacle| obstacle.kind() == ObstacleKind::DayLimit)
    };
    let waiting = wait_until(&client, &name, waits).await;
    // Around midnight there are two days.
    assert!([6, 12].contains(&waiting.result_count), "{waiting:?}");
    let message = &waiting.obstacles[0].message;
    assert!(
        message.contains("the next round is paired on 20"),
        "{message}"
    );
    assert_eq!(waiting.remaining_nanos, None);
    server.stop().await;
    let server = TestServer::on_file(db).await;
    let client = server.client().await;
    let waiting = wait_until(&client, &name, waits).await;
    assert!([6, 12].contains(&waiting.result_count), "{waiting:?}");
    let state = waiting.league.unwrap();
    assert_eq!((state.season, state.day_match_count), (1, 6));
    // A higher limit applies at once.
    let more = proto::League {
        matches_per_day: 10,
        ..limits
    };
    let extension = proto::TournamentExtension {
        league: Some(more),
        ..Default::default()
    };
    let request = proto::ExtendTournamentRequest {
        name: name.clone(),
        extension: Some(extension),
        ..Default::default()
    };
    client.organizer().extend_tournament(request).await.unwrap();
    wait_until(&client, &name, |now| now.result_count >= 10 && waits(now)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_come_and_go_without_blocking_the_league() {
    let config = Config {
        join_limit_secs: 1,
        offline_limit_secs: 1,
        ..in_memory()
    };
    let server = TestServer::start(config).await;
    let client = server.client().await;
    let entrants = vec![
        anchor(0, "greedy", 0),
        agent(1, "random"),
        launched_bot("guest"),
    ];
    // A bot that leaves in the middle of its turn loses by the clock.
    let turn = Some(Duration::from_secs(2));
    let name = create(
        &client,
        netzwerk(Kind::League(proto::League::default()), entrants, turn),
    )
    .await
    .name;
    // The bot is offline: the others play.
    wait_until(&client, &name, |now| now.result_count >= 6).await;
    assert_eq!(matches(&standings(&client, &name).await)["guest"], 0);
    let token = bot_token(&client, &name, "guest").await;
    let bot = TestBot::start(&server.address(), token, Behaviour::Plays);
    let plays = async |entrant: &str| {
        botwerk_tests::wait_until(entrant, async || {
            matches(&standings(&client, &name).await)[entrant] > 0
        })
        .await;
    };
    plays("guest").await;
    // A bot that disconnects is not paired any more, and the league continues.
    drop(bot);
    let results = get(&client, &name).await.result_count;
    wait_until(&client, &name, |now| now.result_count >= results + 8).await;
    let guest = matches(&standings(&client, &name).await)["guest"];
    let results = get(&client, &name).await.result_count;
    wait_until(&client, &name, |now| now.result_count >= results + 8).await;
    assert_eq!(matches(&standings(&client, &name).await)["guest"], guest);
    // A new version is an entrant of its own, and former results remain.
    let second = proto::Entrant {
        name: "random 2".into(),
        version: "2".into(),
        ..agent(2, "random")
    };
    let added = add(&client, &name, second.clone()).await.unwrap();
    assert_eq!(added.setup.unwrap().entrants.len(), 4);
    let again = add(&client, &name, second).await.unwrap();
    assert_eq!(again.setup.unwrap().entrants.len(), 4);
    plays("random 2").await;
    // A withdrawn entrant keeps its results and is not paired until it returns.
    let withdraw = proto::WithdrawEntrantRequest {
        tournament: name.clone(),
        entrant: "random 1".into(),
        message: String::new(),
    };
    client.organizer().withdraw_entrant(withdraw).await.unwrap();
    let results = get(&client, &name).await.result_count;
    wait_until(&client, &name, |now| now.result_count >= results + 6).await;
    let table = standings(&client, &name).await;
    let retired = table
        .standings
        .iter()
        .find(|line| line.entrant == "random 1")
        .unwrap();
    assert!(retired.is_withdrawn && retired.matches > 0 && retired.elo.is_some());
    let before = retired.matches;
    let readmit = proto::ReadmitEntrantRequest {
        tournament: name.clone(),
        entrant: "random 1".into(),
    };
    client.organizer().readmit_entrant(readmit).await.unwrap();
    botwerk_tests::wait_until("it is paired again", async || {
        matches(&standings(&client, &name).await)["random 1"] > before
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn report_of_a_bot_has_its_ratings_over_time() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let register = proto::RegisterBotRequest {
        name: "guest".into(),
        ..Default::default()
    };
    let registered = client.bots().register_bot(register).await;
    let token = registered.unwrap().into_inner().bot_token;
    let _bot = TestBot::start(&server.address(), token, Behaviour::Plays);
    let entrants = vec![anchor(0, "random", 100), bot("guest")];
    create(&client, league(proto::League::default(), entrants)).await;
    botwerk_tests::wait_until("a rating is kept", async || {
        let request = proto::GetBotReportRequest {
            bot: "bots/guest".into(),
        };
        let found = client.bots().get_bot_report(request).await.unwrap();
        let report = found.into_inner().report.unwrap_or_default();
        let history = report.ratings.first().map(|rating| &rating.history);
        let Some(point) = history.and_then(|history| history.first()) else {
            return false;
        };
        let elo = point.elo.unwrap();
        assert!(elo.low.unwrap() < elo.value && elo.value < elo.high.unwrap());
        assert!(point.time_nanos > 0);
        true
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn league_without_opponents_waits_for_entrants() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![anchor(0, "greedy", 0), anchor(1, "random", -300)];
    let name = create(&client, league(proto::League::default(), entrants))
        .await
        .name;
    let waiting = wait_until(&client, &name, |now| !now.obstacles.is_empty()).await;
    assert_eq!(waiting.obstacles[0].kind(), ObstacleKind::TooFewEntrants);
    for (entrant, expected) in [
        (
            anchor(0, "greedy", 7),
            "name: greedy 0 is also the name of entrant[0]",
        ),
        (agent(2, "unheard"), "player: unknown agent"),
        (proto::Entrant::default(), "set its name and one of agent"),
        (
            anchor(2, "random", 0),
            "anchor: 0 is also the rating of entrant[0]",
        ),
        (bot("nobody"), "player: no bot `nobody` is registered"),
    ] {
        let error = add(&client, &name, entrant).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    add(&client, &name, agent(2, "random")).await.unwrap();
    wait_until(&client, &name, |now| now.result_count >= 4).await;
    let cancel = proto::CancelTournamentRequest { name: name.clone() };
    let cancelled = client.organizer().cancel_tournament(cancel).await.unwrap();
    assert!(!cancelled.into_inner().tournament.unwrap().seed.is_empty());
    let error = add(&client, &name, agent(3, "random"))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("the tournament has ended"), "{error}");
}
