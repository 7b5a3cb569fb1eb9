//! Hidden hands of Droids: no frame shows the kinds of stones in the hand of another seat.

use botwerk_client::{Client, proto};
use botwerk_engine::GameId;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, create_match, eventually, match_request, open_seat,
};
use proto::DroidsSide as Side;
use proto::position::Game;

/// The sides of the two seats (DR-4).
const SIDES: [Side; 2] = [Side::South, Side::North];

/// Number of draws of both seats in a round (DR-3).
const DRAWS: usize = 14;

async fn create(client: &Client) -> CreatedMatch {
    let seats = vec![open_seat(), open_seat()];
    create_match(client, match_request(GameId::DROIDS, seats, &[])).await
}

/// Checks that a view shows kinds only in the hand of its own side, and returns the number of
/// stones in all hands.
fn check_view(view: &proto::View, own: Option<Side>) -> usize {
    let position = view.position.as_ref().unwrap();
    let Some(Game::Droids(droids)) = &position.game else {
        panic!("expected a position of Droids, found {position:?}")
    };
    let mut stones = 0;
    for hand in &droids.hands {
        let colours = hand.colours.unwrap_or_default();
        let hidden = colours.violet + colours.blue + colours.red + colours.grey;
        if Some(hand.side()) == own {
            assert!(!hand.kinds.is_empty(), "{hand:?}");
            stones += hand.kinds.len();
        } else {
            assert!(hand.kinds.is_empty(), "{hand:?}");
            assert!(hidden > 0, "{hand:?}");
            stones += hidden as usize;
        }
    }
    stones
}

/// Returns the texts of the events that name the drawn stone.
fn drawn_stones(events: &[proto::VisibleEvent]) -> Vec<String> {
    let texts = events.iter().map(|event| event.text.clone());
    texts.filter(|text| text.starts_with("stone ")).collect()
}

#[tokio::test]
async fn dr_39_seats_receive_only_their_own_stones() {
    use proto::play_response::Kind;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create(&client).await;
    let mut stream = SeatStream::join_all(&client, &created).await;
    for _ in 0..DRAWS + 6 {
        stream.submit_first_legal().await;
    }
    for (handle, side) in (1..).zip(SIDES) {
        let (mut stones, mut largest) = (Vec::new(), 0);
        for frame in &stream.frames {
            match frame {
                Kind::ActionRequest(request) if request.handle == handle => {
                    let count = check_view(request.view.as_ref().unwrap(), Some(side));
                    largest = largest.max(count);
                }
                Kind::Update(update) if update.handle == handle => {
                    stones.extend(drawn_stones(&update.events));
                }
                _ => {}
            }
        }
        assert_eq!(stones.len(), DRAWS / 2, "{side:?} sees {stones:?}");
        // The second seat's first request after the draws follows the first set stone.
        assert!(largest >= DRAWS - 1, "{side:?} sees {largest} stones");
    }
    server.stop().await;
}

#[tokio::test]
async fn dr_39_rejoined_seats_receive_only_their_own_stones() {
    use proto::play_response::Kind;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create(&client).await;
    let mut stream = SeatStream::join_all(&client, &created).await;
    for _ in 0..DRAWS {
        stream.submit_first_legal().await;
    }
    for (seat, side) in SIDES.into_iter().enumerate() {
        let mut again = SeatStream::open(&client).await;
        let joined = again.join_seat(&created, seat, 0).await;
        let view = joined.view.unwrap();
        assert_eq!(check_view(&view, Some(side)), DRAWS);
        // The text has the colours of the other hand, such as `N:v7`.
        let hands = view.text.split(' ').find(|field| field.contains(":v"));
        assert!(
            hands.is_some_and(|hands| hands.contains(';')),
            "{}",
            view.text
        );
        let joined_seq = joined.seq;
        let mut stones = Vec::new();
        let mut seq = 0;
        while seq < joined_seq {
            match again.wait_for(Some).await {
                Kind::Update(update) => {
                    seq = update.seq;
                    stones.extend(drawn_stones(&update.events));
                }
                Kind::ActionRequest(request) => seq = request.seq,
                _ => {}
            }
        }
        assert_eq!(stones.len(), DRAWS / 2, "{side:?} sees {stones:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn dr_39_spectators_receive_no_stones() {
    use proto::watch_match_response::Kind;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create(&client).await;
    let watch = async |resume_after_seq| {
        let request = proto::WatchMatchRequest {
            matches: vec![proto::WatchTarget {
                r#match: created.name.clone(),
                resume_after_seq,
            }],
            view_options: Some(proto::ViewOptions {
                include_legal_actions: true,
                include_text: true,
                ..Default::default()
            }),
            ..Default::default()
        };
        let frames = client.matches().watch_match(request).await;
        frames.unwrap().into_inner()
    };
    let mut frames = watch(0).await;
    let mut stream = SeatStream::join_all(&client, &created).await;
    for _ in 0..DRAWS {
        stream.submit_first_legal().await;
    }
    stream.request().await;
    let (mut draws, mut stones) = (0, Vec::new());
    while draws < DRAWS {
        let frame = eventually(frames.message()).await.unwrap().unwrap();
        if let Kind::Update(update) = frame.kind.unwrap() {
            let texts = update.events.iter().map(|event| &event.text);
            draws += texts.filter(|text| text.starts_with("draw ")).count();
            stones.extend(drawn_stones(&update.events));
        }
    }
    assert!(stones.is_empty(), "spectators see {stones:?}");
    let mut late = watch(u64::MAX).await;
    let first = eventually(late.message()).await.unwrap().unwrap();
    let Kind::Joined(joined) = first.kind.unwrap() else {
        panic!("expected `Joined` first")
    };
    assert_eq!(check_view(&joined.view.unwrap(), None), DRAWS);
    server.stop().await;
}

#[tokio::test]
async fn dr_39_accepted_view_hash_differs_between_viewers() {
    use proto::play_response::Kind;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create(&client).await;
    let mut stream = SeatStream::join_all(&client, &created).await;
    for _ in 0..DRAWS {
        stream.submit_first_legal().await;
    }
    stream.request().await;
    let latest_hash = |handle| {
        let updates = stream.frames.iter().rev();
        let mut hashes = updates.filter_map(|frame| match frame {
            Kind::Update(update) if update.handle == handle => Some(update.view_hash),
            _ => None,
        });
        hashes.next().unwrap()
    };
    assert_ne!(latest_hash(1), latest_hash(2));
    server.stop().await;
}
