//! Complete tournaments of every format, with built-in agents and with bots.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_client::proto;
use botwerk_engine::record::Record;
use botwerk_engine::{RootSeed, SeedSalt};
use botwerk_tests::{TestServer, verify_record};
use proto::tournament_format::Kind;

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    agent, agents, bot, bot_token, create, create_with, get, launched_bot, netzwerk, pairings,
    robots, round_robin, standings, wait_until, wait_until_over,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_format_plays_exactly_its_matches() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let swiss = Kind::Swiss(proto::Swiss {
        rounds: 2,
        pairs: 2,
        has_one_point_byes: false,
    });
    let knockout = Kind::Knockout(proto::Knockout {
        pairs: 2,
        tiebreak_pairs: 1,
    });
    let gauntlet = Kind::Gauntlet(proto::Gauntlet {
        challengers: 1,
        cycles: 3,
    });
    let five = ["solver", "random", "first-found", "random", "random"];
    let cases = [
        (round_robin(2), agents(&five), Some(40), 0),
        (gauntlet, agents(&five), Some(24), 0),
        (swiss, agents(&five), Some(16), 2),
        (knockout, agents(&five), None, 3),
    ];
    for (format, entrants, matches, byes) in cases {
        let created = create(&client, robots(format, entrants)).await;
        assert!(created.seed.is_empty());
        let over = wait_until_over(&client, &created.name).await;
        assert_eq!(over.result_count, over.match_count);
        assert!(matches.is_none_or(|matches| matches == over.result_count));
        let all = pairings(&client, &created.name).await;
        assert_eq!(all.len() as u64, over.result_count);
        let names: BTreeSet<_> = all.iter().map(|p| &p.attempts[0].r#match).collect();
        assert_eq!(names.len(), all.len());
        let table = standings(&client, &created.name).await;
        let byes_sum: u32 = table.standings.iter().map(|line| line.byes).sum();
        assert_eq!(byes_sum, byes);
        assert_eq!(table.uncounted_matches, 0);
        // The record agrees with the result.
        let last = all.last().unwrap();
        let (record, _) = verify_record(&client, &last.attempts[0].r#match).await;
        let places: Vec<u32> = record
            .outcome
            .unwrap()
            .places
            .iter()
            .map(|p| u32::from(*p))
            .collect();
        assert_eq!(last.result.as_ref().unwrap().places, places);
        let names: Vec<_> = record.header.seats.iter().map(|seat| &seat.name).collect();
        assert_eq!(names, last.entrants.iter().collect::<Vec<_>>());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rotation_all_seats_every_entrant_everywhere_from_the_same_start() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut setup = robots(round_robin(1), agents(&["solver", "random", "first-found"]));
    setup.setup.as_mut().unwrap().seats = 3;
    setup.rotation = proto::Rotation::All as i32;
    let created = create(&client, setup).await;
    let over = wait_until_over(&client, &created.name).await;
    assert_eq!(over.result_count, 6);
    let all = pairings(&client, &created.name).await;
    let orders: BTreeSet<_> = all.iter().map(|pairing| pairing.entrants.clone()).collect();
    assert_eq!(orders.len(), 6);
    let mut starts = BTreeSet::new();
    for pairing in &all {
        let (record, _) = verify_record(&client, &pairing.attempts[0].r#match).await;
        starts.insert((record.header.start, record.header.seed));
    }
    assert_eq!(starts.len(), 1);
    let table = standings(&client, &created.name).await;
    assert!(
        table
            .standings
            .iter()
            .all(|line| line.elo.is_some() && line.pentanomial.is_empty())
    );
    assert!(table.standings.iter().all(|line| line.seats.len() == 3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sprt_ends_once_it_is_decided() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let format = Kind::Sprt(proto::SprtFormat {
        elo0: 0.0,
        elo1: 50.0,
        is_normalised: true,
        alpha: 0.05,
        beta: 0.05,
        max_pairs: 10_000,
    });
    let created = create(&client, robots(format, agents(&["first-found", "random"]))).await;
    let over = wait_until_over(&client, &created.name).await;
    assert!(over.result_count < 1000, "{} matches", over.result_count);
    let table = standings(&client, &created.name).await;
    let sprt = table.sprt.unwrap();
    assert_eq!(sprt.verdict(), proto::SprtVerdict::H1);
    assert!(sprt.llr >= sprt.upper, "{sprt:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn registered_and_launched_bots_play_against_built_in_agents() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![
        bot("a bot"),
        launched_bot("a launched bot"),
        agent(0, "random"),
    ];
    let created = create(&client, netzwerk(round_robin(2), entrants, None)).await;
    let waiting = wait_until(&client, &created.name, |now| !now.obstacles.is_empty()).await;
    let awaited = waiting.obstacles.iter();
    let awaited: Vec<_> = awaited.map(|obstacle| &*obstacle.entrant).collect();
    assert_eq!(awaited, ["a bot", "a launched bot"]);
    let request = proto::RegisterBotRequest {
        name: "a bot".into(),
        games: vec!["netzwerk".into()],
        max_concurrent_matches: 1,
    };
    let registered = client.bots().register_bot(request).await;
    let registered = registered.unwrap().into_inner();
    let address = server.address();
    let _bot = TestBot::start(&address, registered.bot_token, Behaviour::Plays);
    let token = bot_token(&client, &created.name, "a launched bot").await;
    let _launched = TestBot::start(&address, token, Behaviour::Plays);
    let over = wait_until_over(&client, &created.name).await;
    assert_eq!((over.result_count, over.match_count), (12, 12));
    let table = standings(&client, &created.name).await;
    for line in &table.standings {
        assert_eq!(line.matches, 8);
        assert!(line.turns > 0 && line.think_nanos > 0, "{line:?}");
    }
    // Both matches of a block have the same start.
    let mut starts: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for pairing in pairings(&client, &created.name).await {
        let record = client.record(&pairing.attempts[0].r#match).await.unwrap();
        let record = Record::from_text(&record).unwrap();
        starts
            .entry(pairing.block)
            .or_default()
            .insert(record.header.start);
    }
    assert!(starts.values().all(|starts| starts.len() == 1));
    let list = client
        .bots()
        .list_bots(proto::ListBotsRequest::default())
        .await;
    let list = list.unwrap().into_inner().bots;
    assert_eq!(
        (list.len(), list[0].is_online, list[0].active_matches),
        (1, true, 0)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seed_is_committed_first_and_disclosed_at_the_end() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let setup = || robots(round_robin(1), agents(&["random", "random"]));
    let created = create_with(&client, setup(), |request| request.seed = "7".into()).await;
    let over = wait_until_over(&client, &created.name).await;
    assert_eq!(over.seed.len(), 64);
    assert_eq!((&*created.seed, &*created.seed_salt), ("", ""));
    let salt = SeedSalt::from_hex(&over.seed_salt).unwrap();
    let seed = RootSeed::from_hex(&over.seed).unwrap();
    assert_eq!(created.seed_commitment, salt.commitment(seed));
    assert_eq!(get(&client, &created.name).await.seed, over.seed);
    // Its chance outcomes are known now, so the seed is rejected for another tournament.
    let request = proto::CreateTournamentRequest {
        setup: Some(setup()),
        seed: "7".into(),
        ..Default::default()
    };
    let again = client.organizer().create_tournament(request).await;
    let message = again.unwrap_err().message().to_owned();
    assert!(
        message.contains("already used by a tournament"),
        "{message}"
    );
}
