//! Legal actions as a short list: actions that differ in one word share a line, such as
//! `set V1, V2  N, E, S, W  1.1, 1.2`.

use std::collections::BTreeMap;

/// Maximum number of characters of a line.
const WIDTH: usize = 96;

/// Returns the lines of the list. The words of one line can be combined in every way.
pub(super) fn lines(actions: &[String]) -> Vec<String> {
    let words: Vec<Vec<&str>> = actions
        .iter()
        .map(|action| action.split(' ').collect())
        .collect();
    let words: Vec<&[&str]> = words.iter().map(Vec::as_slice).collect();
    let mut lines = Vec::new();
    for choices in combinations(&words) {
        let columns: Vec<String> = choices.iter().map(|choice| choice_text(choice)).collect();
        push_wrapped(&columns.join("  "), &mut lines);
    }
    lines
}

/// Returns the fewest products of word choices that this method finds for the actions: first words
/// after which the same words can follow are one choice.
fn combinations<'a>(actions: &[&[&'a str]]) -> Vec<Vec<Vec<&'a str>>> {
    let mut first_words: Vec<&str> = Vec::new();
    let mut followers: BTreeMap<&str, Vec<&[&str]>> = BTreeMap::new();
    let mut ends_here = false;
    for action in actions {
        let Some((first, rest)) = action.split_first() else {
            ends_here = true;
            continue;
        };
        if !followers.contains_key(first) {
            first_words.push(first);
        }
        followers.entry(first).or_default().push(rest);
    }
    let mut groups: Vec<(Vec<&'a str>, &Vec<&[&'a str]>)> = Vec::new();
    for word in first_words {
        let rest = &followers[word];
        match groups.iter_mut().find(|(_, other)| *other == rest) {
            Some((words, _)) => words.push(word),
            None => groups.push((vec![word], rest)),
        }
    }
    let with_first = |(words, rest): (Vec<&'a str>, &Vec<&[&'a str]>)| {
        let tails = combinations(rest);
        let lines = tails.into_iter().map(|mut tail| {
            tail.insert(0, words.clone());
            tail
        });
        lines.collect::<Vec<_>>()
    };
    let end = ends_here.then(Vec::new);
    end.into_iter()
        .chain(groups.into_iter().flat_map(with_first))
        .collect()
}

/// Returns the words of a choice; at least three consecutive numbers are a range: `1 to 99`.
fn choice_text(words: &[&str]) -> String {
    let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
    let numbers = numbers.unwrap_or_default();
    let is_range = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    match numbers.as_slice() {
        [first, _, .., last] if is_range => format!("{first} to {last}"),
        _ => words.join(", "),
    }
}

/// Appends a line, continued on indented lines if it is long.
fn push_wrapped(line: &str, lines: &mut Vec<String>) {
    let mut current = String::new();
    for word in line.split(", ") {
        let is_first = current.is_empty();
        if !is_first && current.len() + 2 + word.len() > WIDTH {
            lines.push(format!("{current},"));
            "    ".clone_into(&mut current);
        } else if !is_first {
            current += ", ";
        }
        current += word;
    }
    lines.push(current);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(actions: &[&str]) -> Vec<String> {
        let actions: Vec<_> = actions.iter().map(|action| (*action).to_owned()).collect();
        lines(&actions)
    }

    #[test]
    fn actions_that_combine_freely_share_a_line() {
        let numbers: Vec<String> = (1..=99).map(|number| format!("say {number}")).collect();
        let mut actions: Vec<&str> = numbers.iter().map(String::as_str).collect();
        actions.push("pass");
        assert_eq!(list(&actions), ["say  1 to 99", "pass"]);
        let stones = [
            "set V1 N 1.1",
            "set V1 S 1.1",
            "set V2 N 1.1",
            "set V2 S 1.1",
        ];
        assert_eq!(list(&stones), ["set  V1, V2  N, S  1.1"]);
        // V2 has one arrow more.
        let stones = ["set V1 N 1.1", "set V2 N 1.1", "set V2 S 1.1", "stop"];
        assert_eq!(
            list(&stones),
            ["set  V1  N  1.1", "set  V2  N, S  1.1", "stop"]
        );
        assert_eq!(list(&["b2-b4", "b2-d2", "/"]), ["b2-b4, b2-d2, /"]);
        let sends = ["send 3", "send 5", "send 5 >N", "send 5 >W"];
        assert_eq!(list(&sends), ["send  3", "send  5", "send  5  >N, >W"]);
        assert!(list(&[]).is_empty());
    }

    #[test]
    fn long_lines_are_continued() {
        let actions: Vec<String> = (0..40)
            .map(|number| format!("a{number}-b{number}"))
            .collect();
        let lines = lines(&actions);
        assert!(lines.len() > 2 && lines.iter().all(|line| line.len() <= WIDTH + 1));
        let joined = lines.join(" ");
        let listed: Vec<_> = joined
            .split_whitespace()
            .map(|word| word.trim_end_matches(','))
            .collect();
        assert_eq!(listed, actions);
    }
}
