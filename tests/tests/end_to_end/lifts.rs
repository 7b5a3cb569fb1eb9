//! DR-27: a seat that does not answer which strip to lift stays in the match.

use std::time::Duration;

use botwerk_agents::{Roster, arena};
use botwerk_client::proto;
use botwerk_engine::droids::{Action, Droids};
use botwerk_engine::{Actor, Event, GameType, Options, RootSeed};
use botwerk_tests::{SeatStream, TestServer, create_match, open_seat};
use proto::play_response::Kind;
use proto::time_control::Kind as Limit;

/// A scenario with many mines, so that droids are damaged and strips are lifted.
const SCENARIO: (&str, &str) = ("scenario", "3");

/// Finds a match in which a strip is lifted; returns its seed and the events before the lift.
fn find_lift() -> (String, Vec<Event<Action>>) {
    let options = Options::resolve(Droids::spec().options, [SCENARIO]).unwrap();
    let game = Droids::new(2, options).unwrap();
    for number in 0..50_000 {
        let seed = format!("lift {number}");
        let mut players = ["greedy:programs=3", "greedy:programs=3"]
            .map(|text| Droids::agent(&text.parse().unwrap()).unwrap());
        let mut events = Vec::new();
        arena::play(&game, RootSeed::from_text(&seed), &mut players, &mut events);
        let is_lift = |event: &Event<Action>| matches!(event.action, Action::Lift(_));
        if let Some(index) = events.iter().position(is_lift) {
            events.truncate(index);
            return (seed, events);
        }
    }
    panic!("no strip is lifted in 50000 matches");
}

/// Replays events over one stream for each seat and returns the action request to lift.
async fn replay_events(
    streams: &mut [SeatStream; 2],
    events: &[Event<Action>],
) -> proto::ActionRequest {
    for event in events {
        let Actor::Seat(seat) = event.actor else {
            continue;
        };
        let stream = &mut streams[seat.index()];
        let request = stream.request().await;
        stream.submit(&request, &event.action.to_string()).await;
        stream.accepted().await;
    }
    // The seat that is to act now must lift.
    for stream in streams {
        if let Ok(request) =
            tokio::time::timeout(Duration::from_millis(500), stream.request()).await
        {
            assert_eq!(request.stage, "lift");
            return request;
        }
    }
    panic!("no seat received an action request");
}

/// Returns the notation of the next action of the referee.
async fn next_referee_action(stream: &mut SeatStream) -> String {
    let by_referee = |event: &proto::VisibleEvent| {
        let actor = event.actor.as_ref()?.kind.as_ref()?;
        matches!(actor, proto::actor::Kind::Referee(_)).then(|| event.text.clone())
    };
    stream
        .wait_for(|frame| match frame {
            Kind::Update(update) => update.events.iter().find_map(by_referee),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn dr_27_referee_lifts_a_strip_after_the_limit_and_the_match_continues() {
    let (seed, events) = find_lift();
    for control in [None, Some(Limit::TurnNanos(3_000_000_000))] {
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
            seats: vec![open_seat(), open_seat()],
            seed: seed.clone(),
            time_control: control.map(|kind| proto::TimeControl {
                kind: Some(kind),
                lag_cap_nanos: Some(0),
            }),
            ..Default::default()
        };
        let created = create_match(&client, request).await;
        let mut streams = [
            SeatStream::join(&client, &created, 0).await,
            SeatStream::join(&client, &created, 1).await,
        ];
        replay_events(&mut streams, &events).await;
        let text = next_referee_action(&mut streams[0]).await;
        assert!(text.starts_with("lift "), "{text}");
        // The match continues.
        let [first, second] = &mut streams;
        let request = tokio::select! {
            request = first.request() => request,
            request = second.request() => request,
        };
        assert!(["send", "draw"].contains(&&*request.stage), "{request:?}");
    }
}
