//! Matches that are suspended after failures: what can be done without opening them.

use std::sync::Arc;

use botwerk_engine::record::{OutcomeLine, RecordHash};
use tokio::sync::oneshot;

use super::MatchRegistry;
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::room::{AttemptEnd, AttemptEnded, Command, MatchSetup, room_failed};
use crate::store::{Commit, WriteCommand, to_json};

impl MatchRegistry {
    /// Aborts a match for its owner.
    ///
    /// # Errors
    /// Returns an error if the token is not the owner's, the match cannot end now, or the store fails.
    pub(crate) async fn abort(self: &Arc<Self>, id: &MatchId, token: String) -> Result<(), Error> {
        if self.guard().suspension(&id.name()).is_some() {
            return self.abort_suspended(id, &token).await;
        }
        let (reply, answer) = oneshot::channel();
        self.send(id, Command::Abort { token, reply }).await?;
        answer.await.map_err(|_| room_failed())?
    }

    /// Aborts a match that is suspended after failures: nothing of it is applied again.
    async fn abort_suspended(&self, id: &MatchId, token: &str) -> Result<(), Error> {
        self.check_match_owner(id).await?;
        let stored = self.context.store.load(id).await?;
        let setup = MatchSetup::read(&stored.row)?;
        setup.check_owner(token)?;
        if stored.row.state.has_ended() {
            return Err(Error::new(Reason::MatchOver, "the match is over"));
        }
        let outcome = OutcomeLine::aborted("aborted", &vec![None; setup.seats.len()]);
        let mut hash = RecordHash::of_lines(&to_json(&setup.header), &stored.events);
        hash.append(&to_json(&outcome));
        let commit = Commit {
            outcome: Some(outcome),
            head: Some(hash.head()),
            ..Commit::new(id.clone(), stored.row.events, MatchState::Aborted)
        };
        self.context
            .store
            .write(WriteCommand::Commit(commit))
            .await?;
        self.guard().forget(&id.name());
        tracing::info!(%id, "suspended match aborted");
        if let Some(tournament) = setup.tournament {
            let end = AttemptEnd::Aborted;
            let attempt = tournament.attempt;
            self.context
                .attempt_observers
                .notify(AttemptEnded { attempt, end });
        }
        Ok(())
    }

    /// Tries a match again that is suspended after failures.
    pub(crate) fn retry_suspended(self: &Arc<Self>, id: &MatchId) {
        self.guard().forget(&id.name());
        // Its task continues by itself.
        drop(self.opening(id, None));
    }
}
