//! Withdraws entrants and readmits them.

use super::Director;
use crate::bots::BotMessage;
use crate::error::{Error, Reason};
use crate::store::TournamentAdditions;
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
        // It plays none of the matches whose forfeits are being removed.
        let readmissions = &mut self.status.readmissions;
        readmissions.retain(|readmission| readmission.entrant != entrant);
        if annulled {
            self.status.recounts += 1;
            self.start_recount();
        }
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
        let withdrawn = self.status.clone();
        self.status
            .readmit(entrant, self.progress.next_batch_index(), first);
        let stored = self.store_state(self.state, TournamentAdditions::default());
        if let Err(error) = stored.await {
            self.status = withdrawn;
            return Err(error.into());
        }
        self.progress.readmit(entrant);
        self.progress.hold(first);
        self.results.failures[entrant] = 0;
        // It removes the forfeits.
        self.start_recount();
        // A league pairs a bot only while it is online.
        if let Some(bot) = self.tournament.bot(entrant).filter(|_| !self.is_league()) {
            self.away.await_again(bot);
        }
        let entrant = self.tournament.entrant_name(entrant);
        tracing::info!(entrant, "entrant readmitted");
        Ok(())
    }
}
