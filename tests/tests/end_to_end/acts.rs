//! Acts that are refused: each for a named reason, and nothing changes.

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    Made, SeatStream, TestServer, finish, in_memory, make, micro_robots, reason_of, refusal,
    remote, task, verified,
};
use proto::Termination;
use proto::micro_robots_action::Kind as Robots;

fn robots(kind: Option<Robots>) -> proto::Action {
    proto::Action {
        game: Some(proto::action::Game::MicroRobots(proto::MicroRobotsAction {
            kind,
        })),
    }
}

/// What an act says: messages and text.
type Said = (Vec<proto::Action>, &'static str);

fn text(text: &'static str) -> Said {
    (Vec::new(), text)
}

fn message(kind: Robots) -> Said {
    (vec![robots(Some(kind))], "")
}

/// What is no answer to a race, and why.
fn bad_in_a_race() -> Vec<(Said, &'static str)> {
    let nowhere = 37;
    let somewhere = proto::MicroRobotsSpace::MicroRobotsSpace1p as i32;
    vec![
        (text(""), "BAD_REQUEST"),
        (text(" "), "ILLEGAL_ACTION"),
        (text("say"), "ILLEGAL_ACTION"),
        (text("say 0"), "ILLEGAL_ACTION"),
        (text("say 100"), "ILLEGAL_ACTION"),
        (text("say 4294967297"), "ILLEGAL_ACTION"),
        (text("say -1"), "ILLEGAL_ACTION"),
        (text("say five"), "ILLEGAL_ACTION"),
        (text("pass\u{0}"), "ILLEGAL_ACTION"),
        (text("\u{1F916}"), "ILLEGAL_ACTION"),
        (text("show 1P-9Z"), "ILLEGAL_ACTION"),
        (text("say 50"), "ILLEGAL_ACTION"),
        (text("end"), "ILLEGAL_ACTION"),
        (text("to 1P"), "ILLEGAL_ACTION"),
        (text("break"), "ILLEGAL_ACTION"),
        (text("leave 1"), "ILLEGAL_ACTION"),
        (text("late 1"), "ILLEGAL_ACTION"),
        (text("roll 2W"), "ILLEGAL_ACTION"),
        (text("start 2W"), "ILLEGAL_ACTION"),
        (message(Robots::Say(0)), "ILLEGAL_ACTION"),
        (message(Robots::Say(100)), "ILLEGAL_ACTION"),
        (message(Robots::Say(u32::MAX)), "ILLEGAL_ACTION"),
        (message(Robots::Say(50)), "ILLEGAL_ACTION"),
        (message(Robots::To(nowhere)), "ILLEGAL_ACTION"),
        (message(Robots::To(somewhere)), "ILLEGAL_ACTION"),
        (message(Robots::Leave(99)), "ILLEGAL_ACTION"),
        (message(Robots::Leave(63)), "ILLEGAL_ACTION"),
        (message(Robots::Break(true)), "ILLEGAL_ACTION"),
        (
            message(Robots::Roll(proto::MicroRobotsRoll::default())),
            "ILLEGAL_ACTION",
        ),
        ((vec![proto::Action { game: None }], ""), "ILLEGAL_ACTION"),
        ((vec![robots(None)], ""), "ILLEGAL_ACTION"),
        (
            (vec![robots(Some(Robots::Pass(true)))], "pass"),
            "BAD_REQUEST",
        ),
        (
            (
                vec![robots(Some(Robots::Say(3))), robots(Some(Robots::Say(4)))],
                "",
            ),
            "ILLEGAL_ACTION",
        ),
        (
            (
                vec![
                    robots(Some(Robots::Pass(true))),
                    robots(Some(Robots::Pass(true))),
                ],
                "",
            ),
            "ILLEGAL_ACTION",
        ),
        (
            (vec![robots(Some(Robots::Pass(true))); 10_000], ""),
            "ILLEGAL_ACTION",
        ),
    ]
}

async fn submit(client: &Client, request: proto::SubmitActionRequest) -> Result<(), tonic::Status> {
    client.matches().submit_action(request).await.map(|_| ())
}

#[tokio::test]
async fn mr_13_and_mr_14_whatever_is_no_answer_is_refused_with_its_reason() {
    let server = TestServer::with(Config {
        illegal_limit: 1000,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let request = micro_robots(vec![remote(), remote()], &[("max_announce", "40")]);
    let made = make(&client, request).await;
    let mut stream = SeatStream::join(&client, &made, 0).await;
    let _other = SeatStream::join(&client, &made, 1).await;
    let race = stream.request().await;
    for ((actions, text), reason) in bad_in_a_race() {
        let what = format!("{} actions, `{text}`", actions.len());
        let act = proto::Act {
            handle: race.handle,
            turn: race.turn,
            act: race.act,
            actions: actions.clone(),
            text: text.into(),
            effort: 0,
        };
        stream.send(act).await;
        let rejected = stream.rejected().await;
        assert_eq!(refusal(&rejected), reason, "{what}");
        assert_eq!((rejected.handle, rejected.turn), (race.handle, race.turn));
        // A call is refused alike.
        let request = proto::SubmitActionRequest {
            r#match: made.name.clone(),
            seat_token: made.tokens[0].clone(),
            turn: race.turn,
            actions,
            text: text.into(),
            ..Default::default()
        };
        let refused = submit(&client, request).await.unwrap_err();
        assert_eq!(reason_of(&refused), reason, "{what}");
    }
    // Nothing has changed: the request is still open and its act still the first.
    stream.answer(&race, "pass").await;
    stream.accepted().await;
    finish(&client, &made).await;
    server.stop().await;
}

#[tokio::test]
async fn the_bad_one_of_several_actions_is_named() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(&client, micro_robots(vec![remote(), remote()], &[])).await;
    let mut stream = SeatStream::join(&client, &made, 0).await;
    let _other = SeatStream::join(&client, &made, 1).await;
    let race = stream.request().await;
    let task = task(race.view.as_ref().unwrap());
    stream.answer(&race, &task.say()).await;
    let show = stream.request().await;
    let good = task.route.spaces()[1];
    let good = good.index() as i32 + 1;
    for bad in [robots(None), robots(Some(Robots::Say(3)))] {
        let act = proto::Act {
            handle: show.handle,
            turn: show.turn,
            actions: vec![robots(Some(Robots::To(good))), bad],
            ..Default::default()
        };
        stream.send(act).await;
        let error = stream.rejected().await.error.unwrap();
        assert_eq!(error.index, Some(1), "{error:?}");
    }
    // All or none: the first action of the refused acts was not carried out.
    stream.answer(&show, &task.show()).await;
    stream.accepted().await;
    finish(&client, &made).await;
    server.stop().await;
}

#[tokio::test]
async fn too_many_illegal_acts_take_a_seat_out_of_the_match() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let made = make(
        &client,
        micro_robots(vec![remote(), remote()], &[("max_announce", "9")]),
    )
    .await;
    let mut stream = SeatStream::join(&client, &made, 0).await;
    let mut other = SeatStream::join(&client, &made, 1).await;
    let race = stream.request().await;
    // What cannot be read is no act and is not counted; a number too large costs nothing (MR-13).
    for bad in ["sya 5", "say 100", "say 10", "say 11", "say 12"] {
        stream.answer(&race, bad).await;
        assert_eq!(refusal(&stream.rejected().await), "ILLEGAL_ACTION");
    }
    for _ in 0..3 {
        stream.answer(&race, "end").await;
        assert_eq!(refusal(&stream.rejected().await), "ILLEGAL_ACTION");
    }
    let over = other.over().await;
    assert_eq!(over.terminations, [Termination::Illegal as i32, 0]);
    assert_eq!(over.outcome.unwrap().places, [2, 1]);
    let (record, _) = verified(&client, &made.name).await;
    assert_eq!(
        record.events.last().unwrap().why,
        Some(botwerk_engine::Termination::Illegal)
    );
    server.stop().await;
}

/// What an act's addressing can get wrong.
struct Address<'a> {
    what: &'a str,
    name: String,
    token: String,
    turn: u32,
    act: u32,
    reason: &'a str,
}

#[tokio::test]
async fn acts_of_strangers_and_for_other_turns_are_refused() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![remote(), remote()], &[]);
    let made = make(&client, request.clone()).await;
    let another = make(&client, request).await;
    let call = |made: &Made, seat: usize, turn: u32| proto::SubmitActionRequest {
        r#match: made.name.clone(),
        seat_token: made.tokens[seat].clone(),
        turn,
        text: "pass".into(),
        ..Default::default()
    };
    // Before the match begins.
    let early = submit(&client, call(&made, 0, 1)).await.unwrap_err();
    assert_eq!(reason_of(&early), "NOT_YOUR_TURN");
    let mut stream = SeatStream::join(&client, &made, 0).await;
    let _other = SeatStream::join(&client, &made, 1).await;
    let race = stream.request().await;
    let right = |what, reason| Address {
        what,
        name: made.name.clone(),
        token: made.tokens[0].clone(),
        turn: race.turn,
        act: 0,
        reason,
    };
    let token = |what, token: &str| Address {
        token: token.into(),
        ..right(what, "BAD_TOKEN")
    };
    let name = |what, name: &str| Address {
        name: name.into(),
        ..right(what, "NOT_FOUND")
    };
    let cases = [
        token("no token", ""),
        token("garbage", "garbage"),
        token("the owner's token", &made.owner),
        token("another match's token", &another.tokens[0]),
        token(
            "upper case",
            &made.tokens[0].to_uppercase().replace('0', "O"),
        ),
        name("no name", ""),
        name("no id", "matches/"),
        name("garbage", "matches/\u{1F916}; DROP TABLE matches"),
        name("an id alone", &made.name.replace("matches/", "")),
        name("a folder", &format!("{}/..", made.name)),
        name(
            "one that never was",
            "matches/00000000000000000000000000000000",
        ),
        Address {
            turn: race.turn + 1,
            ..right("a later turn", "WRONG_TURN")
        },
        Address {
            turn: 0,
            ..right("no turn", "WRONG_TURN")
        },
        Address {
            turn: u32::MAX,
            ..right("the last turn of all", "WRONG_TURN")
        },
        Address {
            act: 1,
            ..right("a later act", "WRONG_TURN")
        },
    ];
    for case in cases {
        let request = proto::SubmitActionRequest {
            r#match: case.name.clone(),
            seat_token: case.token.clone(),
            turn: case.turn,
            act: case.act,
            text: "pass".into(),
            ..Default::default()
        };
        let refused = submit(&client, request).await.unwrap_err();
        assert_eq!(reason_of(&refused), case.reason, "{}", case.what);
    }
    // The same tokens and names open no seat.
    let mut stranger = SeatStream::open(&client).await;
    for (name, token, reason) in [
        (&made.name, &another.tokens[0], "BAD_TOKEN"),
        (&made.name, &made.owner, "BAD_TOKEN"),
        (&"matches/x".to_owned(), &made.tokens[0], "NOT_FOUND"),
    ] {
        stranger.ask(name, token, 0).await;
        let rejected = stranger.rejected().await;
        assert_eq!((refusal(&rejected), rejected.handle), (reason, 0));
    }
    // Handles are the stream's own.
    for handle in [0, 1, u32::MAX] {
        let guess = proto::ActRequest {
            handle,
            ..race.clone()
        };
        stranger.answer(&guess, "pass").await;
        let rejected = stranger.rejected().await;
        assert_eq!((refusal(&rejected), rejected.handle), ("NOT_FOUND", handle));
    }
    finish(&client, &made).await;
    let late = submit(&client, call(&made, 0, 9999)).await.unwrap_err();
    assert_eq!(reason_of(&late), "MATCH_OVER");
    server.stop().await;
}
