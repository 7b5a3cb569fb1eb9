//! Bots that were online and are away: their matches wait a while for them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tokio::time::Instant;

use crate::bots::{BotId, BotStatus};

/// Bots that are needed and away.
#[derive(Default)]
pub(super) struct AwayBots {
    /// Since when they have been away.
    since: BTreeMap<BotId, Instant>,
    /// Bots of readmitted entrants, which are awaited without a limit.
    readmitted: BTreeSet<BotId>,
}

impl AwayBots {
    /// Returns `true` if a match of the bot waits for it: it has not been online yet, or has been away for
    /// less than `limit`. After that it is invited all the same, and fails if it does not join.
    pub(super) fn is_awaited(
        &mut self,
        bot: &BotId,
        status: BotStatus,
        limit: Duration,
        now: Instant,
    ) -> bool {
        if status.is_online {
            self.since.remove(bot);
            self.readmitted.remove(bot);
            return false;
        }
        if !status.has_been_online || self.readmitted.contains(bot) {
            self.since.remove(bot);
            return true;
        }
        let since = *self.since.entry(bot.clone()).or_insert(now);
        now < since + limit
    }

    /// Waits for the bot of a readmitted entrant until it is online.
    pub(super) fn await_again(&mut self, bot: BotId) {
        self.readmitted.insert(bot);
    }

    /// Returns when the next of them is no longer awaited.
    pub(super) fn next_at(&self, limit: Duration, now: Instant) -> Option<Instant> {
        let ends = self.since.values().map(|since| *since + limit);
        ends.filter(|end| *end > now).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bot_that_is_away_is_awaited_for_a_while() {
        let (mut away, now) = (AwayBots::default(), Instant::now());
        let limit = Duration::from_secs(60);
        let bot = BotId::Registered("guest".into());
        let status = |is_online, has_been_online| BotStatus {
            is_online,
            has_been_online,
            ..BotStatus::default()
        };
        assert!(away.is_awaited(&bot, status(false, false), limit, now));
        assert_eq!(away.next_at(limit, now), None);
        assert!(!away.is_awaited(&bot, status(true, true), limit, now));
        assert!(away.is_awaited(&bot, status(false, true), limit, now));
        let end = now + limit;
        assert_eq!(away.next_at(limit, now), Some(end));
        assert!(!away.is_awaited(&bot, status(false, true), limit, end));
        assert_eq!(away.next_at(limit, end), None);
        // The limit restarts after each connection.
        assert!(!away.is_awaited(&bot, status(true, true), limit, end));
        assert!(away.is_awaited(&bot, status(false, true), limit, end));
        // There is none for the bot of a readmitted entrant.
        away.await_again(bot.clone());
        assert!(away.is_awaited(&bot, status(false, true), limit, end + limit));
        assert_eq!(away.next_at(limit, end), None);
    }
}
