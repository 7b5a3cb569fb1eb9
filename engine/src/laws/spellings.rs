//! Laws of the lenient reader: every accepted spelling of a turn is read as that turn, and nothing is read that the
//! strict reader would not read from the same letters and digits.

use crate::{Game, StableRng, Turn, Viewer, is_spelling_of, read_turn};

use super::turns::random_turn;
use super::violation::LawResult;
use super::walk::pick;

/// Returns the spellings of a turn that docs/protocol.md lists.
fn spellings(turn: &str) -> Vec<String> {
    vec![
        format!("\u{feff} \t{turn} \r\n"),
        turn.replace('-', "\u{2013}"),
        turn.replace('-', "\u{2011}"),
        turn.replace(' ', "\u{a0}"),
        turn.replace(' ', "  "),
        turn.replace(' ', "\n"),
        turn.replace(", ", ","),
        turn.replace(", ", "\n"),
        turn.to_ascii_uppercase(),
        turn.to_ascii_lowercase(),
        format!("`{turn}`"),
        format!("\"{turn}\""),
        format!("\u{201c}{turn}\u{201d}"),
        format!("Move: {turn}"),
        format!("**My final answer:** `{turn}`"),
        format!("It is my turn.\n\n```text\n{turn}\n```\nThat is all."),
        format!("It is my turn.\n{turn}\nThat is all."),
        format!("{turn}\nMove: `{turn}`"),
    ]
}

/// Every spelling of a turn is read as its actions, and is recognised when it is sent again.
pub(super) fn spellings_are_read<G: Game>(
    game: &G,
    state: &G::State,
    generator: &mut StableRng,
) -> LawResult {
    let Turn::Decision(decision) = game.turn(state) else {
        return Ok(());
    };
    let seat = pick(decision.seats, generator);
    let view = game.view(state, Viewer::Seat(seat));
    let actions = random_turn(game, state, seat, generator);
    let turn = game.format_turn(&view, &actions);
    for text in spellings(&turn) {
        match read_turn(game, &view, &text, false) {
            Ok((canonical, read)) if canonical == turn && read == actions => {}
            read => return Err(format!("{text:?} is `{turn}`, but is read as {read:?}")),
        }
        if !is_spelling_of(&text, &turn) {
            return Err(format!("{text:?} is not recognised as `{turn}`"));
        }
    }
    let other = game.format_turn(&view, &random_turn(game, state, seat, generator));
    let several = format!("It is\n{turn}\n{other}\nor");
    if other != turn && read_turn(game, &view, &several, false).is_ok() {
        return Err(format!("`{turn}` or `{other}` is read as one of them"));
    }
    Ok(())
}

/// What a text has in addition to case and gaps, which a reader must not change.
fn essence(text: &str) -> String {
    let essential = text.chars().filter(|c| !c.is_whitespace() && *c != ',');
    essential.collect::<String>().to_ascii_lowercase()
}

/// A text that is read has the letters, digits and marks of the turn that it is read as, in their order.
pub(super) fn nothing_is_substituted<G: Game>(game: &G, view: &G::View, text: &str) -> LawResult {
    let Ok((turn, actions)) = read_turn(game, view, text, false) else {
        return Ok(());
    };
    if game.format_turn(view, &actions) != turn {
        return Err(format!(
            "{text:?} is read as `{turn}`, which is not canonical"
        ));
    }
    if essence(text).contains(&essence(&turn)) {
        return Ok(());
    }
    Err(format!("{text:?} is read as `{turn}`"))
}
