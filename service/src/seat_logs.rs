//! The logs of seats: what bots write to standard error, kept for their authors.

use std::sync::Arc;

use tokio::sync::Mutex;

use crate::bots::Bots;
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::room::MatchSetup;
use crate::seat_readers::SeatReader;
use crate::store::{SeatLog, SeatLogAppend, SeatLogStore, Store, WriteCommand};
use crate::tournaments::Tournaments;

/// Maximum number of bytes that are appended at once.
const MAX_TEXT_BYTES: usize = 16 << 10;

/// Maximum number of matches to which the text of one bot is appended, the newest ones.
const MAX_MATCHES_OF_BOT: usize = 64;

/// The logs of all seats.
pub(crate) struct SeatLogs {
    store: Arc<dyn SeatLogStore>,
    matches: Arc<dyn Store>,
    bots: Arc<Bots>,
    tournaments: Tournaments,
    /// Texts are stored one after the other, so that bots that write much delay each other and no commit.
    turn: Mutex<()>,
}

/// The seats to whose logs a text is appended.
#[derive(Debug, Clone)]
pub(crate) enum LogTarget {
    /// The seat of a match that has a token.
    Seat { id: MatchId, seat_token: String },
    /// All seats to which the bot of a token has an open invitation.
    Bot { bot_token: String },
}

impl SeatLogs {
    pub(crate) fn new(
        store: Arc<dyn SeatLogStore>,
        matches: Arc<dyn Store>,
        bots: Arc<Bots>,
        tournaments: Tournaments,
    ) -> Self {
        Self {
            store,
            matches,
            bots,
            tournaments,
            turn: Mutex::default(),
        }
    }

    /// Appends a text.
    ///
    /// # Errors
    /// Returns an error if the text is too long, the match does not exist, the token is not valid, or the store
    /// fails.
    pub(crate) async fn append(&self, target: LogTarget, text: String) -> Result<(), Error> {
        if text.len() > MAX_TEXT_BYTES {
            let found = text.len();
            let message = format!(
                "text: expected at most {MAX_TEXT_BYTES} bytes, found {found}; send it in parts"
            );
            return Err(Error::new(Reason::BadRequest, message));
        }
        let (seats, bot) = match target {
            LogTarget::Seat { id, seat_token } => {
                let setup = self.setup(&id).await?;
                let seat = setup.seat_of_token(&seat_token)?;
                (vec![(id, seat)], setup.seats[seat].bot.clone())
            }
            LogTarget::Bot { bot_token } => {
                let (bot, mut seats) = self.bots.invited_seats(&bot_token).await?;
                // In the order of their matches.
                let excess = seats.len().saturating_sub(MAX_MATCHES_OF_BOT);
                (seats.split_off(excess), bot)
            }
        };
        if text.is_empty() {
            return Ok(());
        }
        let _turn = self.turn.lock().await;
        for (id, seat) in seats {
            let append = SeatLogAppend {
                id,
                seat,
                bot: bot.clone(),
                text: text.clone(),
            };
            let append = WriteCommand::AppendSeatLog(append);
            self.store.write(append).await?;
        }
        Ok(())
    }

    /// Returns the log of a seat.
    ///
    /// # Errors
    /// Returns an error if the match or the seat does not exist, the reader may not read it, or the store fails.
    pub(crate) async fn read(
        &self,
        id: &MatchId,
        seat: usize,
        reader: SeatReader<'_>,
    ) -> Result<SeatLog, Error> {
        let setup = self.setup(id).await?;
        if !reader.can_read(&setup, seat, &self.tournaments).await? {
            let message = "token: expected that of the seat, of its bot, of the owner of the bot, or the admin token";
            return Err(Error::new(Reason::BadToken, message));
        }
        setup.check_seat(seat)?;
        Ok(self.store.seat_log(id, seat).await?)
    }

    async fn setup(&self, id: &MatchId) -> Result<MatchSetup, Error> {
        MatchSetup::read(&self.matches.row(id).await?)
    }
}
