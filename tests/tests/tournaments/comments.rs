//! The comments of bots: who may read them when, and how they follow a record.

use botwerk_client::{Client, ConnectOptions, RecordFile, proto};
use botwerk_engine::GameId;
use botwerk_engine::record::RecordComment;
use botwerk_service::{AdminToken, Config};
use botwerk_tests::{
    SeatStream, TestServer, bearer, create_match, in_memory, match_request, open_seat, poll_for,
};

use crate::bots::{Behaviour, TestBot};
use crate::tournament::{
    bot_token, create, launched_bot, netzwerk, pairings, round_robin, wait_until,
};

/// The admin token of the server.
const ADMIN_TOKEN: &str = "an-admin-token-of-a-test";

async fn start_server() -> (TestServer, Client, Client) {
    let config = Config {
        admin_token: Some(ADMIN_TOKEN.parse::<AdminToken>().unwrap()),
        ..in_memory()
    };
    let server = TestServer::start(config).await;
    let client = server.client().await;
    let access = ConnectOptions {
        admin_token: Some(ADMIN_TOKEN.into()),
        ca: None,
    };
    let address = server.address();
    let operator = Client::connect_with(&address, &access).await.unwrap();
    (server, client, operator)
}

async fn comments(client: &Client, name: &str, token: &str) -> Vec<proto::Comment> {
    bearer(client, token).comments(name).await.unwrap()
}

/// Returns the seats with comments, in order.
fn seats(comments: &[proto::Comment]) -> Vec<u32> {
    let mut seats: Vec<_> = comments.iter().map(|comment| comment.seat).collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn comments_of_a_seat_are_for_its_bot_until_the_block_ends_and_then_for_all() {
    let (server, client, operator) = start_server().await;
    let entrants = vec![launched_bot("one"), launched_bot("two")];
    let setup = proto::TournamentSetup {
        public_comments: true,
        ..netzwerk(round_robin(1), entrants, None)
    };
    let created = create(&operator, setup).await;
    let one = bot_token(&operator, &created.name, "one").await;
    let two = bot_token(&operator, &created.name, "two").await;
    let address = server.address();
    let _bots = [
        TestBot::start(&address, one.clone(), Behaviour::PlaysMatches(1)),
        TestBot::start(&address, two.clone(), Behaviour::Plays),
    ];
    wait_until(&operator, &created.name, |now| now.result_count == 1).await;
    let played = pairings(&operator, &created.name).await.into_iter();
    let pairing = played.into_iter().find(|it| it.result.is_some()).unwrap();
    let name = &*pairing.attempts[0].r#match;
    let seat = pairing.entrants.iter().position(|it| it == "one").unwrap() as u32;

    let own = comments(&client, name, &one).await;
    assert!(!own.is_empty());
    for comment in &own {
        assert_eq!(comment.text, format!("turn {}", comment.turn));
    }
    assert_eq!(seats(&own), [seat]);
    assert_eq!(seats(&comments(&client, name, &two).await), [1 - seat]);
    assert_eq!(seats(&comments(&operator, name, "").await), [0, 1]);
    for token in ["", "0123456789abcdef0123456789abcdef"] {
        assert_eq!(comments(&client, name, token).await, [], "{token}");
    }

    let cancel = proto::CancelTournamentRequest {
        name: created.name.clone(),
    };
    operator
        .organizer()
        .cancel_tournament(cancel)
        .await
        .unwrap();
    let record = async || client.record(name).await.ok();
    let record = poll_for("the record is available", record).await;
    let public = comments(&client, name, "").await;
    assert_eq!(seats(&public), [0, 1]);
    assert_eq!(public, comments(&operator, name, "").await);

    // The record is the same with and without comments.
    let lines = public
        .iter()
        .map(|it| RecordComment::new(it.seat, it.turn, it.part, &it.text));
    let lines: String = lines.map(|comment| comment.to_line()).collect();
    let bare = RecordFile::from_bytes(record.as_bytes()).unwrap();
    let text = record + &lines;
    let commented = RecordFile::from_bytes(text.as_bytes()).unwrap();
    assert_eq!(commented.comments().len(), public.len());
    assert_eq!(commented.signature(), bare.signature());
    assert_eq!(commented.record(), bare.record());
    assert_eq!(commented.verify(), bare.verify());
    assert!(commented.verify().is_ok());
    let key = &bare.signature().unwrap().key;
    commented.check_signature(key).unwrap();

    // A replay has each comment at its turn.
    let request = proto::ReplayRecordRequest {
        record: text,
        viewer: None,
    };
    let replayed = client.rules().replay_record(request).await.unwrap();
    let steps = replayed.into_inner().steps;
    let placed = steps.iter().flat_map(|step| {
        let comments = step.comments.iter();
        comments.map(|comment| (step.turn, comment.turn))
    });
    let placed: Vec<_> = placed.collect();
    assert_eq!(placed.len(), public.len());
    assert!(
        placed.iter().all(|(step, comment)| step == comment),
        "{placed:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_comment_is_cut_and_stays_with_its_seat_unless_comments_are_public() {
    let (_server, client, operator) = start_server().await;
    for public_comments in [false, true] {
        let request = proto::CreateMatchRequest {
            public_comments,
            ..match_request(GameId::NETZWERK, vec![open_seat(); 2], &[])
        };
        let created = create_match(&operator, request).await;
        let mut stream = SeatStream::join_all(&client, &created).await;
        let mut expected: Vec<proto::Comment> = Vec::new();
        let mut first = None;
        // Comments of 68 KB, which are more than is kept of a seat.
        for count in 0.. {
            let request = stream.request().await;
            let is_first = *first.get_or_insert(request.handle) == request.handle;
            let comment = match (is_first, expected.len()) {
                (false, _) => String::new(),
                (true, 0) => format!("\u{202e}\n{}", "ü".repeat(1100)),
                (true, _) => "a".repeat(2000),
            };
            if expected.len() == 34 {
                break;
            }
            if is_first {
                let cut = format!(" \n{}", "ü".repeat(998));
                let text = if count == 0 { cut } else { comment.clone() };
                expected.push(proto::Comment {
                    seat: 0,
                    turn: request.turn,
                    part: request.part,
                    text,
                });
            }
            stream
                .send(proto::Submission {
                    handle: request.handle,
                    turn: request.turn,
                    part: request.part,
                    text: request.legal_actions[0].text.clone(),
                    comment,
                    ..Default::default()
                })
                .await;
            stream.accepted().await;
        }
        expected.truncate(32);
        let tokens = &created.tokens;
        let resign = proto::ResignSeatRequest {
            r#match: created.name.clone(),
            has_crashed: false,
        };
        let one = bearer(&client, &tokens[0]);
        one.matches().resign_seat(resign).await.unwrap();
        assert_eq!(comments(&client, &created.name, &tokens[0]).await, expected);
        let read: &[_] = if public_comments { &expected } else { &[] };
        assert_eq!(comments(&client, &created.name, &tokens[1]).await, read);
        assert_eq!(comments(&client, &created.name, "").await, read);
    }
}
