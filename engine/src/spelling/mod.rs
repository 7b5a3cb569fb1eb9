//! A lenient reader of turns, for texts of people and language models.
//!
//! It changes only how a text is written: blanks, commas and line feeds between actions, dashes, letter case, and
//! what surrounds the turn. The strict reader of the game decides what the result means, and a text with several
//! meanings is rejected. Records and positions are read without it.

mod repair;

use crate::game::GameNotation;
use crate::notation::ParseError;
use repair::{Budget, Repair};

/// Maximum number of bytes that are read leniently; longer texts must be canonical.
pub const MAX_LENIENT_BYTES: usize = 8192;

/// Maximum number of marks that surround a turn, one in another.
const MAX_NESTED_MARKS: usize = 8;

/// What may stand before a turn on its line, followed by a colon.
const LABELS: [&str; 6] = ["move", "moves", "action", "actions", "turn", "answer"];

/// What may stand before a label.
const LABEL_PREFIXES: [&str; 5] = ["my ", "final ", "best ", "next ", "the "];

/// Marks that surround a turn.
const MARKS: [(&str, &str); 9] = [
    ("```", "```"),
    ("**", "**"),
    ("`", "`"),
    ("\"", "\""),
    ("'", "'"),
    ("\u{201c}", "\u{201d}"),
    ("\u{201e}", "\u{201c}"),
    ("\u{2018}", "\u{2019}"),
    ("\u{ab}", "\u{bb}"),
];

/// Parses a turn of the viewing seat, and returns its canonical text with its actions. Unless `is_strict`, the turn
/// may be spelled in other ways than the canonical one.
///
/// ```
/// use botwerk_engine::netzwerk::Netzwerk;
/// use botwerk_engine::{GameNotation, GameRules, GameType, GameViews, Options, RootSeed, Seat, Viewer, read_turn};
///
/// let game = Netzwerk::new(2, Options::resolve::<&str, &str>(Netzwerk::spec().options, []).unwrap()).unwrap();
/// let state = game.initial_state(RootSeed::from_text("7"));
/// let view = game.view(&state, Viewer::Seat(Seat::FIRST));
/// let (turn, actions) = read_turn(&game, &view, "Move: `B2\u{2013}B4/.`", false).unwrap();
/// assert_eq!(turn, "b2-b4 / .");
/// assert_eq!(read_turn(&game, &view, &turn, true), Ok((turn, actions)));
/// assert!(read_turn(&game, &view, "b2-b4 / .\nd2-d4 / .\nor so", false).is_err());
/// ```
///
/// # Errors
/// Returns the error of the strict reader if no part of the text is a turn, and an error that names the
/// turns if different parts are different turns.
pub fn read_turn<G: GameNotation>(
    game: &G,
    view: &G::View,
    text: &str,
    is_strict: bool,
) -> Result<(String, Vec<G::Action>), ParseError> {
    let parse = |candidate: &str| game.parse_turn(view, candidate);
    if is_strict {
        return parse(text).map(|actions| (text.to_owned(), actions));
    }
    read_spelling(text, parse)
}

/// Returns `true` if a canonical turn is what a text may have been read as.
pub fn is_spelling_of(text: &str, canonical: &str) -> bool {
    let strict = |candidate: &str| {
        if candidate == canonical {
            Ok(())
        } else {
            Err(ParseError::not_canonical("turn", candidate, canonical))
        }
    };
    read_spelling(text, strict).is_ok()
}

/// Removes a byte order mark and the blanks at the ends of a text.
pub fn trim_ends(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// Reads a text with a strict reader, which returns the meaning of a canonical text only. Returns that text with its
/// meaning.
fn read_spelling<T>(
    text: &str,
    strict: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<(String, T), ParseError> {
    let error = match strict(text) {
        Ok(meaning) => return Ok((text.to_owned(), meaning)),
        Err(error) => error,
    };
    if text.len() > MAX_LENIENT_BYTES {
        return Err(error);
    }
    let mut reader = Reader {
        strict,
        budget: Budget::new(),
        readings: Vec::new(),
    };
    reader.read_text(&normalised(text));
    let Reader {
        budget,
        mut readings,
        ..
    } = reader;
    if budget.is_spent() {
        // What was not read could mean something else.
        return Err(error);
    }
    if let [(first, _), (second, _), ..] = readings.as_slice() {
        let expected = format!("one turn; `{first}` and `{second}` are several, send one of them");
        return Err(ParseError::new("turn", text, 0, expected));
    }
    readings.pop().ok_or(error)
}

/// Reads the parts of a text.
struct Reader<T, F> {
    strict: F,
    budget: Budget,
    /// The canonical texts of parts of the text with their meanings, each once.
    readings: Vec<(String, T)>,
}

impl<T, F: Fn(&str) -> Result<T, ParseError>> Reader<T, F> {
    /// Reads the whole text, or if that is no turn its blocks of code and other lines.
    fn read_text(&mut self, text: &str) {
        if self.read_marked(text) || !text.contains('\n') {
            return;
        }
        let mut block: Option<String> = None;
        for line in text.lines() {
            let is_fence = line.trim_start().starts_with("```");
            block = match (block, is_fence && line.trim().matches("```").count() == 1) {
                (Some(block), true) => {
                    self.read_lines(&block);
                    None
                }
                (None, true) => Some(String::new()),
                (Some(block), false) => Some(block + line + "\n"),
                (None, false) => {
                    self.read_marked(line);
                    None
                }
            };
        }
        // A block without an end is read as lines.
        for line in block.iter().flat_map(|block| block.lines()) {
            self.read_marked(line);
        }
    }

    /// Reads a block of code, or if that is no turn its lines.
    fn read_lines(&mut self, block: &str) {
        if self.read_marked(block) {
            return;
        }
        for line in block.lines() {
            self.read_marked(line);
        }
    }

    /// Reads a part, or if that is no turn what is within its marks and after its label. Returns `true` if
    /// it has been read.
    fn read_marked(&mut self, part: &str) -> bool {
        let mut part = part.trim();
        for _ in 0..MAX_NESTED_MARKS {
            if self.read_part(part) {
                return true;
            }
            let Some(inner) = without_marks(part) else {
                return false;
            };
            part = inner;
        }
        false
    }

    fn read_part(&mut self, part: &str) -> bool {
        if part.is_empty() {
            return false;
        }
        let mut repair = Repair::new(&self.strict, &mut self.budget);
        let found = repair.read(part);
        let is_read = !found.is_empty();
        for (canonical, meaning) in found {
            if self.readings.iter().all(|(known, _)| *known != canonical) {
                self.readings.push((canonical, meaning));
            }
        }
        is_read
    }
}

/// Returns what is left of a part without one mark or label, or `None` if it has none.
fn without_marks(part: &str) -> Option<&str> {
    let surrounded = |(open, close): &(&str, &str)| {
        let inner = part.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains(open) && !inner.contains(close)).then_some(inner)
    };
    let inner = MARKS.iter().find_map(surrounded);
    let inner = inner.or_else(|| without_label(part));
    let inner = inner.or_else(|| part.strip_suffix(['.', '!', ';']));
    inner.map(str::trim)
}

/// Returns what follows a label such as `My move:` or `**Action:**`.
fn without_label(part: &str) -> Option<&str> {
    let (label, rest) = part.split_once(':')?;
    let is_decoration = |c: char| c == '*' || c == '#' || c == '>' || c == '_' || c == ' ';
    let label = label.trim_matches(is_decoration).to_ascii_lowercase();
    let mut name = label.as_str();
    while let Some(next) = LABEL_PREFIXES.iter().find_map(|it| name.strip_prefix(it)) {
        name = next;
    }
    let rest = rest.trim_start();
    let rest = if part.starts_with("**") {
        rest.strip_prefix("**").unwrap_or(rest)
    } else {
        rest
    };
    LABELS.contains(&name).then_some(rest)
}

/// Returns a text with one character for all dashes, blanks and line feeds each, and without characters that
/// have no width and do not change the order of others.
fn normalised(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let visible = text
        .chars()
        .filter(|c| !matches!(c, '\u{feff}' | '\u{200b}' | '\u{2060}'));
    let plain = visible.map(|c| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
        c if c.is_whitespace() => ' ',
        c => c,
    });
    plain.collect()
}
