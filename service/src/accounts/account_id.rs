//! The ids of owners and tokens.

use crate::error::{Error, Reason};

/// Maximum length of an id.
const MAX_LENGTH: usize = 32;

/// Checks that a text can be the id of an owner or a token: it is part of names of bots, of commands and of paths.
///
/// # Errors
/// Returns an error that names the field if the text is something else.
pub(crate) fn check_account_id(field: &str, text: &str) -> Result<(), Error> {
    let is_valid = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=MAX_LENGTH).contains(&text.len())
        && text.bytes().all(is_valid)
        && !text.starts_with('-')
    {
        return Ok(());
    }
    let message = format!(
        "{field}: expected 1 to {MAX_LENGTH} lower-case letters, digits and hyphens, the first of them no hyphen"
    );
    Err(Error::new(Reason::BadRequest, message))
}

/// Returns the id of an owner from its resource name.
///
/// # Errors
/// Returns an error if the name has another form.
pub(crate) fn owner_id(name: &str) -> Result<String, Error> {
    let id = name.strip_prefix("owners/").unwrap_or_default();
    if check_account_id("name", id).is_ok() {
        return Ok(id.to_owned());
    }
    let message = "name: expected the resource name of an owner such as owners/alice";
    Err(Error::new(Reason::BadRequest, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_short_and_plain() {
        let longest = "a".repeat(MAX_LENGTH);
        for id in ["alice", "a", "7", "team-9", &longest] {
            assert_eq!(check_account_id("name", id), Ok(()));
            assert_eq!(owner_id(&format!("owners/{id}")).unwrap(), id);
        }
        let long = "a".repeat(MAX_LENGTH + 1);
        for id in ["", "-a", "Alice", "a/b", "a b", "ä", &long] {
            let error = check_account_id("name", id).unwrap_err();
            assert!(
                error.message.starts_with("name: expected 1 to 32"),
                "{error}"
            );
        }
        for name in ["alice", "owners/", "owners/a/b", "bots/alice"] {
            assert!(owner_id(name).is_err(), "{name}");
        }
    }
}
