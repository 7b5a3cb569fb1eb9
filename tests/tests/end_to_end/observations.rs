//! Observations: views as bytes, on request.

use botwerk_client::{Client, PlayStream, proto};
use botwerk_engine::droids::Droids;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameId, GameType, Options, Seat, Viewer};
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, bearer, create_match, eventually, match_request,
    open_seat,
};

/// Number of submissions after which views are compared: in Droids both hands are full by then.
const SUBMISSIONS: usize = 14;

fn game<G: GameType>() -> G {
    let options = Options::resolve(G::spec().options, [("", ""); 0]).unwrap();
    G::new(2, options).unwrap()
}

/// Returns the observation of the view of a text.
fn observation<G: GameType>(viewer: Viewer, text: &str) -> Vec<u8> {
    let game = game::<G>();
    let view = game.parse_view(viewer, text).unwrap();
    let mut bytes = vec![0; game.observation_len()];
    game.write_observation(&view, &mut bytes);
    bytes
}

/// Joins a seat with a stream of `Play`, and returns the views of `Joined` and of the open request.
async fn played_views(client: &Client, created: &CreatedMatch, seat: usize) -> [proto::View; 2] {
    use proto::play_response::Kind;
    let mut stream = PlayStream::open(client).await.unwrap();
    let join = proto::Join {
        r#match: created.name.clone(),
        seat_token: created.tokens[seat].clone(),
        resume_after_seq: u64::MAX,
        view_options: Some(proto::ViewOptions {
            include_text: true,
            include_observation: true,
            ..Default::default()
        }),
        ..Default::default()
    };
    stream.join(join).await.unwrap();
    let mut first = None;
    loop {
        match eventually(stream.next()).await.unwrap().unwrap() {
            Kind::Joined(joined) => first = joined.view,
            Kind::ActionRequest(request) => return [first.unwrap(), request.view.unwrap()],
            _ => {}
        }
    }
}

/// Watches a match as a seat, or without a token as a spectator, and returns the first view.
async fn first_view(
    client: &Client,
    created: &CreatedMatch,
    seat: Option<usize>,
    include_observation: bool,
) -> proto::View {
    use proto::watch_match_response::Kind;
    let request = proto::WatchMatchRequest {
        matches: vec![proto::WatchTarget {
            r#match: created.name.clone(),
            resume_after_seq: 0,
        }],
        as_seat: seat.is_some(),
        view_options: Some(proto::ViewOptions {
            include_text: true,
            include_observation,
            ..Default::default()
        }),
    };
    let frames = bearer(
        client,
        &seat.map_or_else(String::new, |seat| created.tokens[seat].clone()),
    )
    .matches()
    .watch_match(request)
    .await;
    let frame = eventually(frames.unwrap().into_inner().message()).await;
    let Some(Kind::Joined(joined)) = frame.unwrap().unwrap().kind else {
        panic!("expected `Joined` first")
    };
    joined.view.unwrap()
}

async fn check_observations<G: GameType>(client: &Client, id: GameId) {
    let seats = vec![open_seat(), open_seat()];
    let created = create_match(client, match_request(id, seats, &[])).await;
    let mut stream = SeatStream::join_all(client, &created).await;
    for _ in 0..if id == GameId::DROIDS { SUBMISSIONS } else { 0 } {
        stream.submit_first_legal().await;
    }
    let request = stream.request().await;
    assert_eq!(request.view.unwrap().observation, Vec::<u8>::new());
    let seat = request.handle as usize - 1;
    for view in played_views(client, &created, seat).await {
        let viewer = Viewer::Seat(Seat::new(seat).unwrap());
        assert_eq!(view.observation, observation::<G>(viewer, &view.text));
    }
    let viewers = [
        (Some(0), Viewer::Seat(Seat::FIRST)),
        (Some(1), Viewer::Seat(Seat::new(1).unwrap())),
        (None, Viewer::Spectator),
    ];
    let mut all = Vec::new();
    for (seat, viewer) in viewers {
        let view = first_view(client, &created, seat, true).await;
        // The text of a view has nothing that the viewer may not know.
        assert_eq!(view.observation, observation::<G>(viewer, &view.text));
        all.push(view.observation);
        let view = first_view(client, &created, seat, false).await;
        assert_eq!(view.observation, Vec::<u8>::new());
    }
    assert_ne!(all[0], all[1]);
    assert_ne!(all[0], all[2]);
}

#[tokio::test]
async fn observation_is_that_of_the_view_and_sent_on_request_only() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    check_observations::<MicroRobots>(&client, GameId::MICRO_ROBOTS).await;
    check_observations::<Netzwerk>(&client, GameId::NETZWERK).await;
    check_observations::<Droids>(&client, GameId::DROIDS).await;
    server.stop().await;
}

#[tokio::test]
async fn dr_39_observation_has_the_kinds_of_the_own_hand_only() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let seats = vec![open_seat(), open_seat()];
    let created = create_match(&client, match_request(GameId::DROIDS, seats, &[])).await;
    let mut stream = SeatStream::join_all(&client, &created).await;
    for _ in 0..SUBMISSIONS {
        stream.submit_first_legal().await;
    }
    stream.request().await;
    // Bytes 612 to 628 are the stones of each kind in the viewer's own hand.
    let own_hand = async |seat| {
        let view = first_view(&client, &created, seat, true).await;
        view.observation[612..628].iter().sum::<u8>()
    };
    assert_eq!(own_hand(Some(0)).await, 7);
    assert_eq!(own_hand(Some(1)).await, 7);
    assert_eq!(own_hand(None).await, 0);
    server.stop().await;
}

#[tokio::test]
async fn game_describes_the_layout_of_its_observations() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for game in GameId::BUILT_IN {
        let request = proto::GetGameRequest {
            game: game.name().into(),
        };
        let game = client.catalog().get_game(request).await.unwrap();
        let game = game.into_inner();
        let seats = game.summary.as_ref().unwrap().min_seats;
        let mut len = 0;
        for field in &game.observation_fields {
            let row = format!("| `{}` |", field.name);
            assert!(game.observation_layout.contains(&row), "{row}");
            let dimensions = field
                .shape
                .iter()
                .map(|len| if *len == 0 { seats } else { *len });
            let bytes = match field.number_type.as_str() {
                "uint8" => 1,
                "uint16" => 2,
                "uint32" => 4,
                other => panic!("unknown type {other}"),
            };
            len += bytes * dimensions.product::<u32>();
        }
        assert_eq!(len, game.observation_len);
    }
    server.stop().await;
}
