//! Dumps of `DriftingDroids`. Those of the file were written by another program from the known format.

use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use botwerk_engine::ricochet::{Arrangement, Cell, GameDump, Layout, Ricochet};
use botwerk_engine::{GameDrawing, GameNotation, GameType, Options, Viewer};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

use crate::play::{game, sized_board, walls};

const DUMPS: &str = include_str!("drifting_droids.txt");

/// Returns the text of a dump with these data.
fn dump_of(data: &[u8]) -> String {
    let mut bytes = (data.len() as u32).to_be_bytes().to_vec();
    let mut zlib = ZlibEncoder::new(&mut bytes, Compression::best());
    zlib.write_all(data).unwrap();
    zlib.finish().unwrap();
    let encoded = STANDARD.encode(bytes);
    let mut crc = Crc::new();
    crc.update(encoded.as_bytes());
    format!("!DriftingDroids_game!{:08X}!{encoded}!", crc.sum())
}

/// The parts of a dump of a board of 16x16 cells.
#[derive(Clone)]
struct Parts {
    version: u8,
    size: [i32; 2],
    robots: Vec<i32>,
    walls: Vec<u8>,
    /// Cells and robots.
    targets: Vec<(i32, u8)>,
    target: (i32, u8),
}

impl Parts {
    fn new(extra: &[&str]) -> Self {
        Self {
            version: 0,
            size: [16, 16],
            robots: vec![0, 15, 240, 255],
            walls: walls(extra).to_vec(),
            targets: vec![(17, 0), (40, 255)],
            target: (40, 255),
        }
    }

    fn text(&self) -> String {
        let mut data = vec![self.version];
        for side in self.size {
            data.extend(side.to_be_bytes());
        }
        data.push(self.robots.len() as u8);
        for cell in &self.robots {
            data.extend(cell.to_be_bytes());
        }
        data.extend([0; 4]);
        for side in 0..4 {
            data.extend(self.walls.iter().map(|sides| sides >> side & 1));
        }
        data.extend((self.targets.len() as i32).to_be_bytes());
        for (cell, robot) in self.targets.iter().chain([&self.target]) {
            data.extend(cell.to_be_bytes());
            data.extend([*robot, 0]);
        }
        data.push(1);
        dump_of(&data)
    }

    fn error(&self) -> String {
        GameDump::parse(&self.text()).unwrap_err().expected
    }
}

#[test]
fn dump_of_printed_sections_is_their_position() {
    let text = DUMPS.lines().next().unwrap();
    let dump = GameDump::parse(text).unwrap();
    let arrangement: Arrangement = "1A-4B-3B-2B".parse().unwrap();
    assert_eq!(dump.board, arrangement.board());
    assert_eq!(dump.targets, arrangement.targets());
    assert_eq!(dump.robots.to_string(), "r:o3,g:b3,b:n12,y:p1");
    assert_eq!(dump.target.unwrap().to_string(), "g:m2");
    let game = game(2, &[]).unwrap();
    let state = game.read_position(text).unwrap();
    let rest = game.format_position(&state);
    assert_eq!(game.parse_position(&rest), Ok(state));
    assert!(rest.contains(" r:o3,g:b3,b:n12,y:p1 g:m2 "), "{rest}");
    assert!(rest.ends_with(" 0,0 1 race:/"), "{rest}");
    let wrapped: Vec<String> = text
        .as_bytes()
        .chunks(60)
        .map(|line| String::from_utf8(line.to_vec()).unwrap())
        .collect();
    assert_eq!(GameDump::parse(&wrapped.join("\r\n ")), Ok(dump));
}

#[test]
fn dump_of_another_size_is_read_and_drawn() {
    let text = DUMPS.lines().nth(1).unwrap();
    let game = game(2, &[]).unwrap();
    let state = game.read_position(text).unwrap();
    let position = game.format_position(&state);
    assert!(position.starts_with("size:12x8:9111"), "{position}");
    assert_eq!(game.parse_position(&position), Ok(state.clone()));
    let diagram = game.diagram(&botwerk_engine::GameViews::view(
        &game,
        &state,
        Viewer::Spectator,
    ));
    let diagram = diagram.to_string();
    let lines: Vec<_> = diagram.lines().collect();
    assert_eq!(
        lines[0].trim(),
        "a   b   c   d   e   f   g   h   i   j   k   l"
    );
    assert!(
        lines[16].starts_with(" 8 ") && lines[16].contains(" B "),
        "{diagram}"
    );
    assert!(diagram.contains("###"), "g4 is walled on all sides");
}

#[test]
fn dump_that_contradicts_itself_is_rejected_with_the_cell() {
    let parts = Parts::new(&[]);
    assert!(GameDump::parse(&parts.text()).is_ok());
    let mut one_sided = parts.clone();
    one_sided.walls[2 * 16 + 2] |= 2;
    assert!(
        one_sided
            .error()
            .contains("c3 has a wall on side E, but the cell behind it has none")
    );
    let mut frame = parts.clone();
    frame.walls[5] = 0;
    assert!(frame.error().contains("f1 has no wall on side N"));
    let mut twice = parts.clone();
    twice.robots[2] = 15;
    assert!(
        twice
            .error()
            .contains("the blue robot is on p1, as is the green one")
    );
    let mut centre = parts.clone();
    centre.robots[0] = 119;
    assert!(
        centre
            .error()
            .contains("the red robot is on h8, which is part of the centre block")
    );
    let mut outside = parts.clone();
    outside.robots[0] = 256;
    assert!(
        outside
            .error()
            .contains("cell 256 is outside of the board of 16x16 cells")
    );
    let mut nothing = parts.clone();
    nothing.target = (41, 255);
    assert!(
        nothing
            .error()
            .contains("*:j3 is not one of the board's targets")
    );
    let mut other = parts.clone();
    other.target = (17, 1);
    assert!(
        other
            .error()
            .contains("g:b2 is not one of the board's targets")
    );
    let mut two = parts.clone();
    two.targets.push((17, 3));
    assert!(two.error().contains("b2 has two targets"));
    let mut large = parts.clone();
    large.size = [33, 10];
    assert!(
        large
            .error()
            .contains("expected 3x3 to 32x32 cells, found 33x10")
    );
    let mut version = parts;
    version.version = 1;
    assert!(version.error().contains("version: expected 0, found 1"));
}

#[test]
fn dump_of_a_large_board_is_the_position_of_a_match_on_it() {
    for size in ["18x16", "24x24", "32x32"] {
        let board: Layout = sized_board(size, &["c3E"], "-", "*:r14").parse().unwrap();
        let cells: Vec<Cell> = board.board().size().cells().collect();
        let number = |text: &str| {
            let cell: Cell = text.parse().unwrap();
            cells.iter().position(|it| *it == cell).unwrap() as i32
        };
        let (width, height) = (board.board().size().width(), board.board().size().height());
        let parts = Parts {
            size: [width as i32, height as i32],
            robots: ["a1", "r1", "a16", "r16"].map(number).to_vec(),
            walls: cells
                .iter()
                .map(|cell| board.board().walls(*cell))
                .collect(),
            targets: vec![(number("r14"), 255)],
            target: (number("r14"), 255),
            ..Parts::new(&[])
        };
        let text = parts.text();
        let drawn = Options::resolve(Ricochet::spec().options, [("", ""); 0]).unwrap();
        let small = Ricochet::new(2, drawn.clone()).unwrap();
        let error = small.read_position(&text).unwrap_err().expected;
        assert!(error.contains("option `board` with this"), "{error}");
        let options = Ricochet::options_for_position(drawn, &text);
        let large = Ricochet::new(2, options).unwrap();
        let state = large.read_position(&text).unwrap();
        let expected = format!("{board} r:a1,g:r1,b:a16,y:r16 *:r14 - 0,0 1 race:/");
        assert_eq!(large.format_position(&state), expected);
    }
}

#[test]
fn board_with_an_open_centre_has_no_centre_block() {
    let mut parts = Parts::new(&[]);
    for cell in [119, 120, 135, 136, 118, 134, 121, 137, 103, 104, 151, 152] {
        parts.walls[cell] = 0;
    }
    let dump = GameDump::parse(&parts.text()).unwrap();
    assert_eq!(
        dump.board.size_without_centre().unwrap().to_string(),
        "16x16"
    );
    let options = Options::resolve(Ricochet::spec().options, [("", ""); 0]).unwrap();
    let game = Ricochet::new(2, options).unwrap();
    let state = game.read_position(&parts.text()).unwrap();
    assert!(game.format_position(&state).starts_with("size:16x16:9"));
}

#[test]
fn damaged_dump_is_rejected() {
    let text = Parts::new(&[]).text();
    let error = |text: &str| GameDump::parse(text).unwrap_err().to_string();
    assert!(error(&text.replace("!A", "!B")).contains("checksum"));
    assert!(error(text.trim_end_matches('!')).contains("!DriftingDroids_game!CRC!DATA!"));
    let mut data = vec![0; 60_000];
    assert!(error(&dump_of(&data)).contains("at most 48 KiB"));
    data.truncate(40);
    assert!(error(&dump_of(&data)).contains("found 0x0"));
    assert!(error(&dump_of(&[0, 0, 0])).contains("the data end early"));
}
