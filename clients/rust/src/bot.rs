//! What an author of a bot writes.

use std::error::Error;

use botwerk_proto::v1 as proto;

use crate::error::ClientError;
use crate::view::{Match, View};

/// An error of a bot.
pub type BotError = Box<dyn Error + Send + Sync>;

/// A turn in the notation of the game, and what the bot's search declares.
///
/// ```
/// use botwerk_client::Choice;
///
/// let choice: Choice = "say 5".into();
/// let declared = Choice { effort: 1200, score: Some(3), comment: "a proof in 5".into(), ..choice };
/// assert_eq!(declared.text, "say 5");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choice {
    /// One action, or several, separated as in the notation of the game.
    pub text: String,
    /// Number of search nodes, from which the time of an announcement follows on virtual time (MR-25).
    pub effort: u64,
    /// The expected result for this player in the unit of the game, for adjudicated matches; larger is better.
    pub score: Option<i32>,
    /// What the bot says about its choice to those who read the match later: its author at any time, others after the match
    /// if its comments are public. It is cut after 2,000 bytes.
    pub comment: String,
}

impl From<String> for Choice {
    fn from(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

impl From<&str> for Choice {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// A bot in one match.
///
/// Its methods are called one after another in a thread in which they may block and compute for as long as they
/// want. Code that is asynchronous runs in it with `tokio::runtime::Handle::current().block_on(...)`.
pub trait Bot: Send + 'static {
    /// Returns the next action, or a whole turn, in the notation of the game. `legal` has the legal actions.
    ///
    /// # Errors
    /// Returns an error if the bot cannot play on: its seat then leaves the match as crashed, as after a panic. An
    /// error after [`View::is_open`] has become `false` has no effect.
    fn choose(&mut self, view: &View, legal: &[String]) -> Result<Choice, BotError>;

    /// Handles a join, and every rejoin after a lost connection. Does nothing by default.
    ///
    /// # Errors
    /// Returns an error if the bot does not play this match.
    fn started(&mut self, joined: &Match) -> Result<(), BotError> {
        let _ = joined;
        Ok(())
    }

    /// Handles the visible events since the previous frame. Does nothing by default.
    fn updated(&mut self, update: &proto::Update) {
        let _ = update;
    }

    /// Handles the rejection of a choice, which the log has already; [`choose`](Self::choose) is called again.
    /// Does nothing by default.
    fn rejected(&mut self, view: &View, error: &ClientError) {
        let _ = (view, error);
    }

    /// Handles the end of the match. Does nothing by default.
    fn ended(&mut self, joined: &Match, over: &proto::MatchOver) {
        let _ = (joined, over);
    }

    /// Returns `false` if the server should leave out the legal actions of every request, which
    /// [`choose`](Self::choose) then receives without. Returns `true` by default.
    fn needs_legal_actions(&self) -> bool {
        true
    }
}
