//! Commands of the documents exist, with their flags. What exists is read from the golden texts of the help, which the
//! tests of the program compare with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::links::documents;

/// Flags by command, such as `tournament run`.
type Commands = BTreeMap<String, BTreeSet<String>>;

/// Returns the flags in a text.
fn flags(text: &str) -> impl Iterator<Item = &str> {
    let is_end = |it: char| !it.is_ascii_lowercase() && it != '-';
    let words = text.split(|it: char| it.is_whitespace() || "`[|,;.()".contains(it));
    let flags = words.filter(|word| word.starts_with("--"));
    let names = flags.map(move |word| word.split(is_end).next().unwrap_or_default());
    names.filter(|name| name.len() > 2)
}

/// Returns the commands of the program.
fn commands(root: &Path) -> Commands {
    let mut commands = Commands::new();
    let folder = root.join("clients/cli/tests/program/snapshots");
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if !name.starts_with("program__golden__help_") {
            continue;
        }
        let text = fs::read_to_string(entry.path()).unwrap();
        for help in text.split("\n$ botwerk ").skip(1) {
            let (command, help) = help.split_once(" --help\n").unwrap();
            commands.insert(command.to_owned(), flags(help).map(str::to_owned).collect());
        }
    }
    commands
}

/// Returns what a document shows as code: its blocks line by line, a line that is continued as one, and
/// inline code.
fn code(commands: &Commands, text: &str) -> Vec<String> {
    let text = text.replace("\\\n", " ");
    let mut code = Vec::new();
    for (index, part) in text.split("```").enumerate() {
        if index % 2 == 1 {
            code.extend(part.lines().map(str::to_owned));
        } else {
            let inline = part.split('`').skip(1).step_by(2);
            code.extend(inline.map(|it| as_call(commands, it.replace('\n', " "))));
        }
    }
    code
}

/// Returns `true` if a command consists of subcommands.
fn is_group(commands: &Commands, name: &str) -> bool {
    let start = format!("{name} ");
    commands.keys().any(|command| command.starts_with(&start))
}

/// Returns inline code such as `tournament run FILE` as a call of the program.
fn as_call(commands: &Commands, line: String) -> String {
    let mut words = line.split(' ');
    let group = words.next().filter(|word| is_group(commands, word));
    let has_name = words.next().is_some_and(|word| {
        word.starts_with(|it: char| it.is_ascii_lowercase()) && !word.contains(['=', ':', '"'])
    });
    match group {
        Some(_) if has_name => format!("botwerk {line}"),
        _ => line,
    }
}

/// Returns what is wrong with a line, if it calls the program.
fn fault(commands: &Commands, line: &str) -> Option<String> {
    let (before, call) = format!(" {line}")
        .split_once(" botwerk ")
        .map(|(before, call)| (before.to_owned(), call.to_owned()))?;
    // Names of crates, keys and images before the command of another program.
    if before.contains("cargo") || before.contains("docker") || before.contains("podman") {
        return None;
    }
    // Other programs follow: those of bots, of pipes, and comments.
    let call = call.split(" -- ").next().unwrap_or_default();
    let call = call.split(['#', '|', '\'']).next().unwrap_or_default();
    let words: Vec<_> = call.split_whitespace().collect();
    let two = words.iter().take(2).copied().collect::<Vec<_>>().join(" ");
    let one = words.first().copied().unwrap_or_default();
    if !one.starts_with(|it: char| it.is_ascii_lowercase()) {
        return None;
    }
    let is_word = |word: &str| word.chars().all(|it| it.is_ascii_lowercase() || it == '-');
    let names_subcommand = words
        .get(1)
        .is_some_and(|word| !word.starts_with('-') && is_word(word));
    let name = if is_group(commands, one) && names_subcommand {
        &*two
    } else {
        one
    };
    let Some(known) = commands.get(name) else {
        return Some(format!("`botwerk {name}` is not a command"));
    };
    let unknown = flags(call).find(|flag| !known.contains(*flag))?;
    Some(format!("`botwerk {name}` has no flag {unknown}"))
}

#[test]
fn commands_and_flags_of_the_documents_exist() {
    let root = super::root();
    let commands = commands(&root);
    assert!(commands.len() > 40, "{commands:?}");
    let mut found = Vec::new();
    documents(&root, &mut found);
    let mut count = 0;
    let mut wrong = Vec::new();
    for document in found {
        let name = document.strip_prefix(&root).unwrap().display();
        if name.to_string().ends_with("CHANGELOG.md") {
            continue;
        }
        let lines = code(&commands, &fs::read_to_string(&document).unwrap());
        for line in lines {
            count += usize::from(line.contains("botwerk "));
            let fault = fault(&commands, &line);
            wrong.extend(fault.map(|fault| format!("{name}: {fault}: {line}")));
        }
    }
    assert!(count > 200, "{count} commands");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn unknown_commands_and_flags_are_found() {
    let commands = commands(&super::root());
    let fault = |line| fault(&commands, line);
    assert_eq!(fault("botwerk record verify --key KEY out.bwr"), None);
    assert_eq!(fault("botwerk tournament run FILE --new  # --old"), None);
    let unknown = "`botwerk record verify` has no flag --strict".to_owned();
    assert_eq!(
        fault("botwerk record verify --strict out.bwr"),
        Some(unknown)
    );
    let unknown = "`botwerk record replay` is not a command".to_owned();
    let call = as_call(&commands, "record replay out.bwr".to_owned());
    assert_eq!(fault(&call), Some(unknown));
    let unknown = "`botwerk check` is not a command".to_owned();
    assert_eq!(fault("BOTWERK_SERVER=a botwerk check"), Some(unknown));
}

#[test]
fn commands_that_accept_a_ruleset_are_those_of_the_document() {
    let root = super::root();
    let text = fs::read_to_string(root.join("docs/droids-rulesets.md")).unwrap();
    let start = "These commands accept `--ruleset FILE`:";
    let (_, list) = text.split_once(start).unwrap();
    let (list, _) = list.split_once(';').unwrap();
    let listed: BTreeSet<_> = list.split('`').skip(1).step_by(2).collect();
    let commands = commands(&root);
    // `game show` prints a ruleset.
    let accepting = commands
        .iter()
        .filter(|(name, flags)| *name != "game show" && flags.contains("--ruleset"));
    let accepting: BTreeSet<_> = accepting.map(|(name, _)| name.as_str()).collect();
    assert_eq!(listed, accepting);
}
