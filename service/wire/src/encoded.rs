//! Actions and positions of any game as messages, for code that handles all games alike.

use botwerk_engine::{AnyAction, AnyGame, AnyView};
use botwerk_proto::v1 as proto;
use prost::Message;

use super::Wire;
use crate::error::{Error, Reason};

/// Maximum number of actions of a submission, many times that of the longest turn.
const MAX_ACTIONS: usize = 1024;

/// Maximum length of the text of a submission, in bytes.
const MAX_TEXT_BYTES: usize = 8192;

/// An action of any game as a message.
#[derive(Debug, Clone)]
pub struct EncodedAction(proto::Action);

impl EncodedAction {
    /// Encodes an action.
    pub fn new(game: &AnyGame, action: AnyAction) -> Self {
        Self(game.action_message(action))
    }

    /// Returns the message.
    pub fn into_message(self) -> proto::Action {
        self.0
    }

    /// Returns the size of the encoded message, in bytes.
    pub fn encoded_len(&self) -> usize {
        self.0.encoded_len()
    }
}

/// A position of any game, or what a viewer may know of it, as a message.
#[derive(Debug, Clone)]
pub struct EncodedPosition(proto::Position);

impl EncodedPosition {
    /// Encodes a view.
    pub fn from_view(game: &AnyGame, view: &AnyView) -> Self {
        Self(game.view_message(view))
    }

    /// Returns the message.
    pub fn into_message(self) -> proto::Position {
        self.0
    }

    /// Returns the size of the encoded message, in bytes.
    pub fn encoded_len(&self) -> usize {
        self.0.encoded_len()
    }
}

/// What never changes during a match of any game, as a message, if the game has such data.
#[derive(Debug, Clone)]
pub struct EncodedRules(Option<proto::MatchRules>);

impl EncodedRules {
    /// Encodes the rules of a match.
    pub fn new(game: &AnyGame) -> Self {
        Self(game.rules_message())
    }

    /// Returns the message.
    pub fn into_message(self) -> Option<proto::MatchRules> {
        self.0
    }

    /// Returns the size of the encoded message, in bytes; 0 without one.
    pub fn encoded_len(&self) -> usize {
        self.0.as_ref().map_or(0, Message::encoded_len)
    }
}

/// The actions of a client, not yet read by a game.
#[derive(Debug, Clone)]
pub struct EncodedActions(Vec<proto::Action>);

impl EncodedActions {
    /// Reads the actions.
    ///
    /// # Errors
    /// Returns an error that names the action if one is not valid in this game.
    pub fn decode(&self, game: &AnyGame) -> Result<Vec<AnyAction>, Error> {
        game.actions(&self.0)
    }
}

/// The content of a submission, not yet read by a game.
#[derive(Debug, Clone)]
pub enum SubmissionContent {
    /// A list of actions.
    Actions(EncodedActions),
    /// A turn in the game's notation, possibly in another spelling than the canonical one.
    Text(String),
    /// A turn in the game's notation, which must be canonical.
    StrictText(String),
}

impl SubmissionContent {
    /// Creates the content from the two fields of a message, one of which must be empty. Their size is
    /// limited before a game reads them.
    ///
    /// # Errors
    /// Returns an error if both or neither is empty, or if one is too long.
    pub fn new(actions: Vec<proto::Action>, text: String) -> Result<Self, Error> {
        let rejected = |message: &str| Err(Error::new(Reason::BadRequest, message));
        if actions.len() > MAX_ACTIONS {
            let found = actions.len();
            return rejected(&format!(
                "actions: expected at most {MAX_ACTIONS}, found {found}"
            ));
        }
        if text.len() > MAX_TEXT_BYTES {
            let found = text.len();
            return rejected(&format!(
                "text: expected at most {MAX_TEXT_BYTES} bytes, found {found}"
            ));
        }
        match (actions.is_empty(), text.is_empty()) {
            (true, false) => Ok(Self::Text(text)),
            (false, true) => Ok(Self::Actions(EncodedActions(actions))),
            (true, true) => rejected("actions, text: both are empty; set one of them"),
            (false, false) => rejected("actions, text: both are set; set only one of them"),
        }
    }

    /// Returns the same content, whose text must be canonical if `is_strict`.
    #[must_use]
    pub fn with_strictness(self, is_strict: bool) -> Self {
        match self {
            Self::Text(text) if is_strict => Self::StrictText(text),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn submission_content_needs_either_actions_or_text() {
        let actions = || vec![proto::Action::default()];
        let content = |actions, text: &str| SubmissionContent::new(actions, text.to_owned());
        assert!(matches!(
            content(actions(), ""),
            Ok(SubmissionContent::Actions(_))
        ));
        assert!(matches!(
            content(Vec::new(), "pass"),
            Ok(SubmissionContent::Text(_))
        ));
        for invalid in [content(actions(), "pass"), content(Vec::new(), "")] {
            assert_eq!(invalid.unwrap_err().reason, Reason::BadRequest);
        }
    }

    #[test]
    fn submission_content_is_limited() {
        let actions = |count| vec![proto::Action::default(); count];
        let text = |length| "x".repeat(length);
        assert!(SubmissionContent::new(actions(MAX_ACTIONS), String::new()).is_ok());
        assert!(SubmissionContent::new(Vec::new(), text(MAX_TEXT_BYTES)).is_ok());
        for (content, limit) in [
            (
                SubmissionContent::new(actions(MAX_ACTIONS + 1), String::new()),
                "1024, found 1025",
            ),
            (
                SubmissionContent::new(Vec::new(), text(MAX_TEXT_BYTES + 1)),
                "8192 bytes, found 8193",
            ),
        ] {
            let error = content.unwrap_err();
            assert_eq!(error.reason, Reason::BadRequest);
            assert!(error.message.contains(limit), "{error}");
        }
    }
}
