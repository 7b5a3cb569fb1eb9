//! Rejected requests about tournaments.

use botwerk_client::{Client, proto};
use botwerk_tests::{TestServer, bearer};
use proto::tournament_format::Kind;
use tonic_types::StatusExt;

use crate::tournament::{agents, create, netzwerk, robots, round_robin, wait_until_over};

/// Creates a tournament that must be rejected; returns the reason and the message.
async fn create_rejected(
    client: &Client,
    request: proto::CreateTournamentRequest,
) -> (String, String) {
    let status = client
        .organizer()
        .create_tournament(request)
        .await
        .unwrap_err();
    let info = status.get_error_details().error_info().cloned().unwrap();
    (info.reason, status.message().to_owned())
}

fn request_for(setup: proto::TournamentSetup) -> proto::CreateTournamentRequest {
    proto::CreateTournamentRequest {
        setup: Some(setup),
        ..Default::default()
    }
}

#[tokio::test]
async fn rejection_lists_all_invalid_fields() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let mut twins = agents(&["random", "unknown", "random"]);
    twins[2].name = twins[0].name.clone();
    let mut setup = robots(round_robin(1), twins);
    setup.setup.as_mut().unwrap().options[0].value = "many".into();
    let (reason, message) = create_rejected(&client, request_for(setup)).await;
    assert_eq!(reason, "BAD_REQUEST");
    let fields: Vec<_> = message
        .lines()
        .map(|line| line.split(':').next().unwrap())
        .collect();
    assert_eq!(
        fields,
        [
            "options.chips_to_win",
            "entrant[1].player",
            "entrant[2].name"
        ]
    );
}

#[tokio::test]
async fn invalid_formats_are_rejected() {
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
            max_pairs: 10,
            is_normalised: true,
        })
    };
    let knockout = Kind::Knockout(proto::Knockout {
        pairs: 1,
        tiebreak_pairs: 1,
    });
    let swiss = Kind::Swiss(proto::Swiss {
        rounds: 9,
        pairs: 1,
        has_one_point_byes: false,
    });
    let cases = [
        (three_seats(knockout), "needs matches of 2 seats"),
        (robots(swiss, two()), "format.rounds: expected at most 1, "),
        (
            robots(round_robin(0), two()),
            "format.cycles: expected at least 1, found 0",
        ),
        (
            robots(round_robin(1), agents(&["random"])),
            "needs at least 2",
        ),
        (
            robots(sprt(10.0, 0.0), two()),
            "format.elo1: expected more than elo0, which is 10; found 0",
        ),
        (
            robots(sprt(0.0, 10.0), agents(&["random", "random", "random"])),
            "sprt needs exactly 2",
        ),
    ];
    for (setup, expected) in cases {
        let (reason, message) = create_rejected(&client, request_for(setup)).await;
        assert_eq!(reason, "BAD_REQUEST");
        assert!(message.contains(expected), "{message}");
    }
}

#[tokio::test]
async fn wall_clock_matches_beyond_the_cores_require_oversubscribe() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let limit = Some(std::time::Duration::from_millis(500));
    let setup = || netzwerk(round_robin(1), agents(&["random", "random"]), limit);
    let many = proto::CreateTournamentRequest {
        concurrency: 1000,
        ..request_for(setup())
    };
    let (reason, message) = create_rejected(&client, many.clone()).await;
    assert_eq!(reason, "BAD_REQUEST");
    assert!(message.contains("1000 matches at a time"), "{message}");
    assert!(message.contains("oversubscribe"), "{message}");
    let oversubscribed = proto::CreateTournamentRequest {
        oversubscribe: true,
        ..many
    };
    let created = client
        .organizer()
        .create_tournament(oversubscribed)
        .await
        .unwrap();
    let name = created.into_inner().tournament.unwrap().name;
    wait_until_over(&client, &name).await;
}

#[tokio::test]
async fn repeated_request_id_returns_the_same_tournament() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let request = proto::CreateTournamentRequest {
        request_id: "once".into(),
        ..request_for(robots(round_robin(1), agents(&["random", "random"])))
    };
    let mut names = Vec::new();
    for _ in 0..2 {
        let created = client.organizer().create_tournament(request.clone()).await;
        names.push(created.unwrap().into_inner().tournament.unwrap().name);
    }
    assert_eq!(names[0], names[1]);
    let other = proto::CreateTournamentRequest {
        setup: Some(robots(round_robin(2), agents(&["random", "random"]))),
        ..request
    };
    let rejected = client.organizer().create_tournament(other).await;
    let reason = botwerk_tests::status_reason(&rejected.unwrap_err());
    assert_eq!(reason, "REQUEST_ID_REUSED");
}

#[tokio::test]
async fn unknown_names_and_tokens_are_rejected() {
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
    let created = create(
        &client,
        robots(round_robin(1), agents(&["random", "random"])),
    )
    .await;
    wait_until_over(&client, &created.name).await;
    let pause = proto::PauseTournamentRequest {
        name: created.name.clone(),
    };
    let status = client
        .organizer()
        .pause_tournament(pause)
        .await
        .unwrap_err();
    let info = status.get_error_details().error_info().cloned().unwrap();
    assert_eq!(info.reason, "TOURNAMENT_OVER");
    let attend = proto::StreamInvitationsRequest {
        max_concurrent_matches: 0,
    };
    let status = bearer(&client, "unknown")
        .bots()
        .stream_invitations(attend)
        .await
        .unwrap_err();
    assert_eq!(status.code(), tonic::Code::PermissionDenied);
    let nameless = proto::RegisterBotRequest::default();
    let status = client.bots().register_bot(nameless).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::InvalidArgument);
}
