//! Every format to its end, with bundled players and with bots.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_client::proto;
use botwerk_engine::record::Record;
use botwerk_tests::{TestServer, verified};
use proto::tournament_format::Kind;

use crate::bots::{Manner, TestBot};
use crate::table::{
    agent, agents, bot, create, create_with, get, netzwerk, pairings, program, robots, round_robin,
    standings, token_of, until, until_over,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_format_ends_with_exactly_its_matches() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let of = |names: &[&str]| agents(names);
    let swiss = Kind::Swiss(proto::Swiss {
        rounds: 2,
        pairs: 2,
    });
    let knockout = Kind::Knockout(proto::Knockout {
        pairs: 2,
        tie_pairs: 1,
    });
    let gauntlet = Kind::Gauntlet(proto::Gauntlet {
        challengers: 1,
        cycles: 3,
    });
    let five = ["solver", "random", "first-found", "random", "random"];
    let cases = [
        (round_robin(2), of(&five), Some(40), 0),
        (gauntlet, of(&five), Some(24), 0),
        (swiss, of(&five), Some(16), 2),
        (knockout, of(&five), None, 3),
    ];
    for (format, entrants, matches, byes) in cases {
        let made = create(&client, robots(format, entrants)).await;
        assert!(made.seed.is_empty());
        let over = until_over(&client, &made.name).await;
        assert_eq!(over.results, over.matches);
        assert!(matches.is_none_or(|matches| matches == over.results));
        let all = pairings(&client, &made.name).await;
        assert_eq!(all.len() as u64, over.results);
        let names: BTreeSet<_> = all.iter().map(|p| &p.attempts[0].r#match).collect();
        assert_eq!(names.len(), all.len());
        let table = standings(&client, &made.name).await;
        let told: u32 = table.standings.iter().map(|line| line.byes).sum();
        assert_eq!(told, byes);
        assert_eq!(table.uncounted_matches, 0);
        // The record agrees with the result.
        let last = all.last().unwrap();
        let (record, _) = verified(&client, &last.attempts[0].r#match).await;
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
async fn larger_tables_are_dealt_alike_and_everybody_sits_everywhere() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut setup = robots(round_robin(1), agents(&["solver", "random", "first-found"]));
    setup.setup.as_mut().unwrap().seats = 3;
    setup.rotation = proto::Rotation::All as i32;
    let made = create(&client, setup).await;
    let over = until_over(&client, &made.name).await;
    assert_eq!(over.results, 6);
    let all = pairings(&client, &made.name).await;
    let orders: BTreeSet<_> = all.iter().map(|pairing| pairing.entrants.clone()).collect();
    assert_eq!(orders.len(), 6);
    let mut starts = BTreeSet::new();
    for pairing in &all {
        let (record, _) = verified(&client, &pairing.attempts[0].r#match).await;
        starts.insert((record.header.start, record.header.seed));
    }
    assert_eq!(starts.len(), 1);
    let table = standings(&client, &made.name).await;
    assert!(
        table
            .standings
            .iter()
            .all(|line| line.elo.is_some() && line.pentanomial.is_empty())
    );
    assert!(table.standings.iter().all(|line| line.seats.len() == 3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_test_ends_as_soon_as_it_is_decided() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let format = Kind::Sprt(proto::SprtFormat {
        elo0: 0.0,
        elo1: 50.0,
        normalised: true,
        alpha: 0.05,
        beta: 0.05,
        most_pairs: 10_000,
    });
    let made = create(&client, robots(format, agents(&["first-found", "random"]))).await;
    let over = until_over(&client, &made.name).await;
    assert!(over.results < 1000, "{} matches", over.results);
    let table = standings(&client, &made.name).await;
    let sprt = table.sprt.unwrap();
    assert_eq!(sprt.verdict(), proto::SprtVerdict::H1);
    assert!(sprt.llr >= sprt.upper, "{sprt:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_and_programs_meet_bundled_players() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let entrants = vec![bot("a bot"), program("a program"), agent(0, "random")];
    let made = create(&client, netzwerk(round_robin(2), entrants, None)).await;
    let waits = until(&client, &made.name, |now| !now.waiting_for.is_empty()).await;
    assert_eq!(waits.waiting_for, ["a bot", "a program"]);
    let request = proto::RegisterBotRequest {
        name: "a bot".into(),
        games: vec!["netzwerk".into()],
        max_parallel: 1,
    };
    let registered = client.bots().register_bot(request).await;
    let registered = registered.unwrap().into_inner();
    let address = server.address();
    let _bot = TestBot::start(&address, registered.bot_token, Manner::Plays);
    let token = token_of(&client, &made.name, "a program").await;
    let _program = TestBot::start(&address, token, Manner::Plays);
    let over = until_over(&client, &made.name).await;
    assert_eq!((over.results, over.matches), (12, 12));
    let table = standings(&client, &made.name).await;
    for line in &table.standings {
        assert_eq!(line.matches, 8);
        assert!(line.turns > 0 && line.think_nanos > 0, "{line:?}");
    }
    // Both matches of a block begin alike.
    let mut starts: BTreeMap<u64, BTreeSet<String>> = BTreeMap::new();
    for pairing in pairings(&client, &made.name).await {
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
        (list.len(), list[0].attending, list[0].playing),
        (1, true, 0)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seed_is_promised_first_and_told_at_the_end() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let setup = || robots(round_robin(1), agents(&["random", "random"]));
    let made = create_with(&client, setup(), |request| request.seed = "7".into()).await;
    let over = until_over(&client, &made.name).await;
    assert_eq!(over.seed.len(), 64);
    assert_eq!(over.seed_sha256, made.seed_sha256);
    assert_eq!(get(&client, &made.name).await.seed, over.seed);
    // Its draws are known now, so nobody else may have them.
    let request = proto::CreateTournamentRequest {
        setup: Some(setup()),
        seed: "7".into(),
        ..Default::default()
    };
    let again = client.tournaments().create_tournament(request).await;
    let words = again.unwrap_err().message().to_owned();
    assert!(words.contains("had it before"), "{words}");
}
