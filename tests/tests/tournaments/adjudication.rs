//! Matches of tournaments that end by the scores of both players.

use botwerk_agents::verify;
use botwerk_client::{Client, proto};
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::Record;
use botwerk_tests::TestServer;

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    agents, bot_token, create, create_with, launched_bot, netzwerk, pairings, robots, round_robin,
    standings, wait_until_over,
};

const RULES: proto::Adjudication = proto::Adjudication {
    resign: Some(proto::ResignRule {
        score: 600,
        turns: 3,
    }),
    draw: Some(proto::DrawRule {
        score: 20,
        turns: 2,
        min_turn: 2,
    }),
};

/// Returns a tournament of matches of at most 24 turns of a seat.
fn adjudicated(entrants: Vec<proto::Entrant>) -> proto::TournamentSetup {
    let mut setup = netzwerk(round_robin(1), entrants, None);
    let game = setup.setup.as_mut().unwrap();
    game.options.push(proto::GameOption {
        name: "turn_cap".into(),
        value: "24".into(),
    });
    proto::TournamentSetup {
        adjudication: Some(RULES),
        ..setup
    }
}

/// Returns the verified record of the only attempt at a pairing.
async fn record(client: &Client, pairing: &proto::Pairing) -> Record {
    let text = client.record(&pairing.attempts[0].r#match).await.unwrap();
    let record = Record::from_text(&text).unwrap();
    verify::<Netzwerk>(&record).unwrap_or_else(|error| panic!("{error}\n{text}"));
    record
}

/// Plays a pair of matches between two bots that declare these scores; returns the pairings with their
/// records, and the standings.
async fn play(scores: [i32; 2]) -> (Vec<(proto::Pairing, Record)>, proto::GetStandingsResponse) {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let names = ["one", "other"];
    let setup = adjudicated(names.map(launched_bot).into());
    // With another seed a bot that plays at random could win before the scores count.
    let created = create_with(&client, setup, |request| request.seed = "7".into()).await;
    let mut bots = Vec::new();
    for (name, score) in names.iter().zip(scores) {
        let token = bot_token(&client, &created.name, name).await;
        let behaviour = Behaviour::Declares(score);
        bots.push(TestBot::start(&server.address(), token, behaviour));
    }
    wait_until_over(&client, &created.name).await;
    let mut played = Vec::new();
    for pairing in pairings(&client, &created.name).await {
        let record = record(&client, &pairing).await;
        let request = proto::GetMatchRequest {
            name: pairing.attempts[0].r#match.clone(),
        };
        let summary = client.matches().get_match(request).await;
        let outcome = summary.unwrap().into_inner().r#match.unwrap().outcome;
        let result = pairing.result.clone().unwrap();
        assert_eq!(outcome.unwrap().is_adjudicated, result.is_adjudicated);
        played.push((pairing, record));
    }
    let standings = standings(&client, &created.name).await;
    server.stop().await;
    (played, standings)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn match_ends_when_the_loser_agrees() {
    let (played, standings) = play([700, -700]).await;
    assert_eq!(played.len(), 2);
    for (pairing, record) in played {
        let result = pairing.result.unwrap();
        assert!(result.is_adjudicated && result.is_rated);
        let winner = pairing.entrants.iter().position(|name| name == "one");
        assert_eq!(result.places[winner.unwrap()], 1);
        assert_eq!(record.outcome.unwrap().outcome, "adjudicated");
        // Three turns of each.
        assert_eq!(record.events.last().unwrap().turn, Some(3));
        assert!(
            result
                .seat_stats
                .iter()
                .all(|stats| stats.termination() == proto::Termination::None)
        );
    }
    let numbers: Vec<_> = standings
        .standings
        .iter()
        .map(|standing| (standing.wins, standing.losses, standing.adjudicated))
        .collect();
    assert_eq!(numbers, [(2, 0, 2), (0, 2, 2)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn match_ends_when_both_expect_a_draw() {
    for (pairing, record) in play([20, -20]).await.0 {
        let result = pairing.result.unwrap();
        assert_eq!(
            (result.is_adjudicated, &*result.places),
            (true, &[1, 1][..])
        );
        assert_eq!(record.events.last().unwrap().turn, Some(3));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bot_that_claims_to_win_wins_nothing_without_its_opponent() {
    for scores in [[30_000, 30_000], [30_000, 599], [-30_000, 0]] {
        for (pairing, record) in play(scores).await.0 {
            assert!(!pairing.result.unwrap().is_adjudicated);
            assert_ne!(record.outcome.unwrap().outcome, "adjudicated");
            let declared = record.events.iter().filter_map(|line| line.score);
            assert!(declared.clone().count() > 0);
            assert!(declared.into_iter().all(|score| scores.contains(&score)));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agents_declare_their_scores_in_process() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut setup = adjudicated(agents(&["greedy", "minimax"]));
    for entrant in &mut setup.entrants {
        if let Some(proto::entrant::Player::Agent(spec)) = &mut entrant.player
            && spec.name == "minimax"
        {
            spec.settings.push(proto::AgentSetting {
                name: "nodes".into(),
                value: "2000".into(),
            });
        }
    }
    let setup = proto::TournamentSetup {
        format: Some(proto::TournamentFormat {
            kind: Some(round_robin(4)),
        }),
        adjudication: Some(proto::Adjudication {
            resign: Some(proto::ResignRule {
                score: 100,
                turns: 1,
            }),
            draw: None,
        }),
        ..setup
    };
    let created = create(&client, setup).await;
    wait_until_over(&client, &created.name).await;
    let mut adjudicated = 0;
    for pairing in pairings(&client, &created.name).await {
        let genuine = record(&client, &pairing).await;
        let submitted = genuine.events.iter().filter(|line| line.turn.is_some());
        assert!(submitted.clone().all(|line| line.score.is_some()));
        let is_adjudicated = pairing.result.unwrap().is_adjudicated;
        adjudicated += usize::from(is_adjudicated);
        // An agent is asked again: it would declare another score.
        let mut forged = genuine.clone();
        let first = forged.events.iter_mut().find(|line| line.score.is_some());
        let (actor, turn) = first.map(|line| (line.actor.clone(), line.turn)).unwrap();
        for line in &mut forged.events {
            if (&line.actor, line.turn) == (&actor, turn) {
                line.score = line.score.map(|score| score + 1);
            }
        }
        let error = verify::<Netzwerk>(&forged).unwrap_err();
        assert!(error.message.contains("and score"), "{error}");
    }
    assert!(adjudicated > 0);
    server.stop().await;
}

#[tokio::test]
async fn adjudication_is_rejected_where_it_can_never_apply() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let robots = proto::TournamentSetup {
        adjudication: Some(RULES),
        ..robots(round_robin(1), agents(&["solver", "random"]))
    };
    let without_rules = proto::TournamentSetup {
        adjudication: Some(proto::Adjudication::default()),
        ..adjudicated(agents(&["greedy", "random"]))
    };
    for (setup, expected) in [
        (
            robots,
            "adjudication: players of micro-robots have no scores",
        ),
        (without_rules, "adjudication: expected a rule"),
    ] {
        let request = proto::CreateTournamentRequest {
            setup: Some(setup),
            ..Default::default()
        };
        let status = client.organizer().create_tournament(request).await;
        let status = status.unwrap_err();
        assert!(status.message().contains(expected), "{status}");
    }
    server.stop().await;
}
