//! The commands of launched bots.

use std::fmt::{self, Display, Formatter};

use botwerk_engine::plain_line;
use serde::{Deserialize, Serialize};

use super::PlayerError;

/// The command line of a launched bot.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchCommand {
    /// The executable and its arguments.
    pub argv: Vec<String>,
    /// Files and folders that the bot may read in its sandbox, in addition to those that its command names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read_paths: Vec<String>,
}

impl LaunchCommand {
    /// Returns a command that needs no file but those that it names.
    pub fn new(argv: Vec<String>) -> Self {
        Self {
            argv,
            read_paths: Vec::new(),
        }
    }

    /// Returns the text from which [`Player::parse`](super::Player::parse) reads this command, with every word in quotes:
    /// no other player has such a text, and no character is replaced.
    ///
    /// ```
    /// use botwerk_tournament::configuration::LaunchCommand;
    ///
    /// let command = LaunchCommand::new(vec!["./bot".into(), "a b".into()]);
    /// assert_eq!(command.quoted(), "'./bot' 'a b'");
    /// ```
    pub fn quoted(&self) -> String {
        // A backslash before the quote would be one of the word's characters on Windows.
        let quote = |word: &String| format!("'{}'", word.replace('\'', r#"'"'"'"#));
        self.argv.iter().map(quote).collect::<Vec<_>>().join(" ")
    }

    /// Divides a text into the words of a command as a shell does: with quotes and backslashes, but without variables and
    /// patterns. On Windows backslashes are what separates the names of a path.
    pub(super) fn parse(text: &str) -> Result<Self, PlayerError> {
        let words = if cfg!(windows) {
            shlex::split(&backslashes_escaped(text))
        } else {
            shlex::split(text)
        };
        let words = words.ok_or(PlayerError::Unclosed)?;
        if words.is_empty() {
            return Err(PlayerError::Empty);
        }
        if words.iter().any(|word| word.contains('\0')) {
            return Err(PlayerError::Nul);
        }
        Ok(Self::new(words))
    }
}

/// The text of [`command_text`].
impl Display for LaunchCommand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&command_text(&self.argv))
    }
}

/// Returns words as a command that a shell, and the text of a [`Player`](super::Player), divides into them again. Blanks take
/// the place of what could control a terminal.
///
/// ```
/// use botwerk_tournament::configuration::command_text;
///
/// let words = ["./bot", "a b", ""].map(str::to_owned);
/// assert_eq!(command_text(&words), "./bot 'a b' ''");
/// ```
pub fn command_text(words: &[String]) -> String {
    let words = words.iter().map(String::as_str);
    // A word with a NUL cannot be quoted, nor started.
    let text = shlex::try_join(words.clone());
    let text = text.unwrap_or_else(|_| words.collect::<Vec<_>>().join(" "));
    plain_line(&text)
}

/// Returns a text in which a shell reads every backslash as itself.
fn backslashes_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut quote = None;
    for character in text.chars() {
        match (character, quote) {
            ('\'' | '"', None) => quote = Some(character),
            (_, Some(open)) if character == open => quote = None,
            ('\\', None | Some('"')) => escaped.push('\\'),
            _ => {}
        }
        escaped.push(character);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_divided_as_by_a_shell() {
        for (text, words) in [
            ("python3 bot.py", &["python3", "bot.py"][..]),
            ("python3 'my bot.py'  -x", &["python3", "my bot.py", "-x"]),
            (r#"./my\ bot "a b" """#, &["./my bot", "a b", ""]),
            ("bot $HOME * # x", &["bot", "$HOME", "*"]),
            ("''", &[""]),
        ] {
            let command = LaunchCommand::parse(text).unwrap();
            assert_eq!(command.argv, words, "{text}");
            let again = LaunchCommand::parse(&command.to_string());
            assert_eq!(again.as_ref(), Ok(&command), "{text}");
            assert_eq!(
                LaunchCommand::parse(&command.quoted()),
                Ok(command),
                "{text}"
            );
        }
    }

    #[test]
    fn paths_of_windows_keep_their_backslashes() {
        for (text, words) in [
            (r"C:\bots\new.exe -x", &[r"C:\bots\new.exe", "-x"][..]),
            (
                r#""C:\my bots\a.exe" 'D:\b c\'"#,
                &[r"C:\my bots\a.exe", r"D:\b c\"],
            ),
            (r#"'it'"'"'s\a'"#, &[r"it's\a"]),
        ] {
            let divided = shlex::split(&backslashes_escaped(text));
            assert_eq!(divided.unwrap(), words, "{text}");
        }
    }

    #[test]
    fn quoted_commands_keep_every_character() {
        let words = ["minimax", "it's", "", "a\nb\x1b[2J", "\\\"$x"].map(str::to_owned);
        let command = LaunchCommand::new(words.to_vec());
        assert_eq!(LaunchCommand::parse(&command.quoted()), Ok(command));
    }
}
