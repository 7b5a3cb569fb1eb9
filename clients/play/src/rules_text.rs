//! The rules of a game for the terminal: in short, one rule, or the whole rules document.

use botwerk_engine::GameSpec;

/// Maximum number of characters of a line.
const WIDTH: usize = 96;

/// Returns the lines that `rules` prints for a topic: the empty text for the game in short, `all`, or
/// the id of a rule. Returns `None` if there is no such rule.
pub fn lines(spec: &GameSpec, topic: &str) -> Option<Vec<String>> {
    match topic {
        "" => Some(spec.summary.iter().map(|line| (*line).to_owned()).collect()),
        "all" => Some(spec.rules.lines().flat_map(wrapped).collect()),
        id => rule(spec.rules, &id.to_uppercase()).map(|text| wrapped(&text)),
    }
}

/// Returns the id and the text of a rule. In a rules document a rule starts with its id and its source
/// in bold, such as `**NW-6 S**`, and ends with the line or the next rule.
fn rule(document: &str, id: &str) -> Option<String> {
    let starts = [format!("**{id} "), format!("**{id}**")];
    let mut rules = document.lines().filter_map(|line| {
        let mut found = starts.iter().filter_map(|start| line.find(start));
        found.next().map(|start| &line[start + 2..])
    });
    let (_, text) = rules.next()?.split_once("**")?;
    let series = id.split_once('-').map_or("", |(series, _)| series);
    let end = text.find(&format!("**{series}-")).unwrap_or(text.len());
    Some(format!("{id}: {}", text[..end].trim()))
}

/// Splits a line at blanks. Table rows remain as they are.
fn wrapped(line: &str) -> Vec<String> {
    if line.starts_with('|') || line.len() <= WIDTH {
        return vec![line.to_owned()];
    }
    let indent = if line.starts_with("- ") { "  " } else { "" };
    let mut lines: Vec<String> = Vec::new();
    for word in line.split(' ') {
        match lines.last_mut() {
            Some(last) if last.chars().count() + 1 + word.chars().count() <= WIDTH => {
                last.push(' ');
                last.push_str(word);
            }
            Some(_) => lines.push(format!("{indent}{word}")),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests;
