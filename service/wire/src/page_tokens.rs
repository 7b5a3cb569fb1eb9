//! Tokens of pages: they say where the next page of a list starts, and only a server makes them.

use std::fmt;

use botwerk_engine::{hex, parse_hex};
use sha2::{Digest, Sha256};

use crate::error::{Error, Reason};

/// Length of the seal of a token, in bytes.
const SEAL_BYTES: usize = 8;

/// The tokens of the lists of a server. The token of one list is not accepted by another, and none can be built by hand.
#[derive(Clone, Copy, Default)]
pub struct PageTokens {
    key: [u8; 32],
}

impl PageTokens {
    /// Returns the tokens of the servers that have a secret. Without one, as in a database that is read as a file, the key
    /// is [`Default`].
    pub const fn new(key: [u8; 32]) -> Self {
        Self { key }
    }

    /// Returns the token of a page of a list that starts at a place.
    ///
    /// ```
    /// use botwerk_wire::PageTokens;
    ///
    /// let tokens = PageTokens::new([7; 32]);
    /// let token = tokens.seal("bots", "after this name");
    /// assert_eq!(tokens.open("bots", &token)?.as_deref(), Some("after this name"));
    /// assert_eq!(tokens.open("bots", "")?, None);
    /// assert!(tokens.open("matches", &token).is_err());
    /// # Ok::<(), botwerk_wire::error::Error>(())
    /// ```
    pub fn seal(&self, list: &str, place: &str) -> String {
        hex(place.as_bytes()) + &self.seal_of(list, place)
    }

    /// Returns the place of a token; `None` for the first page, which needs no token.
    ///
    /// # Errors
    /// Returns an error if no server has made the token, or for another list.
    pub fn open(&self, list: &str, token: &str) -> Result<Option<String>, Error> {
        if token.is_empty() {
            return Ok(None);
        }
        let split = token.len().checked_sub(2 * SEAL_BYTES);
        let place = split.and_then(|split| token.split_at_checked(split));
        let opened = place.and_then(|(place, seal)| {
            let place = text_of_hex(place)?;
            (self.seal_of(list, &place) == seal).then_some(place)
        });
        opened.map(Some).ok_or_else(|| {
            let message = "page token: expected that of an earlier response to the same call with the same filters";
            Error::new(Reason::BadRequest, message)
        })
    }

    fn seal_of(&self, list: &str, place: &str) -> String {
        let mut hash = Sha256::new_with_prefix(self.key);
        hash.update([list.len() as u8]);
        hash.update(list);
        hash.update(place);
        hex(&hash.finalize()[..SEAL_BYTES])
    }
}

/// Returns the text whose bytes are written as hex digits; `None` if they are not.
fn text_of_hex(digits: &str) -> Option<String> {
    let bytes = digits.as_bytes().chunks(2).map(|pair| {
        let [byte] = parse_hex(std::str::from_utf8(pair).ok()?)?;
        Some(byte)
    });
    String::from_utf8(bytes.collect::<Option<_>>()?).ok()
}

impl fmt::Debug for PageTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PageTokens(..)")
    }
}
