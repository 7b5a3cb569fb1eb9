//! `Solve` for Ricochet Robots: bounds, proven solutions, and bounds at a limit.

use botwerk_client::{Client, proto};
use botwerk_service::Config;
use botwerk_tests::{TestServer, eventually, in_memory, status_reason};
use tonic::Status;

use crate::typed_positions::{setup, solve};

/// Returns an instance with the red robot in one corner and its target in another.
fn ricochet_instance() -> proto::RicochetInstance {
    let placed = |robot, cell| proto::RicochetPlacedRobot { robot, cell };
    proto::RicochetInstance {
        board: Some(proto::RicochetBoard {
            sections: "1A-2A-3A-4A".into(),
            ..Default::default()
        }),
        robots: vec![placed(1, 0), placed(3, 200)],
        target: Some(proto::RicochetTarget {
            cell: 254,
            robot: 1,
        }),
        ..Default::default()
    }
}

async fn solve_ricochet(
    client: &Client,
    instance: proto::RicochetInstance,
) -> Result<(Vec<u32>, proto::RicochetSolution), Status> {
    use proto::solve_instance_response::Kind;
    let request = proto::SolveInstanceRequest {
        instance: Some(proto::solve_instance_request::Instance::Ricochet(instance)),
    };
    let mut answers = client
        .analysis()
        .solve_instance(request)
        .await?
        .into_inner();
    let mut bounds = Vec::new();
    loop {
        match eventually(answers.message()).await?.unwrap().kind.unwrap() {
            Kind::LowerBound(bound) => bounds.push(bound),
            Kind::Ricochet(solution) => {
                assert_eq!(eventually(answers.message()).await?, None);
                return Ok((bounds, solution));
            }
            other => panic!("expected a solution of ricochet, found {other:?}"),
        }
    }
}

#[tokio::test]
async fn solve_of_ricochet_streams_bounds_and_a_proven_solution() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let (bounds, solution) = solve_ricochet(&client, ricochet_instance()).await.unwrap();
    assert!(solution.is_solved && !solution.is_exhausted);
    assert!(
        bounds.is_sorted() && bounds.last() == Some(&solution.cost),
        "{bounds:?}"
    );
    assert_eq!(solution.moves.len(), solution.cost as usize);
    assert_eq!(solution.text.split(' ').count(), solution.moves.len());
    let proof = solution.proof.unwrap();
    assert_eq!(proof.at_least, Some(solution.cost));
    let visited: u64 = proof.layers.iter().map(|layer| layer.count).sum();
    assert_eq!(proof.visited, visited);

    let limited = proto::RicochetInstance {
        max_nodes: 1,
        ..ricochet_instance()
    };
    let (_, solution) = solve_ricochet(&client, limited).await.unwrap();
    assert!(solution.is_exhausted && !solution.is_solved && solution.at_least > 0);

    let mistakes = [
        proto::RicochetInstance {
            target: None,
            ..ricochet_instance()
        },
        proto::RicochetInstance {
            board: None,
            ..ricochet_instance()
        },
        proto::RicochetInstance {
            robots: Vec::new(),
            ..ricochet_instance()
        },
        proto::RicochetInstance {
            crossing_cost: "free".into(),
            ..ricochet_instance()
        },
    ];
    for mistake in mistakes {
        let status = solve_ricochet(&client, mistake).await.unwrap_err();
        assert_eq!(status_reason(&status), "BAD_POSITION", "{status:?}");
    }
    server.stop().await;
}

/// Returns the walls of a board with only its frame and the centre block.
fn empty_board() -> Vec<u8> {
    const NORTH: u8 = 1;
    const EAST: u8 = 2;
    const SOUTH: u8 = 4;
    const WEST: u8 = 8;
    let is_solid = |row: i32, column: i32| {
        let is_outside = !(0..16).contains(&row) || !(0..16).contains(&column);
        is_outside || (7..=8).contains(&row) && (7..=8).contains(&column)
    };
    let walls = |cell: i32| {
        let (row, column) = (cell / 16, cell % 16);
        let sides = [
            (NORTH, row - 1, column),
            (EAST, row, column + 1),
            (SOUTH, row + 1, column),
            (WEST, row, column - 1),
        ];
        let walls = sides
            .into_iter()
            .filter(|(_, r, c)| is_solid(row, column) || is_solid(*r, *c));
        walls.map(|(side, ..)| side).sum()
    };
    (0..256).map(walls).collect()
}

#[tokio::test]
async fn solve_of_ricochet_beyond_the_time_limit_answers_with_its_bound() {
    let server = TestServer::start(Config {
        search_limit_secs: 1.try_into().unwrap(),
        ..in_memory()
    })
    .await;
    let client = server.client().await;
    // On an empty board other robots must stop the red one in the middle: 17 moves without the ricochet
    // rule, and seconds of search with it.
    let board = proto::RicochetBoard {
        walls: empty_board(),
        ..Default::default()
    };
    let placed = |(robot, cell)| proto::RicochetPlacedRobot { robot, cell };
    let instance = proto::RicochetInstance {
        board: Some(board),
        robots: [(1, 0), (2, 15), (3, 240), (4, 255), (5, 7)]
            .map(placed)
            .into(),
        target: Some(proto::RicochetTarget { cell: 68, robot: 1 }),
        ricochet_rule: true,
        ..Default::default()
    };
    let (bounds, solution) = solve_ricochet(&client, instance).await.unwrap();
    assert!(solution.is_exhausted && !solution.is_solved, "{solution:?}");
    assert!(solution.at_least >= 3, "{solution:?}");
    assert_eq!(bounds.last(), Some(&solution.at_least));
    server.stop().await;
}

#[tokio::test]
async fn solve_accepts_a_position_of_ricochet() {
    use proto::solve_instance_response::Kind;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let robots = "r:o3,g:b3,b:n12,y:p1";
    let targets = "-";
    let position = |target: &str, phase: &str| proto::SolvePosition {
        setup: Some(setup("ricochet", &[("ricochet_rule", "false")])),
        text: format!("1A-4B-3B-2B {robots} {target} {targets} 4,4,4,4 17 {phase}"),
        ..Default::default()
    };
    let kinds = solve(&client, position("g:m2", "race:/")).await;
    let Some(Kind::Ricochet(solution)) = kinds.as_ref().ok().and_then(|kinds| kinds.last()) else {
        panic!("expected a solution, found {kinds:?}")
    };
    assert_eq!((solution.cost, &*solution.text), (5, "gS gE gN gE gN"));
    server.stop().await;
}

#[tokio::test]
async fn solve_accepts_a_board_of_another_size() {
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    // Five columns and four rows, with a wall west of d3; the other cells have all four walls.
    let mut walls = vec![15; 256];
    for (row, sides) in [
        [9, 1, 1, 1, 3],
        [8, 0, 0, 0, 2],
        [8, 0, 2, 8, 2],
        [12, 4, 4, 4, 6],
    ]
    .into_iter()
    .enumerate()
    {
        walls[row * 16..row * 16 + 5].copy_from_slice(&sides);
    }
    let placed = |(robot, cell)| proto::RicochetPlacedRobot { robot, cell };
    let instance = |size: &str| proto::RicochetInstance {
        board: Some(proto::RicochetBoard {
            walls: walls.clone(),
            size: size.into(),
            ..Default::default()
        }),
        robots: [(1, 36), (2, 48)].map(placed).into(),
        target: Some(proto::RicochetTarget { cell: 35, robot: 1 }),
        ..Default::default()
    };
    let (_, solution) = solve_ricochet(&client, instance("5x4")).await.unwrap();
    assert_eq!((solution.is_solved, solution.text.as_str()), (true, "rW"));
    let mut failures = Vec::new();
    for size in ["5x3", "17x4", "33x10", "five"] {
        let status = solve_ricochet(&client, instance(size)).await.unwrap_err();
        failures.push(status.message().to_owned());
    }
    assert!(failures[0].contains("board.walls[48]"), "{failures:?}");
    assert!(failures[1].contains("1024 bytes"), "{failures:?}");
    assert!(failures[2].contains("board.size"), "{failures:?}");
    assert!(failures[3].contains("board.size"), "{failures:?}");
    server.stop().await;
}

#[tokio::test]
async fn positions_on_a_large_board_are_read_viewed_and_solved() {
    use proto::solve_instance_response::Kind;
    let server = TestServer::in_memory().await;
    let client = server.client().await;
    let walls = |cell: usize| {
        let (row, column) = (cell / 30, cell % 30);
        let sides = [row == 0, column == 29, row == 19, column == 0];
        (0..4).map(|side| u32::from(sides[side]) << side).sum()
    };
    let digits = (0..600).map(|cell| char::from_digit(walls(cell), 16).unwrap());
    let digits: String = digits.collect();
    let board = format!("size:30x20:{digits}:-:r:ad20");
    let text = format!("{board} r:a1,g:q3,b:c17,y:ac5 r:ad20 - 0,0 1 race:/");
    let game = || Some(setup("ricochet", &[]));
    let parse = proto::ParsePositionRequest {
        setup: game(),
        text: text.clone(),
    };
    let parsed = client.rules().parse_position(parse).await.unwrap();
    let position = parsed.into_inner().position.unwrap();
    assert_eq!(position.text, text);
    // The message alone has everything that the text has.
    let format = proto::FormatPositionRequest {
        setup: game(),
        position: position.position.clone(),
    };
    let formatted = client.rules().format_position(format).await.unwrap();
    assert_eq!(formatted.into_inner().text, text);
    let view = proto::GetViewRequest {
        setup: game(),
        typed_position: position.position.clone(),
        ..Default::default()
    };
    let view = client.rules().get_view(view).await.unwrap().into_inner();
    assert_eq!(view.text, text);
    assert_eq!(view.view, position.position);
    let Some(proto::position::Game::Ricochet(message)) = position.position.and_then(|it| it.game)
    else {
        panic!("expected a position of ricochet")
    };
    let message_board = message.board.unwrap();
    assert_eq!(message_board.walls.len(), 1024);
    assert_eq!(message.robots[1].cell, 256 + 2 * 16);
    let position = proto::SolvePosition {
        setup: game(),
        text,
        ..Default::default()
    };
    let kinds = solve(&client, position).await;
    let Some(Kind::Ricochet(solution)) = kinds.as_ref().ok().and_then(|kinds| kinds.last()) else {
        panic!("expected a solution, found {kinds:?}")
    };
    assert_eq!((solution.cost, &*solution.text), (2, "rE rS"));
    server.stop().await;
}
