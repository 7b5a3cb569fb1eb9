//! What no tournament can be, said at once and in words.

use botwerk_client::{Client, proto};
use botwerk_tests::TestServer;
use proto::tournament_format::Kind;
use tonic_types::StatusExt;

use crate::table::{agents, create, netzwerk, robots, round_robin, until_over};

/// The reason and the words of a refusal.
async fn refused(client: &Client, request: proto::CreateTournamentRequest) -> (String, String) {
    let status = client
        .tournaments()
        .create_tournament(request)
        .await
        .unwrap_err();
    let info = status.get_error_details().error_info().cloned().unwrap();
    (info.reason, status.message().to_owned())
}

fn asked(setup: proto::TournamentSetup) -> proto::CreateTournamentRequest {
    proto::CreateTournamentRequest {
        setup: Some(setup),
        ..Default::default()
    }
}

#[tokio::test]
async fn mistakes_are_told_all_at_once_with_their_fields() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut twins = agents(&["random", "nobody", "random"]);
    twins[2].name = twins[0].name.clone();
    let mut setup = robots(round_robin(1), twins);
    setup.setup.as_mut().unwrap().options[0].value = "many".into();
    let (reason, words) = refused(&client, asked(setup)).await;
    assert_eq!(reason, "BAD_REQUEST");
    let fields: Vec<_> = words
        .lines()
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(
        fields,
        [
            "options.chips_to_win",
            "entrant[1].agent",
            "entrant[2].name"
        ]
    );
}

#[tokio::test]
async fn formats_that_cannot_work_are_refused() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let three_seats = |format| {
        let mut setup = robots(format, agents(&["random", "random", "random"]));
        setup.setup.as_mut().unwrap().seats = 3;
        setup
    };
    let two = || agents(&["random", "random"]);
    let sprt = |elo0, elo1| {
        Kind::Sprt(proto::SprtFormat {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            most_pairs: 10,
            normalised: true,
        })
    };
    let knockout = Kind::Knockout(proto::Knockout {
        pairs: 1,
        tie_pairs: 1,
    });
    let swiss = Kind::Swiss(proto::Swiss {
        rounds: 9,
        pairs: 1,
    });
    let cases = [
        (three_seats(knockout), "is for matches of two"),
        (robots(swiss, two()), "9 rounds"),
        (robots(round_robin(0), two()), "cycles: must be 1 at least"),
        (
            robots(round_robin(1), agents(&["random"])),
            "needs 2 at least",
        ),
        (
            robots(sprt(10.0, 0.0), two()),
            "elo0 must be less than elo1",
        ),
        (
            robots(sprt(0.0, 10.0), agents(&["random", "random", "random"])),
            "sprt tests two",
        ),
    ];
    for (setup, words) in cases {
        let (reason, told) = refused(&client, asked(setup)).await;
        assert_eq!(reason, "BAD_REQUEST");
        assert!(told.contains(words), "{told}");
    }
}

#[tokio::test]
async fn measured_time_needs_a_core_for_every_match_or_a_word() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let limit = Some(std::time::Duration::from_millis(500));
    let setup = || netzwerk(round_robin(1), agents(&["random", "random"]), limit);
    let many = proto::CreateTournamentRequest {
        parallel: 1000,
        ..asked(setup())
    };
    let (reason, words) = refused(&client, many.clone()).await;
    assert_eq!(reason, "BAD_REQUEST");
    assert!(words.contains("1000 matches at a time"), "{words}");
    assert!(words.contains("oversubscribe"), "{words}");
    let meant = proto::CreateTournamentRequest {
        oversubscribe: true,
        ..many
    };
    let made = client.tournaments().create_tournament(meant).await.unwrap();
    let name = made.into_inner().tournament.unwrap().name;
    until_over(&client, &name).await;
}

#[tokio::test]
async fn a_repeated_request_is_answered_with_the_same_tournament() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateTournamentRequest {
        request_id: "once".into(),
        ..asked(robots(round_robin(1), agents(&["random", "random"])))
    };
    let mut names = Vec::new();
    for _ in 0..2 {
        let made = client
            .tournaments()
            .create_tournament(request.clone())
            .await;
        names.push(made.unwrap().into_inner().tournament.unwrap().name);
    }
    assert_eq!(names[0], names[1]);
}

#[tokio::test]
async fn names_that_nobody_has_are_refused() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    for name in ["tournaments/0", "tournaments/", "matches/0", ""] {
        let request = proto::GetTournamentRequest { name: name.into() };
        let status = client
            .tournaments()
            .get_tournament(request)
            .await
            .unwrap_err();
        assert_eq!(status.code(), tonic::Code::NotFound, "{name}");
    }
    let made = create(
        &client,
        robots(round_robin(1), agents(&["random", "random"])),
    )
    .await;
    until_over(&client, &made.name).await;
    let pause = proto::PauseTournamentRequest {
        name: made.name.clone(),
    };
    let status = client
        .tournaments()
        .pause_tournament(pause)
        .await
        .unwrap_err();
    let info = status.get_error_details().error_info().cloned().unwrap();
    assert_eq!(info.reason, "TOURNAMENT_OVER");
    let attend = proto::AttendRequest {
        bot_token: "nobody's".into(),
        max_parallel: 0,
    };
    let status = client.bots().attend(attend).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::PermissionDenied);
    let nameless = proto::RegisterBotRequest::default();
    let status = client.bots().register_bot(nameless).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::InvalidArgument);
}
