//! A name for a new owner, from what a provider says of a person.

/// Maximum length of the name of an owner.
const MAX_LENGTH: usize = 32;

/// Returns the first text that has letters or digits as the name of an owner, or an empty text if none has any. Of an
/// e-mail address this is the part before the `@`.
pub(super) fn suggest_name<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let names = texts.into_iter().map(owner_name);
    names
        .into_iter()
        .find(|name| !name.is_empty())
        .unwrap_or_default()
}

fn owner_name(text: &str) -> String {
    let text = text.split('@').next().unwrap_or_default();
    let mut name = String::new();
    for letter in text.chars().flat_map(char::to_lowercase) {
        if letter.is_ascii_alphanumeric() {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
        if name.len() == MAX_LENGTH {
            break;
        }
    }
    name.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::check_account_id;

    #[test]
    fn name_of_an_owner_is_made_of_letters_and_digits() {
        for (text, expected) in [
            ("alice", "alice"),
            ("Alice Example", "alice-example"),
            ("test-user@localhost", "test-user"),
            ("  A.B.  ", "a-b"),
            ("Zoë", "zo"),
            (&"long-name ".repeat(9), "long-name-long-name-long-name-lo"),
        ] {
            let name = suggest_name([text]);
            assert_eq!(name, expected);
            assert_eq!(check_account_id("name", &name), Ok(()));
        }
        assert_eq!(suggest_name(["", "@", "李", "second"]), "second");
        assert_eq!(suggest_name([]), "");
    }
}
