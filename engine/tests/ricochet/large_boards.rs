//! Boards with more than 16 columns or rows (RR-1).

use std::collections::BTreeSet;

use botwerk_engine::ricochet::{
    Action, Board, BoardSize, Cell, Diagonal, Direction, Layout, Move, Ricochet, Robot, Robots,
    SlideRules, Slope, slide,
};
use botwerk_engine::{
    Actor, GameDrawing, GameEncoding, GameNotation, GameRules, GameType, GameViews, Options,
    RootSeed, Seat, StableRng, Viewer,
};

use crate::play::{Play, game, sized_board};

/// A board as a drawing: rows of cells.
struct Drawing {
    /// For each row and column, whether there is a wall in each direction.
    walls: Vec<Vec<[bool; 4]>>,
    diagonals: Vec<Vec<Option<(char, char)>>>,
}

impl Drawing {
    /// Samples walls and diagonals.
    fn sample(width: usize, height: usize, rng: &mut StableRng) -> Self {
        let mut walls = vec![vec![[false; 4]; width]; height];
        let mut diagonals = vec![vec![None; width]; height];
        for row in 0..height {
            for column in 0..width {
                if row == 0 || rng.below(12) == 0 {
                    walls[row][column][0] = true;
                    if row > 0 {
                        walls[row - 1][column][2] = true;
                    }
                }
                if column == 0 || rng.below(12) == 0 {
                    walls[row][column][3] = true;
                    if column > 0 {
                        walls[row][column - 1][1] = true;
                    }
                }
                walls[row][column][1] |= column == width - 1;
                walls[row][column][2] |= row == height - 1;
            }
        }
        for (walls, diagonals) in walls.iter().zip(&mut diagonals) {
            for (walls, diagonal) in walls.iter().zip(diagonals) {
                if rng.below(15) == 0 && walls.contains(&false) {
                    let colour = ['r', 'g', 'b', 'y', 's'][rng.below(5) as usize];
                    *diagonal = Some((['/', '\\'][rng.below(2) as usize], colour));
                }
            }
        }
        Self { walls, diagonals }
    }

    fn board(&self) -> Board {
        let size = BoardSize::new(self.walls[0].len(), self.walls.len()).unwrap();
        let bits = |sides: &[bool; 4]| (0..4).map(|side| u8::from(sides[side]) << side).sum();
        let walls: Vec<u8> = self.walls.iter().flatten().map(bits).collect();
        let diagonals = size.cells().filter_map(|cell| {
            let (sign, colour) = self.diagonals[cell.row()][cell.column()]?;
            let slope = Slope::from_sign(sign).unwrap();
            let robot = Robot::from_letter(colour).unwrap();
            Some((cell, Diagonal { slope, robot }))
        });
        Board::with_size(size, &walls, diagonals).unwrap()
    }

    /// Returns where a robot ends, or `None` if the move is illegal.
    fn slide(&self, robots: &Robots, step: Move, stop_on_diagonal: bool) -> Option<Cell> {
        let start = robots.cell(step.robot)?;
        let (mut row, mut column) = (start.row() as i32, start.column() as i32);
        let mut direction = step.direction.index();
        for steps in 0..10_000 {
            let (next_row, next_column) = match direction {
                0 => (row - 1, column),
                1 => (row, column + 1),
                2 => (row + 1, column),
                _ => (row, column - 1),
            };
            let is_blocked = self.walls[row as usize][column as usize][direction]
                || robots.iter().any(|(robot, cell)| {
                    let cell = (cell.row() as i32, cell.column() as i32);
                    robot != step.robot && cell == (next_row, next_column)
                });
            if is_blocked {
                let has_diagonal = self.diagonals[row as usize][column as usize].is_some();
                let is_legal = steps > 0 && (stop_on_diagonal || !has_diagonal);
                return Cell::new(row as usize, column as usize).filter(|_| is_legal);
            }
            (row, column) = (next_row, next_column);
            match self.diagonals[row as usize][column as usize] {
                Some((sign, colour)) if colour != step.robot.letter() => {
                    // North, east, south, west.
                    let turned = if sign == '/' {
                        [1, 0, 3, 2]
                    } else {
                        [3, 2, 1, 0]
                    };
                    direction = turned[direction];
                }
                _ => {}
            }
        }
        None
    }
}

#[test]
fn rr_4_slides_on_large_boards_agree_with_a_drawing() {
    let mut rng = RootSeed::from_text("large boards").rng();
    let (mut legal, mut outer) = (0, 0);
    for (width, height) in [(18, 16), (16, 18), (24, 24), (32, 32), (32, 3), (17, 17)] {
        for _ in 0..20 {
            let drawing = Drawing::sample(width, height, &mut rng);
            let board = drawing.board();
            for stop_on_diagonal in [false, true] {
                let mut cells: Vec<Cell> = board.size().cells().collect();
                cells.retain(|cell| !board.is_closed(*cell) && board.diagonal(*cell).is_none());
                rng.shuffle(&mut cells);
                let robots = Robot::ALL[..5].iter().zip(cells);
                let robots = robots.fold(Robots::EMPTY, |robots, (robot, cell)| {
                    robots.with(*robot, cell)
                });
                let rules = SlideRules {
                    stop_on_diagonal,
                    ..SlideRules::default()
                };
                for robot in &Robot::ALL[..5] {
                    for direction in Direction::ALL {
                        let step = Move::new(*robot, direction);
                        let found = slide(&board, &robots, step, rules).ok();
                        let end = found.map(|slide| slide.end);
                        let expected = drawing.slide(&robots, step, stop_on_diagonal);
                        assert_eq!(end, expected, "{step} {robots} {board:?}");
                        legal += usize::from(end.is_some());
                        outer += usize::from(end.is_some_and(|end| end.index() >= 256));
                    }
                }
            }
        }
    }
    assert!(legal > 2_000 && outer > 500, "{legal} {outer}");
}

#[test]
fn rr_1_position_on_a_large_board_is_read_back_and_drawn() {
    let mut hashes = BTreeSet::new();
    for (size, corner) in [("18x16", "r16"), ("24x24", "x24"), ("32x32", "af32")] {
        let target = format!("r:{corner},*:i2,b:q3");
        let board = sized_board(size, &["c4E", "q5S"], "q1/g,b7\\y", &target);
        let rest = format!("r:a1,g:q16,b:c8,y:k7 r:{corner} *:i2,b:q3 0,0 1 race:/");
        let Play { game, state } = Play::on(&board, &[], &rest);
        assert_eq!(game.format_position(&state), format!("{board} {rest}"));
        assert!(hashes.insert(game.hash(&state)), "{size}");
        let view = game.view(&state, Viewer::Spectator);
        let size: BoardSize = size.parse().unwrap();
        let picture = game.picture(&view).to_string();
        let width = size.width() * 36 + 52;
        assert!(picture.contains(&format!("width=\"{width}\"")), "{picture}");
        let places = game.picture(&view);
        let last = places.places().last().unwrap();
        assert_eq!(last.name, corner);
        assert_eq!(last.left as usize, 26 + 36 * (size.width() - 1));
        assert_eq!(last.top as usize, 26 + 36 * (size.height() - 1));
        let diagram = game.diagram(&view).to_string();
        let lines: Vec<_> = diagram.lines().collect();
        let (last, _) = corner.split_at(corner.len() - 2);
        assert!(lines[0].ends_with(last), "{diagram}");
        assert_eq!(lines[0].split_whitespace().count(), size.width());
        let last_row = lines[2 * size.height()];
        assert_eq!(last_row.chars().count(), 4 + 4 * size.width());
        assert!(last_row.ends_with("[r]|"), "{diagram}");
        let open = format!("{board} {}", rest.replace("g:q16", "g:ag16"));
        assert!(game.parse_position(&open).is_err());
    }
}

#[test]
fn rr_1_columns_after_z_are_lettered_as_in_spreadsheets() {
    let board = sized_board("32x4", &[], "-", "*:aa2");
    let play = Play::on(&board, &[], "r:a1,g:a2,b:a3,y:z4 *:aa2 - 0,0 1 show:0:2:/");
    let shown = play.seat(0, "show rE rS");
    assert!(!shown.rest().contains(" 1,0 "), "{}", shown.rest());
    let table = shown.state.table();
    let slide_of = |text: &str| {
        let step = text.parse().unwrap();
        slide(
            table.layout.board(),
            &table.robots,
            step,
            SlideRules::default(),
        )
        .unwrap()
    };
    assert_eq!(slide_of("gE").end.to_string(), "af2");
    assert_eq!(slide_of("yN").end.to_string(), "z1");
}

#[test]
fn rr_1_match_on_a_large_board_samples_its_cells_and_names_its_actions() {
    let board = sized_board("32x32", &[], "-", "r:af1,g:b2,*:q17");
    let game = game(2, &[("board", &board)]).unwrap();
    let mut state = game.initial_state(RootSeed::from_text("large"));
    let mut actions = Vec::new();
    game.legal_actions(&state, Actor::Chance, &mut actions);
    assert_eq!(actions.len(), 1024 - 3);
    assert!(actions.is_sorted());
    for robot in ["r:af32", "g:a17", "b:q1", "y:c3"] {
        let action: Action = format!("start {robot}").parse().unwrap();
        assert_eq!(Action::from_number(action.number()), Some(action));
        assert!(action.number() < game.action_count());
        game.apply(&mut state, Actor::Chance, action).unwrap();
    }
    let draw: Action = "draw *:q17".parse().unwrap();
    game.apply(&mut state, Actor::Chance, draw).unwrap();
    assert_eq!(Action::from_number(draw.number()), Some(draw));
    let view = game.view(&state, Viewer::Seat(Seat::FIRST));
    let mut bytes = vec![0; game.observation_len()];
    game.write_observation(&view, &mut bytes);
    assert_eq!(bytes[32 * 32 - 1], 2 + 4, "the walls of af32");
    let field = |name: &str| {
        let fields = botwerk_engine::observation_fields(game.observation_fields(), 2);
        let mut named = fields.filter(|(_, field)| field.name == name);
        bytes[named.next().unwrap().0].to_vec()
    };
    assert_eq!(field("robots")[..9], [1, 31, 31, 1, 16, 0, 1, 0, 16]);
    assert_eq!(
        field("targets")[..15],
        [1, 0, 31, 1, 0, 2, 1, 1, 1, 0, 5, 16, 16, 2, 0]
    );
}

#[test]
fn rr_1_match_without_a_large_board_keeps_its_numbers_and_refuses_one() {
    let small = game(2, &[]).unwrap();
    assert_eq!(
        (small.action_count(), small.observation_len()),
        (4_091, 373)
    );
    let board = sized_board("17x5", &[], "-", "r:q5");
    let text = format!("{board} r:a1,g:a2,b:a3,y:a4 r:q5 - 0,0 1 race:/");
    let error = small.parse_position(&text).unwrap_err();
    assert!(error.expected.contains("option `board`"), "{error}");
    let drawn = Options::resolve(Ricochet::spec().options, [("silver", "false")]).unwrap();
    let options = Ricochet::options_for_position(drawn.clone(), &text);
    assert_eq!(options.text("board"), board);
    let large = Ricochet::new(2, options).unwrap();
    assert!(large.parse_position(&text).is_ok());
    // Positions that need nothing and texts that are none change nothing.
    let printed = "1A-2A-3A-4A - - - 0,0 0 start";
    for text in [printed, "", "size:40x40:", "size:17x5:"] {
        assert_eq!(Ricochet::options_for_position(drawn.clone(), text), drawn);
    }
    // A smaller board in the grid of a larger one has the hash that it has everywhere.
    let free = "1A-2A-3A-4A".parse::<Layout>().unwrap().to_free();
    let text = format!("{free} - - {} 0,0 0 start", targets(&free));
    let states = [&small, &large].map(|game| game.hash(&game.parse_position(&text).unwrap()));
    assert_eq!(states[0], states[1]);
}

#[test]
fn document_of_observations_has_the_fields_of_large_boards() {
    let board = sized_board("17x17", &[], "-", "r:q17");
    let game = game(2, &[("board", &board)]).unwrap();
    let table = botwerk_engine::observation_table(game.observation_fields());
    assert!(Ricochet::spec().observation.contains(&table), "{table}");
    let fields = botwerk_engine::observation_fields(game.observation_fields(), 2);
    assert_eq!(fields.last().unwrap().0.end, game.observation_len());
}

/// Returns the targets of a board in their order.
fn targets(layout: &Layout) -> String {
    let targets: Vec<_> = layout.targets().iter().map(ToString::to_string).collect();
    targets.join(",")
}
