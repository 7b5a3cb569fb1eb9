//! Rejected submissions: each has a specific reason and changes nothing.

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{
    CreatedMatch, SeatStream, TestServer, bearer, create_match, finish_match, in_memory,
    micro_robots, open_seat, rejection_reason, solve_race, status_reason, verify_record,
};
use proto::Termination;
use proto::micro_robots_action::Kind as Robots;

fn robots_action(kind: Option<Robots>) -> proto::Action {
    proto::Action {
        game: Some(proto::action::Game::MicroRobots(proto::MicroRobotsAction {
            kind,
        })),
    }
}

/// The content of a submission: messages and text.
type Content = (Vec<proto::Action>, &'static str);

fn text(text: &'static str) -> Content {
    (Vec::new(), text)
}

fn message(kind: Robots) -> Content {
    (vec![robots_action(Some(kind))], "")
}

/// Invalid submissions to a race, each with the reason of the rejection.
fn invalid_race_submissions() -> Vec<(Content, &'static str)> {
    let unknown_space = 37;
    let valid_space = proto::MicroRobotsSpace::MicroRobotsSpace1p as i32;
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
        (message(Robots::To(unknown_space)), "ILLEGAL_ACTION"),
        (message(Robots::To(valid_space)), "ILLEGAL_ACTION"),
        (message(Robots::Leave(99)), "ILLEGAL_ACTION"),
        (message(Robots::Leave(63)), "ILLEGAL_ACTION"),
        (message(Robots::Break(true)), "ILLEGAL_ACTION"),
        (
            message(Robots::Roll(proto::MicroRobotsRoll::default())),
            "ILLEGAL_ACTION",
        ),
        ((vec![proto::Action { game: None }], ""), "ILLEGAL_ACTION"),
        ((vec![robots_action(None)], ""), "ILLEGAL_ACTION"),
        (
            (vec![robots_action(Some(Robots::Pass(true)))], "pass"),
            "BAD_REQUEST",
        ),
        (
            (
                vec![
                    robots_action(Some(Robots::Say(3))),
                    robots_action(Some(Robots::Say(4))),
                ],
                "",
            ),
            "ILLEGAL_ACTION",
        ),
        (
            (
                vec![
                    robots_action(Some(Robots::Pass(true))),
                    robots_action(Some(Robots::Pass(true))),
                ],
                "",
            ),
            "ILLEGAL_ACTION",
        ),
        (
            (vec![robots_action(Some(Robots::Pass(true))); 1000], ""),
            "ILLEGAL_ACTION",
        ),
        // Beyond the maximum, which every game has.
        (
            (vec![robots_action(Some(Robots::Pass(true))); 10_000], ""),
            "BAD_REQUEST",
        ),
    ]
}

async fn submit(
    client: &Client,
    request: proto::SubmitActionsRequest,
) -> Result<(), tonic::Status> {
    client.matches().submit_actions(request).await.map(|_| ())
}

#[tokio::test]
async fn mr_13_and_mr_14_invalid_submissions_are_rejected_with_their_reason() {
    let server = TestServer::start(Config {
        max_illegal_submissions: 1000,
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[("max_announce", "40")]);
    let created = create_match(&client, request).await;
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let _other = SeatStream::join(&client, &created, 1).await;
    let race = stream.request().await;
    for ((actions, text), reason) in invalid_race_submissions() {
        let what = format!("{} actions, `{text}`", actions.len());
        let submission = proto::Submission {
            handle: race.handle,
            turn: race.turn,
            part: race.part,
            actions: actions.clone(),
            text: text.into(),
            effort: 0,
            ..Default::default()
        };
        stream.send(submission).await;
        let rejected = stream.rejected().await;
        assert_eq!(rejection_reason(&rejected), reason, "{what}");
        assert_eq!((rejected.handle, rejected.turn), (race.handle, race.turn));
        // The unary call is rejected with the same reason.
        let request = proto::SubmitActionsRequest {
            r#match: created.name.clone(),
            submission: Some(proto::Submission {
                turn: race.turn,
                actions,
                text: text.into(),
                ..Default::default()
            }),
        };
        let status = submit(&bearer(&client, &created.tokens[0]), request)
            .await
            .unwrap_err();
        assert_eq!(status_reason(&status), reason, "{what}");
    }
    // Nothing has changed: the request is still open at part 0.
    stream.submit(&race, "pass").await;
    stream.accepted().await;
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn rejection_names_the_index_of_the_illegal_action() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let _other = SeatStream::join(&client, &created, 1).await;
    let race = stream.request().await;
    let solution = solve_race(race.view.as_ref().unwrap());
    stream.submit(&race, &solution.say()).await;
    let show = stream.request().await;
    let good = solution.route.spaces()[1];
    let good = good.index() as i32 + 1;
    for bad in [robots_action(None), robots_action(Some(Robots::Say(3)))] {
        let submission = proto::Submission {
            handle: show.handle,
            turn: show.turn,
            actions: vec![robots_action(Some(Robots::To(good))), bad],
            ..Default::default()
        };
        stream.send(submission).await;
        let error = stream.rejected().await.error.unwrap();
        assert_eq!(error.index, Some(1), "{error:?}");
    }
    // Submissions are applied all or none: the first actions of the rejected ones had no effect.
    stream.submit(&show, &solution.show()).await;
    stream.accepted().await;
    finish_match(&client, &created).await;
    server.stop().await;
}

#[tokio::test]
async fn spelling_is_recorded_canonically_unless_the_text_must_be_canonical() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(&client, micro_robots(vec![open_seat(), open_seat()], &[])).await;
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let _other = SeatStream::join(&client, &created, 1).await;
    let race = stream.request().await;
    let canonical = solve_race(race.view.as_ref().unwrap()).say();
    let spelled = format!("It is a race.\n**Move:** `{}`", canonical.to_uppercase());
    let submission = proto::Submission {
        handle: race.handle,
        turn: race.turn,
        part: race.part,
        text: spelled,
        require_canonical_text: true,
        ..Default::default()
    };
    stream.send(submission.clone()).await;
    assert_eq!(rejection_reason(&stream.rejected().await), "ILLEGAL_ACTION");
    let request = proto::SubmitActionsRequest {
        r#match: created.name.clone(),
        submission: Some(proto::Submission {
            require_canonical_text: false,
            ..submission.clone()
        }),
    };
    let strict = proto::SubmitActionsRequest {
        submission: Some(submission.clone()),
        ..request.clone()
    };
    let client = bearer(&client, &created.tokens[0]);
    let status = submit(&client, strict).await.unwrap_err();
    assert_eq!(status_reason(&status), "ILLEGAL_ACTION");
    stream
        .send(proto::Submission {
            require_canonical_text: false,
            ..submission
        })
        .await;
    stream.accepted().await;
    // A repetition gets the same answer.
    submit(&client, request).await.unwrap();
    finish_match(&client, &created).await;
    let (record, _) = verify_record(&client, &created.name).await;
    assert!(record.to_text().contains(&format!("\"{canonical}\"")));
    server.stop().await;
}

#[tokio::test]
async fn seat_beyond_illegal_limit_leaves_the_match() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let created = create_match(
        &client,
        micro_robots(vec![open_seat(), open_seat()], &[("max_announce", "9")]),
    )
    .await;
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let mut other = SeatStream::join(&client, &created, 1).await;
    let race = stream.request().await;
    // Unreadable text does not count as illegal; a number too large costs nothing (MR-13).
    for bad in ["sya 5", "say 100", "say 10", "say 11", "say 12"] {
        stream.submit(&race, bad).await;
        assert_eq!(rejection_reason(&stream.rejected().await), "ILLEGAL_ACTION");
    }
    for _ in 0..2 {
        stream.submit(&race, "end").await;
        assert_eq!(rejection_reason(&stream.rejected().await), "ILLEGAL_ACTION");
    }
    stream.submit(&race, "to 1P").await;
    let message = stream.rejected().await.error.unwrap().message;
    for part in [
        "after 3 illegal submissions: (1) ",
        "; (2) ",
        "; (3) ",
        "; 2 unparsable",
    ] {
        assert!(message.contains(part), "{message}");
    }
    let over = other.over().await;
    assert_eq!(
        over.terminations,
        [Termination::Illegal as i32, Termination::None as i32]
    );
    assert_eq!(over.outcome.unwrap().places, [2, 1]);
    let (record, _) = verify_record(&client, &created.name).await;
    assert_eq!(
        record.events.last().unwrap().termination,
        Some(botwerk_engine::Termination::Illegal)
    );
    server.stop().await;
}

/// A submission with a wrong match, token, turn or part.
struct Misaddressed<'a> {
    what: &'a str,
    name: String,
    token: String,
    turn: u32,
    part: u32,
    reason: &'a str,
}

#[tokio::test]
async fn submissions_with_foreign_tokens_or_other_turns_are_rejected() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = micro_robots(vec![open_seat(), open_seat()], &[]);
    let created = create_match(&client, request.clone()).await;
    let another = create_match(&client, request).await;
    let call = |created: &CreatedMatch, turn: u32| proto::SubmitActionsRequest {
        r#match: created.name.clone(),
        submission: Some(proto::Submission {
            turn,
            text: "pass".into(),
            ..Default::default()
        }),
    };
    // Before the match starts.
    let early = submit(&bearer(&client, &created.tokens[0]), call(&created, 1))
        .await
        .unwrap_err();
    assert_eq!(status_reason(&early), "NOT_YOUR_TURN");
    let mut stream = SeatStream::join(&client, &created, 0).await;
    let _other = SeatStream::join(&client, &created, 1).await;
    let race = stream.request().await;
    let base_case = |what, reason| Misaddressed {
        what,
        name: created.name.clone(),
        token: created.tokens[0].clone(),
        turn: race.turn,
        part: 0,
        reason,
    };
    let token = |what, token: &str| Misaddressed {
        token: token.into(),
        ..base_case(what, "BAD_TOKEN")
    };
    let name = |what, name: &str| Misaddressed {
        name: name.into(),
        ..base_case(what, "NOT_FOUND")
    };
    let cases = [
        token("no token", ""),
        token("garbage", "garbage"),
        token("the owner's token", &created.owner),
        token("another match's token", &another.tokens[0]),
        token(
            "upper case",
            &created.tokens[0].to_uppercase().replace('0', "O"),
        ),
        name("no name", ""),
        name("no id", "matches/"),
        name("garbage", "matches/\u{1F916}; DROP TABLE matches"),
        name("an id alone", &created.name.replace("matches/", "")),
        name("a path", &format!("{}/..", created.name)),
        name("an unknown id", "matches/00000000000000000000000000000000"),
        Misaddressed {
            turn: race.turn + 1,
            ..base_case("a later turn", "WRONG_TURN")
        },
        Misaddressed {
            turn: 0,
            ..base_case("no turn", "WRONG_TURN")
        },
        Misaddressed {
            turn: u32::MAX,
            ..base_case("the largest turn", "WRONG_TURN")
        },
        Misaddressed {
            part: 1,
            ..base_case("a later part", "WRONG_TURN")
        },
    ];
    for case in cases {
        let request = proto::SubmitActionsRequest {
            r#match: case.name.clone(),
            submission: Some(proto::Submission {
                turn: case.turn,
                part: case.part,
                text: "pass".into(),
                ..Default::default()
            }),
        };
        let status = submit(&bearer(&client, &case.token), request)
            .await
            .unwrap_err();
        assert_eq!(status_reason(&status), case.reason, "{}", case.what);
    }
    // Joins with the same tokens and names are rejected as well.
    let mut stranger = SeatStream::open(&client).await;
    for (name, token, reason) in [
        (&created.name, &another.tokens[0], "BAD_TOKEN"),
        (&created.name, &created.owner, "BAD_TOKEN"),
        (&"matches/x".to_owned(), &created.tokens[0], "NOT_FOUND"),
    ] {
        stranger.send_join(name, token, 0).await;
        let rejected = stranger.rejected().await;
        assert_eq!((rejection_reason(&rejected), rejected.handle), (reason, 0));
    }
    // Handles belong to one stream.
    for handle in [0, 1, u32::MAX] {
        let guess = proto::ActionRequest {
            handle,
            ..race.clone()
        };
        stranger.submit(&guess, "pass").await;
        let rejected = stranger.rejected().await;
        assert_eq!(
            (rejection_reason(&rejected), rejected.handle),
            ("NOT_FOUND", handle)
        );
    }
    finish_match(&client, &created).await;
    let late = submit(&bearer(&client, &created.tokens[0]), call(&created, 9999))
        .await
        .unwrap_err();
    assert_eq!(status_reason(&late), "MATCH_OVER");
    server.stop().await;
}
