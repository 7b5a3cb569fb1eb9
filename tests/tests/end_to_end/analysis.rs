//! Exact solutions with certificates.

use botwerk_agents::micro_robots::solver::{Certificate, Instance, Leg, check};
use botwerk_client::{Client, proto};
use botwerk_engine::micro_robots::{Board, Space};
use botwerk_tests::{BOARD, TestServer, eventually, status_reason};
use proto::solve_instance_response::Kind;

/// A board on which no space reaches more than one other, except in one corner: 1B and 2B share a
/// colour.
const SPARSE_BOARD: &str = "1B 2Y 3G 4R 5P 6W / 2W 1Y 4G 3R 6P 5B / 3B 4Y 1G 2R 5W 6R / \
                    4W 3Y 2G 1R 6B 5R / 5Y 6G 1P 2P 3W 4B / 6Y 5G 2B 1W 4P 3P";

fn instance(board: &str, ends: [&str; 3], length: u32) -> proto::MicroRobotsInstance {
    let [start, target, intermediate] = ends.map(Into::into);
    proto::MicroRobotsInstance {
        board: board.into(),
        start,
        target,
        intermediate,
        length,
    }
}

async fn solve(
    client: &Client,
    instance: proto::MicroRobotsInstance,
) -> Result<(u32, proto::MicroRobotsSolution), tonic::Status> {
    let request = proto::SolveInstanceRequest {
        instance: Some(proto::solve_instance_request::Instance::MicroRobots(
            instance,
        )),
    };
    let mut answers = client
        .analysis()
        .solve_instance(request)
        .await?
        .into_inner();
    let mut bound = 0;
    loop {
        match eventually(answers.message()).await?.unwrap().kind.unwrap() {
            Kind::LowerBound(better) => {
                assert!(better > bound);
                bound = better;
            }
            Kind::MicroRobots(solution) => {
                assert_eq!(
                    eventually(answers.message()).await?,
                    None,
                    "no message follows the solution"
                );
                return Ok((bound, solution));
            }
            other @ (Kind::Netzwerk(_) | Kind::Ricochet(_)) => {
                panic!("expected a route, found {other:?}")
            }
        }
    }
}

fn space(message: &i32) -> Space {
    Space::from_index(*message as usize - 1).unwrap()
}

fn certificate(solution: &proto::MicroRobotsSolution) -> Certificate {
    let leg = |leg: &proto::MicroRobotsCertificateLeg| Leg {
        route: Some(leg.route.as_str())
            .filter(|route| !route.is_empty())
            .map(|route| route.parse().unwrap()),
        layers: leg
            .layers
            .iter()
            .map(|layer| layer.spaces.iter().map(space).collect())
            .collect(),
    };
    Certificate {
        legs: solution.certificate.iter().map(leg).collect(),
    }
}

#[tokio::test]
async fn mr_30_solve_of_the_printed_example_has_a_valid_certificate() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let board: Board = BOARD.parse().unwrap();
    for (via, legs) in [("", 1), ("6R", 2)] {
        let request = instance(BOARD, ["1P", "2W", via], 0);
        let (bound, solution) = solve(&client, request).await.unwrap();
        assert!(solution.is_solved && bound <= solution.moves);
        assert_eq!(solution.spaces.len() as u32, solution.moves + 1);
        assert!(solution.shortest_routes >= 1);
        let proof = certificate(&solution);
        assert_eq!(proof.legs.len(), legs);
        let ends = ["1P", "2W"].map(|text| text.parse().unwrap());
        let via = (!via.is_empty()).then(|| via.parse().unwrap());
        let instance = Instance::new(ends[0], ends[1], via).unwrap();
        check(&board, &instance, &proof).unwrap();
        // The certificate is not valid for another instance.
        let other = Instance::new(ends[1], ends[0], via).unwrap();
        check(&board, &other, &proof).unwrap_err();
    }
    let (_, solution) = solve(&client, instance(BOARD, ["1P", "2W", ""], 0))
        .await
        .unwrap();
    for length in solution.moves..=99 {
        let request = instance(BOARD, ["1P", "2W", ""], length);
        let (_, exact) = solve(&client, request).await.unwrap();
        assert!(exact.certificate.is_empty());
        if exact.is_solved {
            assert_eq!(
                (exact.moves, exact.spaces.len() as u32),
                (length, length + 1)
            );
            assert!(exact.route.starts_with("1P-") && exact.route.ends_with("-2W"));
        }
    }
    for length in 1..solution.moves {
        let request = instance(BOARD, ["1P", "2W", ""], length);
        assert!(!solve(&client, request).await.unwrap().1.is_solved);
    }
    server.stop().await;
}

#[tokio::test]
async fn solve_of_unreachable_target_has_a_valid_certificate() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let board: Board = SPARSE_BOARD.parse().unwrap();
    let moves = board.moves();
    let mut unreachable = 0;
    for start in Space::all().take(12) {
        for target in Space::all().filter(|target| *target != start) {
            let (from, to) = (board.cell(start), board.cell(target));
            let is_reachable = moves.reachable(from).contains(to);
            let ends = [&start.to_string(), &target.to_string(), ""];
            let (_, solution) = solve(&client, instance(SPARSE_BOARD, ends, 0))
                .await
                .unwrap();
            assert_eq!(solution.is_solved, is_reachable, "{start} to {target}");
            unreachable += usize::from(!is_reachable);
            let instance = Instance::new(start, target, None).unwrap();
            check(&board, &instance, &certificate(&solution)).unwrap();
        }
    }
    assert!(unreachable > 0, "the board has no unreachable pair");
    server.stop().await;
}

#[tokio::test]
async fn solve_of_invalid_instance_names_the_field() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let repeated = BOARD.replacen("2Y", "1W", 1);
    let cases = [
        (
            instance(&repeated, ["1P", "2W", ""], 0),
            "BAD_POSITION",
            "1W",
        ),
        (instance("", ["1P", "2W", ""], 0), "BAD_POSITION", "board"),
        (
            instance("2Y 1W", ["1P", "2W", ""], 0),
            "BAD_POSITION",
            "board",
        ),
        (instance(BOARD, ["", "2W", ""], 0), "BAD_POSITION", "start"),
        (
            instance(BOARD, ["1P", "7W", ""], 0),
            "BAD_POSITION",
            "target",
        ),
        (
            instance(BOARD, ["1P", "2W", "2"], 0),
            "BAD_POSITION",
            "intermediate",
        ),
        (instance(BOARD, ["1P", "1P", ""], 0), "BAD_POSITION", "1P"),
        (instance(BOARD, ["1P", "2W", "2W"], 0), "BAD_POSITION", "2W"),
        (
            instance(BOARD, ["1P", "2W", ""], 100),
            "BAD_REQUEST",
            "length",
        ),
        (
            instance(BOARD, ["1P", "2W", ""], u32::MAX),
            "BAD_REQUEST",
            "length",
        ),
    ];
    for (request, reason, keyword) in cases {
        let status = solve(&client, request).await.unwrap_err();
        assert_eq!(status_reason(&status), reason, "{status:?}");
        assert!(status.message().contains(keyword), "{}", status.message());
    }
    let nothing = proto::SolveInstanceRequest { instance: None };
    let status = client.analysis().solve_instance(nothing).await.unwrap_err();
    assert_eq!(status_reason(&status), "BAD_REQUEST");
    server.stop().await;
}
