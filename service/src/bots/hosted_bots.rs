//! The tokens of bots that hosts play.

use std::sync::Arc;

use botwerk_engine::hex;

use crate::error::{Error, Reason};
use crate::server_secret::ServerSecret;
use crate::store::{VersionKey, VersionState, VersionStore, now_micros};
use crate::token::TokenHash;

/// The start of the tokens of hosts.
const PREFIX: &str = "hosted.";

/// The tokens with which hosts receive the invitations of the bots that they play. They follow from the secret of the
/// database, so that all servers know them, and are valid as long as the lease of the host.
#[derive(Clone)]
pub(crate) struct HostedBots {
    secret: ServerSecret,
    store: Arc<dyn VersionStore>,
}

impl HostedBots {
    pub(crate) fn new(secret: ServerSecret, store: Arc<dyn VersionStore>) -> Self {
        Self { secret, store }
    }

    /// Returns the token with which a host plays a version.
    pub(crate) fn token(&self, key: &VersionKey, host: &str) -> String {
        let proof = self.secret.hosted_bot_token(&key.bot, key.number, host);
        format!("{PREFIX}{}.{}.{proof}", hex(key.bot.as_bytes()), key.number)
    }

    /// Returns the name of the bot for which a host presents a token; `None` for a token of another kind.
    ///
    /// # Errors
    /// Returns an error if the host has lost the lease of the bot, or the store cannot be read.
    pub(super) async fn find(&self, token: &str) -> Result<Option<String>, Error> {
        let Some((key, proof)) = parse(token) else {
            return Ok(None);
        };
        let row = self.store.version(&key).await?;
        let is_leased = row.is_some_and(|row| {
            let host = row.host.as_deref().unwrap_or_default();
            let expected = self.secret.hosted_bot_token(&key.bot, key.number, host);
            row.state == VersionState::Playing
                && row.leased_until_micros > now_micros()
                && TokenHash::from_token(&expected).admits(proof)
        });
        if is_leased {
            return Ok(Some(key.bot));
        }
        let message = "bot_token: the lease of the host has ended";
        Err(Error::new(Reason::BadToken, message))
    }
}

/// Returns `true` if a token is one of a host.
pub(super) fn is_hosted(token: &str) -> bool {
    token.starts_with(PREFIX)
}

/// Returns the version and the proof in a token.
fn parse(token: &str) -> Option<(VersionKey, &str)> {
    let mut parts = token.strip_prefix(PREFIX)?.split('.');
    let bot = String::from_utf8(bytes(parts.next()?)?).ok()?;
    let number = parts.next()?.parse().ok()?;
    let proof = parts.next()?;
    Some((VersionKey { bot, number }, proof))
}

/// Returns the bytes of hex digits.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs
        .map(|pair| byte(pair).filter(|_| pair.len() == 2))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_names_the_version_and_only_that() {
        let key = VersionKey {
            bot: "alice/ä.b".into(),
            number: 7,
        };
        let store = Arc::<crate::store::MemoryStore>::default();
        let hosted = HostedBots::new(ServerSecret::random().unwrap(), store);
        let token = hosted.token(&key, "a host");
        assert!(is_hosted(&token) && token.is_ascii());
        let (parsed, proof) = parse(&token).unwrap();
        assert_eq!(parsed, key);
        assert_eq!(proof.len(), 32);
        assert_ne!(hosted.token(&key, "another"), token);
        for other in [
            "",
            "hosted.",
            "hosted.6",
            "hosted.zz.1.0",
            "hosted.61.x.0",
            "0123",
        ] {
            assert!(parse(other).is_none(), "{other}");
        }
    }
}
