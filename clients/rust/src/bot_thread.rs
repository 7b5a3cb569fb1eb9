//! The thread in which a bot thinks.

use std::future::pending;
use std::mem;
use std::sync::Arc;

use botwerk_proto::v1 as proto;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::bot::{Bot, BotError, Choice};
use crate::error::ClientError;
use crate::view::{Match, View};

/// A call of one of the methods of a bot.
pub(crate) enum BotCall {
    Started(Arc<Match>),
    Updated(proto::Update),
    Rejected(View, ClientError),
    Choose(View),
    Ended(Arc<Match>, proto::MatchOver),
}

/// What a bot has chosen, and for which request.
pub(crate) type ChosenTurn = (View, Choice);

/// The bot after several calls, with what they have led to.
type CallsEnd<B> = (B, Result<Option<ChosenTurn>, BotError>);

/// A bot, whose methods are called one after another outside of the threads of the runtime.
pub(crate) struct BotThread<B> {
    /// `None` while calls are in progress.
    bot: Option<B>,
    /// The calls in progress.
    running: Option<JoinHandle<CallsEnd<B>>>,
    /// The calls after those, in order.
    waiting: Vec<BotCall>,
}

impl<B: Bot> BotThread<B> {
    pub(crate) fn new(bot: B) -> Self {
        Self {
            bot: Some(bot),
            running: None,
            waiting: Vec::new(),
        }
    }

    /// Adds a call after all others.
    pub(crate) fn push(&mut self, call: BotCall) {
        self.waiting.push(call);
    }

    /// Returns `true` while no call is in progress.
    pub(crate) fn is_idle(&self) -> bool {
        self.running.is_none()
    }

    /// Starts the waiting calls if none is in progress.
    pub(crate) fn start(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        if let Some(mut bot) = self.bot.take() {
            let calls = mem::take(&mut self.waiting);
            self.running = Some(spawn_blocking(move || {
                let chosen = call_all(&mut bot, calls);
                (bot, chosen)
            }));
        }
    }

    /// Waits for the end of the calls in progress, for ever if there are none. Returns the bot's choice, if it was
    /// to choose.
    ///
    /// # Errors
    /// Returns an error if the bot has failed.
    pub(crate) async fn finish(&mut self) -> Result<Option<ChosenTurn>, ClientError> {
        let Some(running) = &mut self.running else {
            return pending().await;
        };
        let finished = running.await;
        self.running = None;
        // The bot is not used again after a panic.
        let (bot, chosen) = finished.map_err(|_| ClientError::Player("it panicked".into()))?;
        self.bot = Some(bot);
        Ok(chosen?)
    }
}

fn call_all<B: Bot>(bot: &mut B, calls: Vec<BotCall>) -> Result<Option<ChosenTurn>, BotError> {
    let mut chosen = None;
    for call in calls {
        match call {
            BotCall::Started(joined) => bot.started(&joined)?,
            BotCall::Updated(update) => bot.updated(&update),
            BotCall::Rejected(view, error) => bot.rejected(&view, &error),
            BotCall::Ended(joined, over) => bot.ended(&joined, &over),
            BotCall::Choose(view) => {
                let actions = view.request.legal_actions.iter();
                let legal: Vec<_> = actions.map(|action| action.text.clone()).collect();
                match bot.choose(&view, &legal) {
                    Ok(choice) => chosen = Some((view, choice)),
                    Err(_) if !view.is_open() => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
    Ok(chosen)
}
