//! A strip that nobody says how to lift (DR-27): the seat does not leave the match for it.

use std::time::Duration;

use botwerk_agents::{Roster, arena};
use botwerk_client::proto;
use botwerk_engine::droids::{Action, Droids};
use botwerk_engine::{Actor, Event, GameRules, Options, RootSeed};
use botwerk_tests::{SeatStream, TestServer, make, remote};
use proto::play_response::Kind;
use proto::time_control::Kind as Limit;

/// Mines wherever droids go, so that there are strips to lift.
const SCENARIO: (&str, &str) = ("scenario", "3");

/// A match of drawn actions in which a strip is lifted: its seed, and what happened up to then.
fn with_a_lift() -> (String, Vec<Event<Action>>) {
    let options = Options::resolve(Droids::spec().options, [SCENARIO]).unwrap();
    let game = Droids::new(2, options).unwrap();
    for number in 0..50_000 {
        let seed = format!("lift {number}");
        let mut players = ["greedy:programs=3", "greedy:programs=3"]
            .map(|text| Droids::agent(&text.parse().unwrap()).unwrap());
        let mut events = Vec::new();
        arena::play(&game, RootSeed::from_text(&seed), &mut players, &mut events);
        let lifts = |event: &Event<Action>| matches!(event.action, Action::Lift(_));
        if let Some(at) = events.iter().position(lifts) {
            events.truncate(at);
            return (seed, events);
        }
    }
    panic!("no strip is lifted in so many matches");
}

/// Plays what happened, one stream for both seats, and gives the request to lift.
async fn played(streams: &mut [SeatStream; 2], events: &[Event<Action>]) -> proto::ActRequest {
    for event in events {
        let Actor::Seat(seat) = event.actor else {
            continue;
        };
        let stream = &mut streams[seat.index()];
        let request = stream.request().await;
        stream.answer(&request, &event.action.to_string()).await;
        stream.accepted().await;
    }
    // Whoever is asked now is asked to lift.
    for stream in streams {
        if let Ok(request) =
            tokio::time::timeout(Duration::from_millis(500), stream.request()).await
        {
            assert_eq!(request.stage, "lift");
            return request;
        }
    }
    panic!("nobody is asked to lift");
}

/// The words of what is told next to have been done by the referee.
async fn told_by_referee(stream: &mut SeatStream) -> String {
    let by_referee = |event: &proto::EventInfo| {
        let actor = event.actor.as_ref()?.kind.as_ref()?;
        matches!(actor, proto::actor::Kind::Referee(_)).then(|| event.text.clone())
    };
    stream
        .until(|frame| match frame {
            Kind::Update(update) => update.events.iter().find_map(by_referee),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn dr_27_whose_time_runs_out_has_a_strip_lifted_and_plays_on() {
    let (seed, events) = with_a_lift();
    for control in [None, Some(Limit::TurnMillis(3000))] {
        let server = TestServer::in_memory().await;
        let client = server.client().await;
        let limit = if control.is_none() { "1s" } else { "600s" };
        let option = |(name, value): (&str, &str)| proto::GameOption {
            name: name.into(),
            value: value.into(),
        };
        let request = proto::CreateMatchRequest {
            setup: Some(proto::GameSetup {
                game: "droids".into(),
                options: [SCENARIO, ("lift_limit", limit)].map(option).to_vec(),
                seats: 2,
            }),
            seats: vec![remote(), remote()],
            seed: seed.clone(),
            time_control: control.map(|kind| proto::TimeControl {
                kind: Some(kind),
                lag_cap_millis: Some(0),
            }),
            ..Default::default()
        };
        let made = make(&client, request).await;
        let mut streams = [
            SeatStream::join(&client, &made, 0).await,
            SeatStream::join(&client, &made, 1).await,
        ];
        played(&mut streams, &events).await;
        let text = told_by_referee(&mut streams[0]).await;
        assert!(text.starts_with("lift "), "{text}");
        // The match goes on.
        let [first, second] = &mut streams;
        let request = tokio::select! {
            request = first.request() => request,
            request = second.request() => request,
        };
        assert!(["send", "draw"].contains(&&*request.stage), "{request:?}");
    }
}
