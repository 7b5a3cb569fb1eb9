//! Commands as text: how they are divided into words, and printed.

use std::path::Path;

use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::plain_line;

/// Divides a command into its words as a shell does: with quotes and backslashes, but without variables and patterns. A
/// text that is the path of a file is one word, even if it has blanks.
///
/// # Errors
/// Returns an error if there is no word, or a quote has no end.
pub fn split(text: &str) -> Result<Vec<String>, Failure> {
    if Path::new(text).is_file() {
        return Ok(vec![text.to_owned()]);
    }
    let rejected = |what: &str| {
        let message = format!("{}: {what}", plain_line(text));
        Failure::new(Reason::BadArgument, message)
    };
    match shlex::split(text) {
        Some(words) if words.is_empty() => Err(rejected(
            "no player; name an agent, or a command such as `./my-bot`",
        )),
        Some(words) => Ok(words),
        None => Err(rejected(
            "a quote or backslash has no end; write it as for a shell",
        )),
    }
}

/// Returns words as a command that [`split`] divides into them again. Blanks take the place of what
/// could control a terminal.
pub fn join(words: &[String]) -> String {
    let words = words.iter().map(String::as_str);
    // A word with a NUL cannot be quoted, nor started.
    let text = shlex::try_join(words.clone());
    let text = text.unwrap_or_else(|_| words.collect::<Vec<_>>().join(" "));
    plain_line(&text)
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
            ("bot $HOME *", &["bot", "$HOME", "*"]),
        ] {
            let split_text = split(text).unwrap();
            assert_eq!(split_text, words, "{text}");
            assert_eq!(split(&join(&split_text)).unwrap(), words, "{text}");
        }
        for text in ["", " ", "'bot", "bot\\"] {
            assert!(split(text).is_err(), "{text}");
        }
    }

    #[test]
    fn path_of_a_file_with_blanks_is_one_word() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my bot.py");
        std::fs::write(&path, "").unwrap();
        let path = path.to_str().unwrap();
        assert_eq!(split(path).unwrap(), [path]);
    }
}
