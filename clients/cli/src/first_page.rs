//! The first page of the help: the commands, grouped by who needs them.

use std::fmt::Write;

use clap::Command;

/// The groups with the names of their commands.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["demo", "play", "watch", "mcp"]),
    (
        "Tournaments and servers",
        &["tournament", "serve", "worker", "host", "db", "pages"],
    ),
    ("Who may use a server", &["owner", "token", "audit"]),
    (
        "Authors of bots",
        &["match", "bot", "record", "conformance"],
    ),
    ("Research", &["game", "position", "solve"]),
];

/// Adds the groups to the help of the program, one line for each command.
pub(super) fn with_groups(command: Command) -> Command {
    let mut page = "{about}\n\n{usage-heading} {usage}\n".to_owned();
    for (heading, names) in GROUPS {
        let _ = writeln!(page, "\n{heading}:");
        for name in names {
            // A program may be built without it.
            if let Some(about) = command.find_subcommand(name).and_then(Command::get_about) {
                let _ = writeln!(page, "  {name:<12} {about}");
            }
        }
    }
    page +=
        "\nOptions:\n{options}\n\n`botwerk COMMAND --help` describes a command with its arguments.";
    command.help_template(page)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::command_line::Cli;

    /// Maximum number of commands on the page.
    const MAX_COMMANDS: usize = 20;

    /// Maximum length of a line, so that no terminal breaks it.
    const MAX_WIDTH: usize = 80;

    #[test]
    fn every_visible_command_is_once_on_the_page() {
        let command = Cli::command();
        let visible = command.get_subcommands().filter(|it| !it.is_hide_set());
        let mut visible: Vec<_> = visible.map(Command::get_name).collect();
        let mut listed: Vec<_> = GROUPS.iter().flat_map(|(_, names)| *names).collect();
        listed.sort_unstable();
        visible.sort_unstable();
        let known = listed.iter().filter(|name| visible.contains(name));
        assert_eq!(known.map(|name| **name).collect::<Vec<_>>(), visible);
        assert!(listed.len() <= MAX_COMMANDS, "{listed:?}");
        let built = cfg!(feature = "mcp");
        assert!(!built || listed.len() == visible.len(), "{listed:?}");
    }

    #[test]
    fn page_fits_one_screen() {
        let page = with_groups(Cli::command()).render_help().to_string();
        let count = page.lines().count();
        assert!((24..=40).contains(&count), "{count} lines:\n{page}");
        for line in page.lines() {
            assert!(line.len() <= MAX_WIDTH, "{line}");
        }
    }
}
