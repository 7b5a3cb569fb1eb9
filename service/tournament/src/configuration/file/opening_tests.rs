//! Tournament files that name a file of openings.

use botwerk_engine::{GameId, GameNotation, GameRules, Options, RootSeed};

use super::tests::CUP;
use super::*;

/// Returns the file with openings in place of sampled turns, as far as it can be read.
fn with_openings(fields: &str, openings: &str) -> ParsedFile {
    let mut parsed = ParsedFile::parse(&CUP.replace("opening_turns = 2", fields));
    assert_eq!(parsed.openings_file(), Some("book.txt"));
    parsed.read_openings("dir/book.txt", openings);
    parsed
}

/// Returns the start position of the tournament's game.
fn start() -> String {
    let game: GameId = "netzwerk".parse().unwrap();
    start_position(game)
}

fn start_position(game: GameId) -> String {
    let options = Options::resolve(game.spec().options, [("", ""); 0]);
    let game = game.game(2, options.unwrap()).unwrap();
    game.format_position(&game.initial_state(RootSeed::from_text("7")))
}

#[test]
fn openings_are_read_from_a_file() {
    let start = start();
    let text = format!("# the start, twice\n\n{start}\n  {start}\n");
    let parsed = with_openings("openings = \"book.txt\"", &text);
    let file = parsed.finish().unwrap().configuration;
    assert_eq!(file.openings, [start.clone(), start.clone()]);
    assert_eq!(file.opening_order, OpeningOrder::Shuffled);
    let fields = "openings = \"book.txt\"\nopening_order = \"sequential\"";
    let file = with_openings(fields, &start).finish().unwrap();
    let order = file.configuration.opening_order;
    assert_eq!(order, OpeningOrder::Sequential);
}

#[test]
fn errors_of_both_files_are_reported_with_file_and_line() {
    let start = start();
    let fields = "openings = \"book.txt\"\nopening_turns = 2\nopening_order = \"random\"";
    let parsed = with_openings(fields, &format!("nonsense\n{start}\n# \nmore"));
    let errors = parsed.finish().unwrap_err();
    let places: Vec<_> = errors
        .iter()
        .map(|error| (error.file.as_deref(), error.line, error.field.as_str()))
        .collect();
    let book = Some("dir/book.txt");
    let expected = [
        (None, 6, "opening_turns"),
        (None, 7, "opening_order"),
        (book, 1, "openings[0]"),
        (book, 4, "openings[2]"),
    ];
    assert_eq!(places, expected, "{errors:#?}");
}

#[test]
fn openings_without_a_position_are_an_error() {
    let parsed = with_openings("openings = \"book.txt\"", "# none\n");
    let errors = parsed.finish().unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert_eq!((errors[0].line, &*errors[0].field), (5, "openings"));
    // Nor is a file that was never read.
    let text = CUP.replace("opening_turns = 2", "openings = \"book.txt\"");
    assert!(
        parse_file(&text).unwrap_err()[0]
            .message
            .contains("book.txt was not read")
    );
    let text = CUP.replace("opening_turns = 2", "opening_order = \"sequential\"");
    assert_eq!(parse_file(&text).unwrap_err()[0].field, "openings");
}
