//! The names of bots.

use botwerk_engine::is_hidden;

use crate::error::{Error, Reason};

/// Maximum length of a bot's name, in bytes.
const MAX_NAME_BYTES: usize = 128;

/// Separates the name of an owner from that of its bot. No bot of the operator has it, so that no name is taken over.
const SEPARATOR: char = '/';

/// Returns the whole name of a new bot: that of a bot of an owner starts with the owner.
///
/// # Errors
/// Returns an error if it cannot be a name.
pub(crate) fn full_bot_name(owner: Option<&str>, name: &str) -> Result<String, Error> {
    let own = owner.and_then(|owner| name.strip_prefix(owner)?.strip_prefix(SEPARATOR));
    let name = own.unwrap_or(name);
    let full = match owner {
        Some(owner) => format!("{owner}{SEPARATOR}{name}"),
        None => name.to_owned(),
    };
    if name.is_empty() || full.len() > MAX_NAME_BYTES || name.contains(is_hidden) {
        let message = format!("name: must be 1 to {MAX_NAME_BYTES} bytes of plain text");
        return Err(Error::new(Reason::BadRequest, message));
    }
    if name.contains(SEPARATOR) {
        let message = "name: only names of bots that belong to an owner have a `/`; leave it out";
        return Err(Error::new(Reason::BadRequest, message));
    }
    Ok(full)
}

/// Returns the name of a bot from its resource name.
///
/// # Errors
/// Returns an error if it has another form.
pub(crate) fn bot_name(resource: &str) -> Result<&str, Error> {
    let name = resource.strip_prefix("bots/");
    let name = name.filter(|name| !name.is_empty() && name.len() <= MAX_NAME_BYTES);
    name.ok_or_else(|| {
        let message = "bot: expected `bots/` and the name of a bot, such as bots/alice/spinner";
        Error::new(Reason::BadRequest, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bot_of_an_owner_has_the_owner_in_its_name() {
        let full = |owner, name| full_bot_name(owner, name).unwrap();
        assert_eq!(full(Some("alice"), "spinner"), "alice/spinner");
        assert_eq!(full(Some("alice"), "alice/spinner"), "alice/spinner");
        assert_eq!(full(Some("alice"), "alice"), "alice/alice");
        assert_eq!(full(None, "a bot"), "a bot");
        let long = "x".repeat(MAX_NAME_BYTES);
        for (owner, name) in [
            (None, "alice/spinner"),
            (Some("bob"), "alice/spinner"),
            (Some("alice"), "alice/"),
            (Some("alice"), ""),
            (Some("alice"), &long),
            (None, "two\nlines"),
        ] {
            let error = full_bot_name(owner, name).unwrap_err();
            assert_eq!(error.reason, Reason::BadRequest, "{owner:?} {name}");
        }
    }

    #[test]
    fn resource_name_has_the_whole_name() {
        assert_eq!(bot_name("bots/alice/spinner").unwrap(), "alice/spinner");
        assert_eq!(bot_name("bots/a bot").unwrap(), "a bot");
        for resource in ["", "bots/", "alice/spinner"] {
            assert!(bot_name(resource).is_err(), "{resource}");
        }
    }
}
