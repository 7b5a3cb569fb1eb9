//! The positions of a record as pictures.

use super::Record;
use super::lines::EventLine;
use super::replay::{Replay, VerifyError};
use crate::drawing::Picture;
use crate::game::{Game, Viewer};

/// Maximum number of characters of the text of a turn.
const MAX_TEXT: usize = 60;

/// Returns the match turn by turn, as spectators see it: a picture of each position with the actions that led
/// to it, the start first.
///
/// # Errors
/// Returns an error at the first event that contradicts the rules or the seed.
pub fn frames<G: Game>(record: &Record) -> Result<Vec<(Picture, String)>, VerifyError> {
    let mut replay = Replay::<G>::new(record)?;
    let mut frames = vec![(picture(&replay), "start".to_owned())];
    let mut actions: Vec<&str> = Vec::new();
    for (index, line) in record.events.iter().enumerate() {
        replay.step()?;
        actions.push(&line.action);
        let next = record.events.get(index + 1);
        if next.is_some_and(|next| line.is_same_turn(next)) {
            continue;
        }
        frames.push((picture(&replay), text(line, &actions.join(" "))));
        actions.clear();
    }
    replay.check_outcome()?;
    Ok(frames)
}

fn picture<G: Game>(replay: &Replay<'_, G>) -> Picture {
    let referee = replay.referee();
    referee.game().picture(&referee.view(Viewer::Spectator))
}

/// Returns who acted and how, shortened to one line.
fn text(line: &EventLine, actions: &str) -> String {
    let text = match line.actor.as_str() {
        actor @ ("chance" | "referee") => format!("{actor}: {actions}"),
        seat => format!("seat {seat}: {actions}"),
    };
    if text.chars().count() <= MAX_TEXT {
        return text;
    }
    text.chars()
        .take(MAX_TEXT - 2)
        .chain("..".chars())
        .collect()
}
