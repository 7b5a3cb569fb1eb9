//! What a bot receives.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[cfg(feature = "engine")]
use botwerk_engine::{AnyGame, AnyView, GameNotation, ParseError, Seat, Viewer};
use botwerk_proto::v1 as proto;

#[cfg(feature = "engine")]
use crate::setup::{GameError, game_from_setup};

/// A match that a bot plays.
#[derive(Debug, Clone, PartialEq)]
pub struct Match {
    /// The server's confirmation that the bot has joined, with the rules of the match.
    pub joined: proto::Joined,
}

impl Match {
    /// Returns the resource name, `matches/{id}`.
    pub fn name(&self) -> &str {
        &self.joined.r#match
    }

    /// Returns the name of the game, such as `netzwerk`.
    pub fn game(&self) -> &str {
        self.joined.setup.as_ref().map_or("", |setup| &setup.game)
    }

    /// Returns the value of an option, or `None` if the game has no such option.
    pub fn option(&self, name: &str) -> Option<&str> {
        let options = &self.joined.setup.as_ref()?.options;
        let option = options.iter().find(|option| option.name == name);
        option.map(|option| &*option.value)
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u32 {
        self.joined.setup.as_ref().map_or(0, |setup| setup.seats)
    }

    /// Returns the seat of the bot, from 0.
    pub fn player(&self) -> u32 {
        self.joined.seat()
    }

    /// Returns `true` if races are decided by effort instead of by the clock.
    pub fn uses_virtual_time(&self) -> bool {
        self.joined.uses_virtual_time
    }

    /// Returns the game with the options of the match.
    ///
    /// # Errors
    /// Returns an error if this version of the engine does not have the game.
    #[cfg(feature = "engine")]
    pub fn to_game(&self) -> Result<AnyGame, GameError> {
        game_from_setup(&self.joined.setup.clone().unwrap_or_default())
    }
}

/// What a bot knows when it must act.
#[derive(Debug, Clone)]
pub struct View {
    /// The match.
    pub r#match: Arc<Match>,
    /// The server's request, with clocks.
    pub request: proto::ActionRequest,
    is_open: Arc<AtomicBool>,
}

impl View {
    /// Creates the view of a request.
    pub fn new(joined: Arc<Match>, request: proto::ActionRequest) -> Self {
        Self {
            r#match: joined,
            request,
            is_open: Arc::new(AtomicBool::new(true)),
        }
    }

    /// Returns the name of the game.
    pub fn game(&self) -> &str {
        self.r#match.game()
    }

    /// Returns the seat of the bot, from 0.
    pub fn player(&self) -> u32 {
        self.r#match.player()
    }

    /// Returns the kind of decision, such as `race` or `show`.
    pub fn stage(&self) -> &str {
        &self.request.stage
    }

    /// Returns the view in the notation of positions.
    pub fn text(&self) -> &str {
        self.request.view.as_ref().map_or("", |view| &view.text)
    }

    /// Returns the view as a message, or `None` if the API has no messages for the game.
    pub fn position(&self) -> Option<&proto::Position> {
        self.request.view.as_ref()?.position.as_ref()
    }

    /// Returns the time that was left when the server sent the request, or `None` without a limit.
    pub fn remaining(&self) -> Option<Duration> {
        let nanos = self.request.clocks.as_ref()?.remaining_nanos?;
        Some(Duration::from_nanos(nanos))
    }

    /// Returns `false` once the answer does not count any more: the seat has another request, as after a race that
    /// another seat has won, or the match is over. A bot that thinks for long asks now and then.
    pub fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Records that the answer does not count any more, in all clones.
    pub(crate) fn close(&self) {
        self.is_open.store(false, Ordering::Relaxed);
    }

    /// Returns `true` if this is a clone of the same view.
    pub(crate) fn is_clone_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.is_open, &other.is_open)
    }

    /// Returns the view as a value of the engine. [`sample_hidden`](botwerk_engine::GameViews::sample_hidden)
    /// turns it into a position to search in.
    ///
    /// # Errors
    /// Returns an error if the text is no view of this game.
    #[cfg(feature = "engine")]
    pub fn parse(&self, game: &AnyGame) -> Result<AnyView, ParseError> {
        let seat = Seat::new(self.player() as usize).unwrap_or(Seat::FIRST);
        game.parse_view(Viewer::Seat(seat), self.text())
    }
}
