//! Withdraws entrants and readmits them.

use super::{Director, QueuedMatch};
use crate::bots::BotMessage;
use crate::error::{Error, Reason};
use crate::store::{AttemptRow, Recount, TournamentAdditions};
use crate::tournaments::status::Withdrawal;

impl Director {
    /// Withdraws an entrant that takes part. Its matches are annulled if it has played less than half of
    /// them.
    pub(super) async fn withdraw(&mut self, entrant: usize, message: String) {
        if self.status.has_withdrawn(entrant) {
            return;
        }
        let from_batch = self.progress.withdraw(entrant);
        let played = self.results.tally.entrants[entrant].matches;
        let planned = self.progress.planned_matches(entrant);
        let annulled = planned.is_some_and(|planned| played * 2 < planned);
        tracing::warn!(
            entrant = self.tournament.entrant_name(entrant),
            message,
            "entrant withdrawn"
        );
        self.status.withdrawals.push(Withdrawal {
            entrant,
            from_batch,
            until_batch: None,
            message: message.clone(),
            annulled,
        });
        if self.results.tally.entrants.len() == 2 && self.tournament.configuration.sprt().is_some()
        {
            // The test has no opponent left.
            self.progress.stop();
            self.queue.clear();
        }
        self.needs_recount |= annulled;
        self.save(self.state).await;
        if let Some(bot) = self.tournament.bot(entrant) {
            let withdrawn = BotMessage::EntrantWithdrawn {
                tournament: self.tournament.id.clone(),
                message,
            };
            self.context.online_bots.send(&bot, withdrawn);
        }
    }

    /// Readmits an entrant that was withdrawn: its forfeited matches of the batch in progress are played,
    /// and its results count again.
    ///
    /// # Errors
    /// Returns an error if the tournament has no match left for it, or the store rejects the change.
    pub(super) async fn readmit(&mut self, entrant: usize) -> Result<(), Error> {
        if !self.status.has_withdrawn(entrant) {
            return Ok(());
        }
        let Some(first) = self.progress.first_open_match() else {
            return Err(Error::new(
                Reason::TournamentOver,
                format!(
                    "{}: no match is left for the entrant",
                    self.tournament.id.name()
                ),
            ));
        };
        let forfeits = self.forfeits(entrant, first).await?;
        let withdrawn = self.status.clone();
        self.status
            .readmit(entrant, self.progress.next_batch_index());
        let recount = Recount {
            annulled: self.status.annulled(),
            removed_forfeits: forfeits
                .iter()
                .map(|row| (row.pairing, row.attempt))
                .collect(),
        };
        if let Err(error) = self
            .store_state(self.state, Some(recount), TournamentAdditions::default())
            .await
        {
            self.status = withdrawn;
            return Err(error.into());
        }
        self.progress.readmit(entrant);
        self.failures[entrant] = 0;
        // A league pairs a bot only while it is online.
        if let Some(bot) = self.tournament.bot(entrant).filter(|_| !self.is_league()) {
            self.away.await_again(bot);
        }
        for row in forfeits {
            let (Some(result), Some(pairing)) = (row.result, self.progress.pairing(row.pairing))
            else {
                continue;
            };
            self.progress.remove_forfeit(row.pairing, &result);
            let attempt = row.attempt;
            self.queue.push_back(QueuedMatch { pairing, attempt });
        }
        let entrant = self.tournament.entrant_name(entrant);
        tracing::info!(entrant, "entrant readmitted");
        Ok(())
    }

    /// Returns the forfeits of an entrant, from a match on.
    async fn forfeits(&self, entrant: usize, first: u64) -> Result<Vec<AttemptRow>, Error> {
        let store = &self.context.store;
        let attempts = store.attempts(&self.tournament.id, first, u64::MAX);
        let is_forfeit = |row: &AttemptRow| {
            let result = row.result.as_ref().filter(|result| !result.is_voided);
            row.played.is_none() && result.is_some_and(|result| result.seats.contains(&entrant))
        };
        let attempts = attempts.await?.into_iter();
        Ok(attempts.filter(is_forfeit).collect())
    }
}
